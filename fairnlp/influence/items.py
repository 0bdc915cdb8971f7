"""Texts with the places of their words, and what becomes of a text when words go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import TEXTS, check_frame
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["CONTEXT", "Item", "context_of", "read_items"]

CONTEXT = "context:"
"""What the names of columns with context features start with; see `core.frames.RATIONALES`."""


@dataclass(frozen=True)
class Item:
    """A text and the places of its words.

    Parameters
    ----------
    text_id, text : str
    spans : tuple of (start, end)
        Of its words, in order.

    Examples
    --------
    >>> item = Item("a", "Fine crew, fine boat!", ((0, 4), (5, 9), (9, 10), (11, 15), (16, 20)))
    >>> item.changed([1, 2], None).text
    'Fine fine boat!'
    >>> item.changed([2, 4], "unk").text
    'Fine crew unk fine unk!'
    """

    text_id: str
    text: str
    spans: tuple[tuple[int, int], ...]

    @cached_property
    def tokens(self) -> list[str]:
        """The words as they stand in the text."""
        return cut(self.text, self.spans)

    @cached_property
    def _gaps(self) -> list[str]:
        """What stands in front of each word, and after the last."""
        ends = [0, *(end for _, end in self.spans)]
        starts = [*(start for start, _ in self.spans), len(self.text)]
        return [self.text[end:start] for end, start in zip(ends, starts, strict=True)]

    def changed(self, positions: Collection[int], word: str | None) -> Item:
        """Put a word, or nothing, in the place of some; every other word stays as it is.

        Where the words around would touch, or the new word touch its neighbour, a blank keeps
        them apart, so that no two words become one. Of two blanks around a gone word one stays.
        """
        gone = frozenset(positions)
        if word is None:
            return self._without(gone)
        gaps = list(self._gaps)
        for position in gone:
            for side, blank in enumerate(self._blanks(position, word), start=position):
                gaps[side] = gaps[side] or blank
        tokens = [word if i in gone else token for i, token in enumerate(self.tokens)]
        return self._joined(gaps, tokens)

    def left_out(self, position: int, word: str | None) -> str:
        """Give the text of ``changed([position], word)``, sooner."""
        start, end = self.spans[position]
        last = len(self.spans) - 1
        before, after = self._gaps[position], self._gaps[position + 1]
        if word is not None:
            blanks = self._blanks(position, word)
            return f"{self.text[:start]}{blanks[0]}{word}{blanks[1]}{self.text[end:]}"
        if last == 0:
            return ""
        if position == 0:
            return before + self.text[self.spans[1][0] :]
        rest = self.text[self.spans[position + 1][0] :] if position < last else ""
        between = before or after or " " if position < last else after
        return self.text[: self.spans[position - 1][1]] + between + rest

    def _blanks(self, position: int, word: str) -> tuple[str, str]:
        """Tell what keeps a new word apart from its neighbours."""
        token = self.tokens[position]
        left = position > 0 and not self._gaps[position]
        right = position < len(self.spans) - 1 and not self._gaps[position + 1]
        return (
            " " if left and word[0].isalnum() and not token[0].isalnum() else "",
            " " if right and word[-1].isalnum() and not token[-1].isalnum() else "",
        )

    def _without(self, gone: frozenset[int]) -> Item:
        kept = [i for i in range(len(self.spans)) if i not in gone]
        if not kept:
            return Item(self.text_id, "", ())
        gaps = [self._gaps[0]]
        for left, right in zip(kept, kept[1:], strict=False):
            between = self._gaps[left + 1 : right + 1]
            touching = "" if right == left + 1 else " "
            gaps.append(next(filter(None, between), touching))
        return self._joined([*gaps, self._gaps[-1]], [self.tokens[i] for i in kept])

    def _joined(self, gaps: Sequence[str], tokens: Sequence[str]) -> Item:
        pieces, spans, at = [], [], 0
        for gap, token in zip(gaps, tokens, strict=False):
            pieces += [gap, token]
            at += len(gap) + len(token)
            spans.append((at - len(token), at))
        return Item(self.text_id, "".join([*pieces, gaps[-1]]), tuple(spans))


def read_items(texts: Any) -> list[Item]:
    """Read one text, several, or a frame of texts.

    Parameters
    ----------
    texts : str, sequence of str, or DataFrame
        A frame has ``text_id`` and ``text``. If it has ``tokens``, as `core.frames.RATIONALES`,
        these are its words; else they are those of `text.words.words`.

    Returns
    -------
    list of Item

    Raises
    ------
    SchemaError
        If a column is missing, something is not a text, ids are not unique, or words lie outside
        their text or overlap.
    """
    if isinstance(texts, str):
        return [_item("0", texts, None)]
    if isinstance(texts, pd.DataFrame):
        frame = check_frame(texts, TEXTS, name="texts")
        ids = [str(text_id) for text_id in frame["text_id"]]
        if len(set(ids)) < len(ids):
            twice = frame["text_id"][frame["text_id"].duplicated()].iloc[0]
            msg = f"`texts` has the text_id {twice!r} twice; give each text an id of its own."
            raise SchemaError(msg)
        tokens = frame["tokens"] if "tokens" in frame else [None] * len(frame)
        return [_item(*row) for row in zip(ids, frame["text"], tokens, strict=True)]
    return [_item(str(number), text, None) for number, text in enumerate(texts)]


def _item(text_id: str, text: Any, spans: Any) -> Item:
    if not isinstance(text, str):
        msg = f"Text {text_id} is a {type(text).__name__}; remove it, or put '' in its place."
        raise SchemaError(msg)
    found = words(text) if spans is None else [(int(a), int(b)) for a, b in spans]
    before = 0
    for start, end in found:
        if not before <= start < end <= len(text):
            msg = (
                f"Text {text_id} has a word at ({start}, {end}), which overlaps the one before or "
                f"lies outside the text of {len(text)} characters."
            )
            raise SchemaError(msg)
        before = end
    return Item(text_id, text, tuple(found))


def context_of(texts: Any, context: Any, n: int, *, system: Any = None) -> np.ndarray | None:
    """Give the context features of texts: what was given, else the columns of their frame.

    Parameters
    ----------
    texts : object
        What `read_items` reads.
    context : array-like or None
        A row a text.
    n : int
        How many texts there are.
    system : System, optional
        Its ``context_features`` say which columns it takes, and in which order; one without takes
        all that there are.

    Returns
    -------
    ndarray of float, shape (n, features), or None

    Raises
    ------
    OptionError
        If there is not one row a text.
    SchemaError
        If the frame lacks a feature that the system takes.
    """
    wanted = getattr(system, "context_features", None)
    if context is None and isinstance(texts, pd.DataFrame):
        names = [name for name in texts.columns if str(name).startswith(CONTEXT)]
        if wanted is not None:
            names = [CONTEXT + str(name).removeprefix(CONTEXT) for name in wanted]
            check_frame(texts, dict.fromkeys(names, "float, which the model takes"), name="texts")
        context = texts[names].to_numpy(dtype=float) if names else None
    if context is None:
        return None
    rows = np.asarray(context, dtype=float)
    if rows.ndim != 2 or len(rows) != n:
        msg = f"context needs a row a text ({n}) and a column a feature; shape {rows.shape} came."
        raise OptionError(msg)
    return rows
