"""Ranks, ties and masks by hand, and against a second computation."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.core.errors import OptionError
from fairnlp.influence import NoSignal, influence_ranks, rank_chance, worst_rationale_rank
from tests.influence.oracles import Constant

T, F = True, False


@pytest.mark.parametrize(
    ("influence", "mask", "rank", "worst"),
    [
        ([0.9, 0.1, 0.5], [T, F, F], 0, 0),
        ([0.9, 0.1, 0.5], [F, F, T], 1, 1),
        ([0.9, 0.1, 0.5], [F, T, F], 2, 2),
        ([0.9, 0.1, 0.5], [F, T, T], 1, 1),  # the best of the marked ones
        ([0.9, 0.9, 0.5], [F, T, F], 0, 1),  # a tie at the top
        ([0.9, 0.5, 0.5, 0.5], [F, T, F, F], 1, 3),
        ([-0.9, -0.1, -0.5], [T, F, F], 2, 2),
        ([0.9, 0.9 + 1e-9, 0.1], [T, F, F], 0, 1),  # nearer than the tolerance
        ([0.4], [T], 0, 0),
    ],
)
def test_by_hand(influence, mask, rank, worst):
    assert fn.rationale_rank(influence, mask) == rank
    assert worst_rationale_rank(influence, mask) == worst


@pytest.mark.parametrize(
    ("influence", "mask", "reason"),
    [
        ([0.0] * 6, [T, T, F, F, F, F], "no influence"),  # INF-06
        ([0.3, 0.3], [T, F], "all words tied"),
        ([0.3, 0.1], [F, F], "no rationale"),  # INF-08
        ([0.3, 0.1], None, "no rationale"),
        ([0.3, np.nan], [T, F], "influence not known"),
        ([], [], "no words"),
        ([0.0], [T], "no influence"),
    ],
)
def test_no_signal_is_named(influence, mask, reason):
    assert fn.rationale_rank(influence, mask) == NoSignal(reason)
    assert worst_rationale_rank(influence, mask) == NoSignal(reason)


def test_a_constant_classifier_gives_no_signal():  # INF-06
    found = fn.leave_one_out(Constant(), "one two three four five six")
    assert fn.rationale_rank(found["influence"], [T, T, F, F, F, F]) == NoSignal("no influence")


def test_what_is_no_mask_is_refused():
    with pytest.raises(OptionError, match="1 marks came for 2 words"):
        fn.rationale_rank([1, 2], [True])
    with pytest.raises(OptionError, match="True or False"):
        fn.rationale_rank([1, 2], [0, 3])
    with pytest.raises(OptionError, match="tolerance is -1"):
        fn.rationale_rank([1, 2], [0, 1], tolerance=-1)
    with pytest.raises(OptionError, match="shape"):
        influence_ranks([[1, 2]])


values = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=12)


@given(values, st.data())
def test_against_counting(influence, data):
    mask = data.draw(st.lists(st.booleans(), min_size=len(influence), max_size=len(influence)))
    by_count = [sum(other > mine for other in influence) for mine in influence]
    assert influence_ranks(influence).tolist() == by_count
    found = fn.rationale_rank(influence, mask)
    if isinstance(found, NoSignal):
        assert not any(mask) or len(set(influence)) == 1
    else:
        assert found == min(rank for rank, marked in zip(by_count, mask, strict=True) if marked)
        assert found <= worst_rationale_rank(influence, mask) <= len(mask) - sum(mask)


@given(values, st.data())
def test_neither_order_nor_scale_matters(influence, data):
    mask = data.draw(st.lists(st.booleans(), min_size=len(influence), max_size=len(influence)))
    order = data.draw(st.permutations(range(len(influence))))
    moved = [influence[i] for i in order], [mask[i] for i in order]
    want = fn.rationale_rank(influence, mask)
    assert fn.rationale_rank(*moved) == want
    assert fn.rationale_rank([3 * x for x in influence], mask) == want


@pytest.mark.parametrize(("words", "marked"), [(1, 1), (4, 1), (5, 2), (6, 3), (4, 4)])
def test_chance_is_the_mean_over_all_orders(words, marked):
    mask = np.arange(words) < marked
    ranks = np.array([np.flatnonzero(mask[list(order)])[0] for order in permutations(range(words))])
    found = rank_chance(words, marked)
    assert found.mean == pytest.approx(ranks.mean())
    assert found.first == pytest.approx((ranks == 0).mean())
    assert found.second == pytest.approx((ranks == 1).mean())


def test_chance_needs_a_mark():
    with pytest.raises(OptionError, match="0 of 3"):
        rank_chance(3, 0)
