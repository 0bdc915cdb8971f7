from __future__ import annotations

import pytest

from fairnlp.text.annotate import annotate
from fairnlp.text.coreference.rules import Rules
from fairnlp.text.people import read


def people(text):
    """The words of each person's mentions."""
    return [words for words, _, _ in resolved(text)]


def resolved(text):
    """Words, gender and the codes of the doubts of each person."""
    (doc,) = annotate([text], cache=False, progress=False)
    found = read(doc)
    return [
        ([found.words(m) for m in chain.mentions], chain.gender, {code for code, _ in chain.doubts})
        for chain in Rules().resolve(found).chains
    ]


# --- links -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("Anna, a widow, sings.", ["Anna", "widow"]),
        ("My sister, Anna, sings.", ["sister", "Anna"]),
        ("Anna is a widow.", ["Anna", "widow"]),
        ("Anna became a nun.", ["Anna", "nun"]),
        ("Leo plays a king.", ["Leo", "king"]),
        ("Maya plays a pilot.", ["Maya", "pilot"]),
        ("He is a widower.", ["He", "widower"]),
    ],
)
def test_a_noun_joins_the_person_whom_it_describes(text, chain):
    assert people(text) == [chain]


def test_noun_05_whose_somebody_is_is_somebody_else():
    assert people("Leo baked with his mother.") == [["Leo", "his"], ["mother"]]


def test_name_01_a_surname_alone_means_who_bears_it():
    text = "Dana Whitlock interviewed Dana Reyes. Reyes said she liked boats."
    assert people(text) == [["Dana Whitlock"], ["Dana Reyes", "Reyes", "she"]]


def test_name_02_a_first_name_means_the_same_person_each_time():
    text = "Priya baked at dawn. By noon Priya slept, and Priya's oven cooled; she snored."
    assert people(text) == [["Priya", "Priya", "Priya", "she"]]


def test_a_full_name_tells_what_the_first_name_before_it_means():
    assert people("Priya slept. Priya Okafor snored.") == [["Priya", "Priya Okafor"]]


def test_a_first_name_that_two_people_bear_is_in_doubt():
    found = resolved("Dana Whitlock met Dana Reyes. Dana smiled.")
    assert len(found) == 2
    assert all("shared name" in doubts for _, _, doubts in found)


def test_a_noun_that_comes_again_means_the_same_person():
    assert people("A waitress slept. The waitress snored.") == [["waitress", "waitress"]]


# --- pronouns --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("Priya slept. She snored.", [["Priya", "She"]]),
        ("The pilot slept. She snored.", [["pilot", "She"]]),
        ("Priya met Omar. He snored.", [["Priya"], ["Omar", "He"]]),
        ("Noor lent Omar a lamp before she moved out.", [["Noor", "she"], ["Omar"]]),
        ("Robin slept, and she snored.", [["Robin", "she"]]),
    ],
)
def test_a_pronoun_joins_the_one_person_whose_gender_agrees(text, chains):
    found = resolved(text)
    assert [words for words, _, _ in found] == chains
    assert [doubts - {"uncertain name"} for _, _, doubts in found] == [set()] * len(chains)


@pytest.mark.parametrize(
    "text",
    [
        "Greta told Paula that her bus had left.",  # COR-01
        "Priya met Elena. Later she snored.",
        "The editor praised the intern. She smiled.",
        "Omar met the pilot. He snored.",
    ],
)
def test_a_competitor_for_a_pronoun_gives_a_doubt(text):
    codes = set().union(*(doubts for _, _, doubts in resolved(text)))
    assert "uncertain antecedent" in codes


def test_cor_02_he_and_she_are_never_one_person():
    for words, gender, _ in resolved("The editor praised the intern. He smiled. Then she bowed."):
        assert not {"He", "she"} <= set(words)
        assert gender in ("male", "female", "")


def test_the_subject_of_a_verb_is_not_its_object():
    assert people("She thanked her.") == [["She"], ["her"]]


def test_name_16_who_adores_is_not_who_is_adored():
    text = "Ines sings like Aretha Doyle, whom she adores."
    assert people(text) == [["Ines", "she"], ["Aretha Doyle"]]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("The man who called him left.", "man"),
        ("Omar Reyes, who called him, left.", "Omar Reyes"),
        ("Neither Omar nor Elena called her.", "Elena"),
        ("Priya and Omar called him.", "Omar"),
    ],
)
def test_who_calls_is_not_who_is_called(text, subject):
    assert [words for words in people(text) if subject in words] == [[subject]]


def test_the_sister_of_a_sister_is_somebody_else():
    text = "My sister waved. Her sister's hat fell."
    assert [words for words in people(text) if len(words) > 2] == []


def test_cor_07_a_pronoun_far_from_any_person_is_in_doubt():
    far = "Ravi opened a stall. " + "It rained. " * 7 + "Then he sold it."
    ((words, _, doubts),) = resolved(far)
    assert words == ["Ravi", "he"]
    assert doubts == {"far pronoun"}
    near = "Ravi opened a stall. It rained. Then he sold it."
    assert resolved(near) == [(["Ravi", "he"], "male", set())]


def test_a_pronoun_before_anybody_is_a_person_of_its_own():
    assert resolved("She slept. Her hat fell.") == [(["She", "Her"], "female", set())]


# --- gender ----------------------------------------------------------------------------------


def test_the_gender_is_what_the_mentions_tell():
    assert resolved("Robin slept.")[0][1] == ""
    assert resolved("Robin slept, and he snored.")[0][1] == "male"
    assert resolved("The female pilot slept, and she snored.")[0][1] == "female"


def test_one_name_with_titles_of_both_genders_is_mixed():
    found = resolved("King Maya slept. Queen Maya smiled.")
    assert [(words, gender) for words, gender, _ in found] == [
        (["King Maya", "Queen Maya"], "mixed")
    ]


def test_a_noun_of_the_other_gender_is_a_doubt():
    (priya, *_) = resolved("Priya slept. She is a good father.")
    assert "father" not in priya[0]
    assert "mixed gender" in priya[2]


def test_a_woman_of_whom_it_is_not_said_who_she_is_is_a_doubt():
    (priya, *_) = resolved("Priya slept. She snored. The woman left.")
    assert "noun may be the same person" in priya[2]


# --- who is nobody ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["The soup was cold.", "The pilot slept.", "Every man sleeps.", "Two grandmothers slept."],
)
def test_plurals_anybody_and_nouns_to_which_nothing_refers_are_no_people(text):
    assert people(text) == []


def test_people_come_in_the_order_of_their_first_mentions():
    text = "My uncle met Dana Reyes. Reyes smiled, and Omar left."
    assert people(text) == [["uncle"], ["Dana Reyes", "Reyes"], ["Omar"]]
