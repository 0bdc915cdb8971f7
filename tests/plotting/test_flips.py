from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError, UnknownChoiceError
from fairnlp.plotting.flips import flips_by_unigram, naturalness_by_unigram

TABLE = pd.DataFrame(
    [
        {
            "model": model,
            "unigram": unigram,
            "direction": direction,
            "n": 800,
            "trained": 25,
            "mean": mean,
            "low": mean - 3,
            "high": mean + 3,
        }
        for model, mean in (("plain", 20.0), ("rationale", 12.0))
        for unigram in ("a", "on", "all")
        for direction in ("to_target", "from_target")
    ]
)
PAPER = pd.DataFrame({"model": "plain", "unigram": ["a", "da"], "mean": [16.16, 21.52]})


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_flips_are_drawn_by_unigram_and_model_beside_the_published_ones():
    ax = flips_by_unigram(TABLE, published=PAPER)
    assert [text.get_text() for text in ax.get_yticklabels()] == [
        "a\n800 texts",
        "on\n800 texts",
        "da",
    ]
    _, labels = ax.get_legend_handles_labels()
    assert sorted(labels) == [
        "plain\n(25 trained)",
        "plain\n(published)",
        "rationale\n(25 trained)",
    ]
    drawn = {tuple(line.get_xdata()) for line in ax.lines if len(line.get_xdata()) == 2}
    assert {(20.0, 20.0), (12.0, 12.0), (16.16, 21.52)} <= drawn


def test_flips_need_a_known_direction_and_their_columns():
    with pytest.raises(UnknownChoiceError, match="from_target"):
        flips_by_unigram(TABLE, direction="up")
    with pytest.raises(SchemaError, match="`low`"):
        flips_by_unigram(TABLE.drop(columns="low"))


def test_naturalness_has_an_outline_a_unigram():
    attack = pd.DataFrame({"unigram": ["on"] * 4 + ["a"] * 3, "naturalness": range(-3, 4)})
    ax = naturalness_by_unigram(attack)
    assert ax.get_legend_handles_labels()[1] == ["on, 4 texts", "a, 3 texts"]
    assert naturalness_by_unigram(attack[:0]).get_legend() is None
