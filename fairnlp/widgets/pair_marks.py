"""Which words of a sentence are marked: those that its partner lacks, and those that count."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from fairnlp.core.marking import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairnlp.systems.lexicon_tool import ScoredWord

__all__ = ["word_marks"]

_WORD = re.compile(r"\w+")


def word_marks(text: str, other: str, scored: Iterable[ScoredWord]) -> list[Mark]:
    """Mark the words of a sentence.

    Parameters
    ----------
    text, other : str
        The sentence and its partner.
    scored : iterable of ScoredWord
        What counts in the sentence, in order.

    Returns
    -------
    list of Mark
        One a word, in order: of kind ``"changed"`` if the partner lacks the word at its place,
        else ``"scored"``. What a word counts is in the title.

    Examples
    --------
    >>> from fairnlp.systems import as_system
    >>> text, other = "The deficit made me sad.", "The shortage made me sad."
    >>> marks = word_marks(text, other, as_system("vader").scored_words(text))
    >>> [(text[mark.start : mark.end], mark.kind, mark.title) for mark in marks]
    [('deficit', 'changed', 'counts −1.70'), ('sad', 'scored', 'counts −2.10')]
    """
    words = list(_WORD.finditer(text))
    plain = [word[0].lower() for word in words]
    changed = _changed(plain, [word.lower() for word in _WORD.findall(other)])
    titles: dict[int, str] = {}
    start = 0
    for one in scored:
        said = f"counts {one.counts:+.2f}".replace("-", "−")
        for part in _WORD.findall(one.words.lower()):
            if part in plain[start:]:
                at = plain.index(part, start)
                titles[at], start = said, at + 1
    return [
        Mark(
            start=word.start(),
            end=word.end(),
            kind="changed" if at in changed else "scored",
            title=titles.get(at, ""),
        )
        for at, word in enumerate(words)
        if at in changed or at in titles
    ]


def _changed(words: list[str], others: list[str]) -> set[int]:
    matcher = difflib.SequenceMatcher(None, words, others, autojunk=False)
    return {
        at
        for action, start, end, _, _ in matcher.get_opcodes()
        if action != "equal"
        for at in range(start, end)
    }
