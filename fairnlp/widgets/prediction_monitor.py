"""A widget to type a text, see the verdict on its prediction, and move X and alpha."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.widgets.controls import Panel, button, row, widgets
from fairnlp.widgets.monitoring import MonitorState

if TYPE_CHECKING:
    from fairnlp.characteristics.base import Characteristic

__all__ = ["PredictionMonitor"]


class PredictionMonitor(Panel):
    """Type a text, and see whether its prediction changes with the class of the person.

    Parameters
    ----------
    system : object
        What `as_system` takes.
    text : str
        The text to begin with.
    x : int
        Mutants of each class in the first step.
    alpha : float
        The gap from which on the prediction is biased.
    characteristic : str or Characteristic
    values : int
        Mutants a class.
    seed : int
        Of the draws.

    Attributes
    ----------
    state : MonitorState
        All rules. What a control does, a method of the widget does too.
    """

    state: MonitorState

    def __init__(
        self,
        system: Any,
        text: str = "",
        *,
        x: int = 4,
        alpha: float = 0.10,
        characteristic: str | Characteristic = "gender",
        values: int = 30,
        seed: int = 0,
    ) -> None:
        state = MonitorState(
            system,
            text,
            x=x,
            alpha=alpha,
            characteristic=characteristic,
            values=values,
            seed=seed,
        )
        self.text = widgets.Textarea(
            value=text,
            placeholder="a text about one person",
            rows=3,
            layout={"width": "100%", "max_width": "50rem"},
        )
        self.x = widgets.IntSlider(
            min=1,
            max=values,
            description="X",
            tooltip="Mutants of each class in the first step",
        )
        self.alpha = widgets.FloatSlider(
            min=0.01,
            max=0.5,
            step=0.01,
            readout_format=".2f",
            description="alpha",
            tooltip="The gap from which on a prediction is biased",
        )
        self.check_button = button(
            "Check", self.check, tooltip="Ask the system about this text", style="primary"
        )
        super().__init__(state, [self.text, row(self.check_button, self.x, self.alpha), None])
        self.on_change(lambda: state.choose_x(self.x.value), self.x)
        # The slider gives 0.30000000000000004 for 0.3; it has two digits.
        self.on_change(lambda: state.choose_alpha(f"{self.alpha.value:.2f}"), self.alpha)

    def check(self) -> None:
        """Ask the system about the text that stands there."""
        self.do(lambda: self.state.choose_text(self.text.value))

    def _update(self) -> None:
        self.x.value = self.state.x
        self.alpha.value = float(self.state.alpha)
        self.page.value = self.state.to_html()
