"""Equal texts are asked about once in a run, within bounds."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError
from fairnlp.systems import Remembered, as_system, predict


class Counting:
    name = "counting"
    lexicon = frozenset({"a"})
    info = {"cut": 3}  # noqa: RUF012

    def __init__(self):
        self.asked: list[str] = []

    def labels(self, texts):
        self.asked += texts
        return [text.upper() or "none" for text in texts]

    def scores(self, texts):
        return np.array([len(text) for text in texts], dtype=float)


@given(
    st.lists(st.lists(st.sampled_from("abcdef") | st.just(""), max_size=6), max_size=6),
    st.integers(1, 8),
)
def test_answers_are_those_of_the_system_whatever_is_remembered(batches, limit):
    plain = Counting()
    remembered = Remembered(Counting(), limit=limit)
    for batch in batches:
        found = predict(remembered, batch)
        assert found.equals(predict(plain, batch))
        assert len(remembered._memory) <= limit
    assert remembered.n_predicted == len(remembered.system.asked)


def test_a_text_is_asked_about_once_in_a_run():
    system = Remembered(Counting())
    for _ in range(3):
        predict(system, ["a", "b", "a"])
    assert system.system.asked == ["a", "b"]
    assert (system.n_asked, system.n_predicted) == (6, 2)  # a batch drops its own repetitions


def test_the_oldest_texts_are_forgotten_first():
    system = Remembered(Counting(), limit=2)
    for text in ("a", "b", "c", "b", "a"):
        system.labels([text])
    assert system.system.asked == ["a", "b", "c", "a"]


def test_a_text_without_an_answer_is_asked_about_again():
    """RUN-02."""
    answers = iter([[None], ["x"]])
    system = Remembered(as_system(lambda texts: next(answers), takes="many"))
    assert predict(system, ["a"], on_error="record")["label"].isna().all()
    assert predict(system, ["a"])["label"].tolist() == ["x"]


def test_what_the_system_is_stays_to_be_seen():
    system = Remembered(Counting())
    assert (system.name, system.lexicon, system.info) == ("counting", {"a"}, {"cut": 3})
    assert copy.copy(system).name == "counting"
    with pytest.raises(OptionError, match="at least 1"):
        Remembered(Counting(), limit=0)


def test_a_lone_surrogate_is_a_text_too():
    assert Remembered(Counting()).labels(["\ud800"]) == ["\ud800"]
