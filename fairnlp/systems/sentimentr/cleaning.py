"""Sentences into lower-case words and pauses, many at once, and how many words each has."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
import regex

from fairnlp.systems.sentimentr.sentences import BLANK

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["APART", "clean", "count_words"]

APART = "\0"
"""Stands between the sentences of a batch; no character of a cleaned sentence."""

_PAUSES = re.compile(rf"{BLANK}*([,;:]+)")
_DIGIT_AND_BLANK = re.compile(rf"\d{BLANK}")
_LETTER = regex.compile(r"\p{Alphabetic}")
_WORDS = re.compile(r"[^ ',;:]+(?:'[^ ',;:]+)*").findall
# Scripts that write no spaces: where a word ends, only a dictionary knows.
_UNSPACED = regex.compile(r"[\p{Line_Break=Complex_Context}\p{Han}\p{Hiragana}\p{Katakana}]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def clean(sentences: Sequence[str]) -> str:
    r"""Clean sentences, as the R package does before it looks words up.

    Lower case; a space in front of each run of pause marks; and a space in the place of whatever
    is no letter, apostrophe or pause mark.

    Parameters
    ----------
    sentences : sequence of str

    Returns
    -------
    str
        All of them, with `APART` between.

    Examples
    --------
    >>> clean(["Good,bad!", "Sugar-free 2 go"])
    'good ,bad \x00sugar free  go'
    """
    joined = APART.join(sentences)
    if joined.count(APART) >= len(sentences):  # a text that holds the sign itself
        joined = APART.join(sentence.replace(APART, "\1") for sentence in sentences)
    joined = _PAUSES.sub(r" \1", joined).lower()
    joined = _DIGIT_AND_BLANK.sub(" ", joined)
    return joined.translate({ord(c): " " for c in set(joined) if not _stays(c)})


@cache
def _stays(character: str) -> bool:
    return character in APART + " ',;:" or _LETTER.match(character) is not None


def count_words(cleaned: Sequence[str]) -> np.ndarray:
    """Count the words of cleaned sentences; apostrophes inside are part of a word.

    In scripts without spaces, such as Thai and Chinese, words are told by ICU if ``icu4py`` is
    installed (``fairnlp[lexicons]``); else a stretch of letters is one word.

    Examples
    --------
    >>> count_words(["don't , don''t", " "]).tolist()
    [3, 0]
    """
    counts = np.array([len(_WORDS(sentence)) for sentence in cleaned], dtype=np.int64)
    if find_spec("icu4py") is None:
        return counts
    for row, sentence in enumerate(cleaned):
        if not sentence.isascii() and _UNSPACED.search(sentence):
            counts[row] = _count_by_dictionary(sentence)
    return counts


def _count_by_dictionary(sentence: str) -> int:
    from icu4py.breakers import WordBreaker

    sentence = _ASTRAL.sub("a", sentence)  # its offsets are those of UTF-16
    parts = (sentence[start:end] for start, end in WordBreaker(sentence, "en").segments())
    return sum(1 for part in parts if part.strip(" ',;:"))
