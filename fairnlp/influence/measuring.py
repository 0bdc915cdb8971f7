"""What a system says of whole texts, and of the same without each of their words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fairnlp.core.progress import bar
from fairnlp.influence.asking import Asked, Query
from fairnlp.influence.frames import OK
from fairnlp.influence.stream import ask_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from fairnlp.influence.items import Item
    from fairnlp.influence.operators import Operator

    Ask: TypeAlias = Callable[[Iterable[Query], int], tuple[np.ndarray, dict[int, str]]]

__all__ = ["Measured", "Whole", "asking", "measure", "whole_answers"]


class Measured(NamedTuple):
    """Influences of the words of all texts, one after another, and what they come from."""

    influences: np.ndarray
    statuses: list[str]
    whole: Whole


def measure(
    measured: Asked,
    items: Sequence[Item],
    features: np.ndarray | None,
    operator: Operator,
    ask: Ask,
    *,
    targets: Sequence[str] | None = None,
) -> Measured:
    """Leave out each word of each text.

    Parameters
    ----------
    measured : Asked
    items : sequence of Item
    features : ndarray or None
        A row of context features a text.
    operator : Operator
    ask : callable
        What `asking` gives.
    targets : sequence of str, optional
        For each text, what is measured, where that is already known.

    Returns
    -------
    Measured
    """
    whole = whole_answers(measured, items, features, ask, targets=targets)
    counts = np.array([len(item.spans) for item in items], dtype=int)
    answers, errors = ask(_queries(measured, items, features, operator), int(counts.sum()))
    owner = np.repeat(np.arange(len(items)), counts)
    without = answers[np.arange(len(owner)), whole.columns[owner]]
    statuses = [
        _status(whole.errors.get(int(text)), errors.get(row)) for row, text in enumerate(owner)
    ]
    return Measured(whole.values[owner] - without, statuses, whole)


class Whole:
    """What a system says of whole texts.

    Parameters
    ----------
    answers : ndarray of float, shape (texts, columns)
    errors : dict of int to str
        Number of a text to why there is no answer.
    measured : Asked
    targets : sequence of str, optional
        For each text, what is measured; by default as `measured` says.

    Attributes
    ----------
    columns : ndarray of int
        For each text, the column that is measured.
    targets : list of str
        For each text, what that column is.
    values : ndarray of float
        For each text, its number there.
    """

    def __init__(
        self,
        answers: np.ndarray,
        errors: dict[int, str],
        measured: Asked,
        targets: Sequence[str] | None = None,
    ) -> None:
        self.answers, self.errors = answers, errors
        if targets is not None:
            self.columns = np.array([measured.columns.index(name) for name in targets], dtype=int)
        elif measured.target is None:
            self.columns = np.where(np.isnan(answers), -1.0, answers).argmax(axis=1)
        else:
            at = measured.columns.index(measured.target)
            self.columns = np.full(len(answers), at)
        self.targets = [measured.columns[column] for column in self.columns]
        self.values = answers[np.arange(len(answers)), self.columns]


def whole_answers(
    measured: Asked,
    items: Sequence[Item],
    features: np.ndarray | None,
    ask: Ask,
    *,
    targets: Sequence[str] | None = None,
) -> Whole:
    """Ask about whole texts; see `measure`."""
    queries = (
        Query(item.text_id, measured.given(item), _row(features, number))
        for number, item in enumerate(items)
    )
    answers, errors = ask(queries, len(items))
    return Whole(answers, errors, measured, targets)


def _queries(
    measured: Asked, items: Sequence[Item], features: np.ndarray | None, operator: Operator
) -> Iterator[Query]:
    put = () if operator.word is None else (operator.word,)
    for number, item in enumerate(items):
        context = _row(features, number)
        if measured.by_words:
            tokens = tuple(item.tokens)
            for at in range(len(tokens)):
                yield Query(item.text_id, tokens[:at] + put + tokens[at + 1 :], context)
        else:
            for at in range(len(item.spans)):
                yield Query(item.text_id, item.left_out(at, operator.word), context)


def _row(features: np.ndarray | None, number: int) -> np.ndarray | None:
    return None if features is None else features[number]


def _status(of_whole: str | None, of_rest: str | None) -> str:
    if of_whole:
        return f"no answer to the text: {of_whole}"
    return f"no answer without the word: {of_rest}" if of_rest else OK


def asking(measured: Asked, *, batch_size: int, progress: bool | None = None) -> Ask:
    """Give what asks about queries and their number, under a bar where there are many."""

    def shown(windows: Any, total: int) -> Iterator[Any]:
        title = f"{measured.system.name}: leaving words out"
        show = progress if total > 1 or progress else False
        return bar(windows, title=title, total=total, unit="windows", show=show)

    return partial(ask_all, measured, batch_size=batch_size, shown=shown)
