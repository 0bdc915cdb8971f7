from __future__ import annotations

import pytest

import fairnlp as fn
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError
from fairnlp.lexicons.tables import load_table

RACE = as_characteristic("race")


def test_a_text_takes_the_names_of_its_gender():
    text = "Ines Brandt is dull in it, and her voice is flat."
    template = fn.curate_text(text, characteristic="race")
    assert template.classes == ("African American", "European American")
    changed = "Ebony Brandt is dull in it, and her voice is flat."
    assert template.mutant("African American", female_name="Ebony") == changed
    assert template.mutant("African American", female_name="Ines") == text


def test_a_gender_that_only_the_name_tells_must_be_certain():
    assert fn.curate_text("Martin Kovacs slept.", characteristic="race")
    refusal = fn.curate_text("Ariel Kovacs slept.", characteristic="race")
    assert refusal.reason in ("unknown gender", "uncertain name")


def test_the_values_are_the_names_of_the_list():
    values = RACE.values(values=4, seed=1)
    drawn = values[~values["spare"]]
    assert drawn["class"].value_counts().to_dict() == dict.fromkeys(RACE.classes, 4)
    names = load_table("eec_names")
    groups = names.groupby(["group", "gender"])["name"].agg(set)
    for class_ in RACE.classes:
        here = values[values["class"] == class_]
        assert set(here["male_name"]) == groups[class_, "male"]
        assert set(here["female_name"]) == groups[class_, "female"]
    assert not values.duplicated(["class", "value_id"]).any()


def test_no_number_takes_all_names_and_one_below_1_is_refused():
    assert not RACE.values()["spare"].any()
    with pytest.raises(OptionError, match="values=0"):
        RACE.values(values=0)
