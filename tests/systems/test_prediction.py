"""The one place where answers are checked: nothing wrong is counted, and every fault has a name."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError, SystemUnderTestError
from fairnlp.systems import as_system, check_batch_invariance, predict
from fairnlp.systems.outputs import Answers

TEN = [f"text {i}" for i in range(10)]
IDS = [f"id-{i}" for i in range(10)]


class Longest:
    """Score is the number of letters; every text that was asked about is kept."""

    name = "longest"

    def __init__(self):
        self.asked: list[list[str]] = []

    def labels(self, texts):
        self.asked.append(list(texts))
        return ["long" if len(text) > 3 else "short" for text in texts]

    def scores(self, texts):
        return np.array([len(text) for text in texts], dtype=float)


def seventh_fails(texts):
    if "text 6" in texts:
        msg = "cannot read this"
        raise ValueError(msg)
    return ["positive"] * len(texts)


@given(st.lists(st.text(max_size=6), max_size=12))
def test_each_text_gets_its_own_answer_and_equal_texts_are_asked_about_once(texts):
    system = Longest()
    found = predict(system, texts)
    assert found["label"].tolist() == ["long" if len(text) > 3 else "short" for text in texts]
    assert found["score"].tolist() == [len(text) for text in texts]
    assert found["error"].eq("").all()
    assert sum(system.asked, []) == list(dict.fromkeys(texts))


def test_a_column_of_a_frame_is_read_item_by_item_whatever_its_index():
    """LEX-12."""
    column = pd.Series(["abcd", "ab"], index=[7, 3], dtype="str")
    found = predict(Longest(), column)
    assert found["label"].tolist() == ["long", "short"]
    assert found.index.tolist() == [0, 1]


def test_without_scores_the_score_is_nan():
    found = predict(as_system(lambda texts: ["a"] * len(texts), takes="many"), ["x"])
    assert found["score"].isna().all()


def test_a_system_that_raises_is_named_with_batch_and_the_very_text():
    """RUN-03."""
    system = as_system(seventh_fails, takes="many")
    with pytest.raises(SystemUnderTestError) as caught:
        predict(system, TEN, text_ids=IDS, batch=4)
    assert str(caught.value) == (
        "System 'seventh_fails', batch 4 (text id-6): it raised ValueError: cannot read this"
    )
    assert (caught.value.system, caught.value.batch, caught.value.text_ids) == (
        "seventh_fails",
        4,
        ("id-6",),
    )


@pytest.mark.parametrize("takes", ["many", "one"])
def test_nine_results_and_one_row_with_the_exception(takes):
    """RUN-03."""
    system = as_system(
        seventh_fails if takes == "many" else lambda text: seventh_fails([text])[0], takes=takes
    )
    found = predict(system, TEN, text_ids=IDS, on_error="record")
    assert found["label"].notna().sum() == 9
    failed = found[found["error"] != ""]
    assert failed.index.tolist() == [6]
    assert failed["error"].tolist() == ["ValueError: cannot read this"]
    assert failed["label"].isna().all()


def test_a_fault_of_the_batch_alone_stops_or_is_asked_text_by_text():
    def one_at_a_time(texts):
        if len(texts) > 1:
            raise MemoryError
        return ["a"]

    system = as_system(one_at_a_time, takes="many")
    with pytest.raises(
        SystemUnderTestError, match=r"text row 0, row 1, row 2, \.\.\..*MemoryError"
    ):
        predict(system, TEN)
    assert predict(system, TEN, on_error="record")["label"].eq("a").all()


def test_nan_from_the_classifier_is_invalid_and_never_a_label():
    """RUN-02."""
    answers = {"a": 0.9, "b": math.nan, "c": 0.1}
    system = as_system(lambda text: answers[text], threshold=0.5, takes="one", name="sometimes")
    with pytest.raises(
        SystemUnderTestError, match=r"'sometimes', batch 0 \(text t-b\).*None or NaN"
    ):
        predict(system, list("abc"), text_ids=["t-a", "t-b", "t-c"])
    found = predict(system, list("abc"), on_error="record")
    assert found["label"].tolist()[::2] == ["positive", "negative"]
    assert found["label"].isna().tolist() == [False, True, False]
    assert "None or NaN" in found["error"][1]
    assert found["label"].value_counts().sum() == 2


@pytest.mark.parametrize("on_error", ["raise", "record"])
@pytest.mark.parametrize("answers", [[[0.2, 0.8]], {"label": "a"}, ["a", "b"], np.zeros((3, 2))])
def test_a_wrong_number_or_shape_stops_before_any_counting(answers, on_error):
    """RUN-01."""
    system = as_system(lambda texts: answers, takes="many", name="wrong")
    with pytest.raises(SystemUnderTestError, match=r"'wrong', batch 2.*asked for 3 answers, got"):
        predict(system, list("abc"), batch=2, on_error=on_error)


@pytest.mark.parametrize("on_error", ["raise", "record"])
def test_an_unknown_label_stops_with_its_value_and_text(on_error):
    """ST-07."""
    system = as_system(
        lambda t: "NEUTRAL" if t == "b" else "POSITIVE", positive="POSITIVE", takes="one"
    )
    with pytest.raises(SystemUnderTestError, match=r"\(text id-1\).*'NEUTRAL'"):
        predict(system, ["a", "b"], text_ids=IDS[:2], on_error=on_error)


def test_labels_of_a_system_object_must_be_words():
    class Numbers:
        name = "numbers"

        def labels(self, texts):
            return [1] * len(texts)

    with pytest.raises(SystemUnderTestError, match="type int, not a word.*positive=1"):
        predict(Numbers(), ["a"])


@pytest.mark.parametrize("scores", [[0.1], np.zeros((2, 2)), ["high", "low"]])
def test_scores_are_checked_like_labels(scores):
    """RUN-01."""

    class Wrong(Longest):
        def scores(self, texts):
            return scores

    with pytest.raises(SystemUnderTestError, match="'longest', batch 0"):
        predict(Wrong(), ["a", "b"])


def test_a_method_called_answers_is_held_to_its_contract():
    """RUN-01."""

    class Own(Longest):
        def answers(self, texts):
            return Answers(["x"], np.zeros(1)) if texts[0] == "few" else {"x": 1}

    with pytest.raises(
        SystemUnderTestError, match="asked for 2 answers, got 1 labels and 1 scores"
    ):
        predict(Own(), ["few", "b"])
    with pytest.raises(SystemUnderTestError, match="gave a dict, not `systems.outputs.Answers`"):
        predict(Own(), ["a", "b"])


@pytest.mark.parametrize("missing", [None, math.nan, pd.NA, pd.NaT])
def test_a_missing_text_is_named_by_row_and_the_rest_goes_on_when_recorded(missing):
    """LEX-12."""
    with pytest.raises(SchemaError, match=r"Row 1 \(text id-1\): the text is missing"):
        predict(Longest(), ["a", missing], text_ids=IDS[:2])
    found = predict(Longest(), ["a", missing, "b"], on_error="record")
    assert found["error"].tolist() == ["", "the text is missing", ""]
    assert found["label"].isna().tolist() == [False, True, False]


def test_what_is_not_a_text_is_named():
    """LEX-12."""
    with pytest.raises(SchemaError, match="Row 0.*a int is not a text"):
        predict(Longest(), [3])
    with pytest.raises(SchemaError, match="One text came where a list"):
        predict(Longest(), "a text")


def test_ids_and_options_are_checked():
    with pytest.raises(SchemaError, match="2 texts came with 1 ids"):
        predict(Longest(), ["a", "b"], text_ids=["x"])
    with pytest.raises(OptionError, match="choose 'raise' or 'record'"):
        predict(Longest(), ["a"], on_error="ignore")


def test_what_fairnlp_itself_says_passes_through():
    def needs_data(texts):
        msg = "get it so"
        raise MissingDataError(msg)

    with pytest.raises(MissingDataError, match="get it so"):
        predict(as_system(needs_data, takes="many"), ["a"])


def test_an_interrupt_is_not_an_error_of_the_system():
    def interrupted(texts):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        predict(as_system(interrupted, takes="many"), ["a"], on_error="record")


def test_a_label_that_depends_on_the_neighbours_is_found():
    """RUN-06."""

    def padded(texts):
        width = max(len(text.split()) for text in texts)
        return ["negative" if width > 100 and len(t.split()) < 3 else "positive" for t in texts]

    found = check_batch_invariance(
        as_system(padded, takes="many"),
        ["short one", "word " * 300, "a b c d"],
        text_ids=["s", "l", "m"],
    )
    assert found[["text_id", "label_alone", "label_in_batch"]].to_numpy().tolist() == [
        ["s", "positive", "negative"]
    ]


@pytest.mark.parametrize("name", ["vader", "textblob", "afinn"])
def test_the_tools_answer_alike_alone_and_in_a_batch(name):
    """RUN-06."""
    texts = ["A good film.", "A bad film. " * 60, "", "I did not like it."]
    assert check_batch_invariance(as_system(name), texts).empty


def test_no_texts_give_an_empty_frame():
    found = predict(as_system(lambda texts: 1 / 0, takes="many"), [])
    assert found.columns.tolist() == ["label", "score", "error"]
    assert found.empty
