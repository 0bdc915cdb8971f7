"""A text, its people, and the one who is to change: what the guards look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from spacy.lang.en.stop_words import STOP_WORDS

from fairnlp.lexicons.dictionary import is_word

if TYPE_CHECKING:
    from spacy.tokens import Token

    from fairnlp.text.coreference.base import Chain, Resolution
    from fairnlp.text.reading import Reading

__all__ = ["Case", "Check", "inside"]

_NO_NAMES = frozenset("DATE TIME NORP LANGUAGE MONEY PERCENT CARDINAL ORDINAL".split())


class Case:
    """A text, its people, and the one who is to change.

    Parameters
    ----------
    reading : Reading
    people : Resolution
    target : Chain
        The person who is to change.
    named : bool
        True if the user said who is to change, so that others may be like her.
    """

    def __init__(
        self, reading: Reading, people: Resolution, target: Chain, *, named: bool = False
    ) -> None:
        self.reading = reading
        self.people = people
        self.target = target
        self.named = named
        self.gender = target.gender
        self.placed = {mention.head for chain in people.chains for mention in chain.mentions}
        self._titles = [mention.title for mention in reading.mentions if mention.title]
        self._mentions = [(mention.start, mention.end) for mention in reading.mentions]

    @property
    def others(self) -> Iterator[Chain]:
        """The other people."""
        return (chain for chain in self.people.chains if chain is not self.target)

    def is_own(self, token: Token) -> bool:
        """Tell whether a token heads a mention of the target, or says what the target is."""
        heads = {mention.head for mention in self.target.mentions}
        return token.i in heads or (
            token.dep_ == "attr" and bool(heads & {c.i for c in token.head.children})
        )

    def in_mention(self, token: Token) -> bool:
        """Tell whether a token belongs to somebody."""
        return inside(token.idx, self._mentions)

    def is_protected(self, token: Token) -> bool:
        """Tell whether a token belongs to the title of a work."""
        return inside(token.idx, self.reading.protected)

    def is_title(self, token: Token) -> bool:
        """Tell whether a token is the title before somebody's name, such as "Sir"."""
        return inside(token.idx, self._titles)

    def is_unread_name(self, token: Token) -> bool:
        """Tell whether a token looks like a name that the reading took for nobody."""
        return (
            token.tag_ == "NNP"
            and token.text[0].isupper()
            and not token.is_upper
            and not token.is_sent_start
            and token.ent_type_ not in _NO_NAMES
            and not _part_of_place(token)
            and not any(child.dep_ == "det" for child in token.children)
            and token.lower_ not in STOP_WORDS
            and not is_word(token.text)
            and not self.in_mention(token)
            and not self.is_protected(token)
        )


def _part_of_place(token: Token) -> bool:
    """Tell whether a token is one of the words of a place, such as "Korea" in "South Korea"."""
    near = [token.nbor(step) for step in (-1, 1) if 0 <= token.i + step < len(token.doc)]
    place = token.ent_type_ in ("GPE", "LOC", "FAC")
    return place and any(other.ent_type_ == token.ent_type_ for other in near)


Check = Callable[[Case], tuple[str, str] | None]
"""None if nothing is wrong, else the code and the detail of a refusal."""


def inside(position: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Tell whether an offset lies in one of the spans."""
    return any(start <= position < end for start, end in spans)
