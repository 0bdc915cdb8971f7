"""The signed-rank test, held against R's output, SciPy, and the listing of all signs."""

from __future__ import annotations

import gzip
import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairnlp.core.errors import OptionError
from fairnlp.stats.paired import rank_biserial, signed_rank

STEPS = st.lists(st.integers(-50, 50), min_size=1, max_size=60)
FEW = st.lists(st.integers(-4, 4), min_size=1, max_size=10)


def against_zero(steps, **options):
    return signed_rank(np.array(steps, dtype=float), np.zeros(len(steps)), **options)


def listed(steps) -> float:
    """Two-sided p by the listing of all signs of the non-zero differences."""
    nonzero = [step for step in steps if step]
    ranks = stats.rankdata(np.abs(nonzero))
    seen = sum(rank for rank, step in zip(ranks, nonzero, strict=True) if step > 0)
    sums = np.array([np.dot(signs, ranks) for signs in product([0, 1], repeat=len(ranks))])
    return min(1.0, 2 * min(np.mean(sums <= seen), np.mean(sums >= seen)))


# R


def test_v_and_p_are_those_of_r(data_dir):
    with gzip.open(data_dir / "golden_wilcoxon.json.gz", "rt", encoding="utf-8") as file:
        golden = json.load(file)
    assert len(golden) == 62
    for row in golden:
        x, y = ([np.nan if v is None else float(v) for v in row[side]] for side in "xy")
        found = signed_rank(x, y)
        name = row["name"]
        assert row["V"] == found.V, name
        assert (found.n_nonzero, found.ties) == (row["n_used"], row["ties"]), name
        assert (found.method == "exact") == row["exact_used"], name
        if row["p_is_nan"]:  # R has no p where nothing differs; here that is a finding
            assert (found.p, found.method) == (1.0, "no difference"), name
        else:
            assert found.p == pytest.approx(row["p_value"], rel=1e-9, abs=1e-200), name


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=49, unique=True), st.randoms())
def test_p_is_that_of_scipy_without_ties_and_zeros(sizes, random):
    steps = [size * random.choice([-1, 1]) for size in sizes]
    found = against_zero(steps)
    assert found.method == "exact"
    assert found.p == pytest.approx(stats.wilcoxon(steps, method="exact").pvalue)


@given(STEPS.filter(any))
def test_the_normal_p_is_that_of_scipy_with_continuity_correction(steps):
    expected = stats.wilcoxon(steps, method="asymptotic", correction=True).pvalue
    found = against_zero(steps, method="normal")
    assert found.p == pytest.approx(min(1.0, expected))
    assert found.method == "normal approximation with continuity correction"


# Properties


@given(STEPS, st.sampled_from(["r", "exact", "normal"]))
def test_swapping_the_groups_only_flips_the_effect(steps, method):
    x, y = np.array(steps, dtype=float), np.zeros(len(steps))
    there, back = signed_rank(x, y, method=method), signed_rank(y, x, method=method)
    assert back.effect == pytest.approx(-there.effect)
    assert back.p == pytest.approx(there.p)
    assert there.n_nonzero * (there.n_nonzero + 1) / 2 == there.V + back.V
    assert (there.n_positive, there.n_negative) == (back.n_negative, back.n_positive)


@given(STEPS, st.randoms())
def test_the_order_of_the_pairs_does_not_matter(steps, random):
    shuffled = list(steps)
    random.shuffle(shuffled)
    assert against_zero(steps) == against_zero(shuffled)


@given(STEPS, st.sampled_from(["r", "exact", "normal"]))
def test_p_lies_in_0_1_and_no_exact_p_is_below_the_least(steps, method):
    found = against_zero(steps, method=method)
    assert 0 <= found.p <= 1
    assert -1 <= found.effect <= 1
    if found.n_nonzero < 50:
        assert found.p_exact >= found.least_p * (1 - 1e-9)


@given(STEPS)
def test_the_effect_is_the_share_of_ranks(steps):
    found = against_zero(steps)
    nonzero = np.array([step for step in steps if step])
    ranks = stats.rankdata(np.abs(nonzero))
    expected = np.sum(np.sign(nonzero) * ranks) / ranks.sum() if nonzero.size else 0.0
    assert found.effect == pytest.approx(expected)


# Degenerate and small samples


def test_st_01_where_nothing_differs_the_result_is_named():
    """ST-01."""
    found = signed_rank([0.4] * 20, [0.4] * 20)
    assert (found.V, found.p, found.effect, found.method) == (0.0, 1.0, 0.0, "no difference")
    assert (found.n, found.n_nonzero, found.p_exact, found.least_p) == (20, 0, 1.0, 1.0)


def test_v_of_zero_does_not_mean_that_nothing_differs():
    found = signed_rank([0.1] * 20, [0.2] * 20)
    assert (found.V, found.n_nonzero, found.effect) == (0.0, 20, -1.0)
    assert found.p < 1e-4


def test_st_03_a_small_sample_with_zeros_has_its_exact_p_and_the_least():
    """ST-03: the four signs are all positive, so p = 2 / 2^4."""
    x, y = [0, 0, 0.1, 0.2, 0.3, 0.4], [0] * 6
    exact = signed_rank(x, y, method="exact")
    assert (exact.p, exact.method, exact.n_nonzero, exact.least_p) == (0.125, "exact", 4, 0.125)
    as_r = signed_rank(x, y)
    assert as_r.p == pytest.approx(stats.norm.sf(4.5 / np.sqrt(7.5)) * 2)  # |10 - 5| - 0.5
    assert as_r.p_exact == 0.125


@given(FEW.filter(any))
def test_the_exact_p_is_that_of_the_listing_of_all_signs(steps):
    assert against_zero(steps, method="exact").p == pytest.approx(listed(steps))


def test_the_exact_p_of_many_ties_is_near_the_normal_one():
    rng = np.random.default_rng(0)
    steps = rng.integers(-3, 4, size=400)
    exact, normal = (against_zero(steps, method=method) for method in ("exact", "normal"))
    assert exact.p == pytest.approx(normal.p, rel=0.05)
    assert exact.method == "exact"
    assert np.isnan(normal.p_exact)


def test_too_many_pairs_for_the_exact_test_are_refused():
    with pytest.raises(OptionError, match=r"up to 1000 differing pairs; 1001 came: use 'r'"):
        against_zero(range(1, 1002), method="exact")


def test_without_pairs_nothing_is_testable():
    found = signed_rank([], [])
    assert (found.V, found.n, found.method) == (0.0, 0, "no pairs")
    assert np.isnan([found.p, found.effect, found.p_exact]).all()


def test_pairs_with_a_missing_score_are_left_out_and_counted():
    found = signed_rank([1, np.nan, 3, 5], [0, 1, None, 3])
    assert (found.n, found.n_missing, found.V) == (2, 2, 3.0)


def test_infinite_scores_have_the_highest_rank():
    found = signed_rank([np.inf, np.inf, 3, 1], [0, np.inf, 4, 0.5])
    assert (found.n, found.n_missing) == (3, 1)  # infinity less infinity is unknown
    assert found.V == 3 + 1


def test_scores_without_a_partner_are_refused():
    with pytest.raises(OptionError, match=r"shapes \(2,\) and \(1,\) came"):
        signed_rank([1, 2], [1])


def test_scores_that_are_no_numbers_are_refused():
    with pytest.raises(OptionError, match="Scores are numbers, or missing: could not convert"):
        signed_rank(["high"], [1])


def test_an_unknown_method_is_refused_with_those_that_there_are():
    with pytest.raises(OptionError, match="'exakt'.*'r', 'exact', 'normal'.*mean 'exact'"):
        signed_rank([1], [2], method="exakt")


# Tolerance


def test_float_noise_ties_only_within_the_tolerance():
    x, y = [0.3, 0.1, 0.5], [0.2, 0.2, 0.5 + 1e-17]  # 0.3 - 0.2 < 0.2 - 0.1 in floats
    strict, loose = signed_rank(x, y), signed_rank(x, y, tolerance=1e-10)
    assert (strict.ties, strict.V) == (False, 1.0)
    assert (loose.ties, loose.V, loose.tolerance) == (True, 1.5, 1e-10)


def test_a_difference_of_at_most_the_tolerance_is_none():
    x, y = [1, 1, 1], [1 + 1e-12, 1 - 1e-12, 0]
    assert signed_rank(x, y).n_nonzero == 3
    assert signed_rank(x, y, tolerance=1e-10).n_nonzero == 1


@pytest.mark.parametrize("tolerance", [-1.0, np.nan])
def test_a_tolerance_below_zero_is_refused(tolerance):
    with pytest.raises(OptionError, match="must be 0 or more, such as 1e-10"):
        signed_rank([1, 2], [0, 0], tolerance=tolerance)


@given(FEW, st.lists(st.integers(0, 3), min_size=10, max_size=10))
def test_a_weight_counts_a_pair_several_times(steps, counts):
    weights = np.array(counts[: len(steps)])
    repeated = np.repeat(np.array(steps, dtype=float), weights)
    expected = against_zero(repeated).effect if repeated.size else 0.0
    found = rank_biserial(np.array(steps, dtype=float), weights[None])
    assert found.item() == pytest.approx(expected)
