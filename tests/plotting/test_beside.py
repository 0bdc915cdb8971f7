from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.plotting import counts_beside, sized_axes

COUNTS = pd.DataFrame(
    {
        "row": ["gender", "country", "gender", "country"],
        "series": ["ours", "ours", "reported", "reported"],
        "n": [120, 0, 14_916, 5_296],
    }
)


def drawn():
    return counts_beside(COUNTS, title="Cases", xlabel="cases", ax=sized_axes(4))


def test_each_series_has_its_counts_in_the_rows():
    ours, reported = drawn().lines
    assert ours.get_xdata().tolist() == [120, 0]
    assert reported.get_xdata().tolist() == [14_916, 5_296]
    assert ours.get_ydata().round().tolist() == reported.get_ydata().round().tolist() == [0, 1]


def test_each_marker_has_its_number_and_each_series_its_name():
    ax = drawn()
    assert [text.get_text() for text in ax.texts] == ["120", "0", "14,916", "5,296"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["ours", "reported"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["gender", "country"]


def test_the_scale_is_logarithmic_and_has_a_place_for_zero():
    ax = drawn()
    low, high = ax.get_xlim()
    assert ax.get_xscale() == "symlog"
    assert low < 0
    assert high > 14_916


def test_a_missing_column_is_named():
    with pytest.raises(SchemaError, match="series"):
        counts_beside(COUNTS.drop(columns="series"), title="", xlabel="")
