from __future__ import annotations

import time

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.text.clean import clean, clean_all


def test_line_breaks_become_a_blank_and_inline_tags_nothing():
    """TXT-01."""
    raw = "The pianist played well.<br /><br />Awful seats though. They re<i>make</i> it."
    assert clean(raw) == "The pianist played well. Awful seats though. They remake it."


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("One. <br>Two.", "One. Two."),
        ("One.<br> Two.", "One. Two."),
        ("One. <BR/>\n<br />  Two.", "One. Two."),
        ("One.<br></i><br>Two.", "One. Two."),
        ("One.<br><i>Two</i>.", "One. Two."),
        ("<p>One.</p><p class='x y'>Two.</p>", "One. Two."),
        ('<div id="a">One.</div>\n', "One."),
        ("One.<hr noshade>Two.", "One. Two."),
        ("a <b>bold</b>  word", "a bold  word"),
        ("<em>All</em> <strong>of</strong> it", "All of it"),
        ('see <a href="http://x.org/?a=1&b=2">this</a>.', "see this."),
        ("<font size=2 color=red>small</font>", "small"),
        ("<br />", ""),
        ("", ""),
    ],
)
def test_tags_go(raw, cleaned):
    assert clean(raw) == cleaned


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("Q&amp;A", "Q&A"),
        ("caf&eacute; &#345; &#x159;", "café ř ř"),
        ("&quot;Fine&quot;&nbsp;she said", '"Fine"\xa0she said'),
        ("write &lt;br&gt; there", "write <br> there"),
        ("&amp;lt;", "&lt;"),
        ("&#xD800;|&#0;", "\ufffd|\ufffd"),
    ],
)
def test_entities_are_decoded_once(raw, cleaned):
    assert clean(raw) == cleaned


@pytest.mark.parametrize(
    "text",
    [
        "I <3 it",
        "a < b and b > c",
        "if a<b then b>a",
        "<grin> <SPOILER> he dies </SPOILER>",
        "<i guess>",
        "< br >",
        "a <b",
        "<br",
        "<!-- aside -->",
        "this&nothing, AT&T, R&D; fish&copy",
        "Her path is C:\\next\\xray; 50% of it is hers.",  # TXT-04
        "Ines  tested v0.0.16 on 192.168.1.1 - slowly ;\n\tshe (quietly) smiled ...",  # TXT-03
        "Zoë, Zoe\u0308 and Björn: “it’s” … ﬁne\u00a0\u200d 👩‍🚀",
        "  both ends  ",
    ],
)
def test_what_is_no_html_stays(text):
    assert clean(text) == text


@given(st.text().filter(lambda text: "<" not in text and "&" not in text))
def test_a_text_without_marks_stays(text):
    assert clean(text) == text


@given(st.lists(st.sampled_from(["a", "B.", "<br />", "<i>", "</i>", "<p>", " ", "  ", "\n", "<"])))
def test_only_tags_and_the_blanks_around_them_go(pieces):
    """The words stay in order, no tag is left, and words that a line break parted stay apart."""
    cleaned = clean("".join(pieces))
    words = [piece for piece in pieces if piece in ("a", "B.", "<")]
    assert "".join(cleaned.split()) == "".join(words)
    assert not any(tag in cleaned for tag in ("<br />", "<i>", "</i>", "<p>"))
    assert clean(cleaned) == cleaned


def test_a_column_is_cleaned_item_by_item():
    texts = pd.Series(["a<br>b", None, "plain", "Q&amp;A"], index=[3, 1, 4, 1], name="text")
    before = texts.copy()
    cleaned = clean_all(texts)
    pd.testing.assert_series_equal(
        cleaned, pd.Series(["a b", None, "plain", "Q&A"], index=[3, 1, 4, 1], name="text")
    )
    pd.testing.assert_series_equal(texts, before)


def test_an_empty_column_stays_empty():
    assert clean_all(pd.Series([], dtype="str")).tolist() == []


@pytest.mark.parametrize(
    "unit",
    ["<", "<br ", "<i a=", " ", "<br />\n ", "<!--", "i>", "&#", "<a b='", "</", '<p x="y" '],
)
def test_time_does_not_explode(unit):
    start = time.process_time()
    clean(unit * 50_000 + "<")
    assert time.process_time() - start < 5
