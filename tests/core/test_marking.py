from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError
from fairnlp.core.marking import (
    KINDS,
    STYLE,
    Mark,
    fragment,
    label_html,
    legend,
    mark_differences,
    mark_spans,
    side_by_side,
)
from fairnlp.templates.template import Span, Template


def words(html: str) -> str:
    """Give what a reader sees."""
    return unescape(re.sub(r"<[^>]*>", "", html))


def marked(html: str) -> list[str]:
    return [unescape(word) for word in re.findall(r"<mark[^>]*>(.*?)</mark>", html, re.DOTALL)]


texts = st.text(alphabet="ab<&\"' \n\té👩🏽", max_size=60)


@st.composite
def text_and_marks(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    text = draw(texts)
    offsets = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    return text, [Mark(start=a, end=b) for a, b in zip(offsets[::2], offsets[1::2], strict=False)]


@given(text_and_marks())
def test_marking_shows_every_character_of_the_text_and_no_other(case):
    text, marks = case
    html = mark_spans(text, marks)
    assert words(html) == text
    assert marked(html) == [text[mark.start : mark.end] for mark in marks]


@given(text_and_marks(), st.integers(0, 12))
def test_a_window_hides_only_what_is_far_from_the_marks(case, window):
    text, marks = case
    html = mark_spans(text, marks, window=window)
    assert marked(html) == [text[mark.start : mark.end] for mark in marks]
    pieces = re.split(r'<span class="fn-cut">[ …]*</span>', html)
    position = 0
    for piece in pieces:  # what is shown stands in the text, in this order
        position = text.index(words(piece), position) + len(words(piece))


def test_a_window_cuts_at_blanks_and_not_within_a_word():
    text = "It was a remarkable evening when she sang and everybody in the hall stood up."
    start = text.index("she")
    html = mark_spans(text, [Mark(start=start, end=start + 3)], window=12)
    assert words(html) == "… when she sang and …"


def test_without_a_mark_a_window_shows_the_beginning():
    assert words(mark_spans("one two three four five", [], window=9)) == "one two …"


def test_markup_in_the_text_in_the_old_word_and_in_the_kind_is_shown_not_run():
    html = mark_spans(
        "<b>Ann</b> & co", [('"><script>', "Ann", 3, 6), Mark(start=11, end=12, kind='x"<')]
    )
    assert "<b>" not in html
    assert "<script>" not in html
    assert 'class="fn-x&quot;&lt;"' in html


def test_spans_may_be_marks_spans_of_a_template_or_tuples():
    span = Span(old="He", new="She", start=0, end=3)
    assert mark_spans("She ran.", [span]) == mark_spans("She ran.", [("He", "She", 0, 3)])
    assert 'title="was: He"' in mark_spans("She ran.", [span])


@pytest.mark.parametrize("spans", [[(0, 3), (2, 5)], [(4, 99)], [(3, 1)], [(-1, 2)]])
def test_marks_that_overlap_or_leave_the_text_are_refused(spans):
    with pytest.raises(
        OptionError, match=r"overlaps another or lies outside the text, which has 8"
    ):
        mark_spans("She ran.", [Mark(start=start, end=end) for start, end in spans])


PRONOUN = {"male": "he", "female": "she"}


def template() -> Template:
    text = "Ann said she and the other she agree."
    at = [text.index("Ann"), text.index("she")]
    slots = (
        Slot(start=at[0], end=at[0] + 3, kind="name", field="name"),
        Slot(start=at[1], end=at[1] + 3, kind="pronoun", forms=PRONOUN),
    )
    return Template(
        text=text,
        slots=slots,
        characteristic="gender",
        original_class="female",
        classes=("male", "female"),
    )


def sides(a: tuple[str, str], b: tuple[str, str]) -> list[tuple[str, list]]:
    return [
        (
            template().mutant(class_, name=name),
            [(s.old, s.new, s.start, s.end) for s in template().spans(class_, name=name)],
        )
        for class_, name in (a, b)
    ]


def test_two_mutants_differ_where_their_slots_do_and_nowhere_else():
    """The other "she" is the same word as the slot of one side, and stays unmarked."""
    (text_a, spans_a), (text_b, spans_b) = sides(("male", "Bartholomew"), ("female", "Ann"))
    a, b = mark_differences(spans_a, spans_b)
    assert [text_a[m.start : m.end] for m in a] == ["Bartholomew", "he"]
    assert [text_b[m.start : m.end] for m in b] == ["Ann", "she"]
    assert b[1].start == text_b.index("she")


def test_words_that_both_mutants_share_are_not_marked():
    (_, spans_a), (text_b, spans_b) = sides(("male", "Bo"), ("female", "Bo"))
    a, b = mark_differences(spans_a, spans_b)
    assert [text_b[m.start : m.end] for m in b] == ["she"]
    assert [m.title for m in a] == ["there: she"]


@given(st.text("ab", min_size=1, max_size=5), st.text("ab", min_size=1, max_size=5))
def test_replacing_the_marked_words_by_the_other_sides_gives_the_other_text(name_a, name_b):
    (text_a, spans_a), (text_b, spans_b) = sides(("male", name_a), ("female", name_b))
    a, b = mark_differences(spans_a, spans_b)
    result = text_a
    for mine, other in reversed(list(zip(a, b, strict=True))):
        result = result[: mine.start] + text_b[other.start : other.end] + result[mine.end :]
    assert result == text_b


def pair(**changes: object) -> dict[str, object]:
    (text_a, spans_a), (text_b, spans_b) = sides(("male", "Al"), ("female", "Bea"))
    row = {"class_a": "male", "value_a": "Al", "label_a": "positive", "score_a": 0.5}
    row |= {"class_b": "female", "value_b": "Bea", "label_b": "negative", "score_b": float("nan")}
    row |= {"text_a": text_a, "spans_a": spans_a, "text_b": text_b, "spans_b": spans_b}
    return row | changes


def test_side_by_side_shows_classes_values_labels_and_the_scores_that_are_known():
    seen = words(side_by_side(pair()))
    assert "male, Al: positive 0.500" in seen
    assert "female, Bea: negativeAl said" in seen  # no score on this side


def test_a_pair_without_values_or_scores_shows_the_classes_alone():
    row = pair(value_a="")
    del row["score_a"]
    assert "male: positivefemale" in words(side_by_side(row))


def test_long_texts_are_cut_and_can_be_unfolded():
    row = pair()
    for side in "ab":
        row[f"text_{side}"] += " word" * 200
    html = side_by_side(row)
    short, whole = html.split("<details>")
    assert len(words(short)) < 500
    assert words(whole).count("word") == 400
    assert "<details>" not in side_by_side(row, window=None)


def test_every_kind_has_a_colour_of_its_own_and_the_style_sheet_names_it():
    assert len({colour for colour, _ in KINDS.values()}) == len(KINDS)
    assert all(f"mark.fn-{kind} " in STYLE for kind in KINDS)
    assert words(legend(["name", "noun"])) == "namenoun"


def test_a_label_is_escaped():
    assert "<b>" not in label_html("<b>bold</b>")


def test_a_fragment_is_well_formed_and_carries_its_style():
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag, attrs):
            open_tags.append(tag)

        def handle_endtag(self, tag):
            assert open_tags.pop() == tag

    html = fragment(side_by_side(pair()))
    Checker().feed(html)
    assert open_tags == []
    assert STYLE in html
