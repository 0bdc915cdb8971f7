"""A widget to browse bias-uncovering test cases side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.widgets.browsing import ANY, FILTERS, BrowserState
from fairnlp.widgets.controls import Panel, button, row, widgets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.metamorphic.found import Found

__all__ = ["TestCaseBrowser"]

WINDOW = 120
"""How many characters on each side of a difference are shown, unless all is asked for."""

LARGEST_SEED = 2**31 - 1


class TestCaseBrowser(Panel):
    """Browse bias-uncovering test cases (BTCs), two texts side by side.

    Parameters
    ----------
    found : Found or sequence of Found
        One for each system.
    limit : int
        How many BTCs of each system to draw, uniformly.
    seed : int
        Seed of the draw.

    Attributes
    ----------
    state : BrowserState
        All rules. What a button does, a method of the widget does too.
    """

    __test__ = False  # its name begins like a test's, but it is none

    state: BrowserState

    def __init__(self, found: Found | Sequence[Found], *, limit: int = 100, seed: int = 0) -> None:
        state = BrowserState(found, limit=limit, seed=seed)
        self.filters = {
            name: widgets.Dropdown(
                options=[ANY], description=name.capitalize(), tooltip=f"Show only this {name}"
            )
            for name in FILTERS
        }
        self.seed = widgets.BoundedIntText(
            value=seed,
            max=LARGEST_SEED,
            description="Seed",
            tooltip="Seed of the sample",
            layout={"width": "12rem"},
        )
        self.whole = widgets.Checkbox(
            description="Whole texts", indent=False, tooltip="Show all of both texts"
        )
        self.previous_button = button("◀ Previous", self.previous, tooltip="Previous test case")
        self.next_button = button("Next ▶", self.next, tooltip="Next test case")
        self.draw_button = button("Draw", self.draw, tooltip="Draw a sample with this seed")
        super().__init__(
            state,
            [
                row(*self.filters.values()),
                row(self.previous_button, self.next_button, self.whole),
                None,
                row(self.seed, self.draw_button),
            ],
        )
        for name, control in self.filters.items():
            self.on_change(lambda name=name: self._choose(name), control)  # type: ignore[misc]
        self.on_change(lambda: None, self.whole)

    def _choose(self, name: str) -> None:
        self.state.choose(name, self.filters[name].value)

    def next(self) -> None:
        """Show the next test case."""
        self.do(lambda: self.state.move(1))

    def previous(self) -> None:
        """Show the previous test case."""
        self.do(lambda: self.state.move(-1))

    def draw(self) -> None:
        """Draw a sample with the seed in the field."""
        self.do(lambda: self.state.draw(self.seed.value))

    def _update(self) -> None:
        state = self.state
        for name, control in self.filters.items():
            control.options = state.options(name)
            control.value = state.filters[name]
        self.previous_button.disabled = state.position <= 1
        self.next_button.disabled = state.position == len(state.pairs)
        self.page.value = state.to_html(window=None if self.whole.value else WINDOW)
