from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairnlp.core.errors import OptionError
from fairnlp.stats.proportions import sample_size, wilson


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_intervals_equal_those_of_scipy(case):
    count, n = case
    expected = stats.binomtest(count, n).proportion_ci(method="wilson")
    np.testing.assert_allclose(wilson(count, n), [expected.low, expected.high], atol=1e-12)


def test_nothing_of_nothing_may_be_any_share():
    low, high = wilson([0, 1], [0, 2])
    assert (low[0], high[0]) == (0, 1)
    assert low[1] > 0
    assert high[1] < 1


@pytest.mark.parametrize(("count", "n"), [(3, 2), (-1, 2)])
def test_a_count_outside_its_total_is_refused(count, n):
    with pytest.raises(OptionError, match="0 <= count <= n"):
        wilson(count, n)


@pytest.mark.parametrize("confidence", [0, 1, 95, float("nan")])
def test_a_confidence_in_percent_is_refused(confidence):
    with pytest.raises(OptionError, match="must be between 0 and 1, such as 0.95"):
        wilson(1, 2, confidence=confidence)


@pytest.mark.parametrize(("population", "published"), [(14_916, 375), (109_386, 383), (5_296, 358)])
def test_sample_sizes_equal_those_of_the_user_study(population, published):
    assert sample_size(population) == published


@given(st.integers(0, 10**7))
def test_a_sample_is_never_larger_than_its_population_nor_than_the_unlimited_one(population):
    assert sample_size(population) <= min(population, 384)  # 1.96^2 * 0.25 / 0.05^2 = 384.1


@pytest.mark.parametrize("options", [{"margin": 5}, {"share": 0}, {"confidence": 95}])
def test_options_out_of_range_are_refused_by_name(options):
    with pytest.raises(OptionError, match=f"{next(iter(options))} is"):
        sample_size(100, **options)


def test_a_negative_population_is_refused():
    with pytest.raises(OptionError, match="population is -1"):
        sample_size(-1)
