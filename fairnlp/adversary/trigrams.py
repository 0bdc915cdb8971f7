"""A trigram model: faster than a network, and worse at telling what is natural."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.adversary.vocabulary import EDGE, UNKNOWN, Vocabulary
from fairnlp.core.errors import OptionError
from fairnlp.core.progress import bar
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["TrigramModel"]


class TrigramModel:
    """Trigrams with interpolated absolute discounting.

    An insertion changes three trigrams, so that all of a corpus take seconds. Words are those of
    `text.words.words`, in lower case; all that are not known count as one word.

    Parameters
    ----------
    texts : iterable of str
        What is counted.
    discount : float
        Taken from every count, in (0, 1).
    min_count, most_words : int
        See `Options`.

    Notes
    -----
    Ney, Essen and Kneser (1994): p(w | u v) = max(c(u v w) - d, 0) / c(u v) +
    d N(u v .) / c(u v) p(w | v), where N counts the words that follow; the same from pairs to
    words, and from words to a uniform distribution. Own arrays, since the ready-made packages
    score one word at a time in Python, and the insertions of one corpus have millions.

    Examples
    --------
    >>> model = TrigramModel(["the plan sank", "the ship sank"], min_count=1)
    >>> more, less = model.log_probabilities(["the plan sank", "plan the sank"])
    >>> bool(more > less)
    True
    """

    name = "trigrams, absolute discounting"

    def __init__(
        self,
        texts: Iterable[str],
        *,
        discount: float = 0.75,
        min_count: int = 1,
        most_words: int = 100_000,
    ) -> None:
        if not 0 < discount < 1:
            msg = f"discount is {discount}; it must be between 0 and 1, such as 0.75."
            raise OptionError(msg)
        tokens = [cut(text, words(text)) for text in texts]
        self.discount = discount
        self.vocabulary = Vocabulary.of(tokens, min_count=min_count, most=most_words)
        self._size = len(self.vocabulary)
        rows = [self._row(one) for one in tokens]
        third = np.concatenate([row[2:] for row in rows])
        second = np.concatenate([row[1:-1] for row in rows])
        first = np.concatenate([row[:-2] for row in rows])
        pair, triple = second * self._size + third, self._triple(first, second, third)
        before = first * self._size + second
        self._ones = np.bincount(third, minlength=self._size)
        self._pairs = _Counts(pair)
        self._triples = _Counts(triple)
        self._after_one = np.bincount(second, minlength=self._size)
        self._kinds_one = np.bincount(self._pairs.keys // self._size, minlength=self._size)
        self._after_two = _Counts(before)
        self._kinds_two = _Counts(self._triples.keys // self._size)

    def _row(self, tokens: Sequence[str]) -> np.ndarray:
        return np.array([EDGE, EDGE, *self.vocabulary.numbers(tokens), EDGE], dtype=np.int64)

    def _triple(self, first: np.ndarray, second: np.ndarray, third: np.ndarray) -> np.ndarray:
        found: np.ndarray = (first * self._size + second) * self._size + third
        return found

    def _log_p(self, first: np.ndarray, second: np.ndarray, third: np.ndarray) -> np.ndarray:
        """Give log p of the third word after the two before it."""
        d = self.discount
        total, kinds = self._ones.sum(), np.count_nonzero(self._ones)
        one = (np.maximum(self._ones[third] - d, 0) + d * kinds / self._size) / total
        p = _mixed(
            self._pairs[second * self._size + third],
            self._after_one[second],
            self._kinds_one[second],
            one,
            d,
        )
        before = first * self._size + second
        p = _mixed(
            self._triples[self._triple(first, second, third)],
            self._after_two[before],
            self._kinds_two[before],
            p,
            d,
        )
        return np.log(p)

    def knows(self, word: str) -> bool:
        """Tell whether a word is in the vocabulary."""
        return word in self.vocabulary

    def log_probabilities(self, texts: Sequence[str]) -> np.ndarray:
        """Give log p of each text, its end included, in order (natural logarithm)."""
        return self.token_log_probabilities([cut(text, words(text)) for text in texts])

    def token_log_probabilities(self, texts: Sequence[Sequence[str]]) -> np.ndarray:
        """Give log p of each text that is cut into words, in order."""
        rows = [self._row(tokens) for tokens in texts]
        return np.array([self._log_p(row[:-2], row[1:-1], row[2:]).sum() for row in rows])

    def perplexity(self, texts: Sequence[str]) -> pd.DataFrame:
        """Tell how well texts are foreseen; see `LanguageModel.perplexity`. One row, forward."""
        tokens = [cut(text, words(text)) for text in texts]
        n = sum(len(one) + 1 for one in tokens)
        unknown = sum(self.vocabulary.numbers(one).count(UNKNOWN) for one in tokens)
        log_p = self.token_log_probabilities(tokens).sum()
        return pd.DataFrame(
            {
                "direction": ["forward"],
                "perplexity": float(np.exp(-log_p / n)) if n else np.nan,
                "n_words": n,
                "n_texts": len(tokens),
                "unknown": unknown / max(1, n - len(tokens)),
            }
        )

    def insertions(
        self,
        texts: Sequence[Sequence[str]],
        positions: Sequence[Sequence[int]],
        unigrams: Sequence[str],
        *,
        shortlist: int | None = None,
        progress: bool | None = None,
    ) -> list[np.ndarray]:
        """Give log p of each text with each unigram at each position; see `InsertionScorer`.

        All positions are scored whatever `shortlist` says: there is no faster way.
        """
        if not texts:
            return []
        rows = [self._row(tokens) for tokens in texts]
        totals = [self._log_p(row[:-2], row[1:-1], row[2:]).sum() for row in rows]
        sizes = [len(places) for places in positions]
        # Around a position: two words before, two after (past the end: the edge, not counted).
        around = np.concatenate(
            [
                np.append(row, EDGE)[np.asarray(places, dtype=np.int64)[:, None] + np.arange(4)]
                for row, places in zip(rows, positions, strict=True)
            ]
        )
        inside = np.concatenate(
            [np.asarray(places) < len(row) - 3 for row, places in zip(rows, positions, strict=True)]
        )
        a, b, c, e = around.T
        base = np.repeat(totals, sizes)
        base = base - self._log_p(a, b, c) - np.where(inside, self._log_p(b, c, e), 0.0)
        table = []
        numbers = self.vocabulary.numbers(list(unigrams))
        for word in bar(numbers, title="scoring insertions", unit="unigrams", show=progress):
            new = np.full(len(a), word, dtype=np.int64)
            put = self._log_p(a, b, new) + self._log_p(b, new, c)
            table.append(base + put + np.where(inside, self._log_p(new, c, e), 0.0))
        return np.split(np.array(table), np.cumsum(sizes)[:-1], axis=1)


class _Counts:
    """How often each number comes, kept sorted so that many can be looked up at once."""

    def __init__(self, numbers: np.ndarray) -> None:
        self.keys, self._counts = np.unique(numbers, return_counts=True)

    def __getitem__(self, numbers: np.ndarray) -> np.ndarray:
        place = np.minimum(np.searchsorted(self.keys, numbers), len(self.keys) - 1)
        return np.where(self.keys[place] == numbers, self._counts[place], 0)


def _mixed(
    count: np.ndarray, before: np.ndarray, kinds: np.ndarray, lower: np.ndarray, discount: float
) -> np.ndarray:
    """Mix a discounted share with the shorter one; without a count of what precedes, that alone."""
    seen = before > 0
    total = np.where(seen, before, 1)
    mixed = (np.maximum(count - discount, 0) + discount * kinds * lower) / total
    found: np.ndarray = np.where(seen, mixed, lower)
    return found
