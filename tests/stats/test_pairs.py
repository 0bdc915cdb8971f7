"""Means and intervals over pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairnlp.core.errors import OptionError
from fairnlp.stats.paired import signed_rank
from fairnlp.stats.pairs import effect_interval, mean_difference, pair_means

SCORES = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=20)


def test_a_pair_is_the_mean_of_its_sentences():
    x, y = [0.2, 0.4, 0.5, 0.1], [0.1, 0.1, 0.5, 0.3]
    found = pair_means(x, y, ["ebb/flow", "ebb/flow", "fête/party", "ebb/flow"])
    assert found["pair_id"].tolist() == ["ebb/flow", "fête/party"]
    np.testing.assert_allclose(found["x"], [0.7 / 3, 0.5])
    np.testing.assert_allclose(found["y"], [0.5 / 3, 0.5])
    assert found["sentences"].tolist() == [3, 1]
    assert found["differing"].tolist() == [3, 0]


def test_only_sentences_with_both_scores_enter_the_mean():
    found = pair_means([1, 5, np.nan], [1, np.nan, 2], ["a", "a", "b"])
    assert found["x"].tolist()[0] == 1.0
    assert found[["x", "y"]].isna().to_numpy().tolist() == [[False, False], [True, True]]
    assert found["sentences"].tolist() == [1, 0]


def test_near_copies_do_not_make_two_pairs_significant():
    """Two pairs that lean one way, ten sentences each: what a test of sentences takes for news."""
    steps = -np.arange(1, 21) / 100
    pairs = ["a"] * 10 + ["b"] * 10
    assert signed_rank(steps, np.zeros(20), method="normal").p < 1e-4
    means = pair_means(steps, np.zeros(20), pairs)
    found = signed_rank(means["x"], means["y"])
    assert (found.n, found.V, found.p, found.least_p) == (2, 0.0, 0.5, 0.5)


def test_every_sentence_needs_its_pair():
    with pytest.raises(OptionError, match="1 came for 2 sentences"):
        pair_means([1, 2], [1, 2], ["a"])
    with pytest.raises(OptionError, match="Row 1 has no pair"):
        pair_means([1, 2], [1, 2], ["a", None])


def test_the_interval_of_the_mean_is_that_of_scipy():
    rng = np.random.default_rng(3)
    x = rng.normal(0.3, 1, 60)
    found = mean_difference(x, np.zeros(60), resamples=5000)
    expected = stats.bootstrap(
        (x,), np.mean, n_resamples=5000, method="percentile", rng=rng
    ).confidence_interval
    assert found.value == pytest.approx(x.mean())
    np.testing.assert_allclose([found.low, found.high], expected, atol=0.03)


def test_the_interval_of_the_effect_is_that_of_a_bootstrap_by_hand():
    rng = np.random.default_rng(4)
    steps = rng.integers(-4, 7, 40).astype(float)
    drawn = [signed_rank(steps[rng.integers(0, 40, 40)], np.zeros(40)).effect for _ in range(1500)]
    found = effect_interval(steps, np.zeros(40), resamples=4000)
    np.testing.assert_allclose(found, np.quantile(drawn, [0.025, 0.975]), atol=0.06)


@given(SCORES)
def test_swapping_the_sides_mirrors_the_intervals(scores):
    x, y = np.array(scores, dtype=float).T
    there, back = mean_difference(x, y, resamples=50), mean_difference(y, x, resamples=50)
    assert back.value == pytest.approx(-there.value)
    low, high = effect_interval(x, y, resamples=50)
    assert -1 <= low <= high <= 1
    if sorted(x - y) != sorted(y - x):  # else the two are one and the same sample
        assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
        assert effect_interval(y, x, resamples=50) == pytest.approx((-high, -low))


@given(SCORES)
def test_same_seed_same_interval(scores):
    x, y = np.array(scores, dtype=float).T
    assert effect_interval(x, y, resamples=20, seed=1) == effect_interval(
        x[::-1], y[::-1], resamples=20, seed=1
    )


def test_nothing_differs_and_nothing_there():
    assert effect_interval([0.3, 0.4], [0.3, 0.4]) == (0.0, 0.0)
    assert np.isnan(effect_interval([], [])).all()
    empty = mean_difference([], [])
    assert empty.n == 0
    assert np.isnan([empty.value, empty.low, empty.high]).all()
