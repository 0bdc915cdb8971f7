from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.adversary.gaps import check_unigram, gaps, insert
from fairnlp.core.errors import OptionError
from fairnlp.text.words import cut, words

NEUTRAL = ["a", "on", "of", "that", "da"]


def texts_of(text: str, unigram: str = "on") -> list[str]:
    return [insert(text, gap, unigram).text for gap in gaps(text)]


@given(
    st.one_of(
        st.text(),
        st.lists(
            st.sampled_from(
                "it's 5:30 . , ; ! ... # tag $5 ( ) \" ' n't 's U.S. \n é ÉÉ e\u0301".split(" ")
            )
        ).map(" ".join),
        st.lists(st.sampled_from(list("aB.,;:'’\"()- \n\t5#@\u0301\u200d")), max_size=12).map(
            "".join
        ),
    ),
    st.sampled_from(NEUTRAL),
)
def test_without_the_new_word_the_text_is_the_original_byte_for_byte(text, unigram):
    tokens = cut(text, words(text))
    for gap in gaps(text):
        put = insert(text, gap, unigram)
        assert (put.text[: put.start] + put.text[put.end :]).encode("utf-8", "surrogatepass") == (
            text.encode("utf-8", "surrogatepass")
        )
        assert put.text[put.start : put.end].strip().lower() == unigram
        # No neighbour is harmed: the words are the old ones and the new one.
        assert tuple(cut(put.text, words(put.text))) == put.tokens
        assert put.tokens[: gap.position] + put.tokens[gap.position + 1 :] == tuple(tokens)


@pytest.mark.parametrize("unigram", ["a", "on", "of", "that"])
def test_no_gap_inside_its_or_a_time(unigram):
    text = "I split the bill; it's 5:30."
    made = texts_of(text, unigram)
    assert len(made) == 9
    assert all("it's" in one and "5:30" in one for one in made)
    assert f"I split the bill {unigram}; it's 5:30." in made
    assert f"I split the bill; it's {unigram} 5:30." in made
    assert f"I split the bill; it's 5:30 {unigram}." in made
    assert f"I split the bill; it's 5:30. {unigram}" in made


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("one two", [0, 1, 2]),
        ("he 's ca n't go", [0, 3, 5, 6]),  # he / ' / s / ca / n't / go
        ("Wait... what", [0, 1, 4, 5]),
        ("from the U.S. today", [0, 1, 2, 4, 5]),
        ("#tag $5 @me", [0, 2, 4, 6]),
        ('He said "go on" twice', [0, 1, 2, 3, 4, 5, 6, 7]),
        ("dogs' bones", [0, 2, 3]),
        ("fun :) yes", [0, 1, 3, 4]),
        ("", []),
        ("...", []),
    ],
)
def test_where_the_gaps_are(text, positions):
    assert [gap.position for gap in gaps(text)] == positions


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The plan sank.", "On The plan sank."),
        ("so fine", "on so fine"),
        ("NO WAY", "ON NO WAY"),
        ("  two blanks", "  on two blanks"),
    ],
)
def test_the_new_word_takes_the_capitals_of_its_place(text, made):
    assert texts_of(text)[0] == made


def test_a_new_sentence_begins_with_a_capital():
    assert "Fine. On The end" in texts_of("Fine. The end")
    assert "Fine. on the end" in texts_of("Fine. the end")


@pytest.mark.parametrize("unigram", ["", "on top", "...", " a", "a."])
def test_a_unigram_is_one_word(unigram):
    with pytest.raises(OptionError, match="is not one word"):
        check_unigram(unigram)
