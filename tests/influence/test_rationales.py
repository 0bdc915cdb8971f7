"""Rationale ranks over texts, top words, second order, faithfulness and agreement: by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.influence import (
    faithfulness,
    leave_one_out,
    method_agreement,
    rationale_ranks,
    second_order,
    shade,
    top_tokens,
)
from fairnlp.text.words import words
from tests.influence.oracles import Additive, Words

WEIGHTS = {"vile": 3.0, "rude": 2.0, "on": 2.5, "meh": 0.5, "ok": -1.0}
TEXTS = {
    "a": ("such a rude man", "rude"),  # rank 0
    "b": ("rude on site", "rude"),  # "on" is higher: rank 1
    "c": ("vile on meh street", "meh"),  # rank 2
    "d": ("nothing to see", "nothing"),  # no influence
    "e": ("vile man", None),  # nobody was asked
    "f": ("vile man", ""),  # nothing was marked
    "g": ("on vile ok", "vile ok"),  # the best of two: rank 0
}


def corpus() -> pd.DataFrame:
    rows = []
    for text_id, (text, marked) in TEXTS.items():
        spans = words(text)
        mask = None if marked is None else [text[a:b] in marked.split() for a, b in spans]
        rows.append((text_id, text, "loss", spans, mask, 0))
    names = ["text_id", "text", "label", "tokens", "rationale", "fold"]
    return pd.DataFrame(rows, columns=names)


@pytest.fixture
def influences():
    return leave_one_out(Additive(WEIGHTS), corpus())


def test_ranks_by_hand(influences):
    found = rationale_ranks(influences, corpus())
    table = found.table.set_index("text_id")
    assert table["status"].to_dict() == {
        "a": "ok", "b": "ok", "c": "ok", "d": "no influence",
        "e": "no rationale", "f": "no rationale", "g": "ok",
    }  # fmt: skip
    assert table.loc[["a", "b", "c", "g"], "rank"].tolist() == [0, 1, 2, 0]
    row = found.summary().iloc[0]
    assert (row["n"], row["left_out"]) == (4, 3)
    assert row["mean_rank"] == pytest.approx(0.75)
    assert (row["first"], row["second"]) == (0.5, 0.25)
    # (4-1)/2, (3-1)/2, (4-1)/2, (3-2)/3
    assert row["chance_rank"] == pytest.approx((1.5 + 1 + 1.5 + 1 / 3) / 4)
    assert row["chance_first"] == pytest.approx((1 / 4 + 1 / 3 + 1 / 4 + 2 / 3) / 4)
    assert row["mean_low"] <= 0.75 <= row["mean_high"]
    assert row["below_chance"] == pytest.approx(0.75 - row["chance_rank"])
    assert found.left_out.to_dict() == {"no rationale": 2, "no influence": 1}
    assert "no rationale: 2" in found._repr_html_()


def test_without_any_rank_the_summary_is_missing_not_wrong():
    found = rationale_ranks(leave_one_out(Additive({}), corpus()), corpus())
    row = found.summary().iloc[0]
    assert np.isnan(row["mean_rank"])
    assert row["n"] == 0


def test_two_models_are_compared_on_the_texts_that_both_have(influences):
    plain = rationale_ranks(influences, corpus())
    taught = rationale_ranks(leave_one_out(Additive({**WEIGHTS, "on": 0.0}), corpus()), corpus())
    row = taught.minus(plain).iloc[0]
    assert (row["n"], row["differing"]) == (4, 2)
    assert row["difference"] == pytest.approx((0 - 1 + 1 - 2) / 4)
    silent = rationale_ranks(leave_one_out(Additive({}), corpus()), corpus())
    with pytest.raises(OptionError, match="No text has a rank in both"):
        plain.minus(silent)


def test_words_that_do_not_match_are_refused(influences):
    other = corpus()
    other.at[0, "tokens"] = [(0, 4), (5, 15)]
    other.at[0, "rationale"] = [True, False]
    with pytest.raises(SchemaError, match="words of text a are not those"):
        rationale_ranks(influences, other)
    with pytest.raises(SchemaError, match="not among the rationales"):
        rationale_ranks(influences, corpus()[1:])
    short = corpus()
    short.at[0, "rationale"] = [True]
    with pytest.raises(SchemaError, match="4 words and 1 marks"):
        rationale_ranks(influences, short)


def test_top_tokens_by_hand(influences):
    found = top_tokens(influences).set_index("token")
    # "d" has no signal; a word without influence is second where one alone has some.
    assert found.loc["on", ["first", "second", "occurrences"]].tolist() == [1, 2, 3]
    assert found.loc["vile", ["first", "second", "occurrences"]].tolist() == [4, 0, 4]
    assert found.loc["man", ["first", "second", "occurrences"]].tolist() == [0, 3, 3]
    assert set(found["texts"]) == {6}
    assert set(found["left_out"]) == {1}
    assert found.loc["on", "share"] == 1
    asked = top_tokens(influences, words=["On", "absent"])
    assert asked["token"].tolist() == ["on", "absent"]
    assert asked["occurrences"].tolist() == [3, 0]
    assert np.isnan(asked["share"][1])


def test_second_order_by_hand():
    class Jealous(Additive):
        """Once "ok" is gone, "on" outdoes "vile"."""

        def scores(self, texts):
            extra = [5.0 * ("on" in t.split() and "ok" not in t.split()) for t in texts]
            return super().scores(texts) + np.array(extra)

    texts = ["such a rude man", "vile on ok", "rude", "nothing here", "on vile"]
    found = second_order(Jealous({**WEIGHTS, "vile": 4.0}), texts)
    assert found.table["status"].tolist() == [
        "ok", "ok", "fewer than two words", "no influence", "ok",
    ]  # fmt: skip
    assert found.table["first_token"].dropna().tolist() == ["rude", "vile", "on"]
    assert found.table["dropped_token"].dropna().tolist() == ["such", "ok", "vile"]
    assert found.table["dropped_position"].dropna().tolist() == [0, 2, 1]
    assert found.table["rank_after"].dropna().tolist() == [0, 1, 0]
    summary = found.summary()
    assert summary["texts"].tolist() == [2, 1, 0]
    assert set(summary["n"]) == {3}
    assert "fewer than two words: 1" in found._repr_html_()


def test_second_order_keeps_the_class_of_the_whole_text():
    found = second_order(Words({"gone": 1.0, "fine": -0.4}), ["gone fine"])
    assert found.table[["first_token", "dropped_token", "rank_after"]].values.tolist() == [
        ["gone", "fine", 0]
    ]


def test_second_order_reports_what_it_cannot_know():
    found = second_order(
        Words({"gone": 1.0}, refuses_empty=True), ["gone home"], operator="delete", target="loss"
    )
    assert found.table["status"].tolist() == ["influence not known once a word is gone"]
    assert found.summary()["left_out"].tolist() == [1, 1, 1]


def test_faithfulness_by_hand():
    texts = ["vile on meh ok"]
    system = Additive(WEIGHTS)
    influences = leave_one_out(system, texts)
    found = faithfulness(system, texts, influences, bins=[0.25, 0.5])
    row = found.table.iloc[0]
    # Without "vile" 3 less, without "vile on" 5.5 less; the whole is 5.
    assert row["comprehensiveness"] == pytest.approx((3 + 5.5) / 2)
    assert row["sufficiency"] == pytest.approx((5 - 3 + 5 - 5.5) / 2)
    summary = found.summary().set_index("measure")
    assert summary.loc["comprehensiveness", "n"] == 1
    assert found.named == {"system": "additive", "method": "leave one out", "operator": "delete"}


def test_faithfulness_of_words_and_what_is_left_out():
    texts = ["gone home fine", "gone"]
    system = Words({"gone": 2.0, "fine": -1.0}, refuses_empty=True)
    influences = leave_one_out(system, texts, target="loss")
    found = faithfulness(system, texts, influences, bins=[0.3])
    assert found.table["status"].tolist() == ["ok", "no answer: ValueError: no words"]
    assert found.left_out.sum() == 1
    with pytest.raises(SchemaError, match="not among"):
        faithfulness(system, texts[:1], influences)
    with pytest.raises(OptionError, match="bins"):
        faithfulness(system, texts, influences, bins=[0])
    with pytest.raises(OptionError, match="this system has score"):
        faithfulness(Additive({}), texts, influences)


def test_labels_alone_have_faithfulness_too():
    def classify(text: str) -> str:
        return "bad" if "vile" in text else "good"

    influences = leave_one_out(classify, ["vile day"], target="bad")
    found = faithfulness(classify, ["vile day"], influences, bins=[0.5])
    assert found.table[["comprehensiveness", "sufficiency"]].values.tolist() == [[1, 0]]


def test_agreement_by_hand():
    texts = ["vile on meh", "plain words"]
    one = leave_one_out(Additive(WEIGHTS), texts)
    other = leave_one_out(Additive({"vile": 1.0, "on": 3.0, "meh": 2.0}), texts)
    found = method_agreement(one, other, top=2)
    # Orders: vile, on, meh and on, meh, vile: one of three pairs agrees.
    assert found.table.loc[0, ["kendall_tau", "top_overlap", "chance_overlap"]].tolist() == (
        pytest.approx([-1 / 3, 1 / 2, 2 / 3])
    )
    assert found.table["status"][1] == "no influence (leave one out)"
    assert found.summary().set_index("measure").loc["kendall_tau", "left_out"] == 1
    with pytest.raises(OptionError, match="No text is in both"):
        method_agreement(one[one["text_id"] == "0"], other[other["text_id"] == "1"])
    with pytest.raises(OptionError, match="not the same"):
        method_agreement(one, leave_one_out(Additive({}), ["vile on", "x"]))
    with pytest.raises(OptionError, match="top is 0"):
        method_agreement(one, other, top=0)


def test_shaded_texts_are_escaped_and_underlined():
    frame = corpus()[:1].assign(text="such <b> rude man & all")
    spans = words(frame["text"][0])
    frame["tokens"] = [spans]
    frame["rationale"] = [[frame["text"][0][a:b] == "rude" for a, b in spans]]
    influences = leave_one_out(Additive({**WEIGHTS, "such": -1.0}), frame)
    html = shade(influences, frame)._repr_html_()
    assert "<b>rude" not in html
    assert "&lt;" in html
    assert "&amp;" in html
    assert 'class="fn-word fn-marked" style="background:#D55E00b0"' in html
    assert "rude<sup>1</sup>" in html
    assert "#0072B2" in html
    plain = influences._repr_html_()
    assert "<b>0</b>" not in plain
    assert "<b>a</b>" in plain
    assert 'fn-marked"' not in plain.split("</style>")[-1]
    assert "<table" in influences[["token", "rank"]]._repr_html_()


def test_many_texts_are_cut_and_none_is_said():
    many = leave_one_out(Additive(WEIGHTS), ["vile man"] * 7)
    assert "... and 2 more texts" in many._repr_html_()
    assert "No words." in leave_one_out(Additive({}), [])._repr_html_()
