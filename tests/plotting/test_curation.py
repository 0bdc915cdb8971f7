from __future__ import annotations

import numpy as np
import pandas as pd

from fairnlp.plotting import recogniser, refusals, sized_axes


def _rows(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def _texts(ax):
    return [text.get_text().strip() for text in ax.texts]


def test_reasons_are_counted_and_ranked():
    reasons = ["no person"] * 2 + ["several persons"] * 3
    frame = pd.DataFrame({"text_id": list("abcde"), "reason": reasons, "detail": ""})
    ax = refusals(frame, texts=9, ax=sized_axes(2))
    assert _rows(ax) == ["several persons", "no person"]
    assert [bar.get_width() for bar in ax.patches] == [3, 2]
    assert _texts(ax) == ["3 (60%)", "2 (40%)"]
    assert ax.get_title(loc="left") == "Why did 5 of 9 texts give no template?"


def test_counts_are_drawn_as_they_are_and_zeros_left_out():
    frame = pd.DataFrame({"reason": ["a", "b", "c"], "texts": [1, 1000, 0]})
    ax = refusals(frame, ax=sized_axes(3))
    assert _rows(ax) == ["b", "a"]
    assert _texts(ax) == ["1,000 (100%)", "1 (< 1%)"]


def test_no_refusals_give_empty_axes():
    ax = refusals(pd.DataFrame({"text_id": [], "reason": [], "detail": []}), ax=sized_axes(0))
    assert _rows(ax) == []
    assert ax.get_title(loc="left") == "Why did 0 texts give no template?"


FOUND = pd.DataFrame(
    {
        "group": ["one", "one", "two", "two"],
        "gender": ["female", "male", "female", "male"],
        "place": ["first word", "first word", "first word", "mid-sentence"],
        "offered": [10, 10, 10, 10],
        "found": [4, 5, 8, 10],
    }
)


def test_shares_of_persons_found_are_drawn_by_group_and_place():
    ax = recogniser(FOUND, ax=sized_axes(4))
    assert _rows(ax) == ["one, female", "one, male", "two, female", "two, male"]
    first, middle = (container.lines[0] for container in ax.containers)
    np.testing.assert_allclose(first.get_xdata(), [0.4, 0.5, 0.8])
    np.testing.assert_allclose(middle.get_xdata(), [1.0])
    assert _texts(ax) == ["4 of 10", "5 of 10", "8 of 10", "10 of 10"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "first word",
        "mid-sentence",
    ]


def test_the_interval_is_that_of_wilson():
    ax = recogniser(FOUND, ax=sized_axes(4))
    # 10 of 10: low = 10 / (10 + z^2) with z = 1.95996
    ends = ax.containers[1].lines[2][0].get_segments()[0][:, 0]
    np.testing.assert_allclose(ends, [10 / (10 + 1.95996**2), 1], atol=1e-5)


def test_groups_alone_are_enough():
    ax = recogniser(FOUND.drop(columns=["gender", "place"]), ax=sized_axes(2))
    assert _rows(ax) == ["one", "two"]
    np.testing.assert_allclose(ax.containers[0].lines[0].get_xdata(), [9 / 20, 18 / 20])
    assert ax.get_legend() is None
