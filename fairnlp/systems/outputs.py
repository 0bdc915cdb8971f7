"""Reading what a classifier returned: labels as words, numbers, truth values or probabilities.

Nothing is cast silently. A word passes as it is; anything else is read only as declared.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import FairnlpError, OptionError, UnknownChoiceError, unknown_choice

__all__ = ["NEGATIVE", "POSITIVE", "Answers", "OutputError", "Reader", "as_list", "is_missing"]

POSITIVE, NEGATIVE = "positive", "negative"

Key = tuple[str, Hashable]
"""A label with its kind, so that 1, True and "1" are three."""

# What stands on the other side when only the positive label is declared.
_OPPOSITES: tuple[tuple[Hashable, Hashable], ...] = (
    ("positive", "negative"),
    ("POSITIVE", "NEGATIVE"),
    ("Positive", "Negative"),
    ("pos", "neg"),
    ("POS", "NEG"),
    ("LABEL_1", "LABEL_0"),
    ("True", "False"),
    ("1", "0"),
    (True, False),
)


class OutputError(FairnlpError, ValueError):
    """A system returned what cannot be read; `positions` are those of the texts concerned."""

    def __init__(self, message: str, *, positions: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.positions = positions


@dataclass(frozen=True)
class Answers:
    """What a system said about some texts.

    Parameters
    ----------
    labels : list of str or None
        One a text; None where the system gave no answer (None or NaN).
    scores : ndarray of float
        One a text, larger is more positive; NaN where the system gives none.
    """

    labels: list[str | None]
    scores: np.ndarray


@dataclass(frozen=True, kw_only=True)
class Reader:
    """How the answers of a system are to be read.

    Parameters
    ----------
    positive : hashable or collection, optional
        The label that means positive, such as ``"LABEL_1"``, ``True`` or ``1``; several in a list,
        tuple or set. Every other known label means negative. A truth value is not a number and a
        number is not a word: 1, True and "1" are three labels.
    labels : mapping or collection, optional
        All labels that the system may give. As a mapping, it tells what each is to be called, and
        `positive` is left out: ``{"1 star": "negative", "2 stars": "negative", ...}``. Not needed
        where the opposite of `positive` is plain, such as ``"LABEL_0"``.
    threshold : float, optional
        Answers that are numbers are scores: from the threshold on, a text is positive. So is one
        whose label comes with a score.
    """

    positive: Any = None
    labels: Mapping[Hashable, str] | Collection[Hashable] | None = None
    threshold: float | None = None
    _called: dict[Key, str] | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if isinstance(self.labels, str):
            msg = f"labels is {self.labels!r}; give all labels, such as ['NEG', 'POS']."
            raise OptionError(msg)
        if isinstance(self.labels, Mapping):
            self._check_mapping(self.labels)
        elif self.positive is None:
            self._check_words(self.labels or ())
        object.__setattr__(self, "_called", self._read_declaration())

    def _check_mapping(self, labels: Mapping[Hashable, Any]) -> None:
        if self.positive is not None:
            msg = "Give `positive`, or `labels` as a mapping to what each is called; not both."
            raise OptionError(msg)
        if odd := [name for name in labels.values() if not isinstance(name, str)]:
            msg = (
                f"`labels` calls a label {odd[0]!r}; a label's name is a word, such as 'positive'."
            )
            raise OptionError(msg)

    @staticmethod
    def _check_words(labels: Collection[Hashable]) -> None:
        if odd := [label for label in labels if not isinstance(label, str)]:
            msg = (
                f"Label {odd[0]!r} is of type {type(odd[0]).__name__}: say which label is the "
                f"positive one, such as positive={list(labels)[-1]!r}."
            )
            raise OptionError(msg)

    def _read_declaration(self) -> dict[Key, str] | None:
        """Map each label, with its kind, to its name; None if any word will do."""
        if isinstance(self.labels, Mapping):
            return {_key(label): name for label, name in self.labels.items()}
        if self.positive is None:
            return None if self.labels is None else {_key(n): str(n) for n in self.labels}
        many = isinstance(self.positive, list | tuple | set | frozenset)
        positive = list(self.positive) if many else [self.positive]
        known = _opposites(positive) if self.labels is None else list(self.labels)
        if not known and self.threshold is None:
            msg = (
                f"positive={self.positive!r} does not tell which labels are the negative ones: "
                "give all of them, such as labels=['bad', 'good']."
            )
            raise OptionError(msg)
        known = known or positive  # with a threshold, numbers may be all that comes
        keys = {_key(label) for label in positive}
        if absent := [n for n in positive if _key(n) not in {_key(label) for label in known}]:
            said = ", ".join(map(repr, known))
            msg = f"positive={absent[0]!r} is not among the labels of the system: {said}."
            raise UnknownChoiceError(msg)
        return {_key(n): POSITIVE if _key(n) in keys else NEGATIVE for n in known}

    @property
    def known(self) -> list[Hashable]:
        """The labels that the system may give; empty if any word will do."""
        return [label for _, label in self._called or ()]

    @property
    def names(self) -> tuple[str, ...]:
        """What the labels are called in the end; empty if any word will do."""
        return tuple(sorted(set((self._called or {}).values())))

    def name(self, label: object) -> str:
        """Tell what a label is called; see `OutputError` for what cannot be told."""
        if self._called is None:
            if isinstance(label, str):
                return str(label)
            hint = "threshold=0.5 if it is a score, or " if _is_number(label) else ""
            msg = (
                f"label {label!r} is of type {type(label).__name__}, not a word. Declare what it "
                f"means: as_system(..., {hint}positive={label!r}) if this is the positive label."
            )
            raise OutputError(msg)
        try:
            return self._called[_key(label)]
        except (KeyError, TypeError):
            hint = " If it is a score, give threshold=." if isinstance(label, float) else ""
            msg = unknown_choice("label", label, map(str, self.known)) + hint
            raise OutputError(msg) from None

    def read(self, raw: object, n: int) -> Answers:
        """Read the answers to `n` texts.

        Parameters
        ----------
        raw : object
            What the system returned: a sequence, array or series with one answer a text, or a
            column of shape (n, 1). An answer is a label, a number if there is a `threshold`, a
            mapping with ``label`` and ``score`` (the probability of that label), or a list of
            such mappings for all labels.
        n : int
            How many texts were asked about.

        Returns
        -------
        Answers

        Raises
        ------
        OutputError
            If there are not `n` answers, or a label is not known.
        """
        labels: list[str | None] = []
        scores = np.full(n, np.nan)
        for position, answer in enumerate(as_list(raw, n)):
            try:
                label, scores[position] = self._read_one(answer)
            except OutputError as error:
                raise OutputError(str(error), positions=(position,)) from None
            labels.append(label)
        return Answers(labels, scores)

    def _read_one(self, answer: object) -> tuple[str | None, float]:
        if is_missing(answer):
            return None, math.nan
        if isinstance(answer, Mapping):
            return self._read_scored([answer])
        if isinstance(answer, list | tuple) and all(isinstance(a, Mapping) for a in answer):
            return self._read_scored(answer)
        if self.threshold is not None and _is_number(answer):
            score = float(answer)  # type: ignore[arg-type]
            return (POSITIVE if score >= self.threshold else NEGATIVE), score
        return self.name(answer), math.nan

    def _read_scored(
        self, answer: list[Mapping[str, Any]] | tuple[Mapping[str, Any], ...]
    ) -> tuple[str | None, float]:
        if not answer or any("label" not in part or "score" not in part for part in answer):
            msg = f"answer {answer!r} lacks 'label' or 'score'"
            raise OutputError(msg)
        parts = [(self.name(part["label"]), float(part["score"])) for part in answer]
        if any(math.isnan(score) for _, score in parts):
            return None, math.nan
        # The first of equal scores wins, as numpy's argmax has it.
        label, top = max(parts, key=lambda part: part[1])
        if POSITIVE in self.names and len(parts) > 1:
            score = sum(score for name, score in parts if name == POSITIVE)
        elif POSITIVE in self.names and len(self.known) == 2:
            score = top if label == POSITIVE else 1 - top
        else:
            return label, math.nan
        if self.threshold is not None:
            label = POSITIVE if score >= self.threshold else NEGATIVE
        return label, score


def as_list(raw: object, n: int) -> list[Any]:
    """Give `n` answers as a list; a column of shape (n, 1) is made flat.

    Raises
    ------
    OutputError
        Naming how many were asked for, how many came, of what type and shape.

    Examples
    --------
    >>> as_list(np.array([["a"], ["b"]]), 2)
    ['a', 'b']
    >>> as_list([[0.2, 0.8]], 3)
    Traceback (most recent call last):
    fairnlp.systems.outputs.OutputError: asked for 3 answers, got 1, of type list and shape (1, 2)
    """
    kind = type(raw).__name__
    if isinstance(raw, str | bytes | Mapping | set | frozenset) or raw is None:
        shown = f"keys {list(raw)[:5]}" if isinstance(raw, Mapping) else repr(raw)[:80]
        msg = (
            f"asked for {n} answers, got one {kind} ({shown}); return a list with one answer a text"
        )
        raise OutputError(msg)
    if hasattr(raw, "to_numpy"):
        raw = raw.to_numpy()
    shape = getattr(raw, "shape", None)
    if hasattr(raw, "tolist"):
        raw = raw.tolist()
    if isinstance(raw, Iterator):
        raw = list(raw)
    if not isinstance(raw, Iterable):
        msg = f"asked for {n} answers, got one {kind} ({raw!r}), not a list of answers"
        raise OutputError(msg)
    answers = list(raw)
    answers = [a.tolist() if hasattr(a, "tolist") else a for a in answers]
    shape = tuple(shape) if shape is not None else _shape(answers)
    nested = [a for a in answers if _is_row(a)]
    if len(answers) == n and len(nested) == n and all(len(a) == 1 for a in nested):
        return [a[0] for a in answers]
    if len(answers) != n or nested:
        msg = f"asked for {n} answers, got {len(answers)}, of type {kind} and shape {shape}"
        if len(answers) == n:
            msg += "; give one label a text, or the column of the positive class with threshold="
        raise OutputError(msg)
    return answers


def is_missing(answer: object) -> bool:
    """Tell whether a label or text is None or NaN, as Python, numpy or pandas has it."""
    return answer is None or answer is pd.NA or answer is pd.NaT or answer != answer


def _is_row(answer: object) -> bool:
    """Tell a row of numbers or labels from scored labels, which are one answer."""
    return isinstance(answer, list | tuple) and not (
        answer and all(isinstance(part, Mapping) for part in answer)
    )


def _shape(answers: list[Any]) -> tuple[int, ...]:
    widths = {len(a) for a in answers if isinstance(a, list | tuple)}
    return (len(answers), widths.pop()) if len(widths) == 1 else (len(answers),)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def _key(label: Any) -> Key:
    """Keep 1, True and "1" apart, which Python's and numpy's equality partly does not."""
    label = label.item() if isinstance(label, np.generic) else label
    kind = "truth" if isinstance(label, bool) else "number" if _is_number(label) else "word"
    return kind, label


def _opposites(positive: list[Hashable]) -> list[Hashable]:
    """Give all labels when only the positive one is declared; none if that cannot be told."""
    if len(positive) == 1:
        for yes, no in _OPPOSITES:
            if _key(positive[0]) in (_key(yes), _key(no)):
                return [yes, no]
        if _key(positive[0]) == ("number", 1):
            return [1, 0, -1]  # whichever of the two the system uses for negative
    return []
