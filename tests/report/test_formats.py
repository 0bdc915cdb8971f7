from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairnlp.report.formats import interval, percent, points


@given(st.floats(0, 1))
def test_a_percentage_is_within_half_of_its_last_digit(share: float):
    shown = percent(share)
    assert abs(float(shown.removesuffix("%")) - 100 * share) <= 0.0501


@given(st.floats(-1, 1))
def test_a_difference_and_its_negative_are_written_alike_but_for_the_sign(difference: float):
    there, back = points(difference), points(-difference)
    assert there.strip("+−") == back.strip("+−")
    assert (there == back) == (there == "0.00")


def test_an_interval_that_is_unknown_or_without_spread_is_called_so():
    assert interval(float("nan"), 0.5, like=0.2) == "no interval"
    assert interval(float("nan"), float("nan")) == "no interval"
    assert interval(0.0, 0.0) == "no interval"


def test_the_ends_of_an_interval_have_the_decimals_of_the_estimate():
    assert interval(0.09, 0.11, like=0.10) == "9.0% to 11.0%"
    assert interval(0.09, 0.11, like=0.099) == "9.00% to 11.00%"
