"""A row a tool, a column an emotion."""

from __future__ import annotations

import pandas as pd

from fairnlp.papers.by_emotion import by_emotion
from fairnlp.stats import paired_tests

SCORES = pd.DataFrame(
    {
        "tool": ["b", "b", "b", "a", "a"],
        "emotion": ["joy", "joy", "fear", "joy", "joy"],
        "pair_id": ["1", "2", "1", "1", "2"],
        "x": [0.1, 0.3, 0.5, 0.2, 0.1],
        "y": [0.2, 0.5, 0.5, 0.1, 0.3],
    }
)


def test_rows_and_columns_are_in_the_order_in_which_they_come():
    table = paired_tests(SCORES, by=["tool", "emotion"], family=[], resamples=2)
    wide = by_emotion(table, rows=["tool"])
    assert list(wide) == ["tool", "joy", "fear"]
    assert wide["tool"].tolist() == ["b", "a"]
    # two pairs, both negative: exact p 2 / 2^2; of three tests
    assert wide.loc[0, "joy"] == (
        "V 0, p 0.5; 2 of 2 pairs: p 0.5, adjusted 1, effect -1.00 (-1.00 to -1.00)"
    )
    assert wide.loc[0, "fear"] == "nothing differs"
    assert wide.loc[1, "joy"].startswith("V 1, ")
    assert pd.isna(wide.loc[1, "fear"])
    two = by_emotion(table, rows=["tool", "family"])
    assert two["tool"].tolist() == ["b", "a"]
