"""What the tools that look words up in a lexicon have in common: a score a text, and cut-offs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.systems.outputs import NEGATIVE, POSITIVE, Answers

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LexiconTool", "ScoredWord"]

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


@dataclass(frozen=True, kw_only=True)
class ScoredWord:
    """What a tool found in a text.

    Parameters
    ----------
    words : str
        A word or phrase, lower case.
    entry : float
        Its score in the lexicon.
    counts : float
        What it counts in this text, after the tool's rules for negation, emphasis and capitals;
        how the tool makes one score of all that counts is its own affair.
    """

    words: str
    entry: float
    counts: float


class LexiconTool(ABC):
    """A tool that scores a text by the words in it.

    Parameters
    ----------
    n_labels : {2, 3}
        With two labels, a text is positive from `cut` on, else negative; so every text has a side,
        as the reviews that the tool is compared with have. A text without any known word scores
        0, and with the default cut counts as positive: which side it takes is arbitrary, and
        three labels avoid it.
        With three labels, the tool's usual neutral band is between the two (`band`).
    cut : float
        See `n_labels`; not used with three labels.
    straighten : bool
        Turn typographic apostrophes into straight ones before scoring; the tools know only
        those ("wasn't"). By default the text is scored as it is.
    name : str, optional
        What tables call it.

    Notes
    -----
    Each object has a lexicon of its own; to change one changes no other.
    """

    title: ClassVar[str]
    """The name by default."""
    package: ClassVar[str]
    """What is to be installed."""
    band: ClassVar[float]
    """Half the width of the neutral band; 0 if only a score of 0 is neutral."""
    range: ClassVar[tuple[float, float]]
    """Smallest and largest score."""
    sides: ClassVar[tuple[str, str]] = (POSITIVE, NEGATIVE)
    """The labels of high and of low scores."""

    def __init__(
        self,
        *,
        n_labels: Literal[2, 3] = 2,
        cut: float = 0.0,
        straighten: bool = False,
        name: str | None = None,
    ) -> None:
        if n_labels not in (2, 3):
            msg = f"n_labels is {n_labels!r}; choose 2 (positive, negative) or 3 (also neutral)."
            raise OptionError(msg)
        self.n_labels, self.cut, self.straighten = n_labels, cut, straighten
        self.name = name or self.title

    @abstractmethod
    def score(self, text: str) -> float:
        """Score one text, as the tool does."""

    def score_all(self, texts: Sequence[str]) -> np.ndarray:
        """Score texts as they are; a tool that works on many at once does it here."""
        return np.array([self.score(text) for text in texts], dtype=float)

    @property
    @abstractmethod
    def lexicon(self) -> frozenset[str]:
        """The lower-case words that the tool knows, those that only strengthen or negate too."""

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        """Score texts, in `range`; a text without known words scores 0."""
        if self.straighten:
            texts = [text.translate(_STRAIGHT) for text in texts]
        return self.score_all(texts)

    def labels(self, texts: Sequence[str]) -> list[str]:
        """Label texts with one of the two `sides`, with three labels also "neutral"."""
        return [self._label(score) for score in self.scores(texts).tolist()]

    def answers(self, texts: Sequence[str]) -> Answers:
        """Give labels and scores in one pass."""
        scores = self.scores(texts)
        return Answers([self._label(score) for score in scores.tolist()], scores)

    @property
    def info(self) -> dict[str, Any]:
        """Facts for a report."""
        cut = f"score >= {self.cut:g}"
        if self.n_labels == 3:
            cut = f"score >= {self.band:g}" if self.band else "score > 0"
        return {"positive": cut, "n_labels": self.n_labels, "straighten": self.straighten}

    def _label(self, score: float) -> str:
        high, low = self.sides
        if self.n_labels == 2:
            return high if score >= self.cut else low
        if score == 0 or abs(score) < self.band:
            return "neutral"
        return high if score > 0 else low

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, {self.info['positive']} is positive)"
