"""Which values move a system: learnt from what it said of the mutants of earlier texts."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.monitor.inquiry import Inquiry, Key, Pool

__all__ = ["LabelPulls", "ScoreShifts"]

UP, DOWN = 1, -1

SHRINK = 4.0
"""A mean over n texts counts n / (n + this): what was seen once is not taken for much."""

_LEAST = 3  # answers; the level of the text takes up most of what fewer could tell


class LabelPulls:
    """To which labels a value pulls, as far as labels alone tell.

    In a text whose mutants do not all have one label, a value pulls to its own label by 1 minus
    the share of the mutants that have it, and away from the others by their shares. A text whose
    mutants agree tells nothing.
    """

    def __init__(self) -> None:
        self._texts: Counter[Key] = Counter()
        self._sums: dict[Key, dict[str, float]] = {}

    def learn(self, inquiry: Inquiry) -> None:
        """Take in the answers to the mutants of one text."""
        pairs = zip(inquiry.asked, inquiry.labels, strict=True)
        valid = [(key, label) for key, label in pairs if label is not None]
        shares = Counter(label for _, label in valid)
        if len(shares) < 2:
            return
        for key, given in valid:
            self._texts[key] += 1
            sums = self._sums.setdefault(key, {})
            for label, k in shares.items():
                sums[label] = sums.get(label, 0.0) + (label == given) - k / len(valid)

    def pull(self, key: Key, label: str) -> float:
        """Tell how strongly a value pulls to a label, in [-1, 1]; 0 where nothing is known."""
        return self._sums.get(key, {}).get(label, 0.0) / (self._texts[key] + SHRINK)

    def away(self, pool: Pool, class_: str, values: Sequence[str]) -> list[list[str]]:
        """Order values of a class, those first that pull most from the prediction: one list."""
        label = pool.prediction or ""
        return [sorted(values, key=lambda value: self.pull((class_, value), label))]

    def frame(self) -> pd.DataFrame:
        """Show what was learnt, one row a value and label.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, ``label``, ``pull`` in [-1, 1], ``texts``.
        """
        rows = [
            (*key, label, self.pull(key, label), self._texts[key])
            for key, sums in self._sums.items()
            for label in sorted(sums)
        ]
        return pd.DataFrame(rows, columns=["class", "value_id", "label", "pull", "texts"])


class ScoreShifts:
    """By how much a value moves the score, and how far from the original text other labels begin.

    A score is taken as the level of its text, plus the shift of its value, plus noise. Scores that
    all lie in [0, 1] are taken for probabilities and read as log odds, since a word moves a
    probability of 0.99 less than one of 0.5.
    """

    def __init__(self) -> None:
        self._texts: Counter[Key] = Counter()
        self._shifts: dict[Key, float] = {}
        self._seen: dict[str, tuple[float, float]] = {}  # label to its lowest and highest score
        self._probabilities = True
        self._noise = [0.0, 0]  # sum of squares, and of how many

    @property
    def known(self) -> bool:
        """True if anything was learnt."""
        return bool(self._shifts)

    @property
    def noise(self) -> float:
        """Standard deviation of what the shifts do not explain; NaN before it is known."""
        squares, n = self._noise
        return math.sqrt(squares / n) if n else math.nan

    def learn(self, inquiry: Inquiry) -> None:
        """Take in the answers to the mutants of one text."""
        answers = zip(inquiry.asked, inquiry.labels, inquiry.scores, strict=True)
        found = {k: (la, s) for k, la, s in answers if la is not None and math.isfinite(s)}
        self._see(inquiry.pool.prediction, inquiry.pool.score)
        for label, score in found.values():
            self._see(label, score)
        if len(found) < _LEAST:
            return
        rest = self._read([score for _, score in found.values()])
        rest -= [self._shifts.get(key, 0.0) for key in found]
        rest -= rest.mean()
        for key, off in zip(found, rest.tolist(), strict=True):
            n = self._texts[key]
            if n >= SHRINK:  # before that, what is left over is what is not learnt yet
                self._noise[0] += off * off
                self._noise[1] += 1
            self._shifts[key] = self._shifts.get(key, 0.0) + off / (n + 1 + SHRINK)
            self._texts[key] = n + 1

    def _see(self, label: str | None, score: float) -> None:
        if label is None or not math.isfinite(score):
            return
        low, high = self._seen.get(label, (score, score))
        self._seen[label] = min(low, score), max(high, score)
        if self._probabilities and not 0 <= score <= 1:
            self._probabilities = False  # what was learnt so far was learnt on another scale
            self._texts.clear()
            self._shifts.clear()
            self._noise = [0.0, 0]

    def _read(self, scores: Sequence[float] | float) -> np.ndarray:
        """Give scores on the scale on which values shift them."""
        given = np.asarray(scores, dtype=float)
        if not self._probabilities:
            return given.copy()
        inside = np.clip(given, 1e-9, 1 - 1e-9)
        return np.log(inside) - np.log1p(-inside)

    def away(self, pool: Pool, class_: str, values: Sequence[str]) -> list[list[str]]:
        """Order values of a class, those first that shift the score most to other labels.

        Returns
        -------
        list of list of str
            One list for each direction in which other labels lie; both, where none is known.
        """
        own = pool.score
        ways = {
            UP if low > own else DOWN
            for label, (low, high) in self._seen.items()
            if label != pool.prediction and not low <= own <= high
        }
        return [
            sorted(values, key=lambda v, way=way: -way * self._shifts.get((class_, v), 0.0))  # type: ignore[misc]
            for way in sorted(ways or {UP, DOWN})
        ]

    def doubtful(self, inquiry: Inquiry, margin: float) -> list[Key]:
        """Find mutants that were not asked about and might get another label.

        Their scores are expected at the level of the text, as the answers so far tell it, plus
        the shifts of their values. Another label begins half way between the scores seen with the
        one and with the other; a label whose scores overlap with those of the prediction is not
        told by the score.

        Parameters
        ----------
        inquiry : Inquiry
            All answers have the label of the original text.
        margin : float
            How near an expected score comes, in standard deviations of the noise.

        Returns
        -------
        list of (class, value_id)
            Those that come nearest first.
        """
        pool, heard = inquiry.pool, dict(zip(inquiry.asked, inquiry.scores, strict=True))
        known = [key for key, score in heard.items() if math.isfinite(score)]
        if pool.prediction not in self._seen or not known or math.isnan(self.noise):
            return []
        level = self._read([heard[key] for key in known])
        level -= [self._shifts.get(key, 0.0) for key in known]
        left = [(c, v) for c, values in pool.classes.items() for v in values if (c, v) not in heard]
        expected = level.mean() + np.array([self._shifts.get(key, 0.0) for key in left])
        own_low, own_high = self._seen[pool.prediction]
        gaps = np.full(len(left), np.inf)
        for low, high in (ends for other, ends in self._seen.items() if other != pool.prediction):
            if low > own_high:
                gaps = np.minimum(gaps, self._read((own_high + low) / 2) - expected)
            elif high < own_low:
                gaps = np.minimum(gaps, expected - self._read((own_low + high) / 2))
        near = np.flatnonzero(gaps < margin * self.noise)
        return [left[i] for i in near[np.argsort(gaps[near], kind="stable")].tolist()]

    def frame(self) -> pd.DataFrame:
        """Show what was learnt, one row a value.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, ``shift`` (of the score, or of its log odds where all scores
            lay in [0, 1]), ``texts``.
        """
        rows = [(*key, shift, self._texts[key]) for key, shift in self._shifts.items()]
        return pd.DataFrame(rows, columns=["class", "value_id", "shift", "texts"])
