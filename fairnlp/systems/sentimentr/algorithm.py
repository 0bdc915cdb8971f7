"""The score of a sentence as the R package sentimentr 2.9 computes it, for many sentences at once.

Each polarized word is looked at in a window: from the nearest pause before it (else five words
back) to the nearest pause after it (else two words on). Negators, amplifiers, de-amplifiers and
adversatives in the window change its value, and the sum is divided by the root of the number of
words.
"""

from __future__ import annotations

import re
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.systems.sentimentr.cleaning import APART, clean, count_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ADVERSATIVE", "AMPLIFIER", "DEAMPLIFIER", "NEGATOR", "Scorer"]

NEGATOR, AMPLIFIER, DEAMPLIFIER, ADVERSATIVE = 1, 2, 3, 4

_BEFORE, _AFTER = 5, 2  # words of the window where no pause ends it
_WEIGHT, _ADVERSATIVE_WEIGHT, _FLOOR = 0.8, 0.25, -0.999
_GLUE = "~~"  # holds the words of a phrase together; no characters of a cleaned sentence
_SENTENCES = 20_000  # in one pass: bounds the memory
_NOTHING, _APART, _PAUSE = 0, 1, 2


class Scorer:
    """Scores sentences by a polarity table and a table of valence shifters.

    Parameters
    ----------
    polarity : mapping of str to float
        Lower-case words and phrases; 0 is a value like any other.
    shifters : mapping of str to int
        1 negator, 2 amplifier, 3 de-amplifier, 4 adversative. No word is in both.
    """

    def __init__(self, polarity: Mapping[str, float], shifters: Mapping[str, int]) -> None:
        # Phrases are glued in this order, whichever comes first in the sentence.
        words, tags = sorted(polarity), sorted(shifters)
        self._phrases = [(term, term.split()) for term in words + tags if " " in term]
        glued = [term.replace(" ", _GLUE) for term in words + tags]
        self._codes = {APART: _APART} | dict.fromkeys(",;:", _PAUSE)
        first = _PAUSE + 1
        self._codes |= {term: first + at for at, term in enumerate(glued)}
        self._polarized = first + len(words)  # codes from `first` on and below this
        self._first, self._words = first, words
        self._values = np.array([0.0] * first + [polarity[word] for word in words])
        self._tags = np.zeros(first + len(glued), dtype=np.int64)
        self._tags[self._polarized :] = [shifters[word] for word in tags]

    def score(self, sentences: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Give the number of words and the score of each sentence; without words, 0 and 0."""
        counts = np.zeros(len(sentences), dtype=np.int64)
        scores = np.zeros(len(sentences))
        for start in range(0, len(sentences), _SENTENCES):
            some = sentences[start : start + _SENTENCES]
            cleaned = clean(some)
            words = count_words(cleaned.split(APART))
            end = start + len(some)
            total = self._totals(self._tokens(cleaned), len(some))
            counts[start:end] = words
            scores[start:end] = np.where(words > 0, total / np.sqrt(np.maximum(words, 1)), 0)
        return counts, scores

    def terms(self, sentence: str) -> list[tuple[str, float, float]]:
        """Give the polarized terms of a sentence, in order, with their value and what it counts.

        What it counts is the value after the shifters of its window; the score of the sentence is
        the sum of these, divided by the root of the number of words.
        """
        codes = self._tokens(clean([sentence]))
        at, clusters = self._clusters(codes)
        found = codes[at]
        return [
            (self._words[code - self._first], float(self._values[code]), float(count))
            for code, count in zip(found.tolist(), clusters.tolist(), strict=True)
        ]

    def fires(self, terms: Sequence[str]) -> list[bool]:
        """Tell of each term whether it is found when it stands alone.

        One with a hyphen, a digit or a capital is not, nor a phrase that another breaks up.
        """
        wanted = [self._codes.get(term.replace(" ", _GLUE)) for term in terms]
        found: list[list[int]] = [[] for _ in terms]
        row = 0
        for code in self._tokens(clean(list(terms))).tolist():
            if code == _APART:
                row += 1
            else:
                found[row].append(code)
        return [
            code is not None and seen == [code] for code, seen in zip(wanted, found, strict=True)
        ]

    def _tokens(self, cleaned: str) -> np.ndarray:
        """Cut cleaned sentences into tokens, and give the code of each."""
        # The words of a batch are looked through first: they are far fewer than its text is long.
        words = f" {' '.join(set(cleaned.replace(APART, ' ').split()))} "
        for phrase, (first, *_, last) in self._phrases:
            if f"{first} " in words and f" {last}" in words and phrase in cleaned:
                cleaned = _glue(phrase, cleaned)
        tokens = cleaned.replace(APART, f" {APART} ").split()
        codes = map(self._codes.get, tokens, repeat(_NOTHING))
        return np.fromiter(codes, dtype=np.int64, count=len(tokens))

    def _totals(self, codes: np.ndarray, n: int) -> np.ndarray:
        """Sum the values of the polarized tokens of each of `n` sentences."""
        at, clusters = self._clusters(codes)
        # R sums in long doubles and rounds once; where they are longer, this gives the very bits.
        totals = np.zeros(n, dtype=np.longdouble)
        np.add.at(totals, np.cumsum(codes == _APART)[at], clusters)
        return totals.astype(float)

    def _clusters(self, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Find the polarized tokens, and give what each counts with the shifters around it."""
        at = np.flatnonzero((codes >= self._first) & (codes < self._polarized))
        if not len(at):
            return at, np.zeros(0)
        low, high = _windows(codes, at)
        tags = self._tags[codes]

        def number(tag: int, start: np.ndarray, end: np.ndarray) -> np.ndarray:
            upto = np.concatenate([[0], np.cumsum(tags == tag)])
            return upto[end] - upto[start]

        odd = number(NEGATOR, low, high) % 2
        amplifiers = number(AMPLIFIER, low, high)
        deamplifiers = number(DEAMPLIFIER, low, high)
        before = number(ADVERSATIVE, low, at)
        after = number(ADVERSATIVE, at, high)
        more = (1 - odd) * amplifiers * _WEIGHT
        less = (-odd * amplifiers - deamplifiers) * _WEIGHT
        more = np.where(before > 0, more + (1 + _ADVERSATIVE_WEIGHT * before), more)
        less = np.where((before == 0) & (after > 0), less - 1, less)
        less = np.where(less <= -1, _FLOOR, less)
        return at, (1 + (more + less)) * (self._values[codes[at]] * np.where(odd, -1, 1))


def _windows(codes: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the first token of the window of each token in `at`, and the one behind the last."""
    n = len(codes)
    marks = (codes == _APART) | (codes == _PAUSE)
    place = np.arange(n)
    # The nearest mark on either side; -1 and n where there is none.
    left = np.maximum.accumulate(np.where(marks, place, -1))[at]
    right = np.minimum.accumulate(np.where(marks, place, n)[::-1])[::-1][at]
    # A pause takes the place of the limit, and may be farther away than it.
    paused = np.append(codes == _PAUSE, False)  # [-1] and [n]: no mark
    low = np.where(paused[left], left + 1, np.maximum(left + 1, at - _BEFORE))
    high = np.where(paused[right], right, np.minimum(right, at + _AFTER + 1))
    return low, high


def _glue(phrase: str, cleaned: str) -> str:
    """Hold the words of a phrase together, wherever its letters stand, even inside words."""
    glued = phrase.replace(" ", _GLUE)
    if _GLUE + phrase not in cleaned:
        return cleaned.replace(phrase, glued)
    return re.sub(f"(?<!{_GLUE}){re.escape(phrase)}", glued, cleaned)
