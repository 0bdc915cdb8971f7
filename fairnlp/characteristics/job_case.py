"""A text, its occupations, and the one that is to change: what the guards look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fairnlp.characteristics.case import inside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Token

    from fairnlp.characteristics.job_mentions import JobMention
    from fairnlp.text.reading import Reading

__all__ = ["POINTING", "JobCase", "JobCheck", "is_role"]

_FIGURATIVE = frozenset("act acts acted acting serve serves served serving work works".split())
POINTING = frozenset("the this that these those".split())
"""Words that make a noun mean somebody who is known already."""


@dataclass(frozen=True)
class JobCase:
    """A text, all its occupations, and the one that is to change.

    Parameters
    ----------
    reading : Reading
    mentions : sequence of JobMention
        All of the text.
    target : JobMention
    """

    reading: Reading
    mentions: Sequence[JobMention]
    target: JobMention

    @cached_property
    def same(self) -> tuple[JobMention, ...]:
        """The target and the further mentions of the same person by the same word."""
        words = _words(self.target)
        found = [self.target]
        for mention in self.mentions:
            if (
                mention.start > self.target.start
                and mention.head.lower_ == self.target.head.lower_
                and not inside(mention.start, self.reading.protected)
                and _words(mention) <= words
                and _is_definite(mention.head)
            ):
                found.append(mention)
        return tuple(found)

    @cached_property
    def rest(self) -> list[Token]:
        """The tokens that stay as they are."""
        own = {i for mention in self.same for i in range(mention.span.start, mention.span.end)}
        return [token for token in self.reading.doc if token.i not in own]


JobCheck = Callable[[JobCase], tuple[str, str] | None]
"""None if nothing is wrong, else the code and the detail of a refusal."""


def _words(mention: JobMention) -> set[str]:
    """The words that tell an occupation from others with the same last word."""
    return {token.lower_ for token in mention.span[:-1]}


def _is_definite(token: Token) -> bool:
    """Tell whether a noun points back to somebody, without a new description."""
    kinds = {child.dep_ for child in token.children}
    points = any(child.lower_ in POINTING and child.dep_ == "det" for child in token.children)
    return points and not kinds & {"amod", "relcl", "acl", "prep", "nummod", "poss"}


def is_role(head: Token) -> bool:
    """Tell whether somebody plays the occupation: "cast as a baker", not "acts as a judge"."""
    if head.dep_ == "dobj":
        return head.head.lower_.startswith(("play", "portray"))
    return (
        head.dep_ == "pobj"
        and head.head.lower_ == "as"
        and head.head.head.lower_ not in _FIGURATIVE
    )
