"""The protocol of coreference backends: a reading in, chains of mentions out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.text.reading import Mention, Reading

__all__ = ["Chain", "Resolution", "Resolver"]


@dataclass(frozen=True, kw_only=True)
class Chain:
    """The mentions of one person.

    Parameters
    ----------
    mentions : tuple of Mention
        In the order of the text.
    gender : str
        ``"male"``, ``"female"``, ``""`` if nothing tells it, or ``"mixed"`` if its mentions
        contradict each other.
    doubts : tuple of (str, str)
        Code and detail of each reason why a mention may be missing or may be somebody else's.
    """

    mentions: tuple[Mention, ...]
    gender: str
    doubts: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[Mention, ...]:
        """The mentions by name."""
        return tuple(mention for mention in self.mentions if mention.kind == "name")

    @property
    def pronouns(self) -> tuple[Mention, ...]:
        """The mentions by pronoun."""
        return tuple(mention for mention in self.mentions if mention.kind == "pronoun")


@dataclass(frozen=True, kw_only=True)
class Resolution:
    """All people of a text.

    Parameters
    ----------
    chains : sequence of Chain
        One a person, in the order of the first mentions. Mentions of neutral nouns that no
        other mention refers to are left out.
    """

    chains: Sequence[Chain]


class Resolver(Protocol):
    """A coreference backend.

    Attributes
    ----------
    name : str
        Name and version, as written into every result.
    """

    name: str

    def resolve(self, reading: Reading) -> Resolution:
        """Find which mentions speak of the same person."""
        ...
