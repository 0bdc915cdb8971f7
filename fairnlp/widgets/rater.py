"""A widget to rate test cases by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.rating.files import QUESTIONS
from fairnlp.rating.sheet import RatingSheet, is_rated
from fairnlp.widgets.controls import Panel, button, row, widgets

if TYPE_CHECKING:
    import os

    from fairnlp.rating.sample import Sample

__all__ = ["RatingWidget"]

ASKED = {"coherent": "Is text {} coherent?", "sentiment": "Sentiment of text {}?"}


class RatingWidget(Panel):
    """Rate test cases: say of each text whether it is coherent, and what its sentiment is.

    Every answer is saved at once. All of it works with the keyboard: Tab goes through the answers
    in the order of the questions (text 1, text 2), then to the note and to *Next*; Space or Enter
    chooses.

    Parameters
    ----------
    items : Sample or DataFrame
        What `sample_btcs` or `read_sheet` gives. Only the texts are taken of it.
    rater : str
        Id of the rater.
    folder : path, optional
        Where the answers are kept, as ``<rater>.csv``; if it is there, they are taken up again.

    Attributes
    ----------
    state : RatingSheet
        All rules. What a button does, a method of the widget does too.
    """

    state: RatingSheet

    def __init__(
        self,
        items: Sample | pd.DataFrame,
        *,
        rater: str,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        frame = items if isinstance(items, pd.DataFrame) else items.items
        state = RatingSheet(frame, rater=rater, folder=folder)
        self.questions = {
            question: widgets.ToggleButtons(
                options=answers,
                value=None,
                description=_asked(question),
                tooltips=[f"{_asked(question)} {answer}" for answer in answers],
                style={"button_width": "6rem", "description_width": "13rem"},
            )
            for question, answers in QUESTIONS.items()
        }
        self.note = widgets.Text(
            description="Note",
            placeholder="free text",
            tooltip="Kept with the item",
            continuous_update=False,
        )
        self.place = widgets.BoundedIntText(
            description="Item", tooltip="Place among the items", layout={"width": "10rem"}
        )
        self.progress = widgets.IntProgress(description="Rated", tooltip="Items rated")
        self.next_button = button(
            "Next open ▶", self.next, tooltip="Next item that is not rated", style="primary"
        )
        self.back_button = button("◀", self.back, tooltip="Item before")
        self.forward_button = button("▶", self.forward, tooltip="Item after")
        self.clear_button = button("Clear", self.clear, tooltip="Take back all answers on the item")
        super().__init__(
            state,
            [
                row(self.back_button, self.place, self.forward_button, self.progress),
                None,
                *self.questions.values(),
                row(self.note, self.next_button, self.clear_button),
            ],
        )
        for question, control in self.questions.items():
            self.on_change(lambda q=question: self._answer(q), control)  # type: ignore[misc]
        self.on_change(lambda: state.write_note(self.note.value.strip()), self.note)
        self.on_change(lambda: state.go(self.place.value), self.place)

    def _answer(self, question: str) -> None:
        self.state.answer(question, self.questions[question].value or "")

    def answer(self, question: str, answer: str) -> None:
        """Answer a question about the item on show."""
        self.do(lambda: self.state.answer(question, answer))

    def next(self) -> None:
        """Show the next item that is not rated."""
        self.do(self.state.next_open)

    def forward(self) -> None:
        """Show the item after, rated or not."""
        self.do(lambda: self.state.move(1))

    def back(self) -> None:
        """Show the item before, rated or not."""
        self.do(lambda: self.state.move(-1))

    def clear(self) -> None:
        """Take back all that was said of the item on show."""
        self.do(self.state.clear)

    @property
    def ratings(self) -> pd.DataFrame:
        """What was said so far; see `RatingSheet.ratings`."""
        return self.state.ratings

    def _update(self) -> None:
        state, answers = self.state, self.state.answers
        counts = state.counts
        total = sum(counts.values())
        for question, control in self.questions.items():
            control.value = answers.get(question) or None
            control.disabled = not total
        self.note.value = answers.get("note", "")
        self.note.disabled = self.clear_button.disabled = not total
        self.place.min, self.place.max, self.place.value = min(1, total), total, state.position
        self.progress.max, self.progress.value = max(total, 1), counts["rated"]
        self.back_button.disabled = state.position <= 1
        self.forward_button.disabled = state.position == total
        elsewhere = counts["open"] - (bool(total) and not is_rated(answers))
        self.next_button.disabled = not elsewhere
        self.page.value = state.to_html()


def _asked(question: str) -> str:
    kind, _, side = question.partition("_")
    return ASKED[kind].format(side)
