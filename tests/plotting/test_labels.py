from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.plotting import labels_by_class, score_differences, sized_axes
from fairnlp.stats.resampling import ratio_interval

WORDS = {"+": "positive", "-": "negative", "?": None}
SIGNS = {
    "one": {("A", "female"): "++", ("A", "male"): "+-", ("B", "female"): "++", ("B", "male"): "--"},
    "two": {("A", "female"): "--", ("A", "male"): "--", ("B", "female"): "+-", ("B", "male"): "??"},
}
PREDICTIONS = pd.DataFrame(
    [
        (system, template, class_, WORDS[sign])
        for system, cells in SIGNS.items()
        for (template, class_), signs in cells.items()
        for sign in signs
    ],
    columns=["system", "template_id", "class", "label"],
)


def test_shares_of_positive_labels_are_drawn_by_class():
    ax = labels_by_class(PREDICTIONS, ax=sized_axes(2))
    female, male = (container.lines[0] for container in ax.containers)
    np.testing.assert_allclose(female.get_xdata(), [4 / 4, 1 / 4])
    np.testing.assert_allclose(male.get_xdata(), [1 / 4, 0 / 2])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["female", "male"]


def test_rows_say_how_many_labels_they_rest_on():
    ax = labels_by_class(PREDICTIONS, ax=sized_axes(2))
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "one\n8 mutants, 2 templates",
        "two\n6 mutants, 2 templates",
    ]


def test_intervals_are_those_over_templates():
    ax = labels_by_class(PREDICTIONS, confidence=0.9, seed=3, ax=sized_axes(2))
    male = ax.containers[1].lines[2][0].get_segments()[0][:, 0]
    np.testing.assert_allclose(male, ratio_interval([1, 0], [2, 2], confidence=0.9, seed=3))
    assert "90%" in ax.get_xlabel()


def test_a_class_without_labels_in_one_system_is_left_out_there():
    some = PREDICTIONS[(PREDICTIONS["system"] == "one") | (PREDICTIONS["class"] == "female")]
    ax = labels_by_class(some, ax=sized_axes(2))
    np.testing.assert_allclose(ax.containers[1].lines[0].get_xdata(), [1 / 4])


def test_predictions_of_one_system_need_no_name():
    one = PREDICTIONS[PREDICTIONS["system"] == "one"].drop(columns="system")
    ax = labels_by_class(one, ax=sized_axes(1))
    assert ax.get_yticklabels()[0].get_text() == "8 mutants, 2 templates"


def test_score_differences_are_cumulative_shares_of_templates():
    table = pd.DataFrame(
        {
            "score_difference": [0.1, 0.2, 0.2, 0.4],
            "placebo_score_difference": [0.1, np.nan, 0.3, np.nan],
        }
    )
    ax = score_differences(table, ax=sized_axes(6))
    between, within = ax.lines
    np.testing.assert_allclose(between.get_xdata()[1:], [0.1, 0.2, 0.2, 0.4])
    np.testing.assert_allclose(between.get_ydata()[1:], [0.25, 0.5, 0.75, 1])
    np.testing.assert_allclose(within.get_ydata()[1:], [0.5, 1])
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == ["different classes, 4 templates", "one class (placebo), 2 templates"]


def test_no_scores_are_said():
    table = pd.DataFrame({"score_difference": [np.nan], "placebo_score_difference": [np.nan]})
    ax = score_differences(table, ax=sized_axes(6))
    assert [text.get_text() for text in ax.texts] == ["no scores"]


def test_scores_of_two_systems_are_not_put_on_one_axis():
    table = pd.DataFrame(
        {
            "system": ["one", "two"],
            "score_difference": [0.1, 3.0],
            "placebo_score_difference": [0.1, 2.0],
        }
    )
    with pytest.raises(OptionError, match="2 systems came"):
        score_differences(table, ax=sized_axes(6))
