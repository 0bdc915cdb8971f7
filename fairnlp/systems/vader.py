"""VADER (Hutto and Gilbert 2014), scored as its package does, without its repeated work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from vaderSentiment.vaderSentiment import (
    BOOSTER_DICT,
    NEGATE,
    SentimentIntensityAnalyzer,
)

from fairnlp.systems.lexicon_tool import LexiconTool, ScoredWord

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Vader"]


class _Analyzer(SentimentIntensityAnalyzer):
    """The package's analyzer, on the words that a rule looks at.

    The two rules below put all words of the text in lower case, up to four times for each lexicon
    word, and then look at three words before it and two after it. They get those alone: word `i`
    is word 3 of the window, or stays where it is near the start, and the window ends where the
    text does, so that each rule sees what it would see in the whole text.
    """

    @staticmethod
    def _negation_check(valence: float, words: Sequence[str], start_i: int, i: int) -> float:
        start = max(0, i - 3)
        checked: float = SentimentIntensityAnalyzer._negation_check(
            valence, words[start : i + 3], start_i, i - start
        )
        return checked

    @staticmethod
    def _special_idioms_check(valence: float, words: Sequence[str], i: int) -> float:
        start = max(0, i - 3)
        checked: float = SentimentIntensityAnalyzer._special_idioms_check(
            valence, words[start : i + 3], i - start
        )
        return checked


class _Telling(_Analyzer):
    """Scores a text as the package does, and keeps what each word counted."""

    def __init__(self, analyzer: SentimentIntensityAnalyzer) -> None:
        self.lexicon, self.emojis = analyzer.lexicon, analyzer.emojis
        self._words: list[str] = []
        self._counts: list[float] = []

    def scored_words(self, text: str) -> list[ScoredWord]:
        self.polarity_scores(text)
        return [
            ScoredWord(words=word.lower(), entry=self.lexicon[word.lower()], counts=float(count))
            for word, count in zip(self._words, self._counts, strict=True)
            if count and word.lower() in self.lexicon
        ]

    def _but_check(self, words: list[str], sentiments: list[float]) -> list[float]:
        # The last rule for single words; what it gives is summed up next.
        self._words = words
        self._counts = SentimentIntensityAnalyzer._but_check(words, sentiments)
        return self._counts


class Vader(LexiconTool):
    """VADER: a lexicon of social media words, with rules for negation, emphasis and "but".

    The score is ``compound``, in [-1, 1]. With three labels, the authors' band: positive from
    0.05, negative down from -0.05. See `LexiconTool` for the parameters.

    Examples
    --------
    >>> Vader().scores(["A good film.", ""]).tolist()
    [0.4404, 0.0]
    >>> Vader(n_labels=3).labels(["A good film.", "A film."])
    ['positive', 'neutral']
    """

    title: ClassVar[str] = "vader"
    package: ClassVar[str] = "vaderSentiment"
    band: ClassVar[float] = 0.05
    range: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.analyzer = _Analyzer()

    def score(self, text: str) -> float:
        """Give the compound score of one text."""
        return float(self.analyzer.polarity_scores(text)["compound"])

    def scored_words(self, text: str) -> list[ScoredWord]:
        """Tell which entries a text has, in order, and what they count.

        After negation, emphasis, capitals and "but"; the sum of what counts is then put between
        -1 and 1. Exclamation and question marks count for the whole text and are not here.
        """
        return _Telling(self.analyzer).scored_words(text)

    @property
    def lexicon(self) -> frozenset[str]:
        """Entries that can fire (those with a capital cannot), boosters and negations."""
        words = {*self.analyzer.lexicon, *BOOSTER_DICT, *NEGATE}
        return frozenset(word for word in words if word == word.lower())
