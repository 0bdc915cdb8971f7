from __future__ import annotations

import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.characteristics.base import Refusal, Slot
from fairnlp.characteristics.gender import Gender
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.core.frames import VALUES
from fairnlp.lexicons.names import one_gender_names
from fairnlp.text.annotate import annotate
from fairnlp.text.coreference.base import Chain, Resolution
from fairnlp.text.people import read


def reading(text):
    (doc,) = annotate([text], cache=False, progress=False)
    return read(doc)


# --- slots -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("Mrs. Okafor slept, and she snored.", [("title", "Mrs."), ("pronoun", "she")]),
        ("Queen Maya slept. She won.", [("title", "Queen"), ("name", "Maya"), ("pronoun", "She")]),
        ("Anna is a widow. She sings.", [("name", "Anna"), ("noun", "widow"), ("pronoun", "She")]),
        ("The male nurse slept, and he snored.", [("adjective", "male"), ("pronoun", "he")]),
        ("Anne-Sophie Brandt praised her crew.", [("name", "Anne-Sophie"), ("pronoun", "her")]),
    ],
)  # fmt: skip
def test_the_slots_are_what_tells_the_gender_of_the_person(text, slots):
    found = Gender().find(reading(text), strategy="sound")
    assert [(slot.kind, text[slot.start : slot.end]) for slot in found.slots] == slots


def test_a_title_keeps_its_full_stop_and_miss_takes_none():
    assert fn.curate_text("Mrs. Okafor slept.").mutant("male") == "Mr. Okafor slept."
    assert fn.curate_text("Miss Okafor slept.").mutant("male") == "Mr Okafor slept."
    assert fn.curate_text("Mr. Okafor slept.").mutant("female") == "Ms. Okafor slept."


def test_a_form_takes_the_capitals_of_the_word_that_it_replaces():
    text = "MOTHER OF THE YEAR: SHE RAN HER TENTH RACE"
    assert fn.curate_text(text).mutant("male") == "FATHER OF THE YEAR: HE RAN HIS TENTH RACE"
    assert fn.curate_text("She ran. She won.").mutant("male") == "He ran. He won."


def test_the_class_of_a_person_is_what_the_words_tell():
    assert fn.curate_text("Priya slept, and she snored.").original_class == "female"
    assert fn.curate_text("Chris Tolman slept, and he snored.").original_class == "male"


def test_a_slot_gives_the_form_of_a_class_or_the_value_of_its_field():
    forms = {"male": "his", "female": "her"}
    assert Slot(start=0, end=3, kind="pronoun", forms=forms).fill("male", {}) == "his"
    name = Slot(start=0, end=5, kind="name", field="name")
    assert name.fill("male", {"name": "O'Neil"}) == "O'Neil"
    shouted = Slot(start=0, end=5, kind="name", field="name", casing="upper")
    assert shouted.fill("male", {"name": "O'Neil"}) == "O'NEIL"


class Doctor:
    """A coreference backend that takes every noun for any gender for a man."""

    name = "doctor"

    def resolve(self, reading):
        chains = [Chain(mentions=(m,), gender="male") for m in reading.mentions]
        return Resolution(chains=tuple(chains))


def test_a_person_of_whom_no_word_would_change_is_refused():
    found = Gender(resolver=Doctor()).find(reading("The doctor slept."), strategy="sound")
    assert found == Refusal(reason="nothing to change", detail="doctor")


# --- who is to change ------------------------------------------------------------------------

TWO = "The waitress, who was late, told the king that he snored."


def test_the_person_who_is_to_change_is_named_by_words_of_the_text():
    queen = "The waitress, who was late, told the queen that she snored."
    assert fn.curate_text(TWO, target="king").mutant("female") == queen
    waiter = "The waiter, who was late, told the king that he snored."
    assert fn.curate_text(TWO, target="The waitress").mutant("male") == waiter


def test_everyone_swaps_all_people_at_once_and_twice_gives_the_text_back():
    """PRO-06: nothing is swapped there and back in one go."""
    template = fn.curate_text(TWO, target="everyone")
    assert template.original_class == "female"
    swapped = "The waiter, who was late, told the queen that she snored."
    assert template.mutant("male") == swapped
    again = fn.curate_text(swapped, target="everyone")
    assert again.original_class == "male"
    assert again.mutant("female") == TWO


@pytest.mark.parametrize(
    ("text", "target", "reason", "detail"),
    [
        ("Priya slept, and she snored.", "Omar", "no such person", "'Omar' is not in the text"),
        ("The soup was cold.", "soup", "no such person", "'soup' was not read as a person"),
        ("The soup was cold.", "everyone", "no person", ""),
        ("Omar told her that he won.", "everyone", "several persons", "names cannot be swapped"),
    ],
)
def test_a_target_that_cannot_change_is_refused(text, target, reason, detail):
    refusal = fn.curate_text(text, target=target)
    assert (refusal.reason, refusal.detail) == (reason, detail)
    assert not refusal


# --- flags -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "target", "flags"),
    [
        ("Priya slept, and she snored.", "", ()),
        (
            "#TeamInes cheered as Ines opened ines-bakes.example and she waved.",
            "",
            ("old name still present in 2 places",),
        ),
        (
            "Leo baked with his mother, and she burned hers while he slept.",
            "Leo",
            ("reference unclear after the change",),
        ),
        (
            "Moana is a fine cook, and she smiles.",
            "",
            ("original name is in no list",),
        ),
    ],
)
def test_a_flag_tells_what_a_reader_should_know(text, target, flags):
    template = fn.curate_text(text, target=target)
    assert template.flags == flags


# --- values ----------------------------------------------------------------------------------


def test_values_are_names_of_one_gender_with_the_rest_to_spare():
    values = Gender().values(values=30, seed=5)
    assert set(VALUES) <= set(values.columns)
    drawn = values[~values["spare"]]
    assert drawn["class"].value_counts().to_dict() == {"male": 30, "female": 30}
    assert not values.duplicated(["class", "value_id"]).any()
    known = one_gender_names()
    assert len(values) == len(known)
    told = values.merge(known, on="name", suffixes=("", "_told"))
    assert (told["class"] == told["gender"]).all()
    assert (told["ordinary_word"] == told["ordinary_word_told"]).all()


def test_more_values_with_the_same_seed_begin_with_the_same_names():
    few, many = (Gender().values(values=n, seed=5).query("~spare") for n in (10, 20))
    for class_ in ("male", "female"):
        names = many.loc[many["class"] == class_, "name"].tolist()
        assert few.loc[few["class"] == class_, "name"].tolist() == names[:10]


@pytest.mark.parametrize("values", [0, -1, 100_000])
def test_a_number_of_values_that_there_are_not_is_refused(values):
    with pytest.raises(OptionError, match=rf"values={values}: choose 1 to \d+"):
        Gender().values(values=values)


def test_names_of_your_own_can_be_cut_to_a_number_a_gender():
    mine = pd.DataFrame({"class": ["male", "male", "female"], "name": ["Omar", "Adam", "Grace"]})
    before = mine.copy(deep=True)
    values = Gender().values(values=1, names=mine)
    assert values["name"].tolist() == ["Omar", "Adam", "Grace"]
    assert values["spare"].tolist() == [False, True, False]
    assert values["ordinary_word"].tolist() == [False, False, True]
    pd.testing.assert_frame_equal(mine, before)


BAD_NAMES = [
    (pd.DataFrame({"name": ["Omar"], "gender": ["male"]}), "class"),
    (pd.DataFrame({"class": ["Male"], "name": ["Omar"]}), "Male"),
    (pd.DataFrame({"class": ["male", "male"], "name": ["Omar", "Omar"]}), "Omar"),
    (pd.DataFrame({"class": ["male"], "name": ["Omar"]}), "female"),
]


@pytest.mark.parametrize(("names", "told"), BAD_NAMES, ids=["column", "class", "twice", "missing"])
def test_names_of_your_own_that_cannot_be_used_are_refused_in_words(names, told):
    with pytest.raises((OptionError, SchemaError), match=told):
        Gender().values(values=None, names=names)


# --- by name ---------------------------------------------------------------------------------


def test_a_characteristic_comes_by_its_name_or_stays_as_it_is():
    made = as_characteristic("gender")
    assert (made.name, made.classes) == ("gender", ("male", "female"))
    own = Gender(resolver=Doctor())
    assert as_characteristic(own) is own


def test_a_characteristic_or_backend_that_is_not_known_is_refused():
    with pytest.raises(UnknownChoiceError, match="Unknown characteristic 'weather'"):
        as_characteristic("weather")
    with pytest.raises(UnknownChoiceError, match="Unknown coreference backend 'neural'"):
        as_characteristic("gender", coreference="neural")
