from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from fairnlp.core.errors import OptionError
from fairnlp.stats.resampling import bootstrap_weights, percentile_interval, ratio_interval


def test_each_resample_draws_as_many_clusters_as_there_are_of_each_kind_by_its_share():
    rng = np.random.default_rng(0)
    weights = np.concatenate(list(bootstrap_weights([30, 10], resamples=4000, rng=rng)))
    assert weights.shape == (4000, 2)
    assert (weights.sum(axis=1) == 40).all()
    # Binomial(40, 3/4): mean 30, variance 7.5, so the mean of 4,000 is within 5 * 0.043
    assert weights[:, 0].mean() == pytest.approx(30, abs=5 * np.sqrt(7.5 / 4000))
    assert weights[:, 0].var() == pytest.approx(7.5, rel=0.1)


def test_blocks_hold_no_more_weights_than_asked():
    rng = np.random.default_rng(0)
    blocks = list(bootstrap_weights([1] * 10, resamples=25, rng=rng, block=100))
    assert [len(block) for block in blocks] == [10, 10, 5]


def test_the_interval_equals_that_of_the_general_bootstrap_of_scipy():
    rng = np.random.default_rng(3)
    pairs = rng.integers(1, 10, size=200) * 10
    differs = rng.binomial(pairs, rng.beta(1, 9, size=200))
    expected = stats.bootstrap(
        (differs, pairs),
        lambda x, y, axis: x.sum(axis=axis) / y.sum(axis=axis),
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=20_000,
        rng=1,
    ).confidence_interval
    got = ratio_interval(differs, pairs, resamples=20_000, seed=2)
    np.testing.assert_allclose(got, [expected.low, expected.high], rtol=0.01)


def test_the_same_seed_gives_the_same_interval_and_touches_no_global_state():
    """RUN-07: nothing global changes."""
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    first, again, other = (ratio_interval(range(50), [50] * 50, seed=seed) for seed in (0, 0, 1))
    assert first == again
    assert first != other
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002


def test_the_order_of_the_clusters_does_not_matter():
    assert ratio_interval([0, 1, 3, 2], [4, 5, 6, 7]) == ratio_interval([3, 2, 1, 0], [6, 7, 5, 4])


def test_a_hundred_thousand_templates_are_resampled_as_the_few_kinds_they_are():
    differs = np.zeros(100_000)
    differs[:500] = 30
    low, high = ratio_interval(differs, np.full(100_000, 900))
    rate = 500 * 30 / (100_000 * 900)
    # the number of templates drawn with a difference is Binomial(100,000, 1/200)
    spread = 1.96 * np.sqrt(500 * 199 / 200) * 30 / (100_000 * 900)
    np.testing.assert_allclose([low, high], [rate - spread, rate + spread], rtol=0.02)


def test_without_a_denominator_the_interval_is_not_a_number():
    assert np.isnan(ratio_interval([0, 0], [0, 0])).all()
    assert np.isnan(ratio_interval([], [])).all()


def test_resamples_without_a_figure_are_left_out():
    assert percentile_interval([np.nan, 1, 1]) == (1, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"resamples": 0}, "resamples is 0"), ({"confidence": 2}, "confidence is 2")],
)
def test_options_out_of_range_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        ratio_interval([1, 2], [3, 4], **options)


def test_arrays_of_different_length_are_refused():
    with pytest.raises(OptionError, match=r"shapes \(1,\) and \(2,\)"):
        ratio_interval([1], [1, 2])
