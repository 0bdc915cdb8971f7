from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.characteristics.country import Country
from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import VALUES
from fairnlp.lexicons.countries import ORIGINS, country_names


@dataclass
class Knows:
    """A system that knows some words and calls a text with one of them positive."""

    known_words: frozenset[str]
    name: str = "knows"
    lexicon: frozenset[str] = field(default_factory=frozenset)

    def labels(self, texts):
        found = [self.known_words & set(text.lower().replace(".", " ").split()) for text in texts]
        return ["positive" if words else "negative" for words in found]


# --- slots -----------------------------------------------------------------------------------


def test_only_names_change_and_a_text_takes_the_name_of_its_gender():
    template = fn.curate_text("Mrs. Ines Brandt slept, and she snored.", characteristic="country")
    assert template.fields == ("female_name",)
    assert (
        template.mutant("Japan", female_name="Keiko") == "Mrs. Keiko Brandt slept, and she snored."
    )
    template = fn.curate_text("Omar slept, and he snored.", characteristic="country")
    assert template.mutant("Japan", male_name="Kenji") == "Kenji slept, and he snored."


def test_all_mentions_by_name_change_together_and_back():
    text = "Omar Reyes is fine in it. Omar smiles, and his voice is warm."
    template = fn.curate_text(text, characteristic="country")
    changed = "Kenji Reyes is fine in it. Kenji smiles, and his voice is warm."
    assert template.mutant("Japan", male_name="Kenji") == changed
    assert template.original() == text
    assert template.mutant("Japan", male_name="Omar") == text


def test_name_14_a_name_of_two_words_is_one_name():
    """NAME-14."""
    text = "Mary Ann left South Korea, then the Netherlands, because she missed home."
    template = fn.curate_text(text, characteristic="country")
    changed = "Keiko left South Korea, then the Netherlands, because she missed home."
    assert template.mutant("Japan", female_name="Keiko") == changed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Omar Reyes slept.", "gender not told by pronouns"),
        ("Mr. Reyes slept, and he snored.", "nothing to change"),
        ("She slept, and she snored.", "nothing to change"),
        ("Two grandmothers judged the cakes.", "plural"),
    ],
)
def test_a_text_without_name_or_pronoun_is_refused(text, reason):
    assert fn.curate_text(text, characteristic="country").reason == reason


def test_the_class_of_the_original_is_not_known():
    template = fn.curate_text("Omar slept, and he snored.", characteristic="country")
    assert template.original_class == "unknown"
    assert template.classes == ORIGINS


def test_a_nation_that_is_told_beside_the_name_is_flagged():
    text = "Omar, a French baker, slept, and he snored."
    template = fn.curate_text(text, characteristic="country")
    assert template.flags == ("a nation is told: French",)


NAMES = st.sampled_from(country_names("Japan")["name"].tolist() + ["Zoë", "Anne-Marie", "O'Neil"])
PIECES = ["Omar Reyes is fine.", "Omar smiles.", "He sings\n of OSLO.", "It's – well – his best."]


@given(NAMES, st.permutations(PIECES[1:]))
def test_nothing_but_the_names_changes(name, pieces):
    text = " ".join([PIECES[0], *pieces])
    template = fn.curate_text(text, characteristic="country")
    assert template, template
    assert template.original() == text
    new = template.mutant("Japan", male_name=name)
    assert "Omar" not in new
    for span in reversed(template.spans("Japan", male_name=name)):
        assert new[span.start : span.end] == name
        new = new[: span.start] + span.old + new[span.end :]
    assert new == text


# --- values ----------------------------------------------------------------------------------


def test_each_country_gives_one_male_and_one_female_name_of_its_own():
    values = Country().values(values=30, seed=5)
    assert set(VALUES) <= set(values.columns)
    drawn = values[~values["spare"]]
    assert drawn["class"].tolist() == list(ORIGINS)
    names = [*drawn["male_name"], *drawn["female_name"]]
    assert len(set(names)) == 52
    for row in drawn.to_dict(orient="records"):
        known = country_names(row["class"]).set_index("name")["gender"]
        assert known[row["male_name"]] == "male"
        assert known[row["female_name"]] == "female"
    assert not values.duplicated(["class", "value_id"]).any()


def test_two_pairs_a_country_give_a_placebo_rate():
    templates = fn.curate(one("Omar slept, and he snored."), characteristic="country")
    mutants = fn.mutate(templates, characteristic=Country(pairs=2, classes=("Japan", "Ireland")))
    assert len(mutants) == 4
    table = fn.find_btcs(mutants, Knows(frozenset())).table
    # 2 x 2 pairs across, one pair within each country
    assert (table["pairs"].item(), table["placebo_pairs"].item()) == (4, 2)


@pytest.mark.parametrize("values", [0, -1, "known"])
def test_a_number_that_is_none_is_refused(values):
    with pytest.raises(OptionError, match="give a number from 1 on, or 'recognisable'"):
        Country().values(values=values)


def test_recognisable_names_are_those_that_the_system_knows():
    country = Country(classes=("Japan", "Ireland"))
    system = Knows(frozenset({"kenji", "keiko", "niamh", "eoin"}))
    values = country.values(values="recognisable", system=system)
    assert values["value_id"].tolist() == ["Kenji / Keiko", "Eoin / Niamh"]


def test_too_few_recognisable_names_are_counted_in_the_error():
    system = Knows(frozenset({"kenji", "keiko", "niamh"}))
    with pytest.raises(OptionError, match=r"25 of 26 .*Ireland 0.*Country\(classes=\('Japan',\)\)"):
        Country().values(values="recognisable", system=system)
    with pytest.raises(OptionError, match="needs the system"):
        Country().values(values="recognisable")


def test_names_of_your_own_take_the_place_of_those_that_are_drawn():
    mine = pd.DataFrame(
        {
            "class": ["Japan", "Ireland"],
            "male_name": ["Kenji", "Eoin"],
            "female_name": ["Keiko", "Niamh"],
        }
    )
    templates = fn.curate(one("Omar slept, and he snored."), characteristic="country")
    mutants = fn.mutate(templates, values=mine)
    texts = ["Eoin slept, and he snored.", "Kenji slept, and he snored."]
    assert sorted(mutants.frame()["text"]) == texts
    with pytest.raises(SchemaError, match="class 'Jpan'"):
        Country().values(names=mine.assign(**{"class": ["Jpan", "Ireland"]}))
    with pytest.raises(SchemaError, match="female_name"):
        Country().values(names=mine.drop(columns="female_name"))


# --- end to end ------------------------------------------------------------------------------


def one(text: str) -> pd.DataFrame:
    return pd.DataFrame({"text_id": ["a"], "text": [text]})


def test_a_system_that_knows_one_name_of_26_has_25_test_cases():
    templates = fn.curate(one("Omar slept, and he snored."), characteristic="country")
    mutants = fn.mutate(templates, values=30, seed=0)
    known = mutants.values.query("`class` == 'Japan' and not spare")["male_name"].item()
    found = fn.find_btcs(mutants, Knows(frozenset({known.lower()})))
    assert (len(mutants), found.table["pairs"].item(), found.table["btcs"].item()) == (26, 325, 25)
    for pair in found.pairs().to_dict(orient="records"):
        for mark in "ab":
            (span,) = pair[f"spans_{mark}"]
            assert span[:1] == ("Omar",)
