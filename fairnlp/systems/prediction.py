"""Asking a system under test: the one place where its answers are checked before any counting."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from fairnlp.core.errors import FairnlpError, OptionError, SchemaError, SystemUnderTestError
from fairnlp.systems.outputs import Answers, OutputError, as_list, is_missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.systems.base import System

__all__ = ["ask", "check_batch_invariance", "predict"]

_log = logging.getLogger(__name__)

_NO_ANSWER = "the system gave no label (None or NaN)"


def predict(
    system: System,
    texts: Sequence[str],
    *,
    text_ids: Sequence[str] | None = None,
    batch: int = 0,
    on_error: Literal["raise", "record"] = "raise",
) -> pd.DataFrame:
    """Label a batch of texts.

    Equal texts are asked about once.

    Parameters
    ----------
    system : System
        See `as_system`.
    texts : sequence of str
        A column of a frame will do.
    text_ids : sequence of str, optional
        One a text, for messages; by default ``"row 0"``, ``"row 1"``, ...
    batch : int
        Number of the batch, from 0, for messages.
    on_error : {"raise", "record"}
        What to do where the system raises or gives NaN, or a text is missing: stop, or go on with
        the other texts and keep the reason in ``error``. A batch for which the system raises is
        asked again text by text, so that the very text is named. Answers of the wrong number or
        shape and labels that are not known stop in any case: they would be wrong for every text.

    Returns
    -------
    DataFrame, one row a text, in order
        ``label``: str, missing where there is none, so that it never counts as a label.
        ``score``: float, larger is more positive (the range is the system's), NaN where there is
        none. ``error``: str, empty where there is a label.

    Raises
    ------
    SystemUnderTestError
        Naming system, batch and texts.
    SchemaError
        If a text is missing, or is not a text.

    Examples
    --------
    >>> from fairnlp.systems import as_system
    >>> predict(as_system("vader"), ["A good film.", "A bad film."])
          label   score error
    0  positive  0.4404
    1  negative -0.5423
    """
    if on_error not in ("raise", "record"):
        msg = f"on_error is {on_error!r}; choose 'raise' or 'record'."
        raise OptionError(msg)
    items = _as_texts(texts)
    ids = [f"row {i}" for i in range(len(items))] if text_ids is None else list(map(str, text_ids))
    if len(ids) != len(items):
        msg = f"{len(items)} texts came with {len(ids)} ids; give one id a text."
        raise SchemaError(msg)
    errors = [_fault_of_text(text) for text in items]
    if on_error == "raise" and any(errors):
        row = next(i for i, error in enumerate(errors) if error)
        msg = f"Row {row} (text {ids[row]}): {errors[row]}. Remove it, or put '' in its place."
        raise SchemaError(msg)
    places: dict[str, int] = {}
    asked_at: list[int] = []  # row of the text that stands for all equal ones
    for row, text in enumerate(items):
        if not errors[row] and text not in places:
            places[text] = len(asked_at)
            asked_at.append(row)
    asked, reasons = _ask_checked(
        system, [items[row] for row in asked_at], [ids[row] for row in asked_at], batch, on_error
    )
    labels: list[str | None] = [None] * len(items)
    scores = np.full(len(items), np.nan)
    for row, text in enumerate(items):
        if not errors[row]:
            place = places[text]
            labels[row], scores[row] = asked.labels[place], asked.scores[place]
            errors[row] = reasons[place]
    return pd.DataFrame(
        {
            "label": pd.Series(labels, dtype="str"),
            "score": scores,
            "error": pd.Series(errors, dtype="str"),
        }
    )


def ask(system: System, texts: Sequence[str]) -> Answers:
    """Get labels and scores from a system, in one call where it can give both.

    Raises
    ------
    OutputError
        If their number, shape or type is wrong. What the system raises passes through.
    """
    if not texts:
        return Answers([], np.empty(0))
    if callable(both := getattr(system, "answers", None)):
        return _checked(both(texts), len(texts))
    labels = as_list(system.labels(texts), len(texts))
    for position, label in enumerate(labels):
        if not (isinstance(label, str) or is_missing(label)):
            msg = (
                f"label {label!r} is of type {type(label).__name__}, not a word; declare what it "
                f"means: as_system(..., positive={label!r})"
            )
            raise OutputError(msg, positions=(position,))
    words = [str(label) if isinstance(label, str) else None for label in labels]
    if (give_scores := getattr(system, "scores", None)) is None:
        return Answers(words, np.full(len(texts), np.nan))
    scores = as_list(give_scores(texts), len(texts))
    try:
        return Answers(words, np.array(scores, dtype=float))
    except (TypeError, ValueError) as error:
        msg = f"scores are not numbers ({error})"
        raise OutputError(msg) from None


def _checked(found: Any, n: int) -> Answers:
    if not isinstance(found, Answers):
        msg = f"its method `answers` gave a {type(found).__name__}, not `systems.outputs.Answers`"
        raise OutputError(msg)
    if {len(found.labels), len(found.scores)} != {n}:
        came = f"{len(found.labels)} labels and {len(found.scores)} scores"
        msg = f"asked for {n} answers, got {came}"
        raise OutputError(msg)
    return found


def _ask_checked(
    system: System, texts: list[str], ids: list[str], batch: int, on_error: str
) -> tuple[Answers, list[str]]:
    """Ask, and give the answers with the reason why there is none, text by text."""
    try:
        found = _ask_named(system, texts, ids, batch)
    except SystemUnderTestError as error:
        if isinstance(error.__cause__, OutputError) or (len(texts) == 1 and on_error == "raise"):
            raise
        _log.warning("%s; asking again text by text", error)
        answers = _ask_singly(system, texts, ids, batch, on_error)
        if on_error == "raise":  # each text alone went well, so the fault is the batch's
            raise
        return answers
    failed = [row for row, label in enumerate(found.labels) if label is None]
    if failed and on_error == "raise":
        raise SystemUnderTestError(
            _NO_ANSWER, system=system.name, batch=batch, text_ids=[ids[row] for row in failed]
        )
    return found, [_NO_ANSWER if label is None else "" for label in found.labels]


def _ask_singly(
    system: System, texts: list[str], ids: list[str], batch: int, on_error: str
) -> tuple[Answers, list[str]]:
    labels: list[str | None] = []
    scores, reasons = np.full(len(texts), np.nan), []
    for row, text in enumerate(texts):
        try:
            one = _ask_named(system, [text], [ids[row]], batch)
        except SystemUnderTestError as error:
            if on_error == "raise" or isinstance(error.__cause__, OutputError):
                raise
            labels.append(None)
            reasons.append(_said(error.__cause__))
        else:
            labels += one.labels
            scores[row] = one.scores[0]
            reasons.append(_NO_ANSWER if one.labels[0] is None else "")
    return Answers(labels, scores), reasons


def _ask_named(system: System, texts: list[str], ids: list[str], batch: int) -> Answers:
    """Ask, so that whatever goes wrong names the system, the batch and the texts."""
    try:
        return ask(system, texts)
    except OutputError as error:
        at = [ids[position] for position in error.positions] or ids
        raise SystemUnderTestError(
            str(error), system=system.name, batch=batch, text_ids=at
        ) from error
    except FairnlpError:
        raise
    except Exception as error:
        raise SystemUnderTestError(
            f"it raised {_said(error)}", system=system.name, batch=batch, text_ids=ids
        ) from error


def _said(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}"


def _as_texts(texts: Any) -> list[Any]:
    if isinstance(texts, str):
        msg = f"One text came where a list of texts is needed: [{texts[:20]!r}...]."
        raise SchemaError(msg)
    return texts.tolist() if hasattr(texts, "tolist") else list(texts)


def _fault_of_text(text: object) -> str:
    if isinstance(text, str):
        return ""
    return "the text is missing" if is_missing(text) else f"a {type(text).__name__} is not a text"


def check_batch_invariance(
    system: System, texts: Sequence[str], *, text_ids: Sequence[str] | None = None
) -> pd.DataFrame:
    """Find texts whose label depends on their neighbours in the batch.

    Padding and batch statistics can do that; a verdict on such a text is unstable.

    Parameters
    ----------
    system : System
    texts : sequence of str
        A sample; each is asked about twice: among the others, and alone.
    text_ids : sequence of str, optional
        One a text.

    Returns
    -------
    DataFrame, one row a text whose label differs
        ``text_id``, ``label_alone``, ``label_in_batch``, ``score_alone``, ``score_in_batch``.

    Examples
    --------
    >>> from fairnlp.systems import as_system
    >>> len(check_batch_invariance(as_system("vader"), ["A good film.", "A bad film."]))
    0
    """
    items = _as_texts(texts)
    ids = [f"row {i}" for i in range(len(items))] if text_ids is None else list(map(str, text_ids))
    together = predict(system, items, text_ids=ids)
    alone = [
        predict(system, [text], text_ids=[name]) for text, name in zip(items, ids, strict=True)
    ]
    single = pd.concat(alone, ignore_index=True) if alone else together
    found = pd.DataFrame(
        {
            "text_id": pd.Series(ids, dtype="str"),
            "label_alone": single["label"],
            "label_in_batch": together["label"],
            "score_alone": single["score"],
            "score_in_batch": together["score"],
        }
    )
    return found[found["label_alone"] != found["label_in_batch"]].reset_index(drop=True)
