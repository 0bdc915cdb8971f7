"""The words of a text as offsets, for measures that go by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["cut", "words"]

# A word with what joins its parts (it's, well-made, 5:30, 3.5), else one character as it is seen.
# The case of a letter and its marks stay together, so that no cut falls inside a character.
_PART = r"(?:[\p{L}\p{N}_]\p{M}*)+"
_WORD = regex.compile(rf"{_PART}(?:['’\-.:,/&@]{_PART})*|\S\p{{M}}*(?:\u200d\S\p{{M}}*)*")


def words(text: str) -> list[tuple[int, int]]:
    """Give the start and end of each word and punctuation mark, in order.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    list of (int, int)
        Offsets in `text`; between them is nothing but white space.

    Examples
    --------
    >>> text = "It's 5:30, naïve Ann."
    >>> cut(text, words(text))
    ["It's", '5:30', ',', 'naïve', 'Ann', '.']
    """
    return [match.span() for match in _WORD.finditer(text)]


def cut(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """Give the pieces of a text that stand at `spans`."""
    return [text[start:end] for start, end in spans]
