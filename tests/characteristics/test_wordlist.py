from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import LexiconError, UnknownChoiceError
from fairnlp.lexicons.concepts import shipped_lists
from tests.characteristics.lists import write

if TYPE_CHECKING:
    from pathlib import Path

ROWS = """
    concept,cat,dog,cat_plural,dog_plural,part_of_speech,ambiguous,only_from
    owner,cat owner,dog owner,cat owners,dog owners,noun,,
    trait,aloof,loyal,,,adjective,,
    noise,quiet,loud,,,adjective,,
    animal,ocelot,dog,ocelots,dogs,noun,,
    place,Ulthar,New Dogtown,,,name,,
    idiom,catty,doggy,,,adjective,yes,
"""


@pytest.fixture
def pets(tmp_path: Path):
    def make(**head: object):
        return as_characteristic(write(tmp_path, ROWS, classes=["cat", "dog"], **head))

    return make


def mutant(text, characteristic, class_):
    template = fn.curate_text(text, characteristic=characteristic)
    assert template, template
    assert template.original() == text
    return template.mutant(class_)


# --- what changes ----------------------------------------------------------------------------


def test_all_words_of_the_list_change_together(pets):
    text = "The cat owner moved to Ulthar. Cat owners are aloof."
    changed = "The dog owner moved to New Dogtown. Dog owners are loyal."
    assert mutant(text, pets(), "dog") == changed
    assert mutant(changed, pets(), "cat") == text


def test_the_mutant_of_the_own_class_is_the_original(pets):
    text = "AN OCELOT slept; Ocelots do. An aloof man left ULTHAR's wall."
    assert mutant(text, pets(), "cat") == text


def test_an_article_goes_by_the_sound_of_the_word_after_it(pets):
    assert mutant("An ocelot saw an aloof man.", pets(), "dog") == "A dog saw a loyal man."
    assert mutant("A dog ate an old shoe.", pets(), "cat") == "An ocelot ate an old shoe."
    assert mutant("I saw AN OCELOT there.", pets(), "dog") == "I saw A DOG there."


def test_letter_case_is_kept(pets):
    assert mutant("Ocelots sleep.", pets(), "dog") == "Dogs sleep."
    assert mutant("THE MAN IS ALOOF.", pets(), "dog") == "THE MAN IS LOYAL."


def test_longer_entries_come_before_shorter_ones(pets):
    """ "dog owner" is one word, and no dog."""
    template = fn.curate_text("The dog owner slept.", characteristic=pets())
    assert [template.text[s.start : s.end] for s in template.slots] == ["dog owner"]


def test_titles_of_works_and_names_stay(pets):
    text = 'The cat owner saw "The Ocelot" with her.'
    assert mutant(text, pets(), "dog") == 'The dog owner saw "The Ocelot" with her.'
    assert mutant("A cat owner met Aloof Harry.", pets(), "dog") == "A dog owner met Aloof Harry."


def test_only_what_the_target_holds_changes(pets):
    text = "The dogs barked at the dog next door."
    template = fn.curate_text(text, characteristic=pets(), target="the dog next door")
    assert template.mutant("cat") == "The dogs barked at the ocelot next door."
    assert fn.curate_text(text, characteristic=pets(), target="the cat").reason == "no such person"


def test_name_14_entries_of_several_words_are_found_before_punctuation(tmp_path):
    """NAME-14: a country list finds both countries whole."""
    rows = "concept,here,there\ncountry,South Korea,the Netherlands\n"
    path = write(tmp_path, rows, classes=["here", "there"], part_of_speech="name")
    text = "Mary Ann left South Korea, because she missed home."
    changed = "Mary Ann left the Netherlands, because she missed home."
    assert mutant(text, path, "there") == changed
    assert mutant(changed, path, "here") == text


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The soup was cold.", "no word of the list"),
        ("The cat owner fed the dog.", "several classes"),
        ("A catty cat owner slept.", "ambiguous word"),
        ("A pro-cat owner slept.", "ambiguous word"),
        ("The thief will dog him.", "ambiguous word"),
        ("The dog bowl is empty.", "ambiguous word"),
        ("The cat owner went to the cattery.", "bound to the class"),
    ],
)
def test_a_text_that_would_not_fit_is_refused(pets, text, reason):
    assert fn.curate_text(text, characteristic=pets(bound=["cattery"])).reason == reason


def test_a_further_entity_of_a_kind_that_must_stand_alone_is_refused(pets):
    list_ = pets(alone=["GPE"])
    text = "The cat owner moved to Berlin."
    assert fn.curate_text(text, characteristic=list_).reason == "bound to the class"
    assert fn.curate_text(text, characteristic=pets())


PERSON = {"about": "person", "bound_nouns": ["butler"], "not_of_names": True}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The quiet man saw a quiet car.", "The loud man saw a quiet car."),
        ("She is aloof, and the castle is aloof.", "She is loyal, and the castle is aloof."),
        ("The rich and aloof teacher slept.", "The rich and loyal teacher slept."),
    ],
)
def test_a_word_that_is_said_of_no_person_stays(pets, text, wanted):
    assert mutant(text, pets(**PERSON, elsewhere="stay"), "dog") == wanted


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The castle is aloof.", "not of a person"),
        ("The aloof butler slept.", "bound to the class"),
        ("I saw the quiet Elena Brandt there.", "bound to the class"),
        ("They are aloof, and so is she.", "ambiguous word"),
    ],
)
def test_a_word_is_refused_where_it_is_not_known_to_be_of_a_person(pets, text, reason):
    assert fn.curate_text(text, characteristic=pets(**PERSON, elsewhere="stay")).reason == reason


def test_elsewhere_the_words_can_change_too(pets):
    text = "The quiet man left, and the quiet car too."
    changed = "The loud man left, and the loud car too."
    assert mutant(text, pets(about="person"), "dog") == changed


# --- properties ------------------------------------------------------------------------------

CLAUSES = [
    "An aloof man slept.",
    "The cat owner left Ulthar!",
    'I saw "Ocelots" (1977).',
    "QUIET MEN, AN OCELOT, and\n a cat owner's aloof aunt",
    "It rained – in café Zoë.",
]


@given(st.lists(st.sampled_from(CLAUSES), min_size=1, max_size=4), st.sampled_from(["cat", "dog"]))
def test_nothing_but_the_declared_spans_changes(tmp_path_factory, clauses, class_):
    path = write(tmp_path_factory.mktemp("list"), ROWS, classes=["cat", "dog"])
    text = " ".join(clauses)
    template = fn.curate_text(text, characteristic=path)
    if not template:
        return
    new = template.mutant(class_)
    for span in reversed(template.spans(class_)):
        assert new[span.start : span.end] == span.new
        new = new[: span.start] + span.old + new[span.end :]
    assert new == text
    assert template.mutant("cat") == text
    left = template.mutant("dog").replace('"Ocelots"', "").lower()
    assert not any(word in left for word in ("aloof", "cat owner", "ulthar", "ocelot", "quiet"))


# --- shipped lists ---------------------------------------------------------------------------

SHIPPED = {
    "age": ("An old waiter smiled.", "young", "A young waiter smiled."),
    "disability": ("I saw a blind man.", "autistic", "I saw an autistic man."),
    "nationality": (
        "An Italian waiter sang of Italy.",
        "French",
        "A French waiter sang of France.",
    ),
    "religion": (
        "A Jewish waiter sang to two Jews.",
        "Hindu",
        "A Hindu waiter sang to two Hindus.",
    ),
    "sexual_orientation": ("The gay waiter sang.", "bisexual", "The bisexual waiter sang."),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_list_changes_a_text_and_changes_it_back(name):
    text, class_, changed = SHIPPED[name]
    template = fn.curate_text(text, characteristic=name)
    assert template.mutant(class_) == changed
    again = fn.curate_text(changed, characteristic=name)
    assert again.original_class == class_
    assert again.mutant(template.original_class) == text


def test_each_shipped_list_has_an_example_here():
    assert set(shipped_lists()) == set(SHIPPED) | {"race"}


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("age", "An old film about an old friend of hers.", "bound to the class"),
        ("age", "Her son, an old thief, is ten years old.", "bound to the class"),
        ("age", "The young man mocks the old woman.", "several classes"),
        ("age", "I saw a young Gwyneth Paltrow in it.", "bound to the class"),
        ("disability", "A blind man with a guide dog sang.", "bound to the class"),
        ("nationality", "A French waiter sang in Tokyo.", "bound to the class"),
        ("religion", "Thank you, Christian Slater, says a teacher.", "ambiguous word"),
        (
            "religion",
            "I liked the casting of Claudia Christian as Helga Sinclair.",
            "ambiguous word",
        ),
        ("sexual_orientation", "The gay waiter and two lesbians sang.", "bound to the class"),
    ],
)
def test_a_text_that_belongs_to_its_class_is_refused(name, text, reason):
    assert fn.curate_text(text, characteristic=name).reason == reason


# --- end to end ------------------------------------------------------------------------------


class Loyal:
    """Calls a text positive if and only if it has a loyal in it."""

    name = "loyal"

    def labels(self, texts):
        return ["positive" if "loyal" in text.lower() else "negative" for text in texts]


def test_a_list_of_ones_own_goes_from_texts_to_test_cases(tmp_path):
    path = write(tmp_path, ROWS, classes=["cat", "dog"])
    texts = ["An aloof man slept.", "The cat owner slept.", "The soup was cold.", "Loyal dogs!"]
    corpus = pd.DataFrame({"text_id": list("abcd"), "text": texts})
    templates = fn.curate(corpus, characteristic=path)
    assert templates.frame["text_id"].tolist() == ["a", "b", "d"]
    assert templates.frame["characteristic"].unique().tolist() == ["pet owners"]
    mutants = fn.mutate(templates)
    assert len(mutants) == 6
    found = fn.find_btcs(mutants, Loyal())
    # "loyal" comes in with the dog in a and d, and never in b
    assert found.table["btcs"].tolist() == [1, 0, 1]
    assert found.summary()["verdict"].item().startswith("differs between classes; no pair")
    pair = found.pairs().iloc[0]
    assert (pair["text_a"], pair["text_b"]) == ("An aloof man slept.", "A loyal man slept.")


def test_a_list_is_given_as_a_path_or_by_its_name(tmp_path):
    path = write(tmp_path, ROWS, classes=["cat", "dog"])
    for given_ in (path, str(path), path.with_suffix(".csv")):
        assert as_characteristic(given_).classes == ("cat", "dog")
    assert as_characteristic("age").classes == ("young", "old")
    with pytest.raises(UnknownChoiceError, match=r"'aeg'.*Did you mean 'age'.*path of a word list"):
        as_characteristic("aeg")


def test_a_list_with_one_class_or_an_empty_one_is_refused(tmp_path):
    one = write(tmp_path, ROWS, classes=["cat"])
    with pytest.raises(LexiconError, match="two or more different classes"):
        fn.curate_text("A dog.", characteristic=one)
    empty = write(tmp_path, "concept,cat,dog\nowner,cat owner,", classes=["cat", "dog"])
    with pytest.raises(LexiconError, match=r"line 2: empty: no word for dog.*lexicon check"):
        fn.curate_text("A dog.", characteristic=empty)
