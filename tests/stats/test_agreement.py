"""Agreement between raters, held against scikit-learn, NLTK and published figures."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from fairnlp.core.errors import OptionError
from fairnlp.stats.agreement import cohen_kappa, krippendorff_alpha

ANSWERS = st.sampled_from(["yes", "no", "unsure"])
PAIRS = st.lists(st.tuples(ANSWERS, ANSWERS), min_size=1, max_size=30)
WITH_GAPS = st.lists(st.tuples(*[st.one_of(st.none(), ANSWERS)] * 3), min_size=1, max_size=20)

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability", section C: four observers,
# twelve units, gaps; nominal alpha is given as 0.743.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def observers() -> list[list[str | None]]:
    return [[None if mark == "." else mark for mark in row.split()] for row in OBSERVERS]


def columns(rows) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)]


# Cohen's kappa


def test_kappa_is_the_agreement_beyond_chance():
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: agreement 35/50 = 0.7;
    # expected 25/50 * 30/50 + 25/50 * 20/50 = 0.5; kappa (0.7 - 0.5) / (1 - 0.5) = 0.4.
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = cohen_kappa(first, second)
    assert (found.n, found.raters, found.status) == (50, 2, "known")
    assert found.agreement == pytest.approx(0.7)
    assert found.value == pytest.approx(0.4)
    assert found.low < 0.4 < found.high


@given(PAIRS)
def test_kappa_is_that_of_scikit_learn(rows):
    first, second = columns(rows)
    found = cohen_kappa(first, second, resamples=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where kappa is undefined
        expected = cohen_kappa_score(first, second)
    if found.value is None:
        assert np.isnan(expected)
        assert len(set(first + second)) == 1
    else:
        assert found.value == pytest.approx(expected)


@given(PAIRS)
def test_the_order_of_raters_does_not_matter(rows):
    first, second = columns(rows)
    there, back = cohen_kappa(first, second, resamples=5), cohen_kappa(second, first, resamples=5)
    assert there.value == pytest.approx(back.value)


def test_units_that_one_rater_left_out_do_not_count():
    first, second = ["yes", "no", None, "no"], ["yes", "no", "yes", float("nan")]
    found = cohen_kappa(first, second)
    assert (found.n, found.value) == (2, 1.0)


# Krippendorff's alpha


def test_alpha_is_the_published_one():
    found = krippendorff_alpha(*observers())
    assert found.value == pytest.approx(0.743, abs=5e-4)
    assert (found.n, found.raters) == (11, 4)  # the twelfth unit has one rating


def test_alpha_is_that_of_nltk_with_gaps():
    agreement = pytest.importorskip("nltk.metrics.agreement")
    triples = [
        (f"rater {r}", unit, answer)
        for r, answers in enumerate(observers())
        for unit, answer in enumerate(answers)
        if answer is not None
    ]
    expected = agreement.AnnotationTask(data=triples).alpha()
    assert krippendorff_alpha(*observers()).value == pytest.approx(expected)


@given(WITH_GAPS)
def test_alpha_does_not_depend_on_who_is_who_or_on_names(rows):
    raters = columns(rows)
    other = {"yes": "ja", "no": "nein", "unsure": "?", None: None}
    there = krippendorff_alpha(*raters, resamples=5)
    back = krippendorff_alpha(*raters[::-1], resamples=5)
    renamed = krippendorff_alpha(*[[other[a] for a in r] for r in raters], resamples=5)
    assert there.value == pytest.approx(back.value) == pytest.approx(renamed.value)
    assert (there.n, there.status) == (back.n, back.status)


@given(PAIRS)
def test_alpha_is_above_kappa_at_most_by_its_correction_for_small_samples(rows):
    """For two raters with the same shares, 1 - alpha = (1 - kappa)(2n - 1) / 2n."""
    first, second = columns(rows)
    both = first + second, second + first  # equal shares
    kappa, alpha = cohen_kappa(*both, resamples=5), krippendorff_alpha(*both, resamples=5)
    if kappa.value is not None:
        n = len(both[0])
        assert 1 - alpha.value == pytest.approx((1 - kappa.value) * (2 * n - 1) / (2 * n))


# Degenerate cases


@pytest.mark.parametrize("measure", [cohen_kappa, krippendorff_alpha])
def test_one_answer_throughout_is_named_and_has_no_value(measure):
    found = measure(["yes"] * 5, ["yes"] * 5)
    assert (found.value, found.low, found.high) == (None, None, None)
    assert found.agreement == 1.0
    assert found.status == "undefined: every rating is the same"


@pytest.mark.parametrize("measure", [cohen_kappa, krippendorff_alpha])
@pytest.mark.parametrize("units", [[], ["yes", "no"]])
def test_no_unit_with_two_ratings_is_named(measure, units):
    found = measure(units, [None] * len(units))
    assert (found.n, found.value, found.agreement) == (0, None, None)
    assert found.status == "undefined: no unit has two ratings"


@pytest.mark.parametrize("measure", [cohen_kappa, krippendorff_alpha])
def test_raters_of_different_length_are_refused(measure):
    with pytest.raises(OptionError, match=r"one entry a unit; lengths \[1, 2\] came"):
        measure(["yes"], ["yes", "no"])


def test_one_rater_is_refused():
    with pytest.raises(OptionError, match="two raters or more; 1 came"):
        krippendorff_alpha(["yes"])


# The interval


def test_the_interval_is_that_of_a_bootstrap_by_hand():
    rng = np.random.default_rng(1)
    first = rng.choice(["yes", "no"], 40)
    second = np.where(rng.random(40) < 0.8, first, "no")
    drawn = []
    for _ in range(800):
        rows = rng.integers(0, 40, 40)
        drawn.append(cohen_kappa_score(first[rows], second[rows]))
    expected = np.quantile(drawn, [0.025, 0.975])
    found = cohen_kappa(first.tolist(), second.tolist())
    np.testing.assert_allclose([found.low, found.high], expected, atol=0.06)


def test_units_of_one_group_are_drawn_together():
    # Two copies of each unit are no news: the interval of the groups is that of the units.
    first, second = ["yes", "no"] * 15, ["yes", "no", "no", "no", "yes"] * 6
    single = cohen_kappa(first, second)
    groups = list(range(30)) * 2
    double = cohen_kappa(first * 2, second * 2, groups=groups)
    assert (double.value, double.low, double.high) == (single.value, single.low, single.high)
    narrower = cohen_kappa(first * 2, second * 2)
    assert narrower.high - narrower.low < single.high - single.low


def test_a_group_for_every_unit_is_needed():
    with pytest.raises(OptionError, match="1 came for 2 units"):
        cohen_kappa(["yes", "no"], ["yes", "no"], groups=["a"])
