"""Estimators of scikit-learn and pipelines of transformers."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from fairnlp.core.errors import OptionError, SystemUnderTestError, UnknownChoiceError
from fairnlp.systems import as_system, predict
from fairnlp.systems.tokens import ClassScores

TEXTS = ["a good film", "a bad film", "so good", "so bad", "good good", "bad bad"]
SIGNS = np.array([1, 0, 1, 0, 1, 0])
WANT = ["positive", "negative"] * 3


def fitted(labels, model=None):
    return make_pipeline(CountVectorizer(), model or LogisticRegression()).fit(TEXTS, labels)


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (SIGNS, 1),
        (SIGNS.astype(bool), True),
        (np.where(SIGNS, "pos", "neg"), "pos"),
        (np.where(SIGNS, "a", "z"), "a"),
    ],
)
def test_a_pipeline_gives_labels_and_the_probability_of_the_positive_class(labels, positive):
    model = fitted(labels)
    system = as_system(model, positive=positive)
    assert system.labels(TEXTS) == WANT
    column = list(model.classes_).index(positive)
    np.testing.assert_array_equal(system.scores(TEXTS), model.predict_proba(TEXTS)[:, column])


def test_words_as_classes_need_no_declaration():
    system = as_system(fitted(np.where(SIGNS, "positive", "negative")), name="mine")
    assert system.labels(TEXTS) == WANT
    assert (system.scores(TEXTS) > 0.5).tolist() == [True, False] * 3


def test_a_pipeline_reads_the_texts_once_for_both_answers():
    calls = []

    def words(text):
        calls.append(text)
        return text.split()

    model = make_pipeline(CountVectorizer(analyzer=words), LogisticRegression()).fit(TEXTS, SIGNS)
    calls.clear()
    predict(as_system(model, positive=1), TEXTS)
    assert calls == TEXTS


def test_without_probabilities_the_score_is_the_distance_from_the_boundary():
    for labels, positive, sign in ((SIGNS, 1, 1), (1 - SIGNS, 0, -1)):
        model = fitted(labels, LinearSVC())
        system = as_system(model, positive=positive, labels=[0, 1])
        np.testing.assert_array_equal(system.scores(TEXTS), sign * model.decision_function(TEXTS))
        assert system.labels(TEXTS) == WANT


def test_a_threshold_decides_on_the_score():
    model = fitted(SIGNS)
    system = as_system(model, positive=1, threshold=0.7)
    scores = model.predict_proba(TEXTS)[:, 1]
    assert system.labels(TEXTS) == ["positive" if score >= 0.7 else "negative" for score in scores]


def test_several_classes_may_count_as_positive():
    model = fitted(np.array([3, 1, 3, 1, 2, 1]))
    system = as_system(model, positive={2, 3})
    assert system.labels(TEXTS) == WANT
    np.testing.assert_allclose(system.scores(TEXTS), model.predict_proba(TEXTS)[:, 1:].sum(axis=1))


def test_numbers_as_classes_must_be_declared():
    """ST-07."""
    with pytest.raises(OptionError, match="positive=1"):
        as_system(fitted(SIGNS))
    with pytest.raises(UnknownChoiceError, match="'1' is not among the labels of the system: 0, 1"):
        as_system(fitted(SIGNS), positive="1")


def test_an_estimator_that_was_not_fitted_is_an_error_of_the_system():
    model = make_pipeline(CountVectorizer(), LogisticRegression())
    with pytest.raises(SystemUnderTestError, match="'Pipeline'.*NotFittedError") as caught:
        predict(as_system(model, positive=1), TEXTS)
    assert isinstance(caught.value.__cause__, NotFittedError)


def test_anything_with_predict_and_scores_needs_a_threshold():
    model = SimpleNamespace(predict=lambda texts: np.array([len(t) / 10 for t in texts]))
    system = as_system(model, threshold=0.5, name="length")
    assert system.labels(["abcde", "abcd"]) == ["positive", "negative"]
    np.testing.assert_allclose(system.scores(["abcde", "abcd"]), [0.5, 0.4])


class Pipe:
    """Answers as a transformers pipeline does, without the model."""

    task = "text-classification"

    def __init__(self, *, all_scores=False):
        names = {0: "LABEL_0", 1: "LABEL_1"}
        self.model = SimpleNamespace(config=SimpleNamespace(id2label=names))
        self.all_scores = all_scores

    def __call__(self, texts, *, truncation):
        assert isinstance(texts, list)
        assert truncation
        up = [0.9 if "good" in text else 0.3 for text in texts]
        if self.all_scores:
            return [
                [{"label": "LABEL_1", "score": p}, {"label": "LABEL_0", "score": 1 - p}] for p in up
            ]
        return [{"label": f"LABEL_{int(p > 0.5)}", "score": max(p, 1 - p)} for p in up]


@pytest.mark.parametrize("all_scores", [False, True])
def test_a_transformers_pipeline_gives_the_probability_of_the_positive_label(all_scores):
    system = as_system(Pipe(all_scores=all_scores), positive="LABEL_1")
    assert system.labels(TEXTS) == WANT
    np.testing.assert_allclose(system.scores(TEXTS), [0.9, 0.3] * 3)
    with pytest.raises(UnknownChoiceError, match="LABEL_0"):
        as_system(Pipe(), positive="POSITIVE")


def test_labels_stop_at_a_text_without_an_answer():
    """RUN-02."""
    system = as_system(lambda texts: [None] * len(texts), takes="many")
    with pytest.raises(ValueError, match="no label .None or NaN. for row 0"):
        system.labels(["a"])


def test_an_estimator_gives_the_probability_of_each_class():
    model = fitted(np.array(["bad", "good", "so", "so", "good", "bad"]))
    system = as_system(model)
    assert isinstance(system, ClassScores)
    assert system.classes == ("bad", "good", "so")
    np.testing.assert_allclose(system.probabilities(TEXTS), model.predict_proba(TEXTS))
    assert system.probabilities([]).shape == (0, 3)


def test_classes_that_are_called_the_same_are_one():
    model = fitted(np.array([3, 1, 3, 1, 2, 1]))
    system = as_system(model, positive={2, 3})
    assert system.classes == ("negative", "positive")
    rows = system.probabilities(TEXTS)
    np.testing.assert_allclose(rows[:, 1], system.scores(TEXTS))
    np.testing.assert_allclose(rows.sum(axis=1), 1)


def test_without_probabilities_an_estimator_is_no_system_of_classes():
    assert not isinstance(as_system(fitted(SIGNS, LinearSVC()), positive=1), ClassScores)


class Ranked:
    """A pipeline that gives the labels with the highest score first."""

    task = "text-classification"
    model = SimpleNamespace(config=SimpleNamespace(id2label={0: "sad", 1: "glad", 2: "neither"}))

    def __call__(self, texts, truncation, top_k=1):
        assert truncation
        found = [
            [{"label": "glad", "score": 0.7}, {"label": "sad", "score": 0.2},
             {"label": "neither", "score": 0.1}]
            if "good" in text
            else [{"label": "neither", "score": 0.5}, {"label": "sad", "score": 0.4},
                  {"label": "glad", "score": 0.1}]
            for text in texts
        ]  # fmt: skip
        return found if top_k is None else [row[0] for row in found]


def test_a_pipeline_gives_the_probability_of_each_class():
    system = as_system(Ranked())
    assert isinstance(system, ClassScores)
    assert system.classes == ("sad", "glad", "neither")
    assert system.probabilities(["so good", "so bad"]).tolist() == [
        [0.2, 0.7, 0.1],
        [0.4, 0.1, 0.5],
    ]
    assert system.labels(["so good", "so bad"]) == ["glad", "neither"]
    called = {"sad": "negative", "glad": "positive", "neither": "negative"}
    merged = as_system(Ranked(), labels=called)
    np.testing.assert_allclose(merged.probabilities(["so good"]), [[0.3, 0.7]])
    assert merged.classes == ("negative", "positive")
    assert merged.probabilities([]).shape == (0, 2)
