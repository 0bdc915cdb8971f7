from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.plotting.influence import rank_shares, shaded_words, top_words


@pytest.fixture
def ax():
    return Figure(layout="constrained").subplots()


def words():
    return pd.DataFrame(
        {
            "token": ["So", "rude", ",", "$5", "man"],
            "start": [0, 3, 7, 9, 12],
            "end": [2, 7, 8, 11, 15],
            "influence": [0.0, 0.4, np.nan, -0.2, 0.1],
        }
    )


def test_words_are_shaded_by_size_and_sign_and_underlined(ax):
    shaded_words(words(), title="A text", marked=[False, True, False, False, False], ax=ax)
    boxes = [patch for patch in ax.patches if patch.get_gid() == "influence"]
    assert [round(box.get_alpha(), 3) for box in boxes] == [0.7, 0.35, 0.175]
    assert boxes[0].get_facecolor()[:3] != boxes[1].get_facecolor()[:3]
    (line,) = ax.lines
    assert np.ptp(line.get_xdata()) == pytest.approx(4 * 0.6)
    assert line.get_xdata()[0] == pytest.approx(3 * 0.6)
    ax.figure.canvas.draw()


def test_lines_are_broken_between_words(ax):
    shaded_words(words(), title="A text", line_length=9, ax=ax)
    boxes = [patch.get_y() for patch in ax.patches if patch.get_gid() == "influence"]
    assert boxes[0] > boxes[1] == boxes[2]


def test_marks_that_do_not_fit_are_refused(ax):
    with pytest.raises(OptionError, match="1 marks came for 5 words"):
        shaded_words(words(), title="A text", marked=[True], ax=ax)
    with pytest.raises(SchemaError, match="lacks `token`"):
        shaded_words(words().drop(columns="token"), title="A text", ax=ax)


def test_bars_are_shares_and_lines_are_chance(ax):
    ranks = pd.DataFrame(
        {
            "series": ["plain"] * 5 + ["taught"] * 4,
            "status": ["ok"] * 4 + ["no influence"] + ["ok"] * 4,
            "rank": pd.array([0, 1, 1, 9, None, 0, 0, 0, 1], dtype="Int64"),
            "words": 10,
            "marked": 2,
        }
    )
    rank_shares(ranks, title="Ranks?", most=2, ax=ax)
    plain, taught = (c for c in ax.containers if hasattr(c, "patches") and len(c.patches) == 4)
    assert [bar.get_height() for bar in plain] == [0.25, 0.5, 0, 0.25]
    assert [bar.get_height() for bar in taught] == [0.75, 0.25, 0, 0]
    lines = [c for c in ax.collections if c.get_label() == "chance"][0]
    heights = [segment[0][1] for segment in lines.get_segments()]
    assert heights == pytest.approx(
        [2 / 10, 8 / 10 * 2 / 9, 8 / 10 * 7 / 9 * 2 / 8, 8 / 10 * 7 / 9 * 6 / 8]
    )
    assert [t.get_text() for t in ax.get_xticklabels()] == ["0", "1", "2", "3 or more"]


def test_top_words_show_their_counts(ax):
    tokens = pd.DataFrame(
        {
            "token": ["on", "rude", "absent"],
            "first_or_second": [3, 2, 0],
            "occurrences": [6, 2, 0],
            "share": [0.5, 1.0, np.nan],
            "low": [0.2, 0.3, np.nan],
            "high": [0.8, 1.0, np.nan],
        }
    )
    top_words(tokens, title="Words?", highlight=["on"], ax=ax)
    assert [t.get_text() for t in ax.get_yticklabels()] == ["on", "rude"]
    assert [t.get_text() for t in ax.texts] == ["3 of 6", "2 of 2"]
    others, odd = ax.containers
    np.testing.assert_allclose(odd.lines[0].get_xdata(), [0.5])
    np.testing.assert_allclose(others.lines[0].get_xdata(), [1.0])
