"""The part of the curator that edits slots: fields for one slot, and for a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.widgets.controls import row, widgets
from fairnlp.widgets.editing import SLOT_KINDS, occurrences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairnlp.templates.template import Template

__all__ = ["SlotEditor"]

AROUND = 15
"""How many characters around an occurrence tell it from the others."""


class SlotEditor(widgets.Accordion):
    """Fields to change a slot of the template on show, and to add one.

    Parameters
    ----------
    classes : iterable of str
        All classes of the templates; those of the template on show are offered.
    change, remove, add : Button
        What takes over what the fields say.
    """

    def __init__(
        self,
        classes: Iterable[str],
        *,
        change: widgets.Button,
        remove: widgets.Button,
        add: widgets.Button,
    ) -> None:
        names = list(classes)
        self.slot = widgets.Dropdown(description="Slot", tooltip="The slot to change")
        self.start = widgets.BoundedIntText(description="Start", tooltip="Its first character")
        self.end = widgets.BoundedIntText(description="End", tooltip="After its last character")
        self.start.layout.width = self.end.layout.width = "10rem"
        self.forms, self.new_forms = (
            {name: widgets.Text(description=name, tooltip=f"The word for {name}") for name in names}
            for _ in range(2)
        )
        self.words = widgets.Text(
            description="Words", placeholder="words of the text", tooltip="Words of a new slot"
        )
        self.where = widgets.Dropdown(
            description="Where", tooltip="Where these words stand", layout={"width": "28rem"}
        )
        self.kind = widgets.Dropdown(
            options=SLOT_KINDS, value="pronoun", description="Kind", tooltip="Kind of the new slot"
        )
        self.add_button = add
        self._template: Template | None = None
        self._filled: tuple[Template | None, int | None] = (None, None)
        old = row(self.slot, self.start, self.end, *self.forms.values(), change, remove)
        new = row(self.words, self.where, self.kind, *self.new_forms.values(), add)
        super().__init__([widgets.VBox([old, new])], titles=["Edit slots"])

    @property
    def looks(self) -> tuple[widgets.Widget, ...]:
        """The fields whose change changes what is shown."""
        return self.slot, self.start, self.end, self.words, self.where, self.kind

    @property
    def chosen(self) -> int | None:
        """Number of the slot chosen, from 0; None if there is no template."""
        return None if self.slot.value is None else int(self.slot.value)

    @property
    def typed(self) -> dict[str, str]:
        """Class to word for the slot chosen; empty where a value fills it."""
        return _words(self.forms)

    @property
    def new_typed(self) -> dict[str, str]:
        """Class to word for the new slot; empty where a value fills it."""
        return _words(self.new_forms)

    def show(self, template: Template | None) -> None:
        """Fill the fields when another slot is on show; else leave what a person has typed."""
        self._show_slots(template)
        if (template, self.chosen) != self._filled:
            self._filled = template, self.chosen
            self._fill(template)
        slots = template.slots if template else ()
        takes_field = self.chosen is None or bool(slots[self.chosen].field)
        place = self.start.value, self.end.value
        _offer(self.forms, template, place, hidden=takes_field)
        self._show_new(template)

    def _show_slots(self, template: Template | None) -> None:
        before, self._template = self._template, template
        same = before is not None and template is not None and before.text == template.text
        chosen = (self.chosen or 0) if same else 0
        slots = template.slots if template else ()
        options = [
            (f"{number + 1}: {template.text[slot.start : slot.end]} ({slot.kind})", number)
            for number, slot in enumerate(slots)
            if template
        ]
        self.slot.options = options
        self.slot.value = min(chosen, len(options) - 1) if options else None

    def _fill(self, template: Template | None) -> None:
        slot = template.slots[self.chosen] if template and self.chosen is not None else None
        for box in (self.start, self.end):
            box.max = len(template.text) if template else 0
        self.start.value, self.end.value = (slot.start, slot.end) if slot else (0, 0)
        for name, box in self.forms.items():
            box.value = slot.forms.get(name, "") if slot else ""

    def _show_new(self, template: Template | None) -> None:
        found = occurrences(template, self.words.value) if template else []
        chosen = self.where.value
        self.where.options = [(_surroundings(template.text, at), at) for at in found if template]
        self.where.value = chosen if chosen in found else next(iter(found), None)
        self.add_button.disabled = not found
        _offer(self.new_forms, template, self.where.value, hidden=self.kind.value == "name")


def _offer(
    boxes: dict[str, widgets.Text],
    template: Template | None,
    place: tuple[int, int] | None,
    *,
    hidden: bool,
) -> None:
    """Show a field for each class of the template; the original's says what stands in the text."""
    for name, box in boxes.items():
        offered = template is not None and name in template.classes and not hidden
        box.layout.display = None if offered else "none"
        box.disabled = not offered
        if template is not None and name == template.original_class:
            box.disabled = True
            start, end = place or (0, 0)
            box.value = template.text[start:end]


def _words(boxes: dict[str, widgets.Text]) -> dict[str, str]:
    return {name: box.value for name, box in boxes.items() if not box.disabled}


def _surroundings(text: str, place: tuple[int, int]) -> str:
    start, end = place
    before, after = text[max(start - AROUND, 0) : start], text[end : end + AROUND]
    return f"{start}: …{before}[{text[start:end]}]{after}…"
