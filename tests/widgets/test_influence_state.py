"""Masking and inserting words by hand: the rules, without a widget."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.text.words import words
from fairnlp.widgets.influence_state import InfluenceState
from tests.influence.oracles import Additive, Constant, Words


def corpus() -> pd.DataFrame:
    texts = ["such a rude man, indeed", "it's <b>5:30</b>", "..."]
    spans = [words(text) for text in texts]
    masks = [[text[a:b] == "rude" for a, b in at] for text, at in zip(texts, spans, strict=True)]
    return pd.DataFrame(
        {
            "text_id": ["a", "b", "c"],
            "text": texts,
            "label": ["loss", "other", "other"],
            "tokens": spans,
            "rationale": [masks[0], None, masks[2]],
        }
    )


def state(*systems, **options) -> InfluenceState:
    plain = Words({"rude": 2.0, "on": 1.0, "man": -0.5}, name="plain")
    return InfluenceState(corpus(), systems or [plain], **options)


def test_a_masked_word_becomes_the_unknown_one_and_comes_back():
    shown = state(target="loss")
    shown.toggle(2)
    assert shown.text == "such a <unk> man, indeed"
    (row,) = shown.scores.to_dict(orient="records")
    assert (row["label_before"], row["label_after"]) == ("loss", "other")
    assert row["change"] == pytest.approx(1 / (1 + np.exp(0.5)) - 1 / (1 + np.exp(-1.5)))
    shown.toggle(2)
    assert shown.text == corpus()["text"][0]
    assert shown.scores["change"].tolist() == [0]


def test_words_are_put_in_without_harm_and_taken_out():
    shown = state(target="loss")
    shown.insert("on", 0)
    shown.insert("on", 4)
    shown.toggle(3)
    assert shown.text == "on such a rude <unk> on, indeed"
    shown.take_out(0)
    shown.insert("a", 4)
    assert shown.text == "such a rude <unk> a, indeed"
    shown.clear()
    assert shown.text == corpus()["text"][0]


def test_a_deleted_word_leaves_the_inserted_one():
    shown = state(operator="delete", target="loss")
    shown.toggle(3)
    shown.insert("on", 3)
    assert shown.text == "such a rude on , indeed"


def test_there_is_no_gap_inside_a_word():
    shown = state(target="loss")
    shown.choose(1)
    assert shown.item.tokens[0] == "it's"
    for gap in shown.gaps:
        shown.clear()
        shown.insert("on", gap)
        assert "it's" in shown.text
        assert "5:30" in shown.text
    shown.choose(2)
    assert shown.gaps == {}


def test_the_class_of_the_text_as_it_was_is_followed():
    shown = state()
    shown.toggle(2)
    (row,) = shown.scores.to_dict(orient="records")
    assert row["target"] == "loss"
    assert row["change"] < 0


def test_twins_are_shown_side_by_side():
    plain = Words({"rude": 1.0, "such": 3.0}, name="plain")
    taught = Words({"rude": 3.0, "such": 0.0}, name="taught <i>")
    shown = state(plain, taught, target="loss")
    assert shown.influences("plain")["rank"].tolist()[:3] == [0, 2, 1]
    assert shown.influences("taught <i>")["rank"].tolist()[:3] == [1, 1, 0]
    html = shown.to_html()
    assert "taught &lt;i&gt;" in html
    assert "taught <i>" not in html
    assert html.count("fn-marked") >= 2
    assert "marked by people" in html


def test_a_text_is_escaped_and_its_changes_are_shown():
    shown = state(Additive({"5:30": 1.0}))
    shown.choose(1)
    shown.toggle(0)
    shown.insert("on", next(iter(shown.gaps)))
    html = shown._repr_html_()
    assert "<del>it&#x27;s</del>" in html
    assert "<ins><b>on</b></ins>" in html
    assert "&lt;" in html
    assert "marked by people" not in html  # nobody was asked


def test_a_system_that_fails_is_told():
    class Picky(Additive):
        def scores(self, texts):
            if any("on such" in text for text in texts):
                msg = "cannot read <on>"
                raise ValueError(msg)
            return super().scores(texts)

    shown = state(Picky({"rude": 1.0}), Constant())
    shown.insert("on", 0)
    assert "cannot read <on>" in shown.scores["error"][0]
    assert "cannot read &lt;on&gt;" in shown.to_html()


def test_what_cannot_be_done_is_said():
    with pytest.raises(OptionError, match="names must differ"):
        state(Constant(), Constant())
    with pytest.raises(OptionError, match="A text and a system"):
        InfluenceState(corpus()[:0], [Constant()])
    shown = state(target="loss")
    with pytest.raises(OptionError, match="There is no text 3"):
        shown.choose(3)
    with pytest.raises(OptionError, match="There is no word 9"):
        shown.toggle(9)
    with pytest.raises(OptionError, match="is not one word"):
        shown.insert("on a", 0)
    with pytest.raises(OptionError, match="Nothing can be put in after 77 words"):
        shown.insert("on", 77)
    with pytest.raises(OptionError, match="Nothing was put in"):
        shown.take_out(0)
