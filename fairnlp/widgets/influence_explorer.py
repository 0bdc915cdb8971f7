"""A widget to see which words move a system, to mask them, and to put others in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.influence.show import AGAINST, DARKEST, FOR
from fairnlp.widgets.controls import Panel, button, row, widgets
from fairnlp.widgets.influence_state import InfluenceState

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from fairnlp.influence.operators import OperatorName

__all__ = ["InfluenceExplorer"]

MOST = 150
"""Words of a text that can be clicked."""


class InfluenceExplorer(Panel):
    """Choose a text, see its words shaded by influence, mask words, and put others in.

    A click on a word masks it, and another shows it again. A click on ``+`` puts the word of the
    field into that gap, and another takes it out.

    Parameters
    ----------
    corpus : DataFrame
        As `core.frames.RATIONALES`; the words that people marked are underlined.
    systems : sequence
        Whatever `as_system` takes.
    target : str, optional
        The class that is measured.
    operator : {"unknown", "delete", "neutral word"}
        What a masked word becomes.
    word : str
        The word to put in, to begin with.

    Attributes
    ----------
    state : InfluenceState
        All rules. What a button does, a method of the widget does too.
    """

    state: InfluenceState

    def __init__(
        self,
        corpus: pd.DataFrame,
        systems: Sequence[Any],
        *,
        target: str | None = None,
        operator: OperatorName = "unknown",
        word: str = "on",
    ) -> None:
        state = InfluenceState(corpus, systems, target=target, operator=operator)
        names = [
            (f"{number + 1}: {text_id}", number)
            for number, text_id in enumerate(corpus["text_id"].astype(str))
        ]
        self.text = widgets.Dropdown(
            options=names, description="Text", tooltip="The text to look at"
        )
        self.shaded_by = widgets.Dropdown(
            options=state.names,
            description="Shaded by",
            tooltip="Whose influence colours the words",
        )
        self.word = widgets.Text(
            value=word,
            description="Put in",
            tooltip="The word that a click on + puts in",
            continuous_update=False,
            layout={"width": "14rem"},
        )
        self.previous_button = button("◀", self.previous, tooltip="Previous text")
        self.next_button = button("▶", self.next, tooltip="Next text")
        self.clear_button = button("As written", self.clear, tooltip="Take back all changes")
        self.words = row()
        self.word_buttons: list[widgets.Button] = []
        self.gap_buttons: dict[int, widgets.Button] = {}
        self._made_for = -1
        super().__init__(
            state,
            [
                row(self.previous_button, self.text, self.next_button, self.shaded_by),
                row(self.word, self.clear_button),
                self.words,
                None,
            ],
        )
        self.on_change(lambda: state.choose(self.text.value), self.text)
        self.on_change(lambda: None, self.shaded_by, self.word)

    def next(self) -> None:
        """Show the next text."""
        self.do(lambda: self.state.choose(self.state.number + 1))

    def previous(self) -> None:
        """Show the previous text."""
        self.do(lambda: self.state.choose(self.state.number - 1))

    def clear(self) -> None:
        """Take back all changes."""
        self.do(self.state.clear)

    def toggle(self, position: int) -> None:
        """Mask a word, or show it again."""
        self.do(lambda: self.state.toggle(position))

    def toggle_gap(self, gap: int) -> None:
        """Put the word of the field into a gap, or take out what is there."""
        if gap in self.state.inserted:
            self.do(lambda: self.state.take_out(gap))
        else:
            self.do(lambda: self.state.insert(self.word.value.strip(), gap))

    def _update(self) -> None:
        state = self.state
        self.text.value = state.number
        self.previous_button.disabled = state.number == 0
        self.next_button.disabled = state.number == len(state.corpus) - 1
        self.clear_button.disabled = not (state.masked or state.inserted)
        if self._made_for != state.number:
            self._make_buttons()
        self._colour()
        self.page.value = state.to_html()

    def _make_buttons(self) -> None:
        tokens = self.state.item.tokens[:MOST]
        self.word_buttons = [
            self._small(token, lambda at=at: self.toggle(at), f"Mask “{token}”, or show it again")
            for at, token in enumerate(tokens)
        ]
        self.gap_buttons = {
            gap: self._small("+", lambda at=gap: self.toggle_gap(at), f"Put in after {gap} words")
            for gap in self.state.gaps
            if gap <= len(tokens)
        }
        placed: list[widgets.Button] = []
        for at in range(len(tokens) + 1):
            placed += [self.gap_buttons[at]] if at in self.gap_buttons else []
            placed += [self.word_buttons[at]] if at < len(tokens) else []
        self.words.children = placed
        self._made_for = self.state.number

    def _small(self, text: str, action: Any, tooltip: str) -> widgets.Button:
        made = button(text, action, tooltip=tooltip)
        made.layout.margin, made.layout.padding = "1px", "0 4px"
        return made

    def _colour(self) -> None:
        state = self.state
        values = state.influences(self.shaded_by.value)["influence"].fillna(0).tolist()
        scale = max(map(abs, values), default=0.0)
        marks = [False] * len(values) if state.rationale is None else state.rationale.tolist()
        for at, made in enumerate(self.word_buttons):
            masked = at in state.masked
            opacity = round(DARKEST * abs(values[at]) / scale) if scale and not masked else 0
            made.style.button_color = f"{FOR if values[at] > 0 else AGAINST}{opacity:02x}"
            lines = ["underline"] * marks[at] + ["line-through"] * masked
            made.style.text_decoration = " ".join(lines) or None
            made.style.font_weight = "bold" if marks[at] else None
        for gap, made in self.gap_buttons.items():
            put = state.inserted.get(gap)
            made.description = put or "+"
            made.button_style = "info" if put else ""
