from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.plotting import btc_rates, sized_axes, templates_with_btc, values_behind

SUMMARY = pd.DataFrame(
    {
        "system": ["vader", "vader", "linear"],
        "characteristic": "gender",
        "values": ["all", "without flagged", "all"],
        "templates_tested": [200, 200, 100],
        "templates_with_btc": [10, 2, 0],
        "share_with_btc": [0.05, 0.01, 0.0],
        "share_with_btc_low": [0.03, 0.002, 0.0],
        "share_with_btc_high": [0.09, 0.04, 0.04],
        "pairs": [180_000, 170_000, 90_000],
        "rate": [0.02, 0.01, 0.04],
        "rate_low": [0.01, 0.0, 0.03],
        "rate_high": [0.03, 0.02, 0.06],
        "placebo_pairs": [174_000, 164_000, 0],
        "placebo_rate": [0.015, 0.01, 0.0],
        "placebo_rate_low": [0.01, 0.0, 0.0],
        "placebo_rate_high": [0.02, 0.02, 1.0],
        "confidence": 0.95,
    }
)


def row_labels(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def texts(ax):
    return [text.get_text().strip() for text in ax.texts]


def test_rates_stand_beside_their_placebo():
    ax = btc_rates(SUMMARY, ax=sized_axes(2))
    rate, placebo = (container.lines[0] for container in ax.containers)
    np.testing.assert_allclose(rate.get_xdata(), [0.02, 0.04])
    np.testing.assert_allclose(np.round(rate.get_ydata()), [0, 1])
    np.testing.assert_allclose(placebo.get_xdata(), [0.015])  # linear has no pairs in a class
    lines = ax.containers[0].lines[2][0].get_segments()
    np.testing.assert_allclose(lines[0][:, 0], [0.01, 0.03])


def test_rates_say_how_many_pairs_they_rest_on():
    ax = btc_rates(SUMMARY, ax=sized_axes(2))
    assert row_labels(ax) == ["vader\n180,000 / 174,000 pairs", "linear\n90,000 / 0 pairs"]
    assert "95% intervals" in ax.get_xlabel()
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == ["different classes", "one class (placebo)"]


def test_rows_without_flagged_values_are_drawn_by_themselves():
    ax = btc_rates(SUMMARY, values="without flagged", ax=sized_axes(1))
    assert len(row_labels(ax)) == 1
    assert "without flagged values" in ax.get_title(loc="left")


def test_an_interval_that_cannot_be_known_does_not_stretch_the_axis():
    assert btc_rates(SUMMARY, ax=sized_axes(2)).get_xlim()[1] < 0.1


def test_the_characteristic_is_named_where_there_are_several():
    two = SUMMARY.assign(characteristic=["gender", "gender", "country"])
    assert [label.split("\n")[0] for label in row_labels(btc_rates(two, ax=sized_axes(2)))] == [
        "vader, gender",
        "linear, country",
    ]


def test_shares_of_templates_say_how_many_of_how_many():
    ax = templates_with_btc(SUMMARY, ax=sized_axes(2))
    assert [bar.get_width() for bar in ax.patches] == [0.05, 0.0]
    assert texts(ax) == ["10 of 200", "0 of 100"]
    assert row_labels(ax) == ["vader", "linear"]


MINORITY = pd.DataFrame(
    {
        "class": ["female", "female", "male", "male"],
        "value_id": ["grace", "rose", "ian", "omar"],
        "name": ["Grace", "Rose", "Ian", "Omar"],
        "flag": ["in the lexicon of the system", "ordinary word", "", ""],
        "n_mutants": 50,
        "minority": [12, 7, 9, 0],
    }
)


def test_values_are_ranked_and_flagged_ones_hatched():
    ax = values_behind(MINORITY, ax=sized_axes(3))
    assert row_labels(ax) == ["Grace (female)", "Ian (male)", "Rose (female)"]
    assert texts(ax) == ["12 of 50", "9 of 50", "7 of 50"]
    bars = {round(bar.get_y() + bar.get_height() / 2): bar for bar in ax.patches}
    assert [bars[row].get_width() for row in range(3)] == [12, 9, 7]
    assert [bool(bars[row].get_hatch()) for row in range(3)] == [True, False, True]


def test_a_limit_says_how_many_there_are():
    ax = values_behind(MINORITY, limit=1, ax=sized_axes(1))
    assert row_labels(ax) == ["Grace (female)"]
    assert ax.get_title(loc="left").endswith("(1 of 3)")


def test_no_minority_label_is_said():
    ax = values_behind(MINORITY.assign(minority=0), ax=sized_axes(1))
    assert texts(ax) == ["no minority labels"]


def test_values_without_a_name_are_shown_by_their_id():
    ax = values_behind(MINORITY.drop(columns="name"), ax=sized_axes(3))
    assert row_labels(ax)[0] == "grace (female)"


@pytest.mark.parametrize("plot", [btc_rates, templates_with_btc])
def test_no_rows_give_empty_axes(plot):
    assert row_labels(plot(SUMMARY.head(0), ax=sized_axes(0))) == []


@pytest.mark.parametrize("plot", [btc_rates, templates_with_btc, values_behind])
def test_a_frame_of_another_kind_is_refused_by_name(plot):
    with pytest.raises(SchemaError, match="lacks"):
        plot(pd.DataFrame({"text": []}), ax=sized_axes(1))


def test_without_axes_a_figure_of_its_own_is_made():
    before = plt.get_fignums()
    ax = btc_rates(SUMMARY)
    assert len(plt.get_fignums()) == len(before) + 1
    plt.close(ax.figure)


def test_nothing_is_changed_in_place():
    copy = SUMMARY.copy()
    btc_rates(SUMMARY, ax=sized_axes(2))
    pd.testing.assert_frame_equal(SUMMARY, copy)
