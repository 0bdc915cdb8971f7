"""What a monitor watches answers as before, whatever it is."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from fairnlp.monitor import Monitor
from fairnlp.monitor.wrapped import Wrapped
from tests.monitor.toys import HER, HIS, Scored, Watched, by_pronoun

TRAINING = ["his bread was good", "he baked well", "her bread was bad", "she baked ill"]


def estimator():
    return make_pipeline(CountVectorizer(), LogisticRegression()).fit(TRAINING, [1, 1, 0, 0])


def test_an_estimator_answers_with_its_own_array():
    model = estimator()
    monitor = Monitor(model, positive=1)
    answer = monitor.predict([HER, HIS])
    np.testing.assert_array_equal(answer, model.predict([HER, HIS]))
    assert answer.dtype == model.predict([HER]).dtype
    assert monitor.predict(HER) == model.predict([HER])[0]
    assert monitor.verify(HER).verdict == "biased"
    assert monitor.verify(HER).repeated


def test_an_estimator_with_a_threshold_is_asked_for_its_scores_in_the_check():
    model = estimator()
    monitor = Monitor(model, positive=1, threshold=0.999)
    assert monitor.predict(HIS) == 1  # what the estimator itself says
    assert monitor.verify(HIS).prediction == "negative"  # what is declared


def test_options_of_a_call_reach_the_object():
    def shout(texts: list[str], loud: bool = False) -> list[str]:
        return [by_pronoun(text).upper() if loud else by_pronoun(text) for text in texts]

    wrapped = Wrapped(shout)
    assert wrapped.answer([HER], loud=True)[0] == ["BAD"]
    monitor = Monitor(shout)
    assert monitor.predict([HER], loud=True) == ["BAD"]


def test_a_pipeline_is_called_as_it_was():
    class Config:
        id2label = {0: "NEGATIVE", 1: "POSITIVE"}

    class Model:
        config = Config()

    class Pipeline:
        task, model = "text-classification", Model()

        def __call__(self, texts, truncation=False):
            texts = [texts] if isinstance(texts, str) else texts
            return [
                {"label": "POSITIVE" if by_pronoun(text) == "good" else "NEGATIVE", "score": 0.9}
                for text in texts
            ]

    pipeline = Pipeline()
    monitor = Monitor(pipeline, positive="POSITIVE")
    assert monitor.predict(HER) == pipeline(HER)
    assert monitor.predict([HER, HIS]) == pipeline([HER, HIS])
    found = monitor.verify(HER)
    assert (found.prediction, found.verdict, found.repeated) == ("negative", "biased", True)


def test_a_built_in_system_gives_its_labels_and_is_asked_once_for_labels_and_scores():
    monitor = Monitor("vader")
    assert monitor.predict("A good film.") == "positive"
    assert monitor.predict(["A good film.", "A bad film."]) == ["positive", "negative"]
    raw, answers = Wrapped("vader").answer("A good film.")
    assert (raw, answers.labels) == ("positive", ["positive"])
    assert answers.scores[0] > 0


@pytest.mark.parametrize("kind", [Watched, Scored])
def test_an_object_with_labels_is_asked_for_labels(kind):
    system = kind(by_pronoun)
    raw, answers = Wrapped(system).answer([HER, HIS])
    assert raw == answers.labels == ["bad", "good"]
    assert system.sizes == [2]


def test_a_constant_classifier_is_fair():
    model = make_pipeline(CountVectorizer(), DummyClassifier()).fit(TRAINING, ["a", "a", "a", "b"])
    assert Monitor(model).verify(HER).verdict == "fair"
