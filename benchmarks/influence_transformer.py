"""Leave-one-out of a small transformer, against one input at a time, captum and ferret."""

from __future__ import annotations

import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import report, seconds
from fairnlp import corpora
from fairnlp.influence import leave_one_out
from fairnlp.systems.transformer import TransformerSystem

if TYPE_CHECKING:
    from collections.abc import Sequence


def small_transformer(folder: Path, texts: Sequence[str]) -> TransformerSystem:
    """Make a BERT of four layers of 128 whose weights are drawn; its vocabulary is the texts'."""
    import torch
    import transformers

    known = sorted({word for text in texts for word in text.lower().split()})
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    (folder / "vocab.txt").write_text("\n".join([*marks, *known, ",", ".", "'"]))
    tokenizer = transformers.BertTokenizerFast.from_pretrained(folder, model_max_length=128)
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=128,
        num_hidden_layers=4,
        num_attention_heads=4,
        intermediate_size=512,
        max_position_embeddings=128,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return TransformerSystem(folder, positive="LABEL_1", device="cpu")


def one_at_a_time(system: Any, texts: Sequence[str]) -> None:
    for text in texts:
        words = text.split()
        system.probabilities([text])
        for at in range(len(words)):
            system.probabilities([" ".join(words[:at] + words[at + 1 :])])


def captum_ablation(system: Any, texts: Sequence[str]) -> None:
    """Let captum replace each piece of a text, all pieces of the text at once."""
    from captum.attr import FeatureAblation

    ablation = FeatureAblation(lambda ids: system.model(input_ids=ids).logits.softmax(dim=-1))
    for text in texts:
        ids = system.tokenizer(text, return_tensors="pt")["input_ids"]
        ablation.attribute(
            ids,
            baselines=system.tokenizer.unk_token_id,
            target=1,
            perturbations_per_eval=ids.shape[1],
        )


def ferret_occlusion(system: Any, texts: Sequence[str]) -> None:
    """Let ferret leave out each piece of a text."""
    from ferret.evaluators.faithfulness_measures import TauLOO_Evaluation

    occlusion = TauLOO_Evaluation(system.model, system.tokenizer)
    for text in texts:
        occlusion.compute_leave_one_out_occlusion(text, target=1)


def main() -> int:
    if not find_spec("transformers"):
        print("transformers is missing: make neural", file=sys.stderr)
        return 1
    import torch

    torch.set_num_threads(1)
    texts = [" ".join(text.split()) for text in corpora.planted(seed=0)["text"].head(200)]
    some = texts[:20]
    with tempfile.TemporaryDirectory() as folder:
        system = small_transformer(Path(folder), texts)
        found = leave_one_out(system, texts, operator="delete", target="positive", progress=False)
        inputs = len(found) + len(texts)
        each = (
            seconds(
                lambda: leave_one_out(
                    system, texts, operator="delete", target="positive", progress=False
                ),
                repeat=2,
            )
            / inputs
        )
        n_some = int((found["text_id"].astype(int) < len(some)).sum()) + len(some)
        failed, others = 0, {"captum": captum_ablation, "ferret": ferret_occlusion}
        for name, how in others.items():
            if find_spec(name):
                taken = seconds(lambda how=how: how(system, some), repeat=2) / n_some
                failed |= report(
                    f"influence of words, transformer: against {name}",
                    taken / each,
                    at_least=1,
                    other_us_an_input=round(taken * 1e6, 1),
                )
        single = seconds(lambda: one_at_a_time(system, some), repeat=2) / n_some
        return failed | report(
            "influence of words, transformer: against one input at a time",
            single / each,
            at_least=1,
            inputs=inputs,
            us_an_input=round(each * 1e6, 1),
            single_us_an_input=round(single * 1e6, 1),
            not_installed=[name for name in others if not find_spec(name)],
        )


if __name__ == "__main__":
    sys.exit(main())
