"""A corpus with rationales as models read it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import RATIONALES, check_frame
from fairnlp.text.words import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

__all__ = ["Marked", "covered_classes", "hold_out", "read"]

_log = logging.getLogger(__name__)

CONTEXT = "context:"


@dataclass(frozen=True, kw_only=True, eq=False)
class Marked:
    """Texts cut into words, with classes and rationales.

    Parameters
    ----------
    ids, labels : tuple of str
        One a text.
    tokens : tuple of list of str
        The words of each text, in its letter case.
    masks : tuple of (ndarray of bool or None)
        Where a person marked the words of each text; None if nobody was asked.
    context : ndarray of float, shape (n, features)
        Context features; no column where the corpus has none.
    context_names : tuple of str
        Their names, without ``context:``.
    folds : ndarray of int, shape (n,)
        The fold in which each is tested; empty where the frame has no folds.
    groups : tuple
        What texts of one origin share, such as a document; empty where that is not known.
    """

    ids: tuple[str, ...]
    labels: tuple[str, ...]
    tokens: tuple[list[str], ...]
    masks: tuple[np.ndarray | None, ...]
    context: np.ndarray
    context_names: tuple[str, ...]
    folds: np.ndarray
    groups: tuple[Any, ...]

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes, in alphabetical order."""
        return tuple(sorted(set(self.labels)))

    def take(self, rows: Sequence[int] | np.ndarray) -> Marked:
        """Give some of the texts, in the order of `rows`."""
        at = np.asarray(rows, dtype=int)

        def some(values: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(values[row] for row in at)

        return Marked(
            ids=some(self.ids),
            labels=some(self.labels),
            tokens=some(self.tokens),
            masks=some(self.masks),
            context=self.context[at],
            context_names=self.context_names,
            folds=self.folds[at] if self.folds.size else self.folds,
            groups=some(self.groups) if self.groups else (),
        )


def read(frame: pd.DataFrame, *, folds: bool = True, name: str = "frame") -> Marked:
    """Read a frame with the columns of `core.frames.RATIONALES`.

    Parameters
    ----------
    frame : DataFrame
        A column ``group``, where there is one, says which texts belong together.
    folds : bool
        Whether the column ``fold`` is needed.
    name : str
        How messages call the frame.

    Returns
    -------
    Marked

    Raises
    ------
    SchemaError
        If a column is missing, or a row does not keep the contract; the text is named.
    """
    contract = RATIONALES if folds else {k: v for k, v in RATIONALES.items() if k != "fold"}
    check_frame(frame, contract, name=name)
    if not len(frame):
        msg = f"`{name}` has no rows; a model is trained and tested on texts."
        raise SchemaError(msg)
    ids = frame["text_id"].tolist()
    if twice := frame.loc[frame["text_id"].duplicated(), "text_id"].tolist():
        msg = f"`{name}` has text_id {twice[0]!r} twice; each text needs its own."
        raise SchemaError(msg)
    tokens, masks = [], []
    for text_id, text, label, spans, marks in zip(
        ids, frame["text"], frame["label"], frame["tokens"], frame["rationale"], strict=True
    ):
        if not isinstance(text, str) or not isinstance(label, str):
            what, came = ("text", text) if not isinstance(text, str) else ("label", label)
            msg = f"`{name}`, text {text_id!r}: `{what}` is {came!r}; a str is needed."
            raise SchemaError(msg)
        words = _words(text, spans, name=name, text_id=text_id)
        tokens.append(words)
        masks.append(_mask(marks, len(words), name=name, text_id=text_id))
    context_columns = [c for c in frame.columns if str(c).startswith(CONTEXT)]
    context = frame[context_columns].to_numpy(dtype=float, na_value=np.nan)
    if (~np.isfinite(context)).any():
        row, column = np.argwhere(~np.isfinite(context))[0]
        msg = (
            f"`{name}`, text {ids[row]!r}: `{context_columns[column]}` is {context[row, column]}; "
            "a context feature is a number for every text. Fill it or leave the column out."
        )
        raise SchemaError(msg)
    return Marked(
        ids=tuple(map(str, ids)),
        labels=tuple(frame["label"]),
        tokens=tuple(tokens),
        masks=tuple(masks),
        context=context.reshape(len(frame), len(context_columns)),
        context_names=tuple(str(c).removeprefix(CONTEXT) for c in context_columns),
        folds=_folds(frame, name) if folds else np.empty(0, dtype=int),
        groups=tuple(frame["group"]) if "group" in frame else (),
    )


def _words(text: str, spans: Any, *, name: str, text_id: str) -> list[str]:
    try:
        pairs = [(int(start), int(end)) for start, end in spans]
    except (TypeError, ValueError) as error:
        msg = f"`{name}`, text {text_id!r}: `tokens` is no list of (start, end): {error}."
        raise SchemaError(msg) from error
    if odd := [pair for pair in pairs if not 0 <= pair[0] < pair[1] <= len(text)]:
        msg = (
            f"`{name}`, text {text_id!r}: the word at {odd[0]} is outside of the text, which has "
            f"{len(text)} characters."
        )
        raise SchemaError(msg)
    return cut(text, pairs)


def _mask(marks: Any, n: int, *, name: str, text_id: str) -> np.ndarray | None:
    if marks is None or (isinstance(marks, float) and np.isnan(marks)):
        return None
    mask = np.asarray(marks, dtype=bool)
    if mask.shape != (n,):
        msg = f"`{name}`, text {text_id!r}: {mask.size} rationale marks for {n} words."
        raise SchemaError(msg)
    return mask


def _folds(frame: pd.DataFrame, name: str) -> np.ndarray:
    folds = frame["fold"].to_numpy()
    whole = np.issubdtype(folds.dtype, np.integer)
    if not whole or folds.min() < 0 or np.unique(folds).size < 2:
        msg = (
            f"`{name}`: `fold` has {np.unique(folds).tolist()[:5]}; give whole numbers from 0 on, "
            "at least two of them."
        )
        raise SchemaError(msg)
    if "group" in frame:
        across = frame.groupby("group")["fold"].nunique()
        if (across > 1).any():
            _log.warning(
                "%d groups, such as %r, lie in several folds: texts that belong together are then "
                "trained on and tested.",
                int((across > 1).sum()),
                across.index[across > 1][0],
            )
    return folds


def hold_out(marked: Marked, *, share: float, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Divide texts into those that are trained on and those on which training is stopped.

    Texts of one group stay together. Without groups, each class is divided for itself.

    Parameters
    ----------
    marked : Marked
    share : float
        About how much is held out.
    rng : Generator

    Returns
    -------
    kept, held : ndarray of int
        Rows, in order.

    Raises
    ------
    OptionError
        If a class would have no text to train on, or nothing would be held out.
    """
    labels = np.array(marked.labels)
    if marked.groups:
        names = list(dict.fromkeys(marked.groups))
        number = {name: at for at, name in enumerate(names)}
        group = np.array([number[name] for name in marked.groups])
        order = rng.permutation(len(names))
        sizes = np.bincount(group, minlength=len(names))[order]
        # Groups are taken until the share is reached; the one that passes it still counts.
        before = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        held = np.isin(group, order[before < share * len(labels)])
    else:
        held = np.zeros(len(labels), dtype=bool)
        for label in marked.classes:
            rows = rng.permutation(np.flatnonzero(labels == label))
            held[rows[: round(share * rows.size)]] = True
    if missing := sorted(set(marked.classes) - set(labels[~held].tolist())):
        msg = (
            f"No text of class {missing[0]!r} is left to train on, of {len(labels)} texts: give "
            "more, in more groups, or a smaller held_out."
        )
        raise OptionError(msg)
    if not held.any():
        msg = (
            f"Of {len(labels)} texts none is held out with held_out={share}: training could not be "
            "stopped. Give more texts or a larger share."
        )
        raise OptionError(msg)
    return np.flatnonzero(~held), np.flatnonzero(held)


def covered_classes(
    marked: Marked, wanted: str | tuple[str, ...], target: str | None
) -> tuple[str, ...]:
    """Tell whose rationales an attention loss covers.

    Parameters
    ----------
    marked : Marked
    wanted : "target", "all" or tuple of str
        See `Recipe`.
    target : str, optional
        The class that is looked for; not needed where one class alone has rationales.

    Returns
    -------
    tuple of str

    Raises
    ------
    OptionError
        If a class is not one of the texts', has no rationales, or the target is not known.
    """
    having = sorted(
        {
            label
            for label, mask in zip(marked.labels, marked.masks, strict=True)
            if mask is not None and mask.any()
        }
    )
    if wanted == "target" and target is None:
        if len(having) != 1:
            said = f"{len(having)} classes have rationales" + (f" ({having})" if having else "")
            msg = f"{said}: say whose count, such as target={having[0] if having else '...'!r}."
            raise OptionError(msg)
        return tuple(having)
    named = having if wanted == "all" else [target] if wanted == "target" else list(wanted)
    if not named or (strange := [name for name in named if name not in having]):
        came = repr(strange[0]) if named else "any class"
        msg = f"There is no rationale of {came} in {len(marked)} texts; there are some of {having}."
        raise OptionError(msg)
    return tuple(str(name) for name in named)
