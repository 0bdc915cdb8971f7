from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.lexicons.names import (
    COUNTRIES,
    first_names,
    gender_of,
    is_ordinary_word,
    one_gender_names,
)
from fairnlp.lexicons.tables import load_table


def test_the_list_is_read_with_one_digit_a_country_and_no_second_spellings():
    names = first_names()
    assert len(names) > 40_000
    assert len(COUNTRIES) == 55
    assert names["frequencies"].str.len().eq(len(COUNTRIES)).all()
    assert names["frequencies"].str.fullmatch("[ 1-9A-D]+").all()
    assert not names["name"].str.contains(r"\+", regex=True).any()
    assert set(names["gender"]) == {"male", "mostly male", "either", "mostly female", "female"}


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Priya", "female"),
        ("Omar", "male"),
        ("Robin", "either"),
        ("Xqzt", ""),
        ("", ""),
        ("-", ""),
    ],
)
def test_the_gender_of_a_name_is_looked_up(name, gender):
    assert gender_of(name) == gender


@pytest.mark.parametrize(
    "forms",
    [("Zoë", "Zoe", "ZOË", "zoe"), ("José", "Jose", "JOSÉ"), ("René", "rené"), ("İpek", "Ipek")],
)
def test_name_09_a_name_is_found_with_and_without_its_accents(forms):
    assert len({gender_of(form) for form in forms}) == 1
    assert gender_of(forms[0]) != ""


def test_name_09_the_exact_form_goes_before_the_one_without_accents():
    names = first_names()
    exact = names[names["gender"].isin(["male", "female"])].drop_duplicates("name", keep=False)
    single = exact[~exact["name"].isin(names["name"][names["name"].duplicated(keep=False)])]
    accented = single[~single["name"].map(str.isascii)]
    assert len(accented) > 100
    got = accented["name"].map(gender_of)
    assert (got == accented["gender"]).all()


def test_a_double_name_has_the_gender_of_its_first_part_if_it_is_not_in_the_list():
    assert gender_of("Priya-Xqzt") == "female"
    assert gender_of("Xqzt-Priya") == ""


def test_one_gender_names_are_one_gender_everywhere_sorted_and_without_duplicates():
    names = one_gender_names()
    assert names.columns.tolist() == ["name", "gender", "ordinary_word"]
    assert names["name"].is_unique
    assert set(names["gender"]) == {"male", "female"}
    order = names.sort_values(["gender", "name"], ascending=[False, True], ignore_index=True)
    pd.testing.assert_frame_equal(names, order)
    assert names["name"].str.len().ge(3).all()

    everywhere = first_names()[first_names()["name"].isin(names["name"])]
    genders = everywhere.groupby("name")["gender"].agg(set)
    told = names.set_index("name")["gender"]
    assert all(genders[name] == {told[name]} for name in told.index)


def test_one_gender_names_are_in_use_in_the_country_asked_for():
    column = COUNTRIES.index("Italy")
    names = one_gender_names("Italy", at_least=6)
    listed = first_names().set_index("name")["frequencies"].str[column]
    digits = listed[listed.index.isin(names["name"])].groupby(level=0).max()
    assert len(digits) == len(names) > 50
    assert digits.map(lambda digit: int(digit, 16)).ge(6).all()


def test_there_are_enough_names_of_each_gender_for_the_paper_and_some_to_spare():
    counts = one_gender_names()["gender"].value_counts()
    assert counts.min() > 2 * 30


def test_names_that_are_words_or_places_are_told_from_the_others():
    assert all(map(is_ordinary_word, ["Grace", "May", "Mark", "Florence", "Paris"]))
    assert not any(map(is_ordinary_word, ["Priya", "Omar", "Ebony-Rae", "Tanisha"]))


def test_the_names_of_the_eec_are_ten_in_each_cell_and_the_list_agrees_on_their_gender():
    names = load_table("eec_names")
    assert names.groupby(["gender", "group"]).size().tolist() == [10, 10, 10, 10]
    assert names["name"].is_unique
    opposite = {"male": "female", "female": "male"}
    told = names["name"].map(lambda name: gender_of(name).removeprefix("mostly "))
    assert not (told == names["gender"].map(opposite)).any()
