"""The rules of rating test cases by hand; `RatingWidget` shows them as a widget."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError, RunError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.core.marking import fragment
from fairnlp.core.replacing import replace_file
from fairnlp.rating.files import (
    ITEMS,
    QUESTIONS,
    RATINGS,
    check_answer,
    check_rater,
    read_ratings,
    sheet_bytes,
)
from fairnlp.rating.marks import marked_html

if TYPE_CHECKING:
    import os

__all__ = ["RatingSheet", "is_rated"]

HOW = (
    "A text is coherent if it makes sense as it stands, marked words included. The sentiment is "
    "what the writer thinks of the thing reviewed. Where a text is not coherent, its sentiment "
    "need not be given."
)
"""What a rater has to know."""


def is_rated(answers: dict[str, str]) -> bool:
    """Tell whether the answers on an item settle what it is.

    It is settled when both texts are said to be coherent or not and, if both are, the sentiment
    of both is given.

    Examples
    --------
    >>> is_rated({"coherent_1": "no", "coherent_2": "yes"})
    True
    >>> is_rated({"coherent_1": "yes", "coherent_2": "yes", "sentiment_1": "neutral"})
    False
    """
    coherent = [answers.get(f"coherent_{side}", "") for side in "12"]
    if "" in coherent:
        return False
    return "no" in coherent or all(answers.get(f"sentiment_{side}", "") for side in "12")


@dataclass
class RatingSheet:
    """Test cases to rate, what one rater said, and which one is on show.

    What a system said of the texts is not in it.

    Parameters
    ----------
    items : DataFrame
        See `files.ITEMS`: ``Sample.items``, or what `read_sheet` gives.
    rater : str
        Id of the rater: letters, digits, ``_``, ``.`` and ``-``.
    folder : path, optional
        Where the answers are kept, as ``<rater>.csv``, after each of them. If the file is there,
        its answers are taken up again. The files of other raters are not touched.

    Raises
    ------
    SchemaError
        If a column is missing, or the file holds what is not allowed or items of another sheet.
    RunError
        If the file is another rater's.
    OptionError
        If two items have the same id, or the rater's id cannot be used.

    Examples
    --------
    >>> items = pd.DataFrame(
    ...     {"item_id": ["a"], "text_1": ["⟦He⟧ is fine."], "text_2": ["⟦She⟧ is fine."]}
    ... )
    >>> sheet = RatingSheet(items, rater="r1")
    >>> for question in ("coherent_1", "coherent_2"):
    ...     sheet.answer(question, "yes")
    >>> for question in ("sentiment_1", "sentiment_2"):
    ...     sheet.answer(question, "positive")
    >>> sheet.counts
    {'rated': 1, 'open': 0}
    """

    items: pd.DataFrame
    rater: str
    folder: str | os.PathLike[str] | None = None
    position: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        check_frame(self.items, ITEMS, name="items")
        if (twice := self.items["item_id"].duplicated()).any():
            msg = f"item_id must be unique; {self.items['item_id'][twice].iloc[0]!r} comes twice."
            raise OptionError(msg)
        self.path = None if self.folder is None else Path(self.folder) / f"{self.rater}.csv"
        check_rater(self.rater)
        rows = self.items[[*ITEMS]].astype("str").to_dict(orient="records")
        self._rows = [{str(name): cell for name, cell in row.items()} for row in rows]
        self._answers: dict[str, dict[str, str]] = {row["item_id"]: {} for row in self._rows}
        self._seen = self._bytes()
        if self.path and self._seen:
            self._take(read_ratings(self.path, items=self.items))
        self.next_open()
        self.position = self.position or min(1, len(self._rows))

    def _take(self, ratings: pd.DataFrame) -> None:
        if (rater := ratings["rater"].iloc[0] if len(ratings) else self.rater) != self.rater:
            msg = f"{self.path} holds the ratings of {rater!r}; choose another rater or folder."
            raise RunError(msg)
        for row in ratings.to_dict(orient="records"):
            given = {name: row[name] for name in [*QUESTIONS, "note"] if row[name]}
            self._answers[row["item_id"]] = given

    # What is on show

    @property
    def current(self) -> dict[str, str] | None:
        """The item on show: ``item_id``, ``text_1``, ``text_2``; None if there are no items."""
        return self._rows[self.position - 1].copy() if self.position else None

    @property
    def answers(self) -> dict[str, str]:
        """What was said of the item on show: question to answer, and ``note``."""
        return self._answers[self._current_id()].copy() if self.position else {}

    @property
    def counts(self) -> dict[str, int]:
        """How many items are rated, and how many are not."""
        rated = sum(map(is_rated, self._answers.values()))
        return {"rated": rated, "open": len(self._rows) - rated}

    def go(self, position: int) -> None:
        """Show the item at a place, from 1."""
        if not 1 <= position <= len(self._rows):
            msg = f"There is no place {position}; there are {len(self._rows)} items, from 1."
            raise OptionError(msg)
        self.position = position

    def move(self, by: int) -> None:
        """Go forward or back, at most to the ends."""
        if self._rows:
            self.go(min(max(self.position + by, 1), len(self._rows)))

    def next_open(self) -> None:
        """Show the next item that is not rated, after the last the first; stay if there is none."""
        n = len(self._rows)
        for step in range(n):
            place = (self.position + step) % n
            if not is_rated(self._answers[self._rows[place]["item_id"]]):
                self.position = place + 1
                return

    # Ratings

    def answer(self, question: str, answer: str) -> None:
        """Answer a question about the item on show; an empty answer takes it back.

        Raises
        ------
        UnknownChoiceError, SchemaError
            If the question or the answer is not known.
        RunError
            If another program has changed the file; nothing is taken over then.
        """
        if question not in QUESTIONS:
            raise UnknownChoiceError(unknown_choice("question", question, QUESTIONS))
        self._keep(question, check_answer(question, answer))

    def write_note(self, note: str) -> None:
        """Keep a note on the item on show; an empty one removes it."""
        self._keep("note", note)

    def clear(self) -> None:
        """Take back all that was said of the item on show."""
        self._save(self._answers | {self._current_id(): {}})

    def _current_id(self) -> str:
        if not self.position:
            msg = "There are no items to rate."
            raise OptionError(msg)
        return self._rows[self.position - 1]["item_id"]

    def _keep(self, name: str, said: str) -> None:
        given = {key: cell for key, cell in self.answers.items() if key != name}
        given |= {name: said} if said else {}
        self._save(self._answers | {self._current_id(): given})

    def _save(self, answers: dict[str, dict[str, str]]) -> None:
        if answers == self._answers:
            return
        if self.path:  # first, so that what cannot be saved is not taken as said
            if self._bytes() != self._seen:
                msg = (
                    f"{self.path} was changed by another program since it was read. Make a new "
                    "sheet for this rater to go on from what it holds now."
                )
                raise RunError(msg)
            content = sheet_bytes(self.items, answers, rater=self.rater)
            replace_file(self.path, content)
            self._seen = content
        self._answers = answers

    def _bytes(self) -> bytes:
        try:
            return self.path.read_bytes() if self.path else b""
        except FileNotFoundError:
            return b""

    # Results

    @property
    def ratings(self) -> pd.DataFrame:
        """What was said so far; see `files.RATINGS`."""
        rows = [
            {"rater": self.rater, "item_id": item}
            | {name: given.get(name, "") for name in [*QUESTIONS, "note"]}
            for item, given in self._answers.items()
        ]
        return pd.DataFrame(rows, columns=[*RATINGS], dtype="str")

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write items and answers to a file, such as one for a spreadsheet.

        Raises
        ------
        OptionError
            If the file is there: it may hold ratings.
        """
        if Path(path).exists():
            msg = f"{path} is there already and is not replaced; choose another name."
            raise OptionError(msg)
        replace_file(Path(path), sheet_bytes(self.items, self._answers, rater=self.rater))

    def to_html(self) -> str:
        """Show how far it is, the item on show, and what was said of it.

        Returns
        -------
        str
            HTML, escaped, with its style sheet.
        """
        counts = self.counts
        head = f"<p>Rater {escape(self.rater)}: {counts['rated']} rated, {counts['open']} open.</p>"
        item = self.current
        if item is None:
            return fragment(f"{head}<p><b>There are no items to rate.</b></p>")
        cells = {
            "th": [f"Text {side}" for side in "12"],
            "td": [
                f'<div class="fn-text">{marked_html(item[f"text_{side}"])}</div>'
                f"<p>{self._said(side)}</p>"
                for side in "12"
            ],
        }
        rows = "".join(
            "<tr>"
            + "".join(f'<{tag} align="left" valign="top" width="50%">{c}</{tag}>' for c in row)
            + "</tr>"
            for tag, row in cells.items()
        )
        note = self.answers.get("note", "")
        return fragment(
            f"{head}<p><b>Item {self.position} of {len(self._rows)}</b>. {HOW}</p>"
            f'<table class="fn-pair">{rows}</table>'
            + (f"<p>Note: {escape(note)}</p>" if note else "")
        )

    def _said(self, side: str) -> str:
        given = self.answers
        return (
            f"Coherent: <b>{given.get(f'coherent_{side}', '–')}</b>. "
            f"Sentiment: <b>{given.get(f'sentiment_{side}', '–')}</b>."
        )

    def _repr_html_(self) -> str:
        return self.to_html()
