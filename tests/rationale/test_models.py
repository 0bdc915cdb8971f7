"""What holds for every kind of model."""

from __future__ import annotations

import numpy as np
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.rationale import train
from fairnlp.systems import check_batch_invariance
from fairnlp.systems.tokens import (
    AttentionClassifier,
    ClassScores,
    ContextClassifier,
    GradientClassifier,
    TokenClassifier,
)
from fairnlp.text.words import cut, words
from tests.rationale.posts import features, posts

TEXTS = [
    "an awful cup",
    "jolly",
    "",
    "the tea of our town " * 9,
    "a lovely, rotten way home",
    "zzz",
]
NOTHING = np.zeros((len(TEXTS), 2))


def test_models_keep_the_contracts(model):
    kind = model.recipe.kind
    assert isinstance(model, ClassScores)
    assert isinstance(model, TokenClassifier)
    assert isinstance(model, ContextClassifier)
    assert isinstance(model, GradientClassifier) == (kind != "svm")
    assert isinstance(model, AttentionClassifier) == (kind == "lstm")
    assert model.classes == ("calm", "glad", "grim")
    assert model.context_features == ("quarrels", "hour")


def test_probabilities_have_a_row_a_text_that_adds_up_to_one(model):
    found = model.probabilities(TEXTS, NOTHING)
    assert found.shape == (6, 3)
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-12)
    assert model.labels(TEXTS, NOTHING) == [model.classes[at] for at in found.argmax(axis=1)]
    assert model.probabilities([], NOTHING[:0]).shape == (0, 3)
    assert model.labels([], NOTHING[:0]) == []


def test_neighbours_in_the_batch_do_not_matter(model):
    """RUN-06: alone, together, in another order, and beside a text that fills all others up."""
    together = model.probabilities(TEXTS, NOTHING)
    alone = [model.probabilities([text], NOTHING[:1])[0] for text in TEXTS]
    np.testing.assert_allclose(together, alone, atol=1e-6)
    turned = model.probabilities(TEXTS[::-1], NOTHING)[::-1]
    np.testing.assert_allclose(together, turned, atol=1e-6)


def test_texts_that_cannot_be_told_apart_get_the_very_same(model):
    tokens = [["an", "awful", "cup"], ["An", "AWFUL", "cup"], ["a", "cup"], ["an", "awful", "cup"]]
    found = model.token_probabilities(tokens, NOTHING[:4])
    assert (found[0] == found[1]).all()
    assert (found[0] == found[3]).all()
    assert (found[0] != found[2]).any()


def test_tokens_and_texts_agree(model):
    tokens = [cut(text, words(text)) for text in TEXTS]
    np.testing.assert_array_equal(
        model.token_probabilities(tokens, NOTHING), model.probabilities(TEXTS, NOTHING)
    )


def test_the_unknown_word_is_as_any_word_it_does_not_know(model):
    found = model.token_probabilities(
        [["awful", model.unknown, "cup"], ["awful", "quux", "cup"]], NOTHING[:2]
    )
    assert (found[0] == found[1]).all()
    assert model.unknown not in model.known_words
    assert "awful" in model.known_words


def test_words_beyond_the_length_are_not_read(torch):
    frame = posts(context=False)
    for name in ("svm", "lstm"):
        made = train(frame, model=name, max_length=3, epochs=1, vector_size=4)
        found = made.probabilities(["a cup of tea", "a cup of awful dreadful tea"])
        assert (found[0] == found[1]).all()


def test_each_kind_learns_the_evidence(trained):
    frame = posts(60, seed=1)
    for name, model in trained.items():
        right = np.mean(np.array(model.labels(frame["text"], features(frame))) == frame["label"])
        assert right > 0.85, name


def test_without_context_it_must_be_given(model):
    with pytest.raises(OptionError, match=r"2 context features \(quarrels, hour\): give context="):
        model.probabilities(TEXTS)
    with pytest.raises(OptionError, match=r"context of shape \(6, 2\); got one of shape \(6, 3\)"):
        model.probabilities(TEXTS, np.zeros((6, 3)))
    with pytest.raises(OptionError, match="got one with NaN"):
        model.probabilities(TEXTS, np.full((6, 2), np.nan))


def test_a_model_without_context_passes_it_over(torch):
    made = train(posts(), model="svm", context=False)
    np.testing.assert_array_equal(
        made.probabilities(TEXTS, np.ones((6, 2))), made.probabilities(TEXTS)
    )
    assert made.context_contributions(TEXTS, np.ones((6, 2))).shape == (6, 0, 3)


def test_contributions_are_what_a_feature_adds_to_the_score(model):
    """The score with a feature less the score with it at its mean, which adds nothing."""
    given = np.array([[5.0, 20.0]] * 6)
    parts = model.context_contributions(TEXTS, given)
    assert parts.shape == (6, 2, 3)
    tokens = [cut(text, words(text)) for text in TEXTS]
    for feature in range(2):
        without = given.copy()
        without[:, feature] = model.facts.centre[feature]
        added = model.logits(tokens, given) - model.logits(tokens, without)
        np.testing.assert_allclose(parts[:, feature], added, atol=1e-5)
    hours, quarrels = np.ptp(parts[0, 1]), np.ptp(parts[0, 0])
    assert quarrels > hours  # only the one tells the class


def test_a_feature_that_never_varies_adds_nothing(torch):
    frame = posts()
    frame["context:hour"] = 7.0
    made = train(frame, model="svm")
    parts = made.context_contributions(["a"], np.array([[0.0, 7.0]]))
    assert (parts[0, 1] == 0).all()


def test_it_is_a_system_under_test(torch):
    made = train(posts(context=False), model="lstm", epochs=1, vector_size=4)
    assert check_batch_invariance(made, TEXTS).empty


@pytest.mark.parametrize("name", ["svm", "cnn", "lstm_rationale"])
def test_two_classes_do(torch, name):
    frame = posts()
    two = frame[frame["label"] != "glad"]
    made = train(two, model=name, target="grim", learning_rate=0.02, batch_size=8)
    assert made.classes == ("calm", "grim")
    found = made.probabilities(two["text"].tolist(), features(two))
    assert found.shape == (len(two), 2)
    assert np.mean([made.classes[at] for at in found.argmax(axis=1)] == two["label"]) > 0.8


def test_one_class_is_refused():
    frame = posts()
    with pytest.raises(OptionError, match="All 30 texts are of class 'grim'"):
        train(frame[frame["label"] == "grim"], model="svm")
