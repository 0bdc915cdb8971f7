from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.widgets.editing import (
    SLOT_KINDS,
    add_slot,
    change_slot,
    check_template,
    occurrences,
    remove_slot,
)
from tests.widgets.toys import CLASSES, POSSESSIVE, SUBJECT, slot, template

TEXT = "Ann sings and she smiles at her friend. HER coat is red."


def example():
    return template("a", TEXT, slot(TEXT, "Ann"), slot(TEXT, "she", SUBJECT))


def test_moving_the_end_of_a_slot_takes_the_words_there_as_the_form_of_the_original_class():
    end = TEXT.index(" at her")
    moved = change_slot(example(), 1, end=end, forms={"male": "he beams"})
    assert moved.slots[1].forms == {"male": "he beams", "female": "she smiles"}
    assert moved.mutant("male", name="Al").startswith("Al sings and he beams at her")
    assert example().slots[1].end == TEXT.index("she") + 3  # the first is as it was


def test_a_name_can_be_moved_and_takes_no_forms():
    moved = change_slot(example(), 0, end=2)
    assert moved.mutant("male", name="Al").startswith("Aln sings")
    with pytest.raises(OptionError, match="takes the name of a mutant, not a word for each class"):
        change_slot(example(), 0, forms={"male": "Al"})


def test_the_form_of_the_original_class_cannot_be_made_to_differ_from_the_text():
    assert change_slot(example(), 1, forms={"female": "they"}) == example()


def test_words_are_added_where_they_stand_and_change_with_the_class():
    start, end = occurrences(example(), "her")[0]
    added = add_slot(example(), start, end, kind="pronoun", forms={"male": "his"})
    assert added.mutant("male", name="Al").startswith("Al sings and he smiles at his friend. HER")
    assert [s.start for s in added.slots] == sorted(s.start for s in added.slots)


def test_a_name_is_added_as_a_slot_for_the_value_in_capitals_where_the_text_is():
    text = "ANN sings. Ann smiles."
    first = template("a", text, slot(text, "Ann"))
    added = add_slot(first, 0, 3, kind="name")
    assert added.mutant("male", name="Al") == "AL sings. Al smiles."


def test_a_name_added_to_a_template_without_values_makes_it_take_one():
    text = "Ann said she left."
    assert add_slot(template("a", text, slot(text, "she", SUBJECT)), 0, 3, kind="name").fields == (
        "name",
    )


def test_a_removed_slot_stays_as_it_is_in_every_mutant():
    assert remove_slot(example(), 0).mutant("male").startswith("Ann sings and he")


def test_the_last_slot_cannot_be_removed():
    one = remove_slot(example(), 0)
    with pytest.raises(OptionError, match="no slot left; reject it instead"):
        remove_slot(one, 0)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda t: change_slot(t, 0, end=16), r"'she'\) overlaps the slot before it"),
        (lambda t: change_slot(t, 0, start=3), "is empty or leaves the text"),
        (lambda t: change_slot(t, 0, start=-1), "is empty or leaves the text"),
        (lambda t: change_slot(t, 1, end=9999), "is empty or leaves the text; give 0 <= start"),
        (lambda t: change_slot(t, 1, forms={"male": ""}), r"'she'\) lacks the form for 'male'"),
        (lambda t: change_slot(t, 7), "There is no slot 7; the template has 2, counted from 0"),
        (lambda t: change_slot(t, -1), "There is no slot -1"),
        (lambda t: remove_slot(t, 2), "There is no slot 2"),
        (lambda t: add_slot(t, 4, 9, kind="pronoun"), r"'sings'\) lacks the form for 'male'"),
        (lambda t: add_slot(t, 0, 2, kind="name"), "overlaps the slot before it"),
    ],
)
def test_an_edit_that_would_break_the_template_is_refused(edit, message):
    with pytest.raises(OptionError, match=message):
        edit(example())


def test_unknown_classes_and_kinds_are_named_with_those_that_are_known():
    with pytest.raises(UnknownChoiceError, match="Unknown class 'mail'.*Did you mean 'male'"):
        change_slot(example(), 1, forms={"mail": "he"})
    with pytest.raises(UnknownChoiceError, match="Unknown kind of slot 'noum'.*'noun'"):
        add_slot(example(), 4, 9, kind="noum")


def test_a_form_of_the_original_class_that_is_not_in_the_text_is_found():
    wrong = template("a", TEXT, slot(TEXT, "she", {"male": "he", "female": "her"}))
    with pytest.raises(OptionError, match="has the form 'her' for 'female'.*but 'she' stands"):
        check_template(wrong)


def test_occurrences_are_whole_words_in_any_letter_case_outside_of_slots():
    assert [TEXT[a:b] for a, b in occurrences(example(), "her")] == ["her", "HER"]
    assert occurrences(example(), "Ann") == []  # a slot already
    assert occurrences(example(), "mile") == []
    assert occurrences(example(), "  ") == []
    assert occurrences(example(), "she (") == []  # no pattern, just characters


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["change", "remove", "add"]),
            st.integers(-1, 4),
            st.integers(-2, len(TEXT) + 2),
            st.integers(-2, len(TEXT) + 2),
            st.sampled_from(SLOT_KINDS),
        ),
        max_size=12,
    )
)
def test_whatever_is_edited_the_own_words_give_the_text_and_only_the_slots_change(steps):
    """Every edit is refused or keeps the invariants; a mutant differs in its spans alone."""
    now = example()
    for what, index, start, end, kind in steps:
        try:
            if what == "change":
                now = change_slot(now, index, start=start, end=end)
            elif what == "remove":
                now = remove_slot(now, index)
            else:
                now = add_slot(now, start, end, kind=kind, forms=dict.fromkeys(CLASSES, "x"))
        except OptionError:
            continue
    assert now.text == TEXT
    assert now.original() == TEXT
    assert all(a.end <= b.start for a, b in zip(now.slots, now.slots[1:], strict=False))
    values = dict.fromkeys(now.fields, "Zoë")
    back = now.mutant("male", **values)
    for span in reversed(now.spans("male", **values)):
        back = back[: span.start] + span.old + back[span.end :]
    assert back == TEXT


def test_possessives_can_be_given_their_own_forms():
    start, end = occurrences(example(), "HER")[1]
    forms = {name: word.upper() for name, word in POSSESSIVE.items()}
    added = add_slot(example(), start, end, kind="pronoun", forms=forms)
    assert added.mutant("male", name="Al").endswith("HIS coat is red.")
