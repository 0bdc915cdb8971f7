"""Where sentences end: the rules, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.systems.sentimentr import split


@pytest.mark.parametrize(
    "sentences",
    [
        [""],
        ["One sentence"],
        ["Good.", "Bad!", "So?", "No end"],
        ["Dr. Smith met Mr. Adeyemi.", "They left."],
        ["He works at Acme Inc. and Sons.", "She works at Acme Inc.", "Then he left."],
        ["It costs 3.50 now.", "See No. 7 there."],
        ["J.", "Smith is bad."],
        ["John F. Kennedy spoke.", "All heard."],
        ["'It is good.'", "Then he left."],
        ['"Is it good?"', "He left."],
        ["I HATE IT. I love her."],
        ["I HATE it.", "I love her."],
        ["(It is bad.) So sad."],
        ["He got an A.", "Good job."],
        ["Oh.", "Al.", "Yes."],
        ["P. S. I love you.", "So do I."],
    ],
)
def test_a_text_is_parted_at_the_ends_of_sentences(sentences):
    assert split("  ".join(sentences)) == sentences


def test_a_letter_run_behind_a_mark_begins_a_sentence_only_before_a_blank():
    assert split("Good.Bad day") == ["Good.", "Bad day"]
    assert split("Good.Bad") == ["Good.Bad"]


def test_a_blank_between_abbreviated_letters_goes_away():
    assert split("It was good. b. bad") == ["It was good.b. bad"]


@given(st.text(alphabet=" .?!'\"abIA,3\n\u00a0", max_size=40))
def test_no_letter_is_lost_or_moved(text):
    def letters(part):
        return [c for c in part if c.isalnum()]

    found = split(text)
    assert found
    assert [c for sentence in found for c in letters(sentence)] == letters(text)
