from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.metamorphic.btc import find_btcs
from fairnlp.report.telling import draw_cases, telling
from fairnlp.systems.base import as_system
from tests.metamorphic.oracles import FormatMutants
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


TEXTS = {
    "names": "{name} is here. {He} waits.",
    "pronouns": "There is the doctor. {He} waits.",
    "same": "Nobody is here.",
}
NAMES = {"female": ("Ada", "Rose", "Eve"), "male": ("Ian", "Mark", "Omar")}


@pytest.fixture
def mutants() -> FormatMutants:
    return FormatMutants(TEXTS, NAMES, ordinary=("Ada", "Eve", "Mark"))


def by_pronoun(text: str) -> str:
    return "negative" if "She" in text else "positive"


def test_each_template_with_a_btc_is_drawn_from_whatever_its_number_of_btcs(mutants):
    found = find_btcs(mutants, as_system(by_pronoun, takes="one"))
    assert found.table["btcs"].tolist() == [9, 1, 0]  # 3 x 3, 1 x 1, none
    drawn = draw_cases(found)
    assert sorted(drawn["template_id"]) == ["names", "pronouns"]
    assert (drawn["text_a"] != drawn["text_b"]).all()


def test_an_unflagged_value_is_drawn_where_there_is_one(mutants):
    found = find_btcs(mutants, as_system(by_pronoun, takes="one"))
    for seed in range(5):
        drawn = draw_cases(found, seed=seed).set_index("template_id")
        assert drawn.loc["names", "value_a"] == "rose"  # Ada and Eve are flagged
        assert drawn.loc["names", "value_b"] in ("ian", "omar")


def test_a_flagged_value_is_drawn_where_there_is_no_other(mutants):
    def by_name(text: str) -> str:
        return "negative" if "Ada" in text else "positive"

    drawn = draw_cases(find_btcs(mutants, as_system(by_name, takes="one")))
    assert drawn["value_a"].tolist() == ["ada"]


def test_no_more_templates_are_drawn_than_asked_for(mutants):
    found = find_btcs(mutants, as_system(by_pronoun, takes="one"))
    drawn = [draw_cases(found, templates=1, seed=seed) for seed in range(20)]
    assert {len(frame) for frame in drawn} == {1}
    assert {frame["template_id"].iloc[0] for frame in drawn} == {"names", "pronouns"}
    assert draw_cases(found, seed=3).equals(draw_cases(found, seed=3))


def test_without_a_btc_no_case_is_drawn(mutants):
    found = find_btcs(mutants, as_system(lambda text: "positive", takes="one", name="constant"))
    assert len(draw_cases(found)) == 0
