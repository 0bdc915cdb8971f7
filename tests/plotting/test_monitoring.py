from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.monitor.summary import TALLIES, rates
from fairnlp.plotting import biased_rate, saved_against_missed, sized_axes


def over_time() -> pd.DataFrame:
    rows = []
    for hour, biased in enumerate([0, 2, 5]):
        start = pd.Timestamp("2026-03-01", tz="UTC") + pd.Timedelta(hours=hour)
        rows += [
            (start, "gender", "biased", biased, 0, 0),
            (start, "gender", "fair", 10 - biased, 0, 0),
            (start, "country", "not applicable", 3, 0, 0),
        ]
    return rates(pd.DataFrame(rows, columns=["start", *TALLIES]))


def test_each_window_has_a_marker_at_its_rate_and_an_interval():
    ax = biased_rate(over_time(), ax=sized_axes(6))
    (drawn,) = ax.containers
    assert drawn.lines[0].get_ydata().tolist() == [0.0, 0.2, 0.5]
    assert drawn.get_label() == "gender (n = 30)"  # no line for country: nothing was applicable
    (bars,) = drawn.lines[2]
    assert all(low <= high for (_, low), (_, high) in bars.get_segments())
    assert ax.get_ylim()[0] == 0


def test_a_time_without_any_prediction_is_an_empty_plot():
    assert not biased_rate(over_time().iloc[:0], ax=sized_axes(6)).containers


def test_a_curve_goes_through_what_was_computed():
    curve = pd.DataFrame(
        {
            "x": [1, 4, 30],
            "saved": [0.9, 0.7, 0.0],
            "missed": [0.3, 0.1, 0.0],
            "biased": 5,
            "texts": 99,
        }
    )
    ax = saved_against_missed(curve, mark=4, ax=sized_axes(6))
    line, chosen = ax.lines
    assert (line.get_xdata().tolist(), line.get_ydata().tolist()) == (
        [0.9, 0.7, 0.0],
        [0.3, 0.1, 0.0],
    )
    assert (chosen.get_xdata().tolist(), chosen.get_ydata().tolist()) == ([0.7], [0.1])
    assert [text.get_text() for text in ax.texts] == ["1", "4"]
    assert "5 of 99 texts are biased" in ax.get_title(loc="left")
    assert ax.get_legend() is None


def test_each_strategy_has_a_curve():
    curve = pd.DataFrame({"x": [1, 2] * 2, "saved": [0.9, 0.8] * 2, "missed": [0.2, 0.1, 0.1, 0.0]})
    ax = saved_against_missed(curve.assign(strategy=["a", "a", "b", "b"]), ax=sized_axes(6))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]


def test_where_nothing_is_biased_no_curve_is_drawn():
    curve = pd.DataFrame(
        {"x": [1], "saved": [0.9], "missed": [float("nan")], "biased": 0, "texts": 9}
    )
    ax = saved_against_missed(curve, ax=sized_axes(6))
    assert not ax.lines
    assert "0 of 9 texts" in ax.get_title(loc="left")


def test_columns_that_lack_are_named():
    with pytest.raises(SchemaError, match="`rate`"):
        biased_rate(over_time().drop(columns="rate"))
    with pytest.raises(SchemaError, match="`missed`"):
        saved_against_missed(pd.DataFrame({"x": [], "saved": []}))
