"""What of the answers of a system is measured, and asking for it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fairnlp.core.errors import (
    FairnlpError,
    OptionError,
    SystemUnderTestError,
    UnknownChoiceError,
    unknown_choice,
)
from fairnlp.systems.base import as_system
from fairnlp.systems.prediction import predict
from fairnlp.systems.tokens import ClassScores, TokenClassifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.influence.items import Item

__all__ = ["Asked", "OnError", "Query", "asked", "gives_scores"]

_log = logging.getLogger(__name__)

NO_ANSWER = "the system gave no answer (NaN)"

OnError = Literal["raise", "record"]


class Query(NamedTuple):
    """One input: a text, or its words, and its row of context features."""

    text_id: str
    given: str | tuple[str, ...]
    context: np.ndarray | None

    @property
    def empty(self) -> bool:
        """Whether there is no word in it: systems stumble on that."""
        return not self.given or (isinstance(self.given, str) and not self.given.strip())


@dataclass
class Asked:
    """A system, and what of its answers is measured.

    Parameters
    ----------
    system : System
    measure : {"probability", "score", "label"}
    columns : tuple of str
        What the numbers of an answer are: classes, ``("score",)``, or the label.
    target : str or None
        The column; None for the class that the system gives a text.
    by_words : bool
        True if it is asked about words instead of texts.
    """

    system: Any
    measure: str
    columns: tuple[str, ...]
    target: str | None
    by_words: bool
    on_error: OnError = "raise"
    seen: set[str] = field(default_factory=set)

    def given(self, item: Item) -> str | tuple[str, ...]:
        """What the system is asked about a text."""
        return tuple(item.tokens) if self.by_words else item.text

    def ask(self, queries: Sequence[Query], batch: int) -> tuple[np.ndarray, list[str]]:
        """Give a row of numbers for each input, and why there is none; empty if there is one."""
        if self.measure == "probability":
            return self._probabilities(queries, batch)
        found = predict(
            self.system,
            [str(query.given) for query in queries],
            text_ids=[query.text_id for query in queries],
            batch=batch,
            on_error="record" if any(query.empty for query in queries) else self.on_error,
        )
        if self.measure == "score":
            rows = found["score"].to_numpy(dtype=float)
        else:
            self.seen |= set(found["label"].dropna())
            rows = np.where(found["label"].isna(), np.nan, found["label"] == self.target)
        return rows.astype(float)[:, None], found["error"].tolist()

    def _probabilities(self, queries: Sequence[Query], batch: int) -> tuple[np.ndarray, list[str]]:
        try:
            rows = self._called(queries, batch)
        except SystemUnderTestError as error:
            alone = len(queries) == 1
            if self.on_error == "raise" and not any(query.empty for query in queries):
                raise
            if alone:
                why = _said(error.__cause__) if error.__cause__ else NO_ANSWER
                return np.full((1, len(self.columns)), np.nan), [why]
            _log.warning("%s; asking again text by text", error)
            found = [self._probabilities([query], batch) for query in queries]
            return np.concatenate([rows for rows, _ in found]), [why for _, [why] in found]
        return rows, [""] * len(queries)

    def _called(self, queries: Sequence[Query], batch: int) -> np.ndarray:
        ids = [query.text_id for query in queries]
        given: list[Any] = [query.given for query in queries]
        context = _stacked(queries)
        call = self.system.token_probabilities if self.by_words else self.system.probabilities
        try:
            rows = call(given) if context is None else call(given, context)
        except FairnlpError:
            raise
        except Exception as error:
            raise SystemUnderTestError(
                f"it raised {_said(error)}", system=self.system.name, batch=batch, text_ids=ids
            ) from error
        rows = np.asarray(rows, dtype=float)
        if rows.shape != (want := (len(queries), len(self.columns))):
            msg = f"asked for probabilities of shape {want}, got {rows.shape}"
            raise SystemUnderTestError(msg, system=self.system.name, batch=batch, text_ids=ids)
        if (failed := np.isnan(rows).any(axis=1)).any():
            at = [name for name, bad in zip(ids, failed, strict=True) if bad]
            raise SystemUnderTestError(NO_ANSWER, system=self.system.name, batch=batch, text_ids=at)
        return rows


def asked(
    system: Any, target: str | None, *, context: np.ndarray | None, on_error: OnError = "raise"
) -> Asked:
    """Decide what is measured of a system.

    Parameters
    ----------
    system : object
        What `as_system` takes.
    target : str, optional
        A class of a system with probabilities; by default, for each text, the class that the
        system gives it. For a system without scores, the label.
    context : ndarray, optional
        Context features; only systems with probabilities take such.
    on_error : {"raise", "record"}

    Returns
    -------
    Asked

    Raises
    ------
    OptionError, UnknownChoiceError
        If target or context do not fit the system.
    """
    if on_error not in ("raise", "record"):
        raise UnknownChoiceError(unknown_choice("on_error", on_error, ["raise", "record"]))
    system = as_system(system)
    if isinstance(system, ClassScores):
        classes = tuple(system.classes)
        if target is not None and target not in classes:
            raise UnknownChoiceError(unknown_choice("target", target, classes))
        by_words = isinstance(system, TokenClassifier)
        return Asked(system, "probability", classes, target, by_words, on_error)
    if context is not None:
        msg = f"System {system.name!r} takes no context features: it gives no probabilities."
        raise OptionError(msg)
    if target is not None:
        if gives_scores(system):
            msg = (
                f"System {system.name!r} gives one score a text, not one a class: leave out "
                f"target={target!r}; influence is then that on the score."
            )
            raise OptionError(msg)
        return Asked(system, "label", (target,), target, by_words=False, on_error=on_error)
    if not gives_scores(system):
        msg = (
            f"System {system.name!r} gives labels and no scores. Give target= one of its labels: "
            "influence is then 1 where leaving a word out takes the label away, -1 where it "
            "brings it, else 0."
        )
        raise OptionError(msg)
    return Asked(system, "score", ("score",), "score", by_words=False, on_error=on_error)


def gives_scores(system: Any) -> bool:
    """Tell whether a system gives scores; those that may give none are tried."""
    if callable(getattr(system, "answers", None)):
        found = predict(system, ["A good film, a bad film."], on_error="record")
        return bool(found["score"].notna().all() or found["error"].ne("").all())
    return callable(getattr(system, "scores", None))


def _stacked(queries: Sequence[Query]) -> np.ndarray | None:
    rows = [query.context for query in queries if query.context is not None]
    return np.stack(rows) if rows else None


def _said(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}"
