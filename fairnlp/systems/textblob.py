"""TextBlob's sentiment: the lexicon of adjectives of the pattern library."""

from __future__ import annotations

from typing import Any, ClassVar

from textblob import en

from fairnlp.systems.lexicon_tool import LexiconTool

__all__ = ["TextBlob"]


class TextBlob(LexiconTool):
    """TextBlob: the mean polarity of the words that its lexicon knows.

    The score is ``TextBlob(text).polarity``, in [-1, 1]. With three labels, only 0 is neutral.
    See `LexiconTool` for the parameters.

    Examples
    --------
    >>> TextBlob().scores(["A good film.", ""]).tolist()
    [0.7, 0.0]
    """

    title: ClassVar[str] = "textblob"
    package: ClassVar[str] = "textblob"
    band: ClassVar[float] = 0.0
    range: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # As the package makes its own, which the whole process shares.
        shared = en.sentiment
        self.sentiment = en.Sentiment(
            path=shared.path,
            synset="wordnet_id",
            negations=shared.negations,
            modifiers=shared.modifiers,
            modifier=shared.modifier,
            tokenizer=shared.tokenizer,
            language="en",
        )
        self.sentiment.load()

    def score(self, text: str) -> float:
        """Give the polarity of one text."""
        return float(self.sentiment(text)[0])

    @property
    def lexicon(self) -> frozenset[str]:
        """Entries and negations."""
        words = {*self.sentiment.keys(), *self.sentiment.negations}
        return frozenset(word for word in words if word == word.lower())
