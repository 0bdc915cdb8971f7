from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.plotting import sized_axes
from fairnlp.plotting.saving import saved_along, saved_missed

POINTS = pd.DataFrame(
    {
        "kind": ["two_step", "two_step", "exact"],
        "saved": [0.9, 0.6, 0.05],
        "missed_rate": [0.2, 0.1, 0.0],
        "label": ["x=2", "", ""],
    }
)


def test_each_strategy_is_a_curve_of_what_it_saves_and_misses():
    ax = saved_missed(POINTS, title="Saved", missed="of 9 texts, missed", ax=sized_axes(4))
    two, exact = ax.lines
    np.testing.assert_allclose(two.get_xydata(), [[0.9, 0.2], [0.6, 0.1]])
    np.testing.assert_allclose(exact.get_xydata(), [[0.05, 0]])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["two_step", "exact"]
    assert [text.get_text() for text in ax.texts] == ["x=2"]
    assert ax.get_ylabel() == "of 9 texts, missed"
    assert two.get_linestyle() != exact.get_linestyle()


def test_where_nothing_is_missed_the_axis_still_has_a_height():
    ax = saved_missed(POINTS.assign(missed_rate=0.0), title="Saved", ax=sized_axes(4))
    assert ax.get_ylim()[1] > 0


def test_what_is_saved_along_the_stream_is_a_line_a_strategy():
    stream = pd.DataFrame({"kind": ["a"] * 10, "tenth": range(1, 11), "saved": [0.5] * 10})
    ax = saved_along(stream, title="Learning", ax=sized_axes(4))
    assert ax.lines[0].get_xdata().tolist() == list(range(1, 11))
    assert ax.get_ylim() == (0, 1)


@pytest.mark.parametrize("draw", [saved_missed, saved_along])
def test_a_column_that_is_missing_is_named(draw):
    with pytest.raises(SchemaError, match="`saved`"):
        draw(POINTS.drop(columns="saved"), title="Saved")
