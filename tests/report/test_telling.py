from __future__ import annotations

import pandas as pd

from fairnlp.report.telling import telling
from tests.report.toys import pair, value

VALUES = pd.DataFrame([value("male", "Mark", 0), value("female", "Rose", 1, flag="ordinary word")])


def ids(frame: pd.DataFrame) -> list[str]:
    return frame["template_id"].tolist()


def test_unflagged_values_come_first_then_the_widest_scores_then_the_shortest_text():
    pairs = pd.DataFrame(
        [
            pair("flagged and wide", score_a=-1.0),
            pair("narrow and short", value_b="Ann", score_a=0.0, text_a="Mark."),
            pair("narrow", value_b="Ann", score_a=0.0),
            pair("wide", value_b="Ann", score_a=-0.5),
        ]
    )
    got = telling(pairs, VALUES)
    assert ids(got) == ["wide", "narrow and short", "narrow", "flagged and wide"]
    assert got["flag_b"].tolist() == ["", "", "", "ordinary word"]
    assert got["score_difference"].tolist() == [1.0, 0.5, 0.5, 1.5]


def test_a_template_is_shown_once_and_no_more_than_asked_for():
    pairs = pd.DataFrame(
        [pair("t1", score_a=-1.0), pair("t1"), pair("t2"), pair("t3", score_a=0.1)]
    )
    assert ids(telling(pairs, VALUES)) == ["t1", "t2", "t3"]
    assert ids(telling(pairs, VALUES, limit=2)) == ["t1", "t2"]


def test_each_system_has_its_own_and_they_stay_in_order():
    pairs = pd.DataFrame([pair("t1", system="zeta"), pair("t1"), pair("t2", system="zeta")])
    got = telling(pairs, VALUES, limit=1)
    assert got["system"].tolist() == ["zeta", "toy"]
    assert got["flag_b"].tolist() == ["", "ordinary word"]  # flags too are a system's own


def test_without_scores_the_shortest_comes_first():
    pairs = pd.DataFrame([pair("long"), pair("short", text_a="Mark.")])
    pairs = pairs.drop(columns=["score_a", "score_b"])
    got = telling(pairs, VALUES)
    assert ids(got) == ["short", "long"]
    assert got["score_difference"].isna().all()


def test_no_pairs_give_no_rows_and_the_input_stays_as_it_was():
    pairs = pd.DataFrame([pair("t1")])
    before = list(pairs)
    assert len(telling(pairs.head(0), VALUES.head(0))) == 0
    telling(pairs, VALUES)
    assert list(pairs) == before
