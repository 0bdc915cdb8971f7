"""Rates with their intervals: of applicable predictions and of all, and over time."""

from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.monitor import Monitor
from fairnlp.monitor.records import Records
from fairnlp.monitor.summary import TALLIES, rates, window_for
from fairnlp.stats.proportions import wilson
from tests.monitor.toys import HER, HIS, NOBODY, Watched, always, by_pronoun


def test_rates_are_given_over_applicable_texts_and_over_all_texts():
    with Monitor(Watched(by_pronoun)) as monitor:
        monitor.verify_many([HER, HIS, NOBODY, "The bread was cold."])
        table = monitor.summary().table
    row = table.iloc[0]
    assert (row["texts"], row["applicable"], row["biased"]) == (4, 2, 2)
    assert (row["rate"], row["rate_of_all"]) == (1.0, 0.5)
    low, high = wilson([2, 2], [2, 4])
    assert row[["low", "low_of_all"]].tolist() == low.tolist()
    assert row[["high", "high_of_all"]].tolist() == high.tolist()


def test_where_nothing_is_applicable_there_is_no_rate():
    with Monitor(Watched(always)) as monitor:
        monitor.verify(NOBODY)
        found = monitor.summary()
    assert pd.isna(found.table["rate"][0])
    assert found.sentences() == ["gender: none of 1 predictions could be checked."]
    assert "none of 1" in found._repr_html_()


def test_what_was_saved_leaves_out_repeated_texts():
    with Monitor(Watched(always)) as monitor:
        monitor.verify_many([HER, HER])
        table = monitor.summary().table
    assert (table["asked"][0], table["mutants"][0]) == (8, 120)
    assert table["saved"][0] == pytest.approx(1 - 8 / 120)


def test_rates_over_time_are_by_window():
    with Monitor(Watched(by_pronoun)) as monitor:
        found = monitor.verify_many([HER, NOBODY])
    records = Records()
    for minute, some in enumerate((found[:1], found[1:], found)):
        records.add(some, at=60.0 * minute)
    over_time = records.summary({}, every=60).over_time
    assert over_time["start"].dt.minute.tolist() == [0, 1, 2]
    assert over_time["texts"].tolist() == [1, 1, 2]
    assert over_time["biased"].tolist() == [1, 0, 1]
    whole = records.summary({}, every=3600)
    assert whole.over_time["texts"].tolist() == [4]
    assert (whole.window, records.count("biased", "gender")) == (3600, 2)


def test_an_empty_summary_is_no_error():
    found = Records().summary({})
    assert (len(found.table), len(found.over_time), found.sentences()) == (0, 0, [])


def test_tallies_need_their_columns():
    with pytest.raises(SchemaError, match="`asked`"):
        rates(pd.DataFrame(columns=[*TALLIES]).drop(columns="asked"))


def test_a_window_has_a_length():
    with pytest.raises(OptionError, match="every is 0"):
        window_for(100, every=0)
    assert window_for(10**9) == 28 * 86_400
