"""A template: the original text and the slots that change; everything else stays byte for byte."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import REFUSALS, TEMPLATES, check_frame

__all__ = ["Span", "Template", "Templates"]


@dataclass(frozen=True, kw_only=True)
class Span:
    """One changed span of a mutant.

    Parameters
    ----------
    old, new : str
        What stood there, and what stands there now.
    start, end : int
        Offsets of `new` in the mutant.
    """

    old: str
    new: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Template:
    """A real text with the slots that speak of one person.

    Parameters
    ----------
    text : str
        The original text, unchanged.
    slots : tuple of Slot
        In the order of the text, without overlap.
    characteristic : str
        What varies, such as ``"gender"``.
    original_class : str
        The class of the person in the original text.
    text_id, template_id : str
        Ids; the template's is the text's and the characteristic's, such as ``"imdb-17/gender"``.
    flags : tuple of str
        What a reader should know of this template.
    protected : tuple of (int, int)
        Spans left alone on purpose, such as titles of works.
    """

    text: str
    slots: tuple[Slot, ...]
    characteristic: str
    original_class: str
    text_id: str = ""
    template_id: str = ""
    flags: tuple[str, ...] = ()
    protected: tuple[tuple[int, int], ...] = ()

    @property
    def takes_value(self) -> bool:
        """True if a value, such as a name, fills at least one slot."""
        return any(slot.field for slot in self.slots)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of a value that the slots take, such as ``("name",)``."""
        return tuple(dict.fromkeys(slot.field for slot in self.slots if slot.field))

    @cached_property
    def own_values(self) -> dict[str, str]:
        """The values that stand in the original text, such as ``{"name": "Priya"}``."""
        own: dict[str, str] = {}
        for slot in self.slots:
            if slot.field:
                own.setdefault(slot.field, self.text[slot.start : slot.end])
        return own

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that the slots have a form for."""
        for slot in self.slots:
            if slot.forms:
                return tuple(slot.forms)
        return (self.original_class,)

    def mutant(self, class_: str, **values: str) -> str:
        """Render the text for a class.

        Parameters
        ----------
        class_ : str
            One of the classes.
        **values : str
            One value a field, such as ``name="Elena"``. They go in exactly as given.

        Returns
        -------
        str
            The text with its slots changed and every other character as it was.

        Raises
        ------
        UnknownChoiceError
            If the class is not one of the template's.
        OptionError
            If a field has no value, or a value has no field.
        """
        return "".join(piece for piece, _ in self._pieces(class_, values))

    def spans(self, class_: str, **values: str) -> list[Span]:
        """The spans that differ from the original text in a mutant; see `mutant`."""
        spans, position = [], 0
        for piece, slot in self._pieces(class_, values):
            if slot is not None and piece != (old := self.text[slot.start : slot.end]):
                spans.append(Span(old=old, new=piece, start=position, end=position + len(piece)))
            position += len(piece)
        return spans

    def original(self) -> str:
        """Render the text from its own words: equal to `text`, byte for byte."""
        return "".join(self._fill(lambda slot: self.text[slot.start : slot.end]))

    def _fill(self, word: object) -> Iterator[str]:
        position = 0
        for slot in self.slots:
            yield self.text[position : slot.start]
            yield word(slot)  # type: ignore[operator]
            position = slot.end
        yield self.text[position:]

    def _pieces(self, class_: str, values: Mapping[str, str]) -> Iterator[tuple[str, Slot | None]]:
        if class_ not in self.classes:
            raise UnknownChoiceError(unknown_choice("class", class_, self.classes))
        if missing := [name for name in self.fields if not values.get(name)]:
            msg = (
                f"This template takes a value for {', '.join(map(repr, missing))}: "
                f"template.mutant({class_!r}, {missing[0]}=...)."
            )
            raise OptionError(msg)
        if extra := [name for name in values if name not in self.fields]:
            takes = f"takes only {', '.join(self.fields)}" if self.fields else "takes no value"
            msg = f"This template has no slot for {', '.join(map(repr, extra))}; it {takes}."
            raise OptionError(msg)
        position = 0
        for slot in self.slots:
            yield self.text[position : slot.start], None
            yield slot.fill(class_, values), slot
            position = slot.end
        yield self.text[position:], None
