"""Spans that people marked in texts, put onto the words; and the folds of a corpus."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import RATIONALES
from fairnlp.text.words import words

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

__all__ = ["Marked", "rationale_frame", "snap", "split_folds"]


@dataclass(frozen=True, kw_only=True)
class Marked:
    """A text with what a person marked in it.

    Parameters
    ----------
    text_id, text, label : str
        As in the frame.
    spans : sequence of (int, int) or None
        Start and end (exclusive) of each marked stretch, in characters; None if nobody was asked.
    group : hashable, optional
        Texts of one group, such as the sentences of a review, are in one fold.
    fold : int, optional
        The fold, where it is given.
    where : str
        What messages call the text, such as ``"mine.csv, line 7"``.
    more : dict
        Further columns.
    """

    text_id: str
    text: str
    label: str
    spans: Sequence[tuple[int, int]] | None
    group: Hashable = None
    fold: int | None = None
    where: str = ""
    more: dict[str, Any] = field(default_factory=dict)


def snap(
    text: str, tokens: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> tuple[list[bool], list[tuple[int, int, int, int]]]:
    """Put marked stretches of characters onto the words.

    A word is marked if at least half of it lies in a span; where that is no word at all, the word
    that the span shares most with, the first of several.

    Parameters
    ----------
    text : str
        The text.
    tokens : sequence of (int, int)
        Offsets of its words.
    spans : sequence of (int, int)
        Start and end (exclusive) of each marked stretch.

    Returns
    -------
    rationale : list of bool
        One a word.
    moved : list of (int, int, int, int)
        Each span that does not start and end with its words: its start and end, and those of the
        words it was put onto; twice its start if it meets no word.

    Raises
    ------
    SchemaError
        If a span ends before it starts, or starts outside of the text.

    Examples
    --------
    >>> text = "The rotten plan sank."
    >>> snap(text, words(text), [(3, 10), (4, 9), (4, 10)])
    ([False, True, False, False, False], [(3, 10, 4, 10), (4, 9, 4, 10)])
    """
    starts = np.array([start for start, _ in tokens], dtype=int)
    ends = np.array([end for _, end in tokens], dtype=int)
    rationale, moved = np.zeros(len(tokens), dtype=bool), []
    for start, end in spans:
        if not 0 <= start < max(len(text), 1) or end < start:
            msg = f"the span ({start}, {end}) is not in the text of {len(text)} characters"
            raise SchemaError(msg)
        shared = np.minimum(ends, end) - np.maximum(starts, start)
        marked = 2 * shared >= ends - starts
        if not marked.any() and (shared > 0).any():
            marked[shared.argmax()] = True
        if not marked.any():
            moved.append((start, end, start, start))
            continue
        rationale |= marked
        first, last = int(starts[marked].min()), int(ends[marked].max())
        if (first, last) != (start, end):
            moved.append((start, end, first, last))
    return rationale.tolist(), moved


def rationale_frame(
    texts: Sequence[Marked], *, source: str, folds: int = 5, seed: int = 0
) -> pd.DataFrame:
    """Make a corpus with rationales of marked texts.

    Parameters
    ----------
    texts : sequence of Marked
        In the order of the corpus.
    source : str
        Where they are from; a column of the result.
    folds : int, default 5
        How many folds, for texts that have none of their own.
    seed : int, default 0
        Draws the folds.

    Returns
    -------
    DataFrame, one row a text
        See ``core.frames.RATIONALES``; ``group``, where texts have one; ``source``; further
        columns. ``attrs["moved"]`` lists the spans that did not fit the words: ``text_id``,
        ``start``, ``end``, ``word_start``, ``word_end``. Where there are any, one warning says how
        many.

    Raises
    ------
    SchemaError
        If there are no texts, ids are not unique, or a span is outside of its text.
    """
    if not texts:
        msg = f"{source} has no texts."
        raise SchemaError(msg)
    rows, moved, asked = [], [], 0
    for one in texts:
        tokens = words(one.text)
        rationale = None
        if one.spans is not None:
            asked += len(one.spans)
            try:
                rationale, shifts = snap(one.text, tokens, one.spans)
            except SchemaError as error:
                msg = f"{one.where or one.text_id}: {error}."
                raise SchemaError(msg) from error
            names = ("start", "end", "word_start", "word_end")
            moved += [
                {"text_id": one.text_id} | dict(zip(names, shift, strict=True)) for shift in shifts
            ]
        rows.append([one.text_id, one.text, one.label, tokens, rationale])
    frame = pd.DataFrame(rows, columns=[*RATIONALES][:5])
    frame = frame.astype({"text_id": "str", "text": "str", "label": "str"})
    if (twice := frame["text_id"].duplicated()).any():
        shown = ", ".join(map(repr, frame["text_id"][twice].unique()[:3]))
        msg = f"{source}: ids must be unique; these came before: {shown}."
        raise SchemaError(msg)
    frame["fold"] = _folds(texts, folds=folds, seed=seed)
    if any(one.group is not None for one in texts):
        frame["group"] = pd.Series([one.group for one in texts], dtype=object)
    more = pd.DataFrame([one.more for one in texts], index=frame.index)
    frame = pd.concat([frame.assign(source=source), more], axis=1)
    frame.attrs["moved"] = moved
    if moved:
        msg = (
            f"{source}: {len(moved)} of {asked} marked spans do not start and end with words and "
            'were put onto words; attrs["moved"] lists them.'
        )
        warnings.warn(msg, stacklevel=3)
    return frame


def _folds(texts: Sequence[Marked], *, folds: int, seed: int) -> np.ndarray:
    given = [one.fold for one in texts]
    if all(fold is not None for fold in given):
        return np.array(given, dtype=int)
    if any(fold is not None for fold in given):
        where = next(one.where or one.text_id for one in texts if one.fold is None)
        msg = f"{where}: this text has no fold, but others have one."
        raise SchemaError(msg)
    groups = [one.text_id if one.group is None else one.group for one in texts]
    return split_folds(groups, [one.label for one in texts], folds=folds, seed=seed)


def split_folds(
    groups: Sequence[Hashable], labels: Sequence[str], *, folds: int, seed: int
) -> np.ndarray:
    """Deal groups of texts out to folds, so that each fold has about the same share of a label.

    Parameters
    ----------
    groups : sequence
        One a text; all texts of a group come into one fold.
    labels : sequence of str
        One a text; a group counts as what its first text is.
    folds : int
        At least 2.
    seed : int
        The same seed gives the same folds.

    Returns
    -------
    ndarray of int, shape (texts,)
        From 0.

    Raises
    ------
    OptionError
        If there are fewer than 2 folds.

    Examples
    --------
    >>> split_folds(["a", "a", "b", "c", "d"], ["x", "x", "x", "y", "y"], folds=2, seed=0)
    array([0, 0, 1, 0, 1])
    """
    if folds < 2:
        msg = f"`folds` must be at least 2, so that there is something to train on; not {folds!r}."
        raise OptionError(msg)
    label_of: dict[Hashable, str] = {}
    for group, label in zip(groups, labels, strict=True):
        label_of.setdefault(group, label)
    of_label: dict[str, list[Hashable]] = {}
    for group, label in label_of.items():
        of_label.setdefault(label, []).append(group)
    chance, fold_of, dealt = np.random.default_rng(seed), {}, 0
    for label in sorted(of_label):
        members = of_label[label]
        for place in chance.permutation(len(members)):
            fold_of[members[place]] = dealt % folds
            dealt += 1  # goes on over the labels, so that small ones do not all fill fold 0
    return np.array([fold_of[group] for group in groups], dtype=int)
