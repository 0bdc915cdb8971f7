"""SentimentR as a system under test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.systems.lexicon_tool import LexiconTool, ScoredWord
from fairnlp.systems.sentimentr.averages import AVERAGES
from fairnlp.systems.sentimentr.keys import load
from fairnlp.systems.sentimentr.scoring import sentiment_by
from fairnlp.systems.sentimentr.sentences import split
from fairnlp.systems.sentimentr.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np

    from fairnlp.systems.sentimentr.averages import Average

__all__ = ["SentimentR"]


class SentimentR(LexiconTool):
    """SentimentR (Rinker 2021): a lexicon with rules for negation, emphasis and "but".

    The score of a text is the average of its sentences, without bound. With three labels, only 0 is
    neutral. See `LexiconTool` for the other parameters.

    Parameters
    ----------
    key : Tables, str or Path
        The tables, or what `load` makes them of. By default the key of the R package if that is on
        this machine, else the syuzhet key; `name` and `info` tell which.
    shifters, download
        See `load`.
    how : {"downweighted_zero", "mean", "weighted_mixed"}
        See `average`.

    Examples
    --------
    >>> tables = Tables(polarity={"good": 0.75}, shifters={"not": 1}, key="mine")
    >>> system = SentimentR(tables)
    >>> system
    SentimentR(name='SentimentR algorithm, mine key', score >= 0 is positive)
    >>> system.labels(["A good film.", "Not a good film."])
    ['positive', 'negative']
    """

    title: ClassVar[str] = "SentimentR"
    package: ClassVar[str] = "fairnlp"
    band: ClassVar[float] = 0.0
    range: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))

    def __init__(
        self,
        key: Tables | str | Path = "auto",
        *,
        shifters: str | Path | None = None,
        download: bool = False,
        how: Average = "downweighted_zero",
        **options: Any,
    ) -> None:
        super().__init__(**options)
        if how not in AVERAGES:
            raise UnknownChoiceError(unknown_choice("average", how, AVERAGES))
        if not isinstance(key, Tables):
            key = load(key, shifters=shifters, download=download)
        self.tables, self.how = key, how
        title = self.tables.title
        self.name = options.get("name") or title
        if self.name.lower().startswith("sentimentr") and self.name.lower() != title.lower():
            msg = f"With these tables it is not {self.name!r} but {title!r}; leave the name out."
            raise OptionError(msg)

    def score(self, text: str) -> float:
        """Give the score of one text."""
        return float(self.score_all([text])[0])

    def score_all(self, texts: Sequence[str]) -> np.ndarray:
        """Score texts as they are; equal sentences once."""
        found = sentiment_by(texts, tables=self.tables, how=self.how)
        return found["ave_sentiment"].to_numpy(dtype=float)

    def scored_words(self, text: str) -> list[ScoredWord]:
        """Tell which entries a text has, in order, and what they count with the shifters around.

        The sum over a sentence is divided by the root of its number of words.
        """
        return [
            ScoredWord(words=term, entry=entry, counts=counts)
            for sentence in split(text)
            for term, entry, counts in self.tables.scorer.terms(sentence)
        ]

    @property
    def lexicon(self) -> frozenset[str]:
        """Words, phrases and valence shifters."""
        return frozenset({*self.tables.polarity, *self.tables.shifters})

    @property
    def info(self) -> dict[str, Any]:
        """Facts for a report."""
        return super().info | {
            "key": self.tables.key,
            "words": len(self.tables.polarity),
            "valence shifters": f"{len(self.tables.shifters)} of {self.tables.shifter_list}",
            "tables": self.tables.sha256,
            "average": self.how,
        }
