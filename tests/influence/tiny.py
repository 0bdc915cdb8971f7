"""A transformer of two small layers with weights drawn by a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.systems.transformer import TransformerSystem

if TYPE_CHECKING:
    from pathlib import Path

PIECES = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] an un ##put ##down ##able nai ##vete , isn ' t it ? ##s"
).split()


def tiny_transformer(folder: Path) -> TransformerSystem:
    import torch
    import transformers

    (folder / "vocab.txt").write_text("\n".join(PIECES))
    transformers.BertTokenizerFast.from_pretrained(folder, model_max_length=32).save_pretrained(
        folder
    )
    config = transformers.BertConfig(
        vocab_size=len(PIECES),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=32,
        id2label={0: "other", 1: "praise", 2: "blame"},
        label2id={"other": 0, "praise": 1, "blame": 2},
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = transformers.BertForSequenceClassification(config)
        with torch.no_grad():
            model.classifier.weight *= 20
    model.save_pretrained(folder)
    return TransformerSystem(folder, device="cpu", name="tiny")
