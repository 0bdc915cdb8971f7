"""Verdicts: exact at the threshold, for any classes and labels, and settled just when they are."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError
from fairnlp.monitor.fairness import Verdict, exact_alpha, judge, settled

APART_BY_THREE = [(k, k + 3) for k in range(28)]


@pytest.mark.parametrize(("fewer", "more"), APART_BY_THREE)
def test_three_of_thirty_apart_is_one_verdict_whatever_the_counts(fewer, more):
    counts = {
        "female": {"good": fewer, "bad": 30 - fewer},
        "male": {"good": more, "bad": 30 - more},
    }
    found = judge(counts, 0.10)
    assert found.gap == Fraction(1, 10)
    assert found.verdict is Verdict.BIASED
    assert judge(dict(reversed(counts.items())), "0.1").verdict is Verdict.BIASED
    assert judge(counts, 0.11).verdict is Verdict.FAIR


def test_floats_would_give_two_verdicts_for_them():
    told = [abs(a / 30 - b / 30) >= 0.10 for a, b in APART_BY_THREE]
    assert (told.count(True), told.count(False)) == (11, 17)


def test_the_gap_is_the_largest_over_labels_and_pairs_of_classes():
    counts = {
        "young": {"good": 5, "mixed": 3, "bad": 2},
        "adult": {"good": 5, "mixed": 1, "bad": 4},
        "old": {"good": 1, "bad": 1, "mixed": 2},
    }
    # mixed: 3/10, 1/10, 1/2; bad: 1/5, 2/5, 1/4; good: 1/2, 1/2, 1/4.
    found = judge(counts, 0.5)
    assert (found.gap, found.label, found.classes) == (Fraction(2, 5), "mixed", ("old", "adult"))
    assert found.verdict is Verdict.FAIR
    assert found.n == {"young": 10, "adult": 10, "old": 4}


def test_a_class_without_a_valid_mutant_leaves_it_undecided():
    found = judge({"female": {"good": 3}, "male": {}}, 0.10)
    assert (found.verdict, found.gap, found.n) == ("undecided", None, {"female": 3, "male": 0})


def test_with_fewer_than_two_classes_there_is_nothing_to_compare():
    assert judge({}, 0.10).verdict is Verdict.NOT_APPLICABLE
    assert judge({"female": {"good": 3}}, 0.10).verdict is Verdict.NOT_APPLICABLE


def test_one_mutant_a_class_is_enough_for_a_verdict():
    assert judge({"female": {"good": 1}, "male": {"good": 1}}).verdict is Verdict.FAIR
    assert judge({"female": {"good": 1}, "male": {"bad": 1}}).verdict is Verdict.BIASED


@pytest.mark.parametrize("alpha", [0, -0.1, 1.5, "much", float("nan"), None])
def test_a_threshold_out_of_range_is_refused(alpha):
    with pytest.raises(OptionError, match=r"above 0 and at most 1, such as 0\.10"):
        exact_alpha(alpha)


def test_a_count_below_zero_is_refused():
    with pytest.raises(OptionError, match="'male' has a count below 0"):
        judge({"female": {"good": 1}, "male": {"good": -1}})


COUNTS = st.dictionaries(
    st.sampled_from("abc"),
    st.dictionaries(st.sampled_from(["x", "y", "z"]), st.integers(0, 9)),
    min_size=2,
)


@given(COUNTS)
def test_neither_the_order_nor_the_names_of_the_classes_matter(counts):
    there, back = judge(counts), judge(dict(reversed(counts.items())))
    assert (there.verdict, there.gap) == (back.verdict, back.gap)


SMALL = st.fixed_dictionaries({"x": st.integers(0, 4), "y": st.integers(0, 4)})


@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries({"a": SMALL, "b": SMALL}),
    st.fixed_dictionaries({"a": st.integers(0, 3), "b": st.integers(0, 3)}),
    st.sampled_from([0.1, 0.25, 0.3, 0.5, 1]),
)
def test_settled_says_what_trying_all_answers_says(counts, remaining, alpha):
    verdicts = {judge(final, alpha).verdict for final in _completions(counts, remaining)}
    assert settled(counts, remaining, alpha) == (len(verdicts) == 1)


@settings(max_examples=60, deadline=None)
@given(
    st.fixed_dictionaries({"a": SMALL, "b": SMALL, "c": SMALL}),
    st.fixed_dictionaries(dict.fromkeys("abc", st.integers(0, 2))),
    st.sampled_from([0.1, 0.4, 0.5]),
)
def test_settled_says_so_for_three_classes(counts, remaining, alpha):
    verdicts = {judge(final, alpha).verdict for final in _completions(counts, remaining)}
    assert settled(counts, remaining, alpha) == (len(verdicts) == 1)


THREE = st.fixed_dictionaries(dict.fromkeys(["x", "y", "z"], st.integers(0, 3)))


@settings(max_examples=100, deadline=None)
@given(
    st.fixed_dictionaries({"a": THREE, "b": THREE}),
    st.fixed_dictionaries({"a": st.integers(0, 2), "b": st.integers(0, 2)}),
    st.sampled_from([0.1, 0.3, 0.5]),
)
def test_settled_is_never_too_early_with_three_labels(counts, remaining, alpha):
    if settled(counts, remaining, alpha):
        verdicts = {judge(final, alpha).verdict for final in _completions(counts, remaining)}
        assert verdicts == {judge(counts, alpha).verdict}


def _completions(counts, remaining):
    """All ways in which the remaining mutants may be answered; None is invalid, w a new label."""
    ways = [
        [
            Counter(counts[class_]) + Counter(label for label in labels if label)
            for labels in combinations_with_replacement([None, "w", "x", "y"], n)
        ]
        for class_, n in remaining.items()
    ]
    for chosen in product(*ways):
        yield dict(zip(remaining, chosen, strict=True))
