"""What a sample misses, held against values by hand and against drawing all samples."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError
from fairnlp.monitor.fairness import Verdict, judge
from fairnlp.monitor.misses import (
    expected_miss,
    least_sample,
    miss_probability,
    miss_table,
    worst_miss,
)


@pytest.mark.parametrize(
    ("x", "by_hand"), [(4, 0.64), (6, 0.50), (10, 0.28), (15, 0.11), (19, 0.04)]
)
def test_the_worst_case_is_three_of_thirty_none_of_which_is_drawn(x, by_hand):
    assert worst_miss(x) == pytest.approx(comb(27, x) / comb(30, x))
    assert round(worst_miss(x), 2) == by_hand


def test_nothing_drawn_misses_all_and_everything_drawn_nothing():
    assert worst_miss(0) == 1
    assert worst_miss(28) == worst_miss(30) == worst_miss(99) == 0


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from(["0.1", "0.25", "0.5", "1"]),
)
def test_no_biased_text_is_missed_more_often_than_the_worst_case(n, m, x, alpha):
    found = [
        miss_probability(counts, "x", x)
        for k in range(n + 1)
        for j in range(m + 1)
        if judge(counts := {"a": {"x": k, "y": n - k}, "b": {"x": j, "y": m - j}}, alpha).verdict
        is Verdict.BIASED
    ]
    assert max(found) == pytest.approx(worst_miss(x, {"a": n, "b": m}, alpha))


def test_a_miss_is_as_likely_as_samples_that_all_agree():
    female, male = ["good"] * 4 + ["bad"] * 2, ["good"] * 5 + ["bad"]
    samples = [set(a) | set(b) for a in combinations(female, 2) for b in combinations(male, 2)]
    counts = {"female": {"good": 4, "bad": 2}, "male": {"good": 5, "bad": 1}}
    share = samples.count({"good"}) / len(samples)
    assert miss_probability(counts, "good", 2) == pytest.approx(share)
    assert miss_probability(counts, None, 2) == 0


def test_the_expected_miss_is_the_mean_over_texts():
    one = {"female": {"good": 27, "bad": 3}, "male": {"good": 30}}
    two = {"female": {"bad": 30}, "male": {"good": 30}}
    texts = [(one, "good"), (two, "good")]
    assert expected_miss(texts, 4) == pytest.approx(worst_miss(4) / 2)
    np.testing.assert_allclose(expected_miss(texts, [4, 28]), [worst_miss(4) / 2, 0])
    assert np.isnan(expected_miss([], 4))


def test_the_least_sample_is_the_first_that_will_do():
    assert (least_sample(0.05), least_sample(0.64), least_sample(0)) == (19, 5, 28)
    assert worst_miss(19) <= 0.05 < worst_miss(18)


def test_the_table_has_a_row_a_sample():
    table = miss_table(n=10, alpha=0.2, classes=3)
    assert table["x"].tolist() == list(range(1, 11))
    assert table["asked"].tolist() == list(range(3, 31, 3))
    np.testing.assert_allclose(table["saved"], 1 - table["asked"] / table["mutants"])
    assert table["worst_miss"].is_monotonic_decreasing
    texts = [({"a": {"x": 10}, "b": {"y": 10}}, "x")]
    assert miss_table(texts=texts)["expected_miss"].eq(0).all()


@pytest.mark.parametrize("bad", [-0.1, 1, 1.5])
def test_a_probability_out_of_range_is_refused(bad):
    with pytest.raises(OptionError, match="miss_at_most is"):
        least_sample(bad)


def test_a_sample_below_zero_is_refused():
    with pytest.raises(OptionError, match="x is -1"):
        worst_miss(-1)
    with pytest.raises(OptionError, match="2 classes"):
        miss_table(classes=1)
