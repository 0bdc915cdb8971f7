from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.text.annotate import annotate
from fairnlp.text.works import quoted_spans, quoted_speech, work_titles


def parse(text):
    (doc,) = annotate([text], cache=False, progress=False)
    return doc


def cut(text, spans):
    return [text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ('We saw "The Long Walk" twice.', ["The Long Walk"]),
        ("We saw “The Long Walk” twice.", ["The Long Walk"]),
        ("We saw 'The Long Walk' twice.", ["The Long Walk"]),
        ("We saw *Pale Moon* and _The Last Lamp_.", ["Pale Moon", "The Last Lamp"]),
        (
            "In \"Mr. Pickering Goes Home\", Maya also narrates 'The Queen's Ladder'.",
            ["Mr. Pickering Goes Home", "The Queen's Ladder"],
        ),
    ],
)
def test_name_20_a_quoted_title_is_found_without_its_marks(text, titles):
    assert cut(text, quoted_spans(text)) == titles
    assert cut(text, work_titles(parse(text))) == titles


def test_a_title_that_was_quoted_once_is_found_again_without_its_marks():
    text = 'We saw "The Pale Lamp." Later The Pale Lamp bored us.'
    assert cut(text, work_titles(parse(text))) == ["The Pale Lamp.", "The Pale Lamp"]


def test_name_21_a_title_without_marks_is_found_by_its_first_word():
    text = "I rented Saving Corporal Ludlow yesterday."
    assert cut(text, work_titles(parse(text))) == ["Saving Corporal Ludlow"]


@pytest.mark.parametrize(
    "text",
    [
        "The dogs' bowls and the cats' mats aren't Priya's; it's the '90s, y'all.",
        "O'Neil's don't-care look wasn't Maya's.",
        "Boys' and girls' hats.",
        "He said it's 5' 9\" tall.",
    ],
)
def test_apostrophes_are_no_quotation_marks(text):
    assert quoted_spans(text) == []


@pytest.mark.parametrize(
    "speech",
    [
        "I burnt her bread,",
        "It rained again and again",
        "what a mess",
        "She was late, and nobody in the whole town had any idea why that was so.",
    ],
)
def test_speech_is_no_title(speech):
    text = f'Then came "{speech}" from the hall.'
    assert cut(text, quoted_speech(text)) == [speech]
    assert work_titles(parse(text)) == []


def test_a_title_is_no_speech():
    text = 'We saw "The Long Walk", and he said "that was long".'
    assert cut(text, quoted_speech(text)) == ["that was long"]


@pytest.mark.parametrize(
    "text",
    [
        "Priya Okafor met Omar Reyes.",
        "Mrs. Dahl and Professor Amsel slept.",
        "Yesterday Maya slept.",
        "She waved. Nobody waved back.",
    ],
)
def test_people_are_no_titles(text):
    assert work_titles(parse(text)) == []


PIECES = st.sampled_from(
    ["She waved", "The Long Walk", "Maya", "'", '"', "“", "”", "*", "_", " ", ". ", "s", "\n"]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_spans_are_sorted_apart_and_inside_the_text(text):
    for spans in (quoted_spans(text), work_titles(parse(text))):
        edges = [edge for span in spans for edge in span]
        assert edges == sorted(edges)
        assert all(0 <= start < end <= len(text) for start, end in spans)
