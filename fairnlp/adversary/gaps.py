"""The places in a text where a word can be put in without harm to what is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from fairnlp.core.errors import OptionError
from fairnlp.text.casing import cased
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Gap", "Insertion", "check_unigram", "gaps", "insert"]

# Marks that may follow or precede a word without a blank. Apostrophes are not among them: they
# may belong to the word (the dogs' bones, 'tis).
_CLOSING = regex.compile(r"[.,;:!?…)\]}»”\"]+(?=\s|$)")
_OPENING = '([{«“„"¿¡'
_ENDING = (".", "!", "?", "…")

# What some corpora cut off: it 's, do n't. With the word before it, this is one word.
_CLITIC = regex.compile(r"n['’]t|['’](?:s|re|ve|ll|d|m)", regex.IGNORECASE)

_WORDLIKE = regex.compile(r"[\p{L}\p{N}_]")


@dataclass(frozen=True, kw_only=True)
class Gap:
    """A place where a word can be put in.

    Parameters
    ----------
    position : int
        How many words and punctuation marks (`text.words.words`) stand before it, from 0 to all.
    offset : int
        Where the new characters begin.
    blank : {"before", "after"}
        On which side of the new word its blank stands.
    case : {"lower", "title", "upper"}
        The letter case that the new word takes.
    """

    position: int
    offset: int
    blank: str
    case: str


@dataclass(frozen=True, kw_only=True)
class Insertion:
    """A text into which one word was put.

    Parameters
    ----------
    text : str
        The new text.
    start, end : int
        The new stretch in it, blank included: without it, the text is the original one.
    tokens : tuple of str
        The words of the new text, as `text.words.words` cuts them.
    """

    text: str
    start: int
    end: int
    tokens: tuple[str, ...]


def gaps(text: str) -> list[Gap]:
    """Find every place where a word can be put in.

    There is one before the first word, one after the last, and one wherever white space stands
    between two words or marks. Also one between a word and the closing marks behind it ("the
    bill;", "(so)") or the opening marks before it. There is none inside a word ("it's", "5:30"),
    between two marks ("...", ":-)"), between a mark and its word ("#tag", "$5"), before an
    apostrophe, between the parts of "it 's" and "do n't", or before the last dot of "U.S.".

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    list of Gap
        In order. Of n words and marks there are at most n + 1; without a word there is none.

    Examples
    --------
    >>> text = "I split the bill; it's 5:30."
    >>> [text[: gap.offset] + "|" + text[gap.offset :] for gap in gaps(text)][4:6]
    ["I split the bill|; it's 5:30.", "I split the bill;| it's 5:30."]
    """
    spans = words(text)
    tokens = cut(text, spans)
    if not any(map(_WORDLIKE.search, tokens)):
        return []
    loud = text.isupper() and sum(map(str.isalpha, text)) > 1
    found = [
        Gap(
            position=position,
            offset=spans[position][0] if blank == "after" else spans[position - 1][1],
            blank=blank,
            case=_case(tokens, position, loud=loud),
        )
        for position in range(len(tokens) + 1)
        if (blank := _blank(text, spans, tokens, position))
    ]
    return found


def _blank(
    text: str, spans: Sequence[tuple[int, int]], tokens: Sequence[str], position: int
) -> str | None:
    """Say on which side the blank stands; None if nothing can be put in here."""
    if position == 0:
        return "after"
    if position == len(tokens):
        return "before"
    before, after = tokens[position - 1], tokens[position]
    end, start = spans[position - 1][1], spans[position][0]
    if start > end:
        split = _CLITIC.match(text, start)
        return None if split and not _WORDLIKE.match(text, split.end()) else "before"
    if _WORDLIKE.search(before) and _CLOSING.match(text, end):
        shortened = "." in before or len(before) == 1
        return None if after == "." and shortened else "before"
    free = position == 1 or spans[position - 2][1] < spans[position - 1][0]
    if before in _OPENING and free and _WORDLIKE.search(after):
        return "after"
    return None


def _case(tokens: Sequence[str], position: int, *, loud: bool) -> str:
    if loud:
        return "upper"
    begins = position == 0 or tokens[position - 1] in _ENDING
    follows = tokens[position] if position < len(tokens) else ""
    return "title" if begins and follows[:1].isupper() else "lower"


def check_unigram(unigram: str) -> str:
    """Return a unigram if it is one word.

    Raises
    ------
    OptionError
        If it is none, or several.
    """
    if cut(unigram, words(unigram)) != [unigram] or not _WORDLIKE.search(unigram):
        msg = f"{unigram!r} is not one word; give unigrams such as 'a', 'on' or 'that'."
        raise OptionError(msg)
    return unigram


def insert(text: str, gap: Gap, unigram: str) -> Insertion:
    """Put one word into a text.

    Parameters
    ----------
    text : str
    gap : Gap
        One of `gaps(text)`.
    unigram : str
        One word. It takes the capitals of its place: a capital before the first word of a
        sentence that has one, all capitals in a text that is written so.

    Returns
    -------
    Insertion

    Examples
    --------
    >>> text = "The plan sank."
    >>> put = insert(text, gaps(text)[0], "on")
    >>> put.text, put.text[: put.start] + put.text[put.end :] == text
    ('On The plan sank.', True)
    """
    model = {"upper": "AA", "title": "Aa", "lower": "aa"}[gap.case]
    word = cased(unigram, model)
    piece = f"{word} " if gap.blank == "after" else f" {word}"
    tokens = cut(text, words(text))
    return Insertion(
        text=text[: gap.offset] + piece + text[gap.offset :],
        start=gap.offset,
        end=gap.offset + len(piece),
        tokens=(*tokens[: gap.position], word, *tokens[gap.position :]),
    )
