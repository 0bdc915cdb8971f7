"""Change the slots of a template by hand; what would break the template is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairnlp.templates.template import Template

__all__ = ["SLOT_KINDS", "add_slot", "change_slot", "check_template", "occurrences", "remove_slot"]

SLOT_KINDS = ("name", "pronoun", "noun", "title", "adjective")


def check_template(template: Template) -> Template:
    """Return a template if it can be rendered soundly.

    Raises
    ------
    OptionError
        If it has no slot; if a slot is empty, leaves the text or overlaps another; if a slot
        without a field lacks the form of a class, or its form for the original class is not what
        stands in the text.
    """
    if not template.slots:
        msg = "The template would have no slot left; reject it instead."
        raise OptionError(msg)
    position = 0
    for slot in template.slots:
        here = f"The slot from {slot.start} to {slot.end}"
        if not 0 <= slot.start < slot.end <= len(template.text):
            msg = (
                f"{here} is empty or leaves the text; give 0 <= start < end <= "
                f"{len(template.text)}."
            )
            raise OptionError(msg)
        words = template.text[slot.start : slot.end]
        if slot.start < position:
            msg = f"{here} ({words!r}) overlaps the slot before it, which ends at {position}."
            raise OptionError(msg)
        position = slot.end
        if slot.field:
            continue
        if missing := [name for name in template.classes if not slot.forms.get(name)]:
            msg = f"{here} ({words!r}) lacks the form for {', '.join(map(repr, missing))}."
            raise OptionError(msg)
        form = slot.forms.get(template.original_class)
        if form is not None and form != words:
            msg = (
                f"{here} has the form {form!r} for {template.original_class!r}, the class of the "
                f"original, but {words!r} stands there."
            )
            raise OptionError(msg)
    return template


def change_slot(
    template: Template,
    index: int,
    *,
    start: int | None = None,
    end: int | None = None,
    forms: Mapping[str, str] | None = None,
) -> Template:
    """Move the start or end of a slot, or change the words of other classes.

    Parameters
    ----------
    template : Template
    index : int
        Which slot, from 0.
    start, end : int, optional
        New offsets in the text; by default as they are.
    forms : mapping of str to str, optional
        Class to word, for the classes that change. The word of the original class is always what
        stands in the text.

    Returns
    -------
    Template
        A new one; its slots are in the order of the text.

    Raises
    ------
    OptionError
        See `check_template`.
    """
    slot = _slot(template, index)
    start, end = slot.start if start is None else start, slot.end if end is None else end
    if slot.field and forms:
        msg = f"This slot takes the {slot.field} of a mutant, not a word for each class."
        raise OptionError(msg)
    if unknown := [name for name in forms or () if name not in template.classes]:
        raise UnknownChoiceError(unknown_choice("class", unknown[0], template.classes))
    forms = {**slot.forms, **(forms or {})}
    changed = _fitted(template, replace(slot, start=start, end=end, forms=forms))
    return _with_slots(template, [*_others(template, index), changed])


def remove_slot(template: Template, index: int) -> Template:
    """Take a slot out: its words then stay as they are in every mutant.

    Raises
    ------
    OptionError
        If it is the only one.
    """
    _slot(template, index)
    return _with_slots(template, _others(template, index))


def add_slot(
    template: Template,
    start: int,
    end: int,
    *,
    kind: str,
    forms: Mapping[str, str] | None = None,
) -> Template:
    """Make words of the text change with the class.

    Parameters
    ----------
    template : Template
    start, end : int
        Offsets of the words; see `occurrences`.
    kind : str
        One of `SLOT_KINDS`. A ``"name"`` takes the value of the mutant; all others take `forms`.
    forms : mapping of str to str, optional
        Class to word; the word of the original class is what stands in the text.

    Returns
    -------
    Template

    Raises
    ------
    OptionError
        See `check_template`.
    """
    if kind not in SLOT_KINDS:
        raise UnknownChoiceError(unknown_choice("kind of slot", kind, SLOT_KINDS))
    field = ""
    if kind == "name":
        field = template.fields[0] if template.fields else "name"
    slot = Slot(start=start, end=end, kind=kind, field=field, forms={} if field else forms or {})
    return _with_slots(template, [*template.slots, _fitted(template, slot)])


def occurrences(template: Template, words: str) -> list[tuple[int, int]]:
    """Offsets of whole words in the text, any letter case, where there is no slot yet.

    Examples
    --------
    >>> from fairnlp.templates.template import Template
    >>> template = Template(text="Her hat. There, her coat.", slots=(), characteristic="gender",
    ...                     original_class="female", classes=("male", "female"))
    >>> occurrences(template, "her")
    [(0, 3), (16, 19)]
    """
    words = words.strip()
    if not words:
        return []
    found = re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", template.text, re.IGNORECASE)
    return [
        match.span()
        for match in found
        if all(match.end() <= slot.start or slot.end <= match.start() for slot in template.slots)
    ]


def _slot(template: Template, index: int) -> Slot:
    if not 0 <= index < len(template.slots):
        msg = f"There is no slot {index}; the template has {len(template.slots)}, counted from 0."
        raise OptionError(msg)
    return template.slots[index]


def _others(template: Template, index: int) -> list[Slot]:
    return [slot for number, slot in enumerate(template.slots) if number != index]


def _fitted(template: Template, slot: Slot) -> Slot:
    """Make a slot agree with the words it covers."""
    words = template.text[max(slot.start, 0) : max(slot.end, 0)]
    if slot.field:
        return replace(slot, casing="upper" if words.isupper() and len(words) > 1 else "as is")
    return replace(slot, forms={**slot.forms, template.original_class: words})


def _with_slots(template: Template, slots: list[Slot]) -> Template:
    ordered = tuple(sorted(slots, key=lambda slot: (slot.start, slot.end)))
    return check_template(replace(template, slots=ordered))
