"""Gradients and attention: a model whose attributions are known, and real ones."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.influence import attention_influence, gradient_influence, leave_one_out
from fairnlp.systems.tokens import Embedded
from fairnlp.text.words import cut
from tests.influence.oracles import Words
from tests.needs import need


@pytest.fixture(autouse=True)
def torch():
    need(
        find_spec("torch") and find_spec("captum"),
        "captum is missing: pip install 'fairnlp[neural]'",
    )
    import torch

    return torch


class Linear(Words):
    """Each word is two pieces of half its weight; "loss" is one half plus their sum."""

    max_words = 5

    def token_probabilities(self, tokens, context=None):
        loss = np.array([0.5 + sum(self.weights.get(w, 0.0) for w in ws) for ws in tokens])
        return np.column_stack([1 - loss, loss])

    def embedded(self, texts, spans, context=None):
        import torch

        rows = [cut(t, s)[: self.max_words] for t, s in zip(texts, spans, strict=True)]
        most = max(map(len, rows))
        vectors = torch.zeros(len(rows), 2 * most + 1, 3)
        owners = np.full((len(rows), 2 * most + 1), -1)
        for at, tokens in enumerate(rows):
            for number, token in enumerate(tokens):
                vectors[at, 2 * number + 1 : 2 * number + 3, 1] = self.weights.get(token, 0) / 2
                owners[at, 2 * number + 1 : 2 * number + 3] = number
        return Embedded(vectors, torch.zeros_like(vectors), owners, (torch.zeros(len(rows)),))

    def embedded_probabilities(self, vectors, *beside):
        import torch

        loss = 0.5 + vectors.sum(dim=(1, 2)) + beside[0]
        return torch.stack([1 - loss, loss], dim=1)

    def attention(self, texts, spans, context=None):
        return [np.arange(len(s), dtype=float) for s in spans]


TEXTS = ["gone and gone", "so fine", "", "a b c d e gone"]
WEIGHTS = {"gone": 0.125, "fine": -0.25}


@pytest.mark.parametrize("method", ["integrated gradients", "gradient x input"])
def test_a_linear_model_gives_back_its_weights(method):
    found = gradient_influence(
        Linear(WEIGHTS), TEXTS, target="loss", method=method, batch_size=2, steps=3
    )
    want = [0.125, 0, 0.125, 0, -0.25, *[0] * 6]  # the last word is not read
    np.testing.assert_allclose(found["influence"], want, atol=1e-6)
    assert set(found["method"]) == {method}
    assert found["whole"].tolist()[:4] == pytest.approx([0.75] * 3 + [0.25])
    if method == "integrated gradients":
        np.testing.assert_allclose(found["gap"], 0, atol=1e-6)
        assert set(found["operator"]) == {"unknown"}
    else:
        assert found["gap"].isna().all()


def test_the_class_of_each_text_is_the_target():
    found = gradient_influence(Linear(WEIGHTS), TEXTS[:2])
    assert found["target"].tolist() == ["loss"] * 3 + ["other"] * 2
    assert found["influence"].tolist() == pytest.approx([0.125, 0, 0.125, 0, 0.25])


class Steep(Linear):
    """Turns from one class to the other at one point of the way."""

    slope = 4000.0

    def embedded_probabilities(self, vectors, *beside):
        import torch

        loss = torch.sigmoid(self.slope * (vectors.double().sum(dim=(1, 2)) - 0.0377))
        return torch.stack([1 - loss, loss], dim=1)


def test_a_steep_way_takes_more_steps():
    few = gradient_influence(Steep(WEIGHTS), ["gone and", "so"], target="loss", steps=4)
    assert few["steps"][0] == few["steps"][1] > 4
    assert few["steps"][2] == 4
    assert few["influence"].tolist() == pytest.approx([1, 0, 0], abs=0.02)
    assert (few["status"] == "ok").all()


def test_what_does_not_add_up_is_not_known():
    class Steeper(Steep):
        slope = 4e7

    found = gradient_influence(Steeper(WEIGHTS), ["gone and", "so"], target="loss", steps=3)
    assert found["influence"].isna().tolist() == [True, True, False]
    assert found["status"].str.startswith("attributions are off").tolist() == [True, True, False]


def test_attention_has_no_class():
    found = attention_influence(Linear(WEIGHTS), TEXTS)
    assert found["influence"].tolist()[:5] == [0, 1, 2, 0, 1]
    assert found["rank"].tolist()[:5] == [2, 1, 0, 1, 0]
    assert set(found["target"]) == {"none"}
    assert found["whole"].isna().all()


def test_what_shows_nothing_is_told():
    with pytest.raises(OptionError, match="shows no gradients"):
        gradient_influence("vader", "A film.")
    with pytest.raises(OptionError, match="shows no attention"):
        attention_influence("vader", "A film.")
    with pytest.raises(UnknownChoiceError, match="choose one of"):
        gradient_influence(Linear({}), "A film.", method="saliency")
    with pytest.raises(OptionError, match="steps is 0"):
        gradient_influence(Linear({}), "A film.", steps=0)


def test_a_transformer_has_one_influence_a_word(tmp_path):  # INF-03
    from tests.influence.tiny import tiny_transformer

    system = tiny_transformer(tmp_path)
    text = "An unputdownable naïveté, isn't it?"
    by = [
        leave_one_out(system, text),
        gradient_influence(system, text, steps=200),
        attention_influence(system, text),
    ]
    for found in by:
        assert [text[a:b] for a, b in zip(found["start"], found["end"], strict=True)] == [
            "An", "unputdownable", "naïveté", ",", "isn't", "it", "?",
        ]  # fmt: skip
        assert found["influence"].notna().all()
    assert by[0]["replacement"].tolist()[0] == "[UNK]"
    whole, nothing = system.probabilities([text, "[UNK]" * 9])
    assert by[1]["whole"][0] == pytest.approx(whole.max(), abs=1e-6)
    assert abs(by[1]["gap"]).max() < 1e-3
    assert 0 < by[2]["influence"].sum() < 1
