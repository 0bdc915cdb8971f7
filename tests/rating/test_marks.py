from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.marking import Mark, mark_spans
from fairnlp.rating.marks import CLOSE, OPEN, mark, marked_html


def test_brackets_of_the_text_itself_are_not_taken_for_marks():
    marked = mark("A ⟦b⟧ <i>c</i>.", [Mark(start=0, end=1)])
    assert marked == "⟦A⟧ [b] <i>c</i>."
    assert marked_html(marked) == '<mark class="fn-changed">A</mark> [b] &lt;i&gt;c&lt;/i&gt;.'


def test_words_side_by_side_and_a_word_that_is_gone_keep_marks_of_their_own():
    marked = mark("abc", [Mark(start=0, end=1), Mark(start=1, end=2), Mark(start=3, end=3)])
    assert marked == "⟦a⟧⟦b⟧c⟦⟧"
    assert marked_html(marked).count("<mark") == 3


PLAIN = st.text().filter(lambda text: OPEN not in text and CLOSE not in text)


@given(PLAIN, st.lists(st.integers(0, 40), max_size=6))
def test_the_marked_text_shows_as_the_text_with_its_marks(text, ends):
    places = sorted(min(end, len(text)) for end in ends)
    marks = [Mark(start=a, end=b) for a, b in zip(places[::2], places[1::2], strict=False)]
    marked = mark(text, marks)
    assert marked.replace(OPEN, "").replace(CLOSE, "") == text
    assert marked_html(marked) == mark_spans(text, marks)
