"""Corrections over a named family, held against statsmodels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from fairnlp.core.errors import OptionError
from fairnlp.stats.multiplicity import adjust, benjamini_hochberg, holm

PS = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@settings(max_examples=8)  # Holm of statsmodels collects garbage at each call
@given(PS)
def test_values_are_those_of_statsmodels(ps):
    np.testing.assert_allclose(holm(ps), multipletests(ps, method="holm")[1])
    np.testing.assert_allclose(benjamini_hochberg(ps), multipletests(ps, method="fdr_bh")[1])


@given(PS, st.lists(st.integers(0, 20), max_size=5))
def test_what_is_not_testable_changes_nothing_else(ps, places):
    with_gaps = list(ps)
    for place in places:
        with_gaps.insert(place, np.nan)
    for correct in (holm, benjamini_hochberg):
        found = correct(with_gaps)
        np.testing.assert_allclose(found[~np.isnan(with_gaps)], correct(ps))
        assert np.isnan(found[np.isnan(with_gaps)]).all()


@given(PS, st.randoms())
def test_adjusted_values_are_no_smaller_and_follow_their_tests(ps, random):
    order = list(range(len(ps)))
    random.shuffle(order)
    for correct in (holm, benjamini_hochberg):
        found = correct(ps)
        assert (found >= np.array(ps) - 1e-12).all()
        np.testing.assert_allclose(correct([ps[i] for i in order]), found[order])


def test_st_04_one_undefined_p_does_not_spoil_the_family():
    """ST-04: of three tests: 0.01 * 3/1, 0.04 * 3/2, 0.2 * 3/3."""
    found = adjust([0.01, np.nan, 0.04, 0.2], family="tools", method="benjamini-hochberg")
    np.testing.assert_allclose(found.table["p_adjusted"], [0.03, np.nan, 0.06, 0.2])
    verdicts = ["differs", "not testable", "no difference seen", "no difference seen"]
    assert found.table["verdict"].tolist() == verdicts
    assert found.size == 3
    assert found.said == (
        "Benjamini-Hochberg over the 3 tests of the family 'tools'; 1 was not testable."
    )


def test_st_05_every_test_can_be_rejected():
    """ST-05: 0.001 * 3, 0.002 * 2, and 0.003 * 1 raised to the one before."""
    found = adjust([0.001, 0.002, 0.003], family="tools")
    np.testing.assert_allclose(found.table["p_adjusted"], [0.003, 0.004, 0.004])
    assert (found.table["verdict"] == "differs").all()
    assert found.said == "Holm over the 3 tests of the family 'tools'."


def test_st_05_no_test_leaves_nothing_to_correct():
    """ST-05."""
    found = adjust([], family="tools")
    assert (len(found.table), found.size) == (0, 0)
    assert found.said == "The family 'tools' has no test: nothing to correct."
    untested = adjust([np.nan, np.nan], family="tools")
    assert untested.table["verdict"].tolist() == ["not testable"] * 2
    assert untested.said == (
        "The family 'tools' has no test; 2 were not testable: nothing to correct."
    )


def test_the_index_of_a_series_is_kept():
    found = adjust(pd.Series([0.5, 0.01], index=["joy", "fear"]), family="VADER")
    assert found.table.loc["fear", "p_adjusted"] == 0.02
    assert found.said == "Holm over the 2 tests of the family 'VADER'."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"family": ""}, "needs the name of its family"),
        ({"family": "f", "method": "bonferoni"}, "Unknown method 'bonferoni'; choose one of"),
        ({"family": "f", "alpha": 5}, "alpha is 5; it must be between 0 and 1, such as 0.05"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        adjust([0.1], **options)


def test_a_p_above_one_is_refused():
    with pytest.raises(OptionError, match=r"lies in \[0, 1\]; got 0.5 ... 1.5"):
        holm([0.5, np.nan, 1.5])
