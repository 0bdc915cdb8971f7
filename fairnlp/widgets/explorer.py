"""A widget to flip the class of a template and see what systems say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.widgets.controls import Panel, button, row, widgets
from fairnlp.widgets.exploration import ExplorerState

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from fairnlp.templates.template import Templates

__all__ = ["MutantExplorer"]

WINDOW = 160
"""How many characters on each side of a change are shown, unless the whole text is asked for."""


class MutantExplorer(Panel):
    """Choose a template, flip its class, choose the value, and see labels and scores move.

    Parameters
    ----------
    templates : Templates
    systems : sequence
        Whatever `as_system` takes.
    values : DataFrame, optional
        What may fill the templates, such as ``mutants.values``; by default, what `mutate` draws.

    Attributes
    ----------
    state : ExplorerState
        All rules. What a button does, a method of the widget does too.
    """

    state: ExplorerState

    def __init__(
        self,
        templates: Templates,
        systems: Sequence[Any],
        *,
        values: pd.DataFrame | None = None,
    ) -> None:
        if values is None:
            from fairnlp.templates.mutate import mutate

            values = mutate(templates).values
        state = ExplorerState(templates, systems, values)
        names = [(f"{n + 1}: {item.template_id}", n) for n, item in enumerate(templates)]
        self.template = widgets.Dropdown(
            options=names, description="Template", tooltip="The template to render"
        )
        self.class_ = widgets.ToggleButtons(
            options=state.template.classes,
            tooltip="The class to render it for",
            style={"button_width": "auto"},
        )
        self.value = widgets.Combobox(
            description="Value",
            placeholder="choose or type",
            tooltip="What fills the template, such as a name",
            continuous_update=False,
        )
        self.whole = widgets.Checkbox(
            description="Whole text", indent=False, tooltip="Show all of the text"
        )
        self.previous_button = button("◀", self.previous, tooltip="Previous template")
        self.next_button = button("▶", self.next, tooltip="Next template")
        self.flip_button = button("Flip", self.flip, tooltip="Go on to the next class")
        self.next_value_button = button(
            "Next value", self.next_value, tooltip="Go on to the next value of the list"
        )
        super().__init__(
            state,
            [
                row(self.previous_button, self.template, self.next_button),
                row(self.class_, self.flip_button),
                row(self.value, self.next_value_button, self.whole),
                None,
            ],
        )
        self.on_change(lambda: state.choose_template(self.template.value), self.template)
        self.on_change(lambda: state.choose_class(self.class_.value), self.class_)
        self.on_change(lambda: state.choose_value(self.value.value), self.value)
        self.on_change(lambda: None, self.whole)

    def next(self) -> None:
        """Show the next template."""
        self.do(lambda: self.state.choose_template(self.state.number + 1))

    def previous(self) -> None:
        """Show the previous template."""
        self.do(lambda: self.state.choose_template(self.state.number - 1))

    def flip(self) -> None:
        """Go on to the next class."""
        self.do(self.state.flip)

    def next_value(self) -> None:
        """Go on to the next value of the list; after the last, the first."""
        self.do(self.state.next_value)

    def _update(self) -> None:
        state = self.state
        self.template.value = state.number
        self.previous_button.disabled = state.number == 0
        self.next_button.disabled = state.number == len(state.templates) - 1
        self.class_.options = state.template.classes
        self.class_.value = state.class_
        self.value.options = state.choices
        self.value.value = state.value_id
        self.value.disabled = not state.template.takes_value
        self.next_value_button.disabled = not state.choices
        self.page.value = state.to_html(window=None if self.whole.value else WINDOW)
