"""The words that a language model knows, by number."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["EDGE", "UNKNOWN", "Vocabulary"]

EDGE, UNKNOWN = 0, 1
"""The numbers of the edge (before the first and after the last word), and of the unknown word."""


class Vocabulary:
    """Words with numbers, the most frequent first; letter case does not count.

    Parameters
    ----------
    words : sequence of str
        In lower case, without the two that are always there (`EDGE` and `UNKNOWN`).

    Examples
    --------
    >>> known = Vocabulary.of([["The", "plan"], ["the", "ship"]], min_count=2, most=100)
    >>> known.words, len(known), known.numbers(["The", "crew"])
    (['the'], 3, [2, 1])
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self._numbers = {word: number for number, word in enumerate(self.words, start=2)}

    @classmethod
    def of(cls, texts: Iterable[Sequence[str]], *, min_count: int, most: int) -> Vocabulary:
        """Take the words that are frequent in some texts; equal counts go by the alphabet.

        Raises
        ------
        OptionError
            If an option is out of its range, or no word is frequent enough.
        """
        for name, value in (("min_count", min_count), ("most_words", most)):
            if value < 1:
                msg = f"{name} is {value}; give 1 or more."
                raise OptionError(msg)
        counts = Counter(word.lower() for text in texts for word in text)
        frequent = sorted(
            (word for word, count in counts.items() if count >= min_count),
            key=lambda word: (-counts[word], word),
        )
        if not frequent:
            msg = (
                f"No word comes {min_count} times in the texts ({len(counts)} different words); "
                "give more texts, or a lower min_count."
            )
            raise OptionError(msg)
        return cls(frequent[:most])

    def __len__(self) -> int:
        """Count the words, the edge and the unknown word among them."""
        return len(self.words) + 2

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._numbers

    def numbers(self, tokens: Sequence[str]) -> list[int]:
        """Give the number of each word; `UNKNOWN` for one that is not known."""
        return [self._numbers.get(token.lower(), UNKNOWN) for token in tokens]
