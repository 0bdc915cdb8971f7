"""What a classifier may return, and what is refused rather than cast."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.systems.outputs import OutputError, Reader, as_list

SAME_FIVE = {
    "words": (["POSITIVE", "NEGATIVE"] * 2 + ["POSITIVE"], {"positive": "POSITIVE"}),
    "default names": (["LABEL_1", "LABEL_0"] * 2 + ["LABEL_1"], {"positive": "LABEL_1"}),
    "truth values": ([True, False, True, False, True], {"positive": True}),
    "digits as words": (["1", "0", "1", "0", "1"], {"positive": "1"}),
    "numbers": ([1, 0, 1, 0, 1], {"positive": 1}),
    "floats": ([1.0, 0.0, 1.0, 0.0, 1.0], {"positive": 1}),
    "minus one": ([1, -1, 1, -1, 1], {"positive": 1}),
    "probabilities": ([0.93, 0.2, 0.5, 0.49, 1.0], {"threshold": 0.5}),
    "both declared": ([0.93, 0.2, 0.5, 0.49, 1.0], {"positive": 1, "threshold": 0.5}),
    "own words": (
        ["good", "bad", "good", "bad", "good"],
        {"positive": "good", "labels": ["bad", "good"]},
    ),
    "stars": ([5, 1, 4, 2, 5], {"positive": {4, 5}, "labels": [1, 2, 3, 4, 5]}),
    "mapping": ([2, 0, 2, 0, 2], {"labels": {0: "negative", 2: "positive"}}),
}


@pytest.mark.parametrize(("answers", "declared"), SAME_FIVE.values(), ids=SAME_FIVE.keys())
def test_the_same_five_predictions_read_alike_once_declared(answers, declared):
    """ST-07."""
    want = ["positive", "negative", "positive", "negative", "positive"]
    reader = Reader(**declared)
    assert reader.read(answers, 5).labels == want
    assert reader.read(np.array(answers), 5).labels == want
    assert reader.read(pd.Series(answers), 5).labels == want
    assert reader.read(np.array(answers).reshape(5, 1), 5).labels == want


@pytest.mark.parametrize("answer", [True, 1, 0.93, np.float32(0.93)])
def test_what_is_not_a_word_is_not_read_without_a_declaration(answer):
    """ST-07: nothing is cast silently."""
    with pytest.raises(OutputError, match="Declare what it means"):
        Reader().read([answer], 1)


@pytest.mark.parametrize(
    ("declared", "answer", "shown"),
    [
        ({"positive": "POSITIVE"}, "NEUTRAL", "'NEUTRAL'"),
        ({"positive": 1}, True, "True"),
        ({"positive": 1}, "1", "'1'"),
        ({"positive": True}, 1, "1"),
        ({"positive": 1}, 0.93, "0.93.*give threshold="),
        ({"labels": ["NEG", "POS"]}, "pos", "'pos'"),
    ],
)
def test_an_unknown_label_stops_with_its_value(declared, answer, shown):
    """ST-07."""
    known = next(iter(declared.get("labels", [declared.get("positive")])))
    with pytest.raises(OutputError, match=shown) as caught:
        Reader(**declared).read([known, answer], 2)
    assert caught.value.positions == (1,)


def test_words_without_a_declaration_pass_as_they_are():
    assert Reader().read(np.array(["joy", "anger"]), 2).labels == ["joy", "anger"]


@pytest.mark.parametrize("answer", [None, math.nan, np.nan, np.float32("nan"), pd.NA, pd.NaT])
def test_no_answer_is_no_label(answer):
    """RUN-02."""
    found = Reader(threshold=0.5).read([0.9, answer], 2)
    assert found.labels == ["positive", None]
    np.testing.assert_array_equal(found.scores, [0.9, np.nan])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ([[0.2, 0.8]], r"asked for 3 answers, got 1, of type list and shape \(1, 2\)"),
        (np.array([[0.2, 0.8]]), r"asked for 3 answers, got 1, of type ndarray and shape \(1, 2\)"),
        (np.zeros((3, 2)), r"got 3, of type ndarray and shape \(3, 2\); give one label a text"),
        (["a"] * 6, r"asked for 3 answers, got 6, of type list and shape \(6,\)"),
        ({"a": 1, "b": 2, "c": 3}, r"asked for 3 answers, got one dict \(keys \['a', 'b', 'c'\]\)"),
        ("pos", "got one str"),
        ({"a", "b", "c"}, "got one set"),
        (None, "got one NoneType"),
        (0.7, "got one float"),
        (np.array(0.7), "got one ndarray"),
    ],
)
def test_a_wrong_number_or_shape_says_what_was_asked_and_what_came(raw, message):
    """RUN-01."""
    with pytest.raises(OutputError, match=message):
        as_list(raw, 3)


@given(st.lists(st.sampled_from(["a", "b", "c"]), max_size=8))
def test_every_container_of_answers_is_read_alike(answers):
    """RUN-01: a column of shape (n, 1) is accepted."""
    n = len(answers)
    column = np.array(answers, dtype=object).reshape(n, 1)
    for raw in (answers, tuple(answers), iter(answers), column, pd.DataFrame(column)):
        assert as_list(raw, n) == answers
    assert as_list([[answer] for answer in answers], n) == answers


def test_a_label_with_its_score_gives_the_score_of_the_positive_label():
    raw = [{"label": "NEGATIVE", "score": 0.75}, {"label": "POSITIVE", "score": 0.75}]
    found = Reader(positive="POSITIVE").read(raw, 2)
    assert found.labels == ["negative", "positive"]
    np.testing.assert_allclose(found.scores, [1 - 0.75, 0.75])
    strict = Reader(positive="POSITIVE", threshold=0.8).read(raw, 2)
    assert strict.labels == ["negative", "negative"]


def test_scores_of_all_labels_give_the_largest_and_the_sum_of_the_positive_ones():
    raw = [
        [
            {"label": n, "score": s}
            for n, s in zip("12345", (0.1, 0.3, 0.1, 0.25, 0.25), strict=True)
        ]
    ]
    found = Reader(positive=["4", "5"], labels=list("12345")).read(raw, 1)
    assert found.labels == ["negative"]  # label 2 has the largest score
    np.testing.assert_allclose(found.scores, [0.25 + 0.25])


def test_a_score_that_is_nan_is_no_answer():
    """RUN-02."""
    assert Reader().read([{"label": "a", "score": math.nan}], 1).labels == [None]


def test_a_mapping_that_is_not_a_scored_label_is_refused():
    with pytest.raises(OutputError, match="lacks 'label' or 'score'"):
        Reader().read([{"class": "a"}], 1)


@pytest.mark.parametrize(
    ("declared", "error", "message"),
    [
        ({"positive": "good"}, OptionError, "does not tell which labels are the negative ones"),
        ({"positive": "good", "labels": ["bad", "god"]}, UnknownChoiceError, "'good' is not among"),
        ({"positive": 1, "labels": {1: "x"}}, OptionError, "not both"),
        ({"labels": [0, 1]}, OptionError, "positive=1"),
        ({"labels": {0: 1}}, OptionError, "a label's name is a word"),
        ({"labels": "POS"}, OptionError, "give all labels"),
    ],
)
def test_a_declaration_that_does_not_fit_is_refused(declared, error, message):
    with pytest.raises(error, match=message):
        Reader(**declared)
