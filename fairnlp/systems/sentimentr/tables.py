"""The two tables that the SentimentR algorithm reads, and how the R package edits them."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import LexiconError
from fairnlp.systems.sentimentr.algorithm import Scorer
from fairnlp.systems.wordscores import check_scores

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Tables"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Tables:
    """Polarity and valence shifters; checked when they are made, and never changed.

    Parameters
    ----------
    polarity : mapping of str to float
        Words and phrases with their values, such as -1 to 1. A value of 0 is one too.
    shifters : mapping of str to int
        Words and phrases: 1 negator, 2 amplifier, 3 de-amplifier, 4 adversative.
    key : str
        What the polarity table is called: ``"Jockers-Rinker"``, ``"syuzhet"``, a file's name.
    shifter_list : str
        What the table of shifters is called.

    Raises
    ------
    LexiconError
        Naming the word, if a value is no finite number, a kind is unknown, or a word is in both.

    Examples
    --------
    >>> tables = Tables(polarity={"good": 0.75}, shifters={"not": 1}, key="mine")
    >>> tables.edited(drop=["good"], add={"fine": 0.5}).polarity
    mappingproxy({'fine': 0.5})
    """

    polarity: Mapping[str, float]
    shifters: Mapping[str, int]
    key: str
    shifter_list: str = "own"

    def __post_init__(self) -> None:
        polarity, shifters = check_scores(self.polarity), check_scores(self.shifters)
        for word, kind in shifters.items():
            if kind not in (1, 2, 3, 4):
                msg = (
                    f"Valence shifter {word!r} is of kind {kind:g}; give 1 (negator), "
                    "2 (amplifier), 3 (de-amplifier) or 4 (adversative)."
                )
                raise LexiconError(msg)
        if both := sorted(polarity.keys() & shifters.keys()):
            msg = (
                f"{', '.join(map(repr, both[:5]))}{', ...' if len(both) > 5 else ''}: in the "
                "polarity table and among the valence shifters; leave it in one of them."
            )
            raise LexiconError(msg)
        kinds = {word: int(kind) for word, kind in shifters.items()}
        object.__setattr__(self, "polarity", MappingProxyType(dict(sorted(polarity.items()))))
        object.__setattr__(self, "shifters", MappingProxyType(dict(sorted(kinds.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only view can be neither copied nor sent to another process.
        words: dict[str, Any] = {"polarity": dict(self.polarity), "shifters": dict(self.shifters)}
        return partial(Tables, **words, key=self.key, shifter_list=self.shifter_list), ()

    @property
    def title(self) -> str:
        """What results are to be called: SentimentR only with its own two tables."""
        if (self.key, self.shifter_list) == ("Jockers-Rinker", "lexicon"):
            return "SentimentR"
        return f"SentimentR algorithm, {self.key} key"

    @cached_property
    def scorer(self) -> Scorer:
        """What scores sentences by these tables."""
        return Scorer(self.polarity, self.shifters)

    @cached_property
    def sha256(self) -> str:
        """Hash of both tables, the same wherever they were read from."""
        return content_hash(self.polarity, self.shifters)

    @property
    def silent(self) -> list[str]:
        """Words and phrases of the polarity table that no text can make count.

        Those with a hyphen or digit, and phrases that another phrase breaks up.
        """
        words = list(self.polarity)
        fires = self.scorer.fires(words)
        return [word for word, fire in zip(words, fires, strict=True) if not fire]

    def edited(
        self,
        *,
        drop: Iterable[str] = (),
        add: Mapping[str, float] | Iterable[tuple[str, float]] = (),
    ) -> Tables:
        """Edit the polarity table as ``update_polarity_table`` of the R package does.

        Words in `drop` that are not there are passed over. Of those in `add`, each with a warning:
        what is a valence shifter, is given twice or is there already is left out (to change a
        value, drop the word too); capitals are put in lower case.

        Parameters
        ----------
        drop : iterable of str
            Exactly as in the table.
        add : mapping of str to float, or iterable of pairs

        Returns
        -------
        Tables
            The same, called "... (edited)", if nothing changes.
        """
        kept = {word: value for word, value in self.polarity.items() if word not in set(drop)}
        pairs = list(add.items() if isinstance(add, Mapping) else add)
        times = Counter(word.lower() for word, _ in pairs)
        left_out: dict[str, list[str]] = {}
        given: dict[str, float] = {}
        for word, value in pairs:
            entry = word.lower()
            if times[entry] > 1:
                left_out.setdefault("given twice", []).append(word)
            elif entry in self.shifters:
                left_out.setdefault("a valence shifter", []).append(word)
            elif entry in kept:
                left_out.setdefault("there already", []).append(word)
            else:
                given[word] = value
        for reason, words in left_out.items():
            _log.warning("Left out, since %s: %s", reason, ", ".join(dict.fromkeys(words)))
        polarity = kept | check_scores(given)
        if polarity == dict(self.polarity):
            return self
        key = self.key if self.key.endswith(" (edited)") else f"{self.key} (edited)"
        return replace(self, polarity=polarity, key=key)


def content_hash(polarity: Mapping[str, float], shifters: Mapping[str, int]) -> str:
    """Hash what is in two tables, whatever file and order it came in."""
    lines = [
        f"{word}\t{float(value)!r}\n"
        for table in (polarity, shifters)
        for word, value in sorted(table.items())
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()
