"""TextBlob's sentiment: the lexicon of adjectives of the pattern library."""

from __future__ import annotations

from typing import Any, ClassVar

from textblob import en

from fairnlp.core.errors import OptionError
from fairnlp.systems.lexicon_tool import LexiconTool, ScoredWord

__all__ = ["TextBlob", "TextBlobSubjectivity"]


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
    place: ClassVar[int] = 0
    """Of the score in what the package gives: polarity, subjectivity."""

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
        return float(self.sentiment(text)[self.place])

    def scored_words(self, text: str) -> list[ScoredWord]:
        """Tell which words a text has that are scored, and what they count.

        With the words that strengthen or negate them, such as "not very good"; the score is the
        mean of what counts. The entry is that of the last word that has one.
        """
        found = []
        for words, *numbers, _ in self.sentiment(text).assessments:
            known = [self.sentiment[w][None][self.place] for w in words if w in self.sentiment]
            entry = float(known[-1]) if known else float("nan")
            counts = float(numbers[self.place])
            found.append(ScoredWord(words=" ".join(words), entry=entry, counts=counts))
        return found

    @property
    def lexicon(self) -> frozenset[str]:
        """Entries and negations."""
        words = {*self.sentiment.keys(), *self.sentiment.negations}
        return frozenset(word for word in words if word == word.lower())


class TextBlobSubjectivity(TextBlob):
    """TextBlob's other measure: the mean subjectivity of the words that its lexicon knows.

    The score is ``TextBlob(text).subjectivity``, in [0, 1], and the labels are "subjective" from
    `cut` on and "objective". See `LexiconTool` for the other parameters.

    Raises
    ------
    OptionError
        If three labels are asked for: subjectivity has no neutral middle.

    Examples
    --------
    >>> system = TextBlobSubjectivity()
    >>> system.scores(["A good film.", "A film."]).tolist()
    [0.6000000000000001, 0.0]
    >>> system.labels(["A good film.", "A film."])
    ['subjective', 'objective']
    """

    title: ClassVar[str] = "textblob-subjectivity"
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    sides: ClassVar[tuple[str, str]] = ("subjective", "objective")
    place: ClassVar[int] = 1

    def __init__(self, *, cut: float = 0.5, **options: Any) -> None:
        if options.get("n_labels", 2) != 2:
            msg = (
                f"n_labels is {options['n_labels']!r}; subjectivity has 2 labels, subjective and "
                "objective."
            )
            raise OptionError(msg)
        super().__init__(cut=cut, **options)

    @property
    def info(self) -> dict[str, Any]:
        """Facts for a report."""
        return super().info | {"positive": f"subjective if score >= {self.cut:g}"}
