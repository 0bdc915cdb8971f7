"""A widget to look at pairs of sentences: which words count, and where scores differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.widgets.controls import Panel, button, row, widgets
from fairnlp.widgets.pair_page import sentence_name
from fairnlp.widgets.pairing import PairState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

__all__ = ["PairExplorer"]


class PairExplorer(Panel):
    """Choose a group, a system, an emotion and a pair, and see which words score what.

    Parameters
    ----------
    pairs, systems
        See `PairState`.
    label : str
        What a group is, such as ``"Language"``.

    Attributes
    ----------
    state : PairState
        All rules. What a button does, a method of the widget does too.
    """

    state: PairState

    def __init__(
        self,
        pairs: Mapping[str, pd.DataFrame],
        systems: Sequence[Any] | Mapping[str, Sequence[Any]],
        *,
        label: str = "Group",
    ) -> None:
        state = PairState(pairs, systems)
        self.group = widgets.Dropdown(
            options=state.groups, description=label, tooltip=f"{label} of the pairs"
        )
        self.system = widgets.Dropdown(
            options=state.system_names, description="Tool", tooltip="The system that is asked"
        )
        self.emotion = widgets.ToggleButtons(
            options=state.emotions,
            tooltip="The emotion of the sentences",
            style={"button_width": "auto"},
        )
        self.unit = widgets.Combobox(
            description="Pair",
            placeholder="choose or type",
            ensure_option=True,
            continuous_update=False,
            tooltip="The pair to show; type some letters to find one",
        )
        self.only = widgets.Checkbox(
            description="Only pairs that differ",
            indent=False,
            tooltip="Offer only pairs of which a sentence has two scores that differ",
        )
        self.sentence = widgets.Dropdown(
            description="Sentence", tooltip="Which sentence of the pair is shown in full"
        )
        self.previous_button = button("◀", self.previous, tooltip="Previous pair")
        self.next_button = button("▶", self.next, tooltip="Next pair")
        super().__init__(
            state,
            [
                row(self.group, self.system),
                row(self.emotion, self.only),
                row(self.previous_button, self.unit, self.next_button, self.sentence),
                None,
            ],
        )
        self.on_change(lambda: state.choose_group(self.group.value), self.group)
        self.on_change(lambda: state.choose_system(self.system.value), self.system)
        self.on_change(lambda: state.choose_emotion(self.emotion.value), self.emotion)
        self.on_change(lambda: state.choose_unit(self.unit.value), self.unit)
        self.on_change(lambda: state.show_only_differing(self.only.value), self.only)
        self.on_change(lambda: state.choose_sentence(self.sentence.value), self.sentence)

    def next(self) -> None:
        """Show the next pair."""
        self.do(lambda: self.state.step(1))

    def previous(self) -> None:
        """Show the pair before."""
        self.do(lambda: self.state.step(-1))

    def _update(self) -> None:
        state = self.state
        self.group.value = state.group
        self.system.options = state.system_names
        self.system.value = state.system
        self.emotion.options = state.emotions
        self.emotion.value = state.emotion
        self.only.value = state.only_differing
        units, sentences = state.units, state.sentences
        self.unit.options = units
        self.unit.value = state.unit
        self.unit.disabled = not units
        several = sentences["template"].nunique() > 1
        self.sentence.options = [
            (sentence_name(told, several=several), at)
            for at, told in enumerate(sentences.to_dict(orient="records"))
        ]
        self.sentence.value = state.number if len(sentences) else None
        self.previous_button.disabled = state.unit in ("", *units[:1])
        self.next_button.disabled = state.unit in ("", *units[-1:])
        self.page.value = state.to_html()
