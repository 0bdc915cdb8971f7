"""What the widgets share: a page that shows a state, a place for errors, and labelled buttons."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Protocol

from fairnlp.core.errors import FairnlpError
from fairnlp.core.marking import fragment
from fairnlp.core.optional import require

if TYPE_CHECKING:
    from collections.abc import Callable

    import ipywidgets as widgets
    from IPython.display import display
else:
    widgets = require("ipywidgets", extra="notebooks", purpose="fairnlp.widgets")
    display = require("IPython.display", extra="notebooks", purpose="fairnlp.widgets").display

__all__ = ["Panel", "button", "row", "widgets"]


class Showable(Protocol):
    """A state that can be shown."""

    def _repr_html_(self) -> str: ...


class Panel(widgets.VBox):
    """A widget that shows a state and calls its methods.

    In a saved notebook, or where widgets do not run, the state shows as plain HTML.

    Parameters
    ----------
    state : object
        Has ``to_html``.
    controls : list of widgets
        What stands above and below the page; None is the place of the page.
    """

    def __init__(self, state: Showable, controls: list[widgets.Widget | None]) -> None:
        self.state = state
        self.page, self.message = widgets.HTML(), widgets.HTML()
        self._refreshing = False
        children: list[widgets.Widget] = []
        for control in controls:
            children += [self.page, self.message] if control is None else [control]
        super().__init__(children)
        self.add_class("fairnlp-panel")
        self.add_class(f"fn-live-{self.model_id}")
        self.refresh()

    def do(self, step: Callable[[], object]) -> bool:
        """Take a step; an error is shown, and whatever was there before stays.

        Returns
        -------
        bool
            True if it went well.
        """
        if self._refreshing:  # a control was set by the program, not by a person
            return False
        said = ""
        try:
            step()
        except (FairnlpError, OSError) as error:
            said = fragment(f'<p class="fn-error" role="alert">{escape(str(error))}</p>')
        self.message.value = said
        self.refresh()
        return not said

    def refresh(self) -> None:
        """Show the state as it is now."""
        self._refreshing = True
        try:
            self._update()
        finally:
            self._refreshing = False

    def _update(self) -> None:
        raise NotImplementedError

    def on_change(self, step: Callable[[], object], *controls: widgets.Widget) -> None:
        """Take a step whenever a person changes one of the controls."""
        for control in controls:
            control.observe(lambda _: self.do(step), names="value")

    def plain_html(self) -> str:
        """Give the state as it is now for pages on which widgets do not run.

        Where the widget runs, its style sheet hides it.
        """
        live, plain = f"fn-live-{self.model_id}", f"fn-plain-{self.model_id}"
        hide = f"body:has(.{live}) .{plain} {{ display: none; }}"
        return f'<style>{hide}</style><div class="{plain}">{self.state._repr_html_()}</div>'

    def _ipython_display_(self) -> None:
        # Two outputs: a saved notebook that holds the widget's data shows nothing of the first
        # where the widget's script cannot be loaded, whatever else that output offers.
        display(super()._repr_mimebundle_() | {"text/html": ""}, raw=True)
        display({"text/html": self.plain_html(), "text/plain": ""}, raw=True)


def button(
    text: str, action: Callable[[], None], *, tooltip: str, style: str = "", width: str = "auto"
) -> widgets.Button:
    """Make a button; `tooltip` says what it does, for those who see only its sign too."""
    made = widgets.Button(
        description=text, tooltip=tooltip, button_style=style, layout={"width": width}
    )
    made.on_click(lambda _: action())
    return made


def row(*controls: widgets.Widget) -> widgets.HBox:
    """Put controls beside each other; they wrap where the page is narrow."""
    return widgets.HBox(list(controls), layout={"flex_flow": "row wrap", "align_items": "center"})
