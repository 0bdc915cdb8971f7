from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from fairnlp.core.errors import SchemaError
from fairnlp.plotting.paired import paired_effects

GROUPS = {"first": "female", "second": "male", "title": "Who scores higher?"}


def two_systems():
    return pd.DataFrame(
        {
            "row": ["vader", "vader", "afinn"],
            "series": ["joy", "fear", "joy"],
            "effect": [-0.4, 0.5, 0.0],
            "effect_low": [-0.8, 0.1, 0.0],
            "effect_high": [0.1, 0.9, 0.0],
        }
    )


def test_dots_sit_at_the_effects_and_lines_at_the_intervals():
    ax = paired_effects(two_systems(), **GROUPS, ax=Figure().subplots())
    joy, fear = ax.containers
    np.testing.assert_allclose(joy.lines[0].get_xdata(), [-0.4, 0.0])
    np.testing.assert_allclose(fear.lines[0].get_xdata(), [0.5])
    ends = np.concatenate([line.get_xdata() for line in joy.lines[1]])
    np.testing.assert_allclose(sorted(ends), [-0.8, 0.0, 0.0, 0.1])


def test_rows_and_directions_are_named():
    ax = paired_effects(two_systems(), **GROUPS, ax=Figure().subplots())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["vader", "afinn"]
    assert ax.get_xlabel().startswith("male scored higher")
    assert ax.get_xlabel().endswith("female higher")
    assert ax.get_xlim()[0] < -1 < 1 < ax.get_xlim()[1]


def test_a_frame_without_effects_is_refused():
    with pytest.raises(SchemaError, match="`tests` lacks `effect`"):
        paired_effects(two_systems().drop(columns="effect"), **GROUPS)
