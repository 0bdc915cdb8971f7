"""The third class of gender: singular they."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.characteristics.gender_neutral import NONBINARY, GenderNeutral
from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.lexicons.forms import takes_an
from fairnlp.lexicons.names import gender_of
from fairnlp.lexicons.tables import load_table
from fairnlp.lexicons.words import gender_nouns


def curate(text, **options):
    return fn.curate_text(text, characteristic="gender_neutral", **options)


def test_pro_09_agreement_is_carried_with_the_pronoun():
    text = "She misses the tram, focuses on the hill and is late because she has blisters."
    # the small parser takes the tram for a name, so that the sound strategy makes no template
    assert curate(text, strategy="paper").mutant(NONBINARY) == (
        "They miss the tram, focus on the hill and are late because they have blisters."
    )
    assert curate(text.replace("tram", "bus")).mutant(NONBINARY) == (
        "They miss the bus, focus on the hill and are late because they have blisters."
    )


def test_pro_09_without_the_class_nonbinary_is_refused_by_name():
    template = fn.curate_text("She misses the tram.")
    with pytest.raises(UnknownChoiceError, match="nonbinary"):
        template.mutant("nonbinary")


def test_pro_10_plural_they_is_never_a_person():
    text = "The twins said they had lost their kites, and the coach agreed with them."
    assert curate(text).reason == "plural"


@pytest.mark.parametrize(
    ("text", "name", "mutant"),
    [
        (
            "Priya hurt herself; the bread was hers. I met her and her dog.",
            "Robin",
            "Robin hurt themself; the bread was theirs. I met them and their dog.",
        ),
        ("Priya bakes, and she sings.", "Robin", "Robin bakes, and they sing."),
        ("Mr. Dahl waved, and he left.", "", "Mx. Dahl waved, and they left."),
        ("Mrs Dahl waved, and she left.", "", "Mx Dahl waved, and they left."),
        ("My brother is late.", "", "My sibling is late."),
        ("Priya is an actress; she sings.", "Robin", "Robin is an actor; they sing."),
        ("She's a fine waitress.", "", "They're a fine server."),
    ],
)
def test_words_of_the_third_class_stand_for_each_kind_of_word(text, name, mutant):
    template = curate(text)
    values = {"name": name} if name else {}
    assert template.mutant(NONBINARY, **values) == mutant


def test_the_other_classes_are_those_of_gender():
    text = "Priya misses the tram, and she's late with her dog."
    template, binary = curate(text), fn.curate_text(text)
    for class_ in ("male", "female"):
        assert template.mutant(class_, name="Kim") == binary.mutant(class_, name="Kim")
    assert {slot.kind for slot in template.slots} == {"name", "pronoun", "verb"}


@pytest.mark.parametrize(
    ("reason", "text", "near"),
    [
        ("agreement not certain", "It is he who wins.", "He wins."),
        ("no neutral word", "My uncle is late.", "My father is late."),
        ("no neutral word", "Princess Maya waved; she left.", "Ms Maya waved; she left."),
        (
            "pronouns of two persons",
            "Priya slept, and she liked the songs when they ended.",
            "Priya slept, and she liked the songs. In the end they stopped.",
        ),
    ],
)
def test_a_text_is_refused_for_its_reason_and_one_much_like_it_is_not(reason, text, near):
    assert curate(text).reason == reason
    template = curate(near)
    assert template, template
    assert template.original() == near


def test_all_people_at_once_cannot_become_they():
    assert not curate("He met her.", target="everyone")


def test_names_of_the_third_class_are_used_for_either_gender():
    table = GenderNeutral().values(values=30, seed=0)
    names = table.loc[table["class"] == NONBINARY, "name"]
    assert {gender_of(name) for name in names} == {"either"}
    assert table[~table["spare"]].groupby("class").size().to_dict() == {
        "female": 30,
        "male": 30,
        NONBINARY: 30,
    }
    with pytest.raises(OptionError, match="39"):
        GenderNeutral().values(values=40)


def test_own_names_need_the_third_class():
    names = pd.DataFrame({"class": ["male", "female"], "name": ["Omar", "Priya"]})
    with pytest.raises(OptionError, match="nonbinary"):
        GenderNeutral().values(names=names)


def test_each_pair_with_a_neutral_noun_is_a_pair_and_takes_the_same_article():
    known = {(n.forms["male"], n.forms["female"]) for n in gender_nouns().values() if not n.plural}
    for row in load_table("neutral_nouns").to_dict(orient="records"):
        assert (row["male"], row["female"]) in known
        assert takes_an(row["neutral"]) == takes_an(row["male"])


VERBS = ["misses the tram", "is late", "was kind", "has a dog", "doesn't sing", "slept", "can sing"]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(VERBS), min_size=1, max_size=3, unique=True),
    st.sampled_from(["he", "she"]),
    st.sampled_from(["Priya slept.", "Omar slept.", ""]),
)
def test_swapping_back_gives_the_original_and_only_declared_spans_change(verbs, pronoun, before):
    if (before[:1] == "P") == (pronoun == "he"):
        before = ""
    text = f"{before} {pronoun.capitalize()} {' and '.join(verbs)}.".strip()
    template = curate(text)
    if not template:
        assert template.reason == "agreement not certain"
        return
    values = dict.fromkeys(template.fields, "Robin")
    mutant, back = template.mutant(NONBINARY, **values), ""
    position = 0
    for span in template.spans(NONBINARY, **values):
        assert mutant[span.start : span.end] == span.new
        back += mutant[position : span.start] + span.old
        position = span.end
    assert back + mutant[position:] == text
    assert template.mutant(template.original_class, **template.own_values) == text
    assert " he " not in mutant
    assert "they is" not in mutant.lower()


def test_mutants_of_three_classes_are_equally_many():
    texts = pd.DataFrame({"text_id": ["a"], "text": ["Priya sings, and she is late."]})
    templates = fn.curate(texts, characteristic="gender_neutral", cache=False, progress=False)
    frame = fn.mutate(templates, values=4, seed=1).frame()
    assert frame.groupby("class").size().to_dict() == {"female": 4, "male": 4, NONBINARY: 4}
    third = frame.loc[frame["class"] == NONBINARY, "text"]
    assert third.str.endswith(" sings, and they are late.").all()
