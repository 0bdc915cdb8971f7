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

__all__ = ["POINTING", "JobCase", "JobCheck", "is_cast", "is_in_passing", "is_role"]

# "failed as a judge", "he has talent as a painter", "comes off as a philosopher"
_FIGURATIVE = frozenset(
    "act acts acted acting be been brilliance came career come comes coming culture disguise "
    "disguised enlist enlisted experience failed have has had having honored is known life live "
    "lived lives name narrating part remember serve serves served serving sold studied talent use "
    "used uses was were work worked works".split()
)
# Of these, an adjective tells what somebody plays: "a portrait of a shy cook".
_PORTRAYALS = frozenset("character depiction part portrait portrayal role".split())
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
                and not _is_of_a_name(mention.head)
            ):
                found.append(mention)
        return tuple(found)

    @cached_property
    def rest(self) -> list[Token]:
        """The tokens that stay as they are."""
        own = {i for mention in self.same for i in range(mention.span.start, mention.span.end)}
        return [token for token in self.reading.doc if token.i not in own]


def _is_of_a_name(head: Token) -> bool:
    """Tell whether a name stands in front, as in "Rover the sailor", so that it is somebody's."""
    before = head.doc[max(0, head.left_edge.i - 1)]
    return before.tag_ == "NNP" and before.i < head.left_edge.i


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
    as_ = head.head  # "As a plumber I like it" comes before its verb, and is no role
    if head.dep_ != "pobj" or as_.lower_ != "as" or as_.i < as_.head.i or as_.is_sent_start:
        return False
    return as_.head.lower_ not in _FIGURATIVE


def is_cast(head: Token) -> bool:
    """Tell whether an actor stands in brackets behind: "a gardener (Omar Reyes)"."""
    after = head.doc[head.i + 1 : head.i + 3]
    return len(after) == 2 and after[0].text == "(" and after[1].tag_ == "NNP"


def is_in_passing(head: Token) -> bool:
    """Tell whether somebody is mentioned without more being told of the occupation.

    Played by somebody, named in a list, or the object of a preposition with an adjective.
    Subjects, objects and predicates are mostly what the text goes on about.
    """
    if is_role(head) or _is_listed(head):
        return True
    cast = is_cast(head) and head.dep_ not in ("nsubj", "nsubjpass")
    described = head.dep_ == "pobj" and any(child.dep_ == "amod" for child in head.children)
    of = head.head.lower_ == "of" and head.head.head.lower_ not in _PORTRAYALS
    return cast or (described and not of)


def _is_listed(head: Token) -> bool:
    """Tell whether somebody is one of several; of two objects or predicates, each counts."""
    first = head
    while first.dep_ == "conj":
        first = first.head
    if first.dep_ in ("attr", "appos") or first is head:
        return False
    return first.dep_ != "dobj" or len(first.conjuncts) > 1
