from __future__ import annotations

import json
from importlib.util import find_spec

import numpy as np
import pytest

from fairnlp.adversary import insert_unigrams
from fairnlp.adversary.transformers import TransformerScorer
from fairnlp.core.errors import MissingDataError, OptionError, UnknownChoiceError
from tests.adversary.toys import corpus
from tests.needs import need

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cook", "went", "on", "##ward", "."]
TEXTS = ["the cook went on.", "on", "cook cook onward went.", "zebra on", ""]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Make two tiny models with random weights, one of each kind."""
    need(
        find_spec("torch") and find_spec("transformers"),
        "torch or transformers is missing: pip install 'fairnlp[neural]'",
    )
    import torch
    import transformers

    place = tmp_path_factory.mktemp("models")
    (place / "vocab.txt").write_text("\n".join(WORDS))
    size = {"vocab_size": len(WORDS)}
    with torch.random.fork_rng():
        torch.manual_seed(0)
        masked = transformers.BertForMaskedLM(
            transformers.BertConfig(
                **size,
                hidden_size=16,
                num_hidden_layers=2,
                num_attention_heads=2,
                intermediate_size=32,
                max_position_embeddings=16,
                initializer_range=0.5,
            )
        )
        causal = transformers.GPT2LMHeadModel(
            transformers.GPT2Config(
                **size,
                n_embd=16,
                n_layer=2,
                n_head=2,
                n_positions=16,
                bos_token_id=2,
                eos_token_id=2,
                initializer_range=0.5,
            )
        )
    found = {}
    for kind, model in (("masked", masked), ("causal", causal)):
        found[kind] = place / kind
        model.save_pretrained(found[kind])
        marks = {"bos_token": "[CLS]", "eos_token": "[CLS]"} if kind == "causal" else {}
        transformers.BertTokenizerFast.from_pretrained(place, **marks).save_pretrained(found[kind])
    return found


def test_a_causal_model_sums_up_piece_by_piece(folders):
    import torch

    scorer = TransformerScorer(folders["causal"], device="cpu")
    expected = []
    for text in TEXTS:
        pieces = [2, *scorer.tokenizer(text, add_special_tokens=False)["input_ids"]]
        with torch.inference_mode():
            log_p = scorer.model(torch.tensor([pieces])).logits[0].log_softmax(-1)
        expected.append(sum(float(log_p[i, p]) for i, p in enumerate(pieces[1:])))
    np.testing.assert_allclose(scorer.log_probabilities(TEXTS), expected, rtol=1e-4)
    assert scorer.log_probabilities([""]).tolist() == [0.0]


def test_a_masked_model_masks_one_piece_at_a_time(folders):
    import torch

    scorer = TransformerScorer(folders["masked"], device="cpu", batch=20)
    expected = []
    for text in TEXTS:
        pieces = scorer.tokenizer(text)["input_ids"]
        total = 0.0
        for place in range(1, len(pieces) - 1):
            hidden = [*pieces[:place], 4, *pieces[place + 1 :]]
            with torch.inference_mode():
                log_p = scorer.model(torch.tensor([hidden])).logits[0, place].log_softmax(-1)
            total += float(log_p[pieces[place]])
        expected.append(total)
    np.testing.assert_allclose(scorer.log_probabilities(TEXTS), expected, rtol=1e-4)


@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_a_transformer_judges_insertions(folders, kind):
    scorer = TransformerScorer(folders[kind], device="cpu")
    given = corpus(["the cook went.", "cook on"])
    found = insert_unigrams(given, ["on", "the"], scorer, progress=False)
    assert found.scorer == f"{kind} ({kind})"
    before = dict(zip(given["text_id"], scorer.log_probabilities(given["text"]), strict=True))
    for row in found.frame.to_dict(orient="records"):
        log_p = scorer.log_probabilities([row["text"]])[0]
        assert row["log_p"] == pytest.approx(log_p, rel=1e-4)
        assert row["naturalness"] == pytest.approx(log_p - before[row["text_id"]], abs=1e-3)


def test_what_a_folder_or_a_text_lacks_is_said(folders, tmp_path):
    with pytest.raises(MissingDataError, match="save_pretrained"):
        TransformerScorer(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"architectures": ["BertModel"]}))
    with pytest.raises(OptionError, match="kind='causal' or 'masked'"):
        TransformerScorer(tmp_path)
    with pytest.raises(UnknownChoiceError, match="'causal', 'masked'"):
        TransformerScorer(tmp_path, kind="casual")
    with pytest.raises(OptionError, match="batch is 0"):
        TransformerScorer(folders["causal"], batch=0)
    with pytest.raises(OptionError, match="takes 16 pieces; a text has 42"):
        TransformerScorer(folders["masked"]).log_probabilities(["cook " * 40])
