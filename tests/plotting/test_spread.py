from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.plotting import sized_axes
from fairnlp.plotting.spread import means_with_spread

TABLE = pd.DataFrame(
    {
        "row": ["a", "on", "a", "on"],
        "series": ["free", "free", "trained", "trained"],
        "mean": [4.0, 9.0, 3.0, None],
        "sd": [1.0, 2.0, None, None],
    }
)


def drawn():
    return means_with_spread(TABLE, title="How often?", xlabel="flips", ax=sized_axes(4))


def test_each_mean_has_its_place_and_spread():
    free, trained = drawn().containers
    assert free.lines[0].get_xdata().tolist() == [4.0, 9.0]
    bars = free.lines[2][0].get_segments()
    assert [segment[:, 0].tolist() for segment in bars] == [[3.0, 5.0], [7.0, 11.0]]
    assert trained.lines[0].get_xdata().tolist() == [3.0]  # what is missing is not drawn
    assert [label.get_text() for label in drawn().get_yticklabels()] == ["a", "on"]


def test_the_label_says_what_the_bars_are():
    assert drawn().get_xlabel() == "flips; bars: one standard deviation"


def test_a_frame_without_spread_is_refused():
    with pytest.raises(SchemaError, match="`table` lacks `sd`"):
        means_with_spread(TABLE.drop(columns="sd"), title="", xlabel="")
