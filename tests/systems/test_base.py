"""Anything that classifies texts becomes a system under test."""

from __future__ import annotations

import random

import numpy as np
import pytest

from fairnlp.core.errors import OptionError, SystemUnderTestError, UnknownChoiceError
from fairnlp.systems import as_system, predict

TEXTS = ["A good film.", "A bad film.", "So good!"]
WANT = ["positive", "negative", "positive"]


def on_list(texts):
    return ["positive" if "good" in text else "negative" for text in texts]


def on_one(text):
    return "positive" if "good" in text else "negative"


def on_one_strictly(text):
    return "positive" if "good" in text.lower() else "negative"


def one_annotated(text: str) -> str:
    return on_one(text)


def many_annotated(texts: list[str]) -> list[str]:
    return on_list(texts)


def maybe_annotated(text: str | None) -> str:
    return on_one_strictly(text or "")


def as_array(texts):
    return np.array(on_list(texts))


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        (on_list, "many"),
        (as_array, "many"),
        (on_one, "one"),
        (on_one_strictly, "one"),
        (one_annotated, "one"),
        (many_annotated, "many"),
        (maybe_annotated, "one"),
    ],
)
def test_a_function_of_one_text_or_of_a_list_is_told_apart(function, takes):
    system = as_system(function)
    assert system.takes == takes
    assert system.name == function.__name__
    assert system.labels(TEXTS) == WANT


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_numbers_for_each_class_of_one_text_are_not_taken_for_answers_to_a_list(classes):
    system = as_system(lambda text: [1 / classes] * classes, threshold=0.5)
    with pytest.raises(SystemUnderTestError, match="asked for 4 answers"):
        predict(system, list("abcd"))


def test_an_annotated_function_is_not_tried():
    def refuse(texts: list[str]):
        raise AssertionError

    as_system(refuse)
    as_system(refuse, takes="one")


def test_a_function_that_fails_on_everything_is_named_at_the_first_batch():
    """RUN-03."""

    def broken(texts):
        msg = "no model"
        raise RuntimeError(msg)

    with pytest.raises(SystemUnderTestError, match="'broken'.*RuntimeError: no model"):
        predict(as_system(broken), TEXTS)


def test_a_scored_answer_to_one_text_is_one_answer():
    system = as_system(
        lambda text: {"label": on_one_strictly(text), "score": 0.9}, positive="positive"
    )
    assert system.takes == "one"
    np.testing.assert_allclose(system.scores(TEXTS), [0.9, 1 - 0.9, 0.9])


class Own:
    name = "own"
    lexicon = frozenset({"good"})

    def labels(self, texts):
        return on_list(texts)


def test_an_object_with_labels_is_a_system_already():
    own = Own()
    assert as_system(own) is own


def test_an_object_with_labels_can_get_a_name_and_a_meaning():
    renamed = as_system(Own(), name="mine")
    assert (renamed.name, renamed.lexicon) == ("mine", {"good"})
    turned = as_system(Own(), positive="negative", labels=["negative", "positive"])
    assert turned.labels(TEXTS) == ["negative", "positive", "negative"]


@pytest.mark.parametrize("name", ["vader", "textblob", "afinn"])
def test_a_name_gives_a_built_in_system(name):
    system = as_system(name)
    assert system.name == name
    assert system.labels(TEXTS[:2]) == WANT[:2]
    assert as_system(name, name="x", n_labels=3).labels(["The soup."]) == ["neutral"]


@pytest.mark.parametrize(
    ("obj", "options", "error", "message"),
    [
        ("vadr", {}, UnknownChoiceError, "Did you mean 'vader'"),
        ("vader", {"positive": "pos"}, OptionError, "has its own labels; leave out 'positive'"),
        ("http://localhost/predict", {}, OptionError, "give a function that sends texts there"),
        (Own, {}, OptionError, r"is a class; give an object of it, such as Own\(\)"),
        (3, {}, OptionError, "Cannot make a system of 3"),
        (on_list, {"cut": 1}, OptionError, "unknown option 'cut'"),
        (on_list, {"takes": "all"}, OptionError, "choose 'one'"),
    ],
)
def test_what_cannot_be_a_system_is_refused_with_what_would_do(obj, options, error, message):
    with pytest.raises(error, match=message):
        as_system(obj, **options)


def test_using_systems_changes_no_global_random_state():
    """RUN-07."""
    states = random.getstate(), np.random.get_state()[1].copy()  # noqa: NPY002
    predict(as_system("vader"), TEXTS)
    predict(as_system(on_list), TEXTS)
    assert random.getstate() == states[0]
    assert (np.random.get_state()[1] == states[1]).all()  # noqa: NPY002
