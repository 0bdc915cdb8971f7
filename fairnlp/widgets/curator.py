"""A widget to browse templates and to accept, reject and edit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.widgets.controls import Panel, button, row, widgets
from fairnlp.widgets.curation import FILTERS, CurationState
from fairnlp.widgets.decisions import REASONS
from fairnlp.widgets.slot_editor import SlotEditor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairnlp.templates.template import Templates

__all__ = ["TemplateCurator"]

WINDOW = 160
"""How many characters on each side of a slot are shown, unless the whole text is asked for."""

ORIGINAL = "original"


class TemplateCurator(Panel):
    """Browse templates and curate them by hand.

    Parameters
    ----------
    templates : Templates
    path : path, optional
        File that keeps the decisions after each step; if it is there, they are taken up again.

    Attributes
    ----------
    state : CurationState
        All rules. What a button does, a method of the widget does too.
    """

    state: CurationState

    def __init__(self, templates: Templates, *, path: str | Path | None = None) -> None:
        state = CurationState(templates, path=path)
        classes = list(dict.fromkeys(name for item in templates for name in item.classes))
        self.filter = widgets.Dropdown(
            options=FILTERS, description="Show", tooltip="Which templates to show"
        )
        self.place = widgets.BoundedIntText(
            description="Place", tooltip="Place among those shown", layout={"width": "10rem"}
        )
        self.progress = widgets.IntProgress(
            description="Decided", max=max(len(templates), 1), tooltip="Templates decided"
        )
        self.read_as = widgets.Dropdown(
            options=[ORIGINAL, *classes], description="Read as", tooltip="Read it as another class"
        )
        self.whole = widgets.Checkbox(
            description="Whole text", indent=False, tooltip="Show all of the text"
        )
        self.reason = widgets.Dropdown(
            options=REASONS,
            description="Reason",
            tooltip="Why it is rejected",
            layout={"width": "28rem"},
        )
        self.note = widgets.Text(
            description="Note", placeholder="free text", tooltip="Kept with the decision"
        )
        self.previous_button = button("◀", self.previous, tooltip="Previous template")
        self.next_button = button("▶", self.next, tooltip="Next template")
        self.accept_button = button("Accept", self.accept, tooltip="Accept it", style="success")
        self.reject_button = button(
            "Reject", self.reject, tooltip="Reject it for the reason chosen", style="warning"
        )
        self.undo_button = button("Undo", self.undo, tooltip="Take back the last step")
        self.change_button = button("Change", self.change_slot, tooltip="Change the slot")
        self.remove_button = button("Remove", self.remove_slot, tooltip="Remove the slot")
        self.add_button = button("Add", self.add_slot, tooltip="Add a slot for these words")
        self.editor = SlotEditor(
            classes, change=self.change_button, remove=self.remove_button, add=self.add_button
        )
        super().__init__(
            state,
            [
                row(self.filter, self.previous_button, self.place, self.next_button, self.progress),
                row(self.read_as, self.whole),
                None,
                row(self.accept_button, self.undo_button),
                row(self.reject_button, self.reason, self.note),
                self.editor,
            ],
        )
        self.on_change(lambda: state.show(self.filter.value), self.filter)
        self.on_change(lambda: state.go(self.place.value), self.place)
        self.on_change(lambda: None, self.read_as, self.whole, *self.editor.looks)

    def accept(self) -> None:
        """Accept the template on show, with the note."""
        self._decide(lambda: self.state.accept(self.note.value.strip()))

    def reject(self) -> None:
        """Reject the template on show, for the reason chosen and with the note."""
        self._decide(lambda: self.state.reject(self.reason.value, self.note.value.strip()))

    def _decide(self, step: Callable[[], None]) -> None:
        if self.do(step):
            self.note.value = ""  # it belongs to the decision that was just made

    def undo(self) -> None:
        """Take back the last step."""
        self.do(self.state.undo)

    def next(self) -> None:
        """Show the next template."""
        self.do(lambda: self.state.move(1))

    def previous(self) -> None:
        """Show the previous template."""
        self.do(lambda: self.state.move(-1))

    def change_slot(self) -> None:
        """Move the chosen slot to the offsets in the fields, and take the words for the classes."""
        fields = self.editor
        self.do(
            lambda: self.state.change_slot(
                _number(fields.chosen),
                start=fields.start.value,
                end=fields.end.value,
                forms=fields.typed,
            )
        )

    def remove_slot(self) -> None:
        """Remove the chosen slot."""
        self.do(lambda: self.state.remove_slot(_number(self.editor.chosen)))

    def add_slot(self) -> None:
        """Add a slot for the words at the chosen place."""
        fields = self.editor
        start, end = fields.where.value or (0, 0)
        self.do(
            lambda: self.state.add_slot(start, end, kind=fields.kind.value, forms=fields.new_typed)
        )

    def accepted(self, *, undecided: bool = False) -> Templates:
        """Give the templates to go on with; see `CurationState.accepted`."""
        return self.state.accepted(undecided=undecided)

    def _update(self) -> None:
        state, template = self.state, self.state.current
        self.filter.value = state.shown
        self.place.min, self.place.max = 0, len(state.ids)
        self.place.value = state.position
        self.progress.value = len(state.templates) - state.counts["undecided"]
        self.previous_button.disabled = state.position <= 1
        self.next_button.disabled = state.position == len(state.ids)
        self.undo_button.disabled = not state.can_undo
        self.editor.show(template)
        for control in (
            self.accept_button,
            self.reject_button,
            self.change_button,
            self.remove_button,
        ):
            control.disabled = template is None
        as_class = "" if self.read_as.value == ORIGINAL else self.read_as.value
        self.page.value = state.to_html(
            window=None if self.whole.value else WINDOW,
            chosen=self.editor.chosen,
            as_class=as_class if template and as_class in template.classes else "",
        )


def _number(chosen: int | None) -> int:
    """Give the number of a slot; without one, a number that no slot has."""
    return -1 if chosen is None else chosen
