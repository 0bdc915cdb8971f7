"""What one reading of a text holds: the parse, the mentions of people, the protected spans."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc

__all__ = ["Mention", "Reading"]


@dataclass(frozen=True, kw_only=True)
class Mention:
    """A stretch of text that speaks of one person.

    Parameters
    ----------
    start, end : int
        Offsets in the text.
    head : int
        Index of the head token.
    kind : str
        ``"name"``, ``"pronoun"``, ``"noun"`` (a gender noun) or ``"neutral"`` (a noun for a
        person of any gender).
    gender : str
        ``"male"``, ``"female"`` or ``""`` if unknown.
    sure : bool
        False where it may be no person at all, such as a name-like word that the recogniser
        did not take for a person.
    plural : bool
        True for a noun in the plural.
    role : str
        For a pronoun, a key of ``lexicons.words.PRONOUNS``.
    title : tuple of (int, int), optional
        For a name, the offsets of the title in front, such as "Mrs.".
    first : tuple of (int, int), optional
        For a name, the offsets of the first name; None where only a surname stands.
    last : str
        For a name, the surname in the text, or ``""``.
    """

    start: int
    end: int
    head: int
    kind: str
    gender: str = ""
    sure: bool = True
    plural: bool = False
    role: str = ""
    title: tuple[int, int] | None = None
    first: tuple[int, int] | None = None
    last: str = ""


@dataclass(frozen=True)
class Reading:
    """One text, parsed, with the people that are mentioned in it.

    Parameters
    ----------
    doc : Doc
        The parse; ``doc.text`` is the text.
    mentions : sequence of Mention
        In the order of the text.
    protected : sequence of (int, int)
        Offsets of titles of works; no mention lies inside.
    blockers : sequence of (str, str)
        Reason and detail of what makes the text unusable as a whole, such as paired pronouns.
    """

    doc: Doc
    mentions: Sequence[Mention]
    protected: Sequence[tuple[int, int]] = ()
    blockers: Sequence[tuple[str, str]] = field(default=())

    @cached_property
    def text(self) -> str:
        """The text."""
        return self.doc.text

    def words(self, mention: Mention) -> str:
        """Cut the words of a mention from the text."""
        return self.text[mention.start : mention.end]
