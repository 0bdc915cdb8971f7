"""Leave-one-out influence: what a system says when one word is not there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fairnlp.core.errors import UnknownChoiceError, unknown_choice
from fairnlp.core.progress import bar
from fairnlp.influence.asking import Asked, OnError, Query, ask_all, asked
from fairnlp.influence.frames import OK, InfluenceFrame, influence_frame
from fairnlp.influence.items import Item, context_of, read_items
from fairnlp.influence.operators import NEUTRAL, Operator, OperatorName, operator_for
from fairnlp.influence.ranks import NOISE
from fairnlp.systems.base import as_system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Ask: TypeAlias = Callable[[Iterable[Query], int], tuple[np.ndarray, dict[int, str]]]

__all__ = ["METHOD", "Measured", "Whole", "asking", "leave_one_out", "measure", "whole_answers"]

METHOD = "leave one out"


def leave_one_out(
    system: Any,
    texts: Any,
    *,
    target: str | None = None,
    operator: OperatorName = "unknown",
    unknown: str | None = None,
    neutral: str = NEUTRAL,
    context: Any = None,
    batch_size: int = 1024,
    tolerance: float = NOISE,
    on_error: OnError = "raise",
    progress: bool | None = None,
) -> InfluenceFrame:
    """Measure how much each word of a text moves a system, by leaving it out.

    Parameters
    ----------
    system : object
        A system, or what `as_system` takes. One that takes words (`systems.tokens.TokenClassifier`)
        is asked about words; any other about texts in which nothing but the word changes.
    texts : str, sequence of str, or DataFrame
        One text, several, or a frame with ``text_id`` and ``text``. Words are those of
        `text.words.words`, or the column ``tokens`` of a frame like `core.frames.RATIONALES`.
    target : str, optional
        The class whose probability is measured; by default, for each text, the class that the
        system gives it. Left out for a system with one score a text. For a system with labels
        alone, the label: 1 if the system gives it, else 0.
    operator : {"unknown", "delete", "neutral word"}
        What is done with the word: replaced by the unknown word, as in the paper, deleted, or
        replaced by a neutral word. These are different questions, so the result names it.
    unknown : str, optional
        The unknown word; by default the system's or its tokenizer's, else ``"unk"``.
    neutral : str
        The neutral word.
    context : array-like, optional
        A row of context features a text, for a system that takes such; by default the columns
        ``context:...`` of the frame.
    batch_size : int
        Inputs in one call of the system.
    tolerance : float
        Influences that are this near are tied; see `influence_ranks`.
    on_error : {"raise", "record"}
        Where the system fails on a text: stop, or go on and say so in ``status``. A failure on
        the empty text that deletion leaves of a single word is never raised.
    progress : bool, optional
        Whether to draw a bar; by default in a notebook or terminal.

    Returns
    -------
    InfluenceFrame, one row a word
        See `influence.frames.INFLUENCES`. ``influence`` is what the system says of the whole text
        minus what it says without the word: positive where the word speaks for the target. A word
        that comes twice has two rows. A text without words has none.

    Raises
    ------
    SystemUnderTestError
        If the system fails, with its name, the batch and the text's id.
    OptionError
        If an option does not fit the system, or is out of range.
    SchemaError
        If something is not a text, or a frame lacks a column.

    Notes
    -----
    Zhong et al. (2019), section on influence: I_i = y - y_{-i}. All words of all texts are asked
    about together; equal inputs once.

    Examples
    --------
    >>> found = leave_one_out("afinn", "A good, good film.", operator="delete")
    >>> found[["position", "token", "influence", "rank"]]
       position token  influence  rank
    0         0     A        0.0     2
    1         1  good        3.0     0
    2         2     ,        0.0     2
    3         3  good        3.0     0
    4         4  film        0.0     2
    5         5     .        0.0     2
    """
    items = read_items(texts)
    system = as_system(system)
    features = context_of(texts, context, len(items), system=system)
    measured = asked(system, target, context=features, on_error=on_error)
    chosen = operator_for(measured.system, operator, unknown=unknown, neutral=neutral)
    ask = asking(measured, batch_size=batch_size, progress=progress)
    found = measure(measured, items, features, chosen, ask)
    _check_seen(measured)
    return influence_frame(
        items,
        found.influences,
        whole=found.whole.values,
        statuses=found.statuses,
        targets=found.whole.targets,
        tolerance=tolerance,
        system=measured.system.name,
        measure=measured.measure,
        method=METHOD,
        operator=chosen.name,
        replacement=chosen.word or "",
    )


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


def _check_seen(measured: Asked) -> None:
    """A label that the system never gives is most likely misspelt."""
    if measured.measure == "label" and measured.seen and measured.target not in measured.seen:
        raise UnknownChoiceError(unknown_choice("target", measured.target, sorted(measured.seen)))


def asking(measured: Asked, *, batch_size: int, progress: bool | None = None) -> Ask:
    """Give what asks about queries and their number, under a bar where there are many."""

    def shown(windows: Any, total: int) -> Iterator[Any]:
        title = f"{measured.system.name}: leaving words out"
        show = progress if total > 1 or progress else False
        return bar(windows, title=title, total=total, unit="windows", show=show)

    return partial(ask_all, measured, batch_size=batch_size, shown=shown)
