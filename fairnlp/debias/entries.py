"""How the entries of each lexicon tool are read, replaced in a copy of it, and valued."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from vaderSentiment.vaderSentiment import BOOSTER_DICT, NEGATE

from fairnlp.core.errors import OptionError
from fairnlp.debias.reasons import Reason, reason
from fairnlp.systems.sentimentr import SentimentR
from fairnlp.systems.sentimentr.algorithm import Scorer
from fairnlp.systems.textblob import TextBlob
from fairnlp.systems.vader import Vader
from fairnlp.systems.wordscores import WordScores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairnlp.systems.lexicon_tool import LexiconTool

    _Table = Mapping[str, Any]

__all__ = ["Entries", "can_patch", "entries_of"]


class Entries(ABC):
    """What differs between the tools; an entry is a number, for TextBlob a table of senses."""

    phrases: ClassVar[bool]
    """Whether an entry may have several words."""

    @abstractmethod
    def read(self, tool: Any) -> dict[str, Any]:
        """Give the entries of a tool; to change the mapping changes nothing in the tool."""

    @abstractmethod
    def put(self, tool: Any, entries: Mapping[str, Any]) -> Any:
        """Give a copy of a tool, with these entries instead of its own."""

    @abstractmethod
    def like(self, tool: Any, entries: Mapping[str, Any], phrase: str) -> Any:
        """Give the entry that counts as the words of a phrase do; None if they count nothing."""

    @abstractmethod
    def fixed(self, tool: Any) -> frozenset[str]:
        """Words that negate or strengthen, which no entry can make another word do."""

    def fires(self, tool: Any, words: Sequence[str]) -> list[bool]:
        """Tell whether an entry of each word can count: by trying two that differ."""
        scores = [self._trying(tool, words, score).score_all(words) for score in (0.25, 0.75)]
        return [
            bool(low != high) and (self.phrases or " " not in word)
            for low, high, word in zip(*scores, words, strict=True)
        ]

    def _trying(self, tool: Any, words: Sequence[str], score: float) -> Any:
        given = dict.fromkeys(set(words) - self.fixed(tool), self.probe(score))
        return self.put(tool, self.read(tool) | given)

    def score(self, tool: Any, entry: Any) -> float:
        """Give the score of an entry."""
        return float(entry)

    def probe(self, score: float) -> Any:
        """Make an entry with a score."""
        return score

    def remark(self, tool: Any, old: _Table, new: _Table, word: str, partner: str) -> Reason:
        """Say why the two may still differ, or what a reader should know."""
        if set(partner.lower().split()) & self.fixed(tool):
            return reason("shifting partner")
        names = {word.lower(), partner.lower()} if self.phrases else set()
        if longer := [entry for entry in new if " " in entry and names & set(entry.split())]:
            return reason("part of a phrase", phrases=", ".join(longer[:3]))
        return Reason()


class _Vader(Entries):
    phrases = False

    def read(self, tool: Vader) -> dict[str, Any]:
        return dict(tool.analyzer.lexicon)

    def put(self, tool: Vader, entries: Mapping[str, Any]) -> Vader:
        copied = copy.copy(tool)
        copied.analyzer = copy.copy(tool.analyzer)
        copied.analyzer.lexicon = {word: float(score) for word, score in entries.items()}
        return copied

    def like(self, tool: Vader, entries: Mapping[str, Any], phrase: str) -> float | None:
        known = [entries[w] for w in phrase.split() if w in entries and w not in BOOSTER_DICT]
        return sum(known) if known else None

    def fixed(self, tool: Vader) -> frozenset[str]:
        return frozenset({*BOOSTER_DICT, *NEGATE})

    def remark(self, tool: Vader, old: _Table, new: _Table, word: str, partner: str) -> Reason:
        for text in (word, partner):
            if any(part.isupper() and part.lower() in new for part in text.split()):
                return reason("capitals", text=text)
        return super().remark(tool, old, new, word, partner)


class _Summed(Entries):
    """AFINN, and word lists of the user."""

    phrases = True

    def read(self, tool: WordScores) -> dict[str, Any]:
        return dict(tool.entries)

    def put(self, tool: WordScores, entries: Mapping[str, Any]) -> WordScores:
        copied = copy.copy(tool)
        # What AFINN's own constructor adds to this is to read the package's file.
        WordScores.__init__(copied, entries, **_options(tool))
        return copied

    def like(self, tool: WordScores, entries: Mapping[str, Any], phrase: str) -> float | None:
        inside = {word: score for word, score in entries.items() if word in phrase}
        return (WordScores(inside).score(phrase) or None) if inside else None

    def fixed(self, tool: WordScores) -> frozenset[str]:
        return frozenset()


class _TextBlob(Entries):
    """An entry is {part of speech: [polarity, subjectivity, intensity], None: their mean}."""

    phrases = False

    def read(self, tool: TextBlob) -> dict[str, Any]:
        return _senses(tool.sentiment)

    def put(self, tool: TextBlob, entries: Mapping[str, Any]) -> TextBlob:
        copied = copy.copy(tool)
        copied.sentiment = TextBlob().sentiment  # not copied: it reads its file when it is empty
        dict.clear(copied.sentiment)
        dict.update(copied.sentiment, _senses(entries))
        return copied

    def like(self, tool: TextBlob, entries: Mapping[str, Any], phrase: str) -> Any:
        known = _known(tool, entries, phrase)
        if len(known) < 2:
            return known[0] if known else None
        values = zip(*(entry[None] for entry in known), strict=True)
        return {None: [sum(value) / len(known) for value in values]}

    def fixed(self, tool: TextBlob) -> frozenset[str]:
        return frozenset(tool.sentiment.negations)

    def score(self, tool: TextBlob, entry: Any) -> float:
        return float(entry[None][tool.place])

    def probe(self, score: float) -> Any:
        return {None: [score, score, 1.0]}

    def remark(self, tool: TextBlob, old: _Table, new: _Table, word: str, partner: str) -> Reason:
        if len(_known(tool, new, partner.lower())) > 1:
            return reason("several words")
        senses = set(old.get(word.lower(), ())) - {None}
        if len(senses) > 1:
            return reason("several senses", n=len(senses))
        return super().remark(tool, old, new, word, partner)


class _SentimentR(Entries):
    phrases = True

    def read(self, tool: SentimentR) -> dict[str, Any]:
        return dict(tool.tables.polarity)

    def put(self, tool: SentimentR, entries: Mapping[str, Any]) -> SentimentR:
        old = tool.tables.polarity
        new = {word: score for word, score in entries.items() if old.get(word) != score}
        drop = [word for word in old if word in new or word not in entries]
        copied = copy.copy(tool)
        copied.tables = tool.tables.edited(drop=drop, add=new)
        if tool.name == tool.tables.title:
            copied.name = copied.tables.title
        return copied

    def like(self, tool: SentimentR, entries: Mapping[str, Any], phrase: str) -> float | None:
        inside = {word: score for word, score in entries.items() if word in phrase}
        counts, scores = Scorer(inside, tool.tables.shifters).score([phrase])
        return float(scores[0] * counts[0] ** 0.5) or None

    def fires(self, tool: SentimentR, words: Sequence[str]) -> list[bool]:
        tried = self._trying(tool, words, 0.25).tables.scorer.fires(words)
        return [
            fire and word not in tool.tables.shifters
            for fire, word in zip(tried, words, strict=True)
        ]

    def fixed(self, tool: SentimentR) -> frozenset[str]:
        return frozenset(tool.tables.shifters)

    def remark(self, tool: SentimentR, old: _Table, new: _Table, word: str, partner: str) -> Reason:
        counts, _ = tool.tables.scorer.score([word, partner])
        if counts[0] != counts[1]:
            return reason("number of words")
        return super().remark(tool, old, new, word, partner)


_KINDS: dict[type, Entries] = {
    SentimentR: _SentimentR(),
    TextBlob: _TextBlob(),
    Vader: _Vader(),
    WordScores: _Summed(),
}


def can_patch(system: object) -> bool:
    """Tell whether a system has a lexicon that `lexicon` can change in a copy.

    Examples
    --------
    >>> can_patch(TextBlob()), can_patch("vader")
    (True, False)
    """
    return isinstance(system, tuple(_KINDS))


def entries_of(tool: LexiconTool) -> Entries:
    """Tell how the entries of a tool are handled.

    Raises
    ------
    OptionError
        If it is none of the lexicon tools, or one that is debiased already.
    """
    for kind, entries in _KINDS.items():
        if isinstance(tool, kind):
            return entries
    msg = (
        f"{tool!r} has no lexicon that could be changed; give VADER, AFINN, TextBlob, SentimentR "
        "or a word list, as as_system makes them. Of a tool that is debiased already, give all "
        "pairs at once to the tool it was made from."
    )
    raise OptionError(msg)


def _known(tool: TextBlob, entries: Mapping[str, Any], phrase: str) -> list[Any]:
    words = " ".join(tool.sentiment.tokenizer(phrase)).split()
    return [entries[word] for word in words if word in entries]


def _senses(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {word: {p: list(v) for p, v in parts.items()} for word, parts in entries.items()}


def _options(tool: LexiconTool) -> dict[str, Any]:
    return {name: getattr(tool, name) for name in ("n_labels", "cut", "straighten", "name")}
