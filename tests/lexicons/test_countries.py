from __future__ import annotations

import pytest

from fairnlp.core.errors import UnknownChoiceError
from fairnlp.lexicons.countries import ORIGINS, country_names
from fairnlp.lexicons.names import COUNTRIES, first_names, fold, is_ordinary_word


def test_there_are_26_origins_as_in_the_paper():
    assert len(set(ORIGINS)) == 26
    assert set(ORIGINS) <= set(COUNTRIES)


@pytest.mark.parametrize("country", ["Japan", "Ireland", "India/Sri Lanka"])
def test_each_name_is_used_in_one_country_and_for_one_gender_only(country):
    """Checked against the list itself, entry by entry."""
    names = country_names(country)
    place = COUNTRIES.index(country)
    wanted = {
        fold(name): gender for name, gender in zip(names["name"], names["gender"], strict=True)
    }
    assert len(wanted) == len(names) > 20
    for name, gender, frequencies in first_names().itertuples(index=False):
        if fold(name) in wanted:
            assert gender == wanted[fold(name)]
            used = [i for i, digit in enumerate(frequencies) if digit.strip()]
            assert used == [place]


def test_the_north_west_of_germany_is_no_country_of_its_own():
    assert country_names("East Frisia").empty
    assert "Hinrich" in set(country_names("Germany")["name"])


def test_the_most_frequent_names_come_first_and_none_is_an_ordinary_word():
    names = country_names("Japan")
    for gender in ("male", "female"):
        assert names.loc[names["gender"] == gender, "frequency"].is_monotonic_decreasing
    assert not any(map(is_ordinary_word, names["name"]))


@pytest.mark.parametrize("country", ORIGINS)
def test_each_origin_has_enough_names_of_each_gender(country):
    assert country_names(country).groupby("gender").size().min() >= 20


def test_a_country_that_the_list_lacks_is_refused():
    with pytest.raises(UnknownChoiceError, match="Unknown country 'Jpan'.*Did you mean 'Japan'"):
        country_names("Jpan")
