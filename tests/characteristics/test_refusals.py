"""Each reason has a short text that yields it, and a near miss that yields a template."""

from __future__ import annotations

import pytest

import fairnlp as fn
from fairnlp.characteristics.reasons import REASONS

# reason, a text that yields it, a text much like it that yields a template
PAIRS = [
    (
        "counterpart in the text",
        "The actor forgot his line; the actress beside him whispered it.",
        "The waiter forgot his line; the audience beside him whispered it.",
    ),
    (
        "far pronoun",
        "My brother laughed. It rained. Rent rose. Then he left.",
        "My brother laughed. Then he left.",
    ),
    (
        "fixed figure",
        "Jesus walked on the water, and he smiled.",
        "Paul walked on the water, and he smiled.",
    ),
    (
        "gender is the topic",
        "Priya writes about feminism, and she is proud of it.",
        "Priya writes about boats, and she is proud of it.",
    ),
    (
        "gendered word left",
        "Priya slept late, and she wore lipstick.",
        "Priya slept late, and she wore a coat.",
    ),
    ("generic noun", "A man slept in the hall.", "My uncle slept in the hall."),
    ("generic reference", "Somebody said that she was late.", "Priya said that she was late."),
    (
        "missed name",
        "Priya slept, and she drove to the old mill by FATIMA.",
        "Priya slept, and she drove to the old mill by the river.",
    ),
    (
        "mixed gender",
        "Priya slept. She is a good father.",
        "Priya slept. She is a good mother.",
    ),
    (
        "name used as a label",
        "The Nancy Drew books bored the class.",
        "Nancy Drew solved it; she smiled.",
    ),
    ("no person", "The soup was cold.", "Her soup was cold."),
    (
        "noun may be the same person",
        "Priya slept. She smiled. The woman left.",
        "Priya slept. She smiled. The lamp broke.",
    ),
    (
        "odd name form",
        "Priya-like people smile, and she knows.",
        "Priya smiled - she knows.",
    ),
    (
        "old name left",
        "Priya baked, and she smiled. The priya cooled.",
        "Priya baked, and she smiled. The bread cooled.",
    ),
    ("paired pronouns", "Her hat fell, and he or she left.", "Her hat fell, and it lay there."),
    ("plural", "Two grandmothers judged the cakes.", "My grandmother judged the cakes."),
    (
        "quotation",
        'Priya wrote "She was late again and again", and she left.',
        'Priya said "It rained again and again", and she left.',
    ),
    (
        "pronouns of two persons",
        "Priya met Omar, and she told him that he snored.",
        "Priya met Omar, and she told the press about it.",
    ),
    ("role name", "Omar Reyes plays Zorgon.", "Omar Reyes sells the cello."),
    (
        "several persons",
        "Priya slept, and Elena woke up; it rained.",
        "Priya slept, and the dog woke up; she smiled.",
    ),
    (
        "shared name",
        "Dana Whitlock met Dana Reyes. Dana smiled, and she left.",
        "Dana Reyes met the press. Dana smiled, and she left.",
    ),
    (
        "uncertain antecedent",
        "Greta told Paula that her bus had left.",
        "Greta told the press that her bus had left.",
    ),
    ("uncertain name", "Grace is a virtue.", "Grace slept, and she smiled."),
    ("unclear pronoun role", "I call her home.", "I call her at home."),
    ("unknown gender", "Dr Tolman waved.", "Dr Tolman waved, and he left."),
    (
        "work title",
        "Elena is a fine film, and she smiles.",
        "Elena is a fine cook, and she smiles.",
    ),
]

# These are not about the words of a text: tests of curation and of targets have them.
ELSEWHERE = (
    {
        "no such person",
        "nothing to change",
        "skipped: missing",
        "skipped: not Unicode",
        "skipped: too long",
    }
    | {  # of names and word lists: test_country.py, test_wordlist.py
        "ambiguous word",
        "bound to the class",
        "gender not told by pronouns",
        "no word of the list",
        "not of a person",
        "several classes",
    }
    | {  # of occupations: test_occupation_refusals.py
        "bound to the context",
        "film occupation",
        "no occupation",
        "not neutral",
        "occupation in general",
        "occupation repeated",
        "occupation told before",
        "other sense",
        "part of a compound",
        "title before a name",
    }
    | {  # of crossed characteristics: test_crossed.py
        "perhaps two persons",
        "slots overlap",
    }
    | {  # of singular they: test_gender_neutral.py
        "agreement not certain",
        "no neutral word",
    }
)


@pytest.mark.parametrize(("reason", "text", "near"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_a_text_is_refused_for_its_reason_and_one_much_like_it_is_not(reason, text, near):
    refusal = fn.curate_text(text)
    assert not refusal, refusal
    assert refusal.reason == reason, refusal.detail
    template = fn.curate_text(near)
    assert template, template
    assert template.original() == near


def test_each_reason_has_an_example():
    assert set(REASONS) <= {reason for reason, _, _ in PAIRS} | ELSEWHERE


@pytest.mark.parametrize("text", [pair[1] for pair in PAIRS])
def test_a_detail_is_cut_from_the_text_or_says_where_to_look(text):
    """What a reader sees beside the code helps to find the place."""
    refusal = fn.curate_text(text)
    words = refusal.detail.replace("'", " ").replace(",", " ").split()
    assert not words or any(word in text for word in words)


# A name that the tagger takes for no name, or that stands inside another token or a title.
UNREAD = [
    "Zaphoxa slept, and she smiled.",
    "Elena@work smiled, and she left.",
    "@Dorothy waved; she'll win the race.",
    "*Janet* waved. I like her best songs.",
    "Emily... it rained. We gave her a lamp!",
]


@pytest.mark.parametrize("text", UNREAD)
def test_name_07_a_pronoun_never_changes_without_the_name_that_it_stands_for(text):
    template = fn.curate_text(text)
    assert not template or template.slots[0].kind == "name"


def test_a_figure_that_was_not_read_before_a_pronoun_is_refused():
    assert not fn.curate_text("God slept, and he smiled.")


def test_the_first_name_is_not_the_adjective_before_it():
    template = fn.curate_text("Young Rebecca waved! I like her best songs.")
    assert not template or template.own_values == {"name": "Rebecca"}
