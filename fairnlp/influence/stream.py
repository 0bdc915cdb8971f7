"""Asking about a stream of inputs: in batches of like length, equal ones once."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fairnlp.influence.asking import Asked, Query

__all__ = ["ask_all"]

WINDOW = 64
"""How many batches are held at once, so that inputs of like length can go together."""

MEMORY = 100_000
"""How many answers are remembered, for equal inputs of different windows."""


def ask_all(
    asked: Asked,
    queries: Iterable[Query],
    n: int,
    *,
    batch_size: int,
    shown: Callable[[Iterable[Any], int], Iterator[Any]] = lambda items, _: iter(items),
) -> tuple[np.ndarray, dict[int, str]]:
    """Ask about all inputs.

    Inputs are taken in windows of some batches. In a window equal inputs are asked about once, and
    inputs of like length go together, so that a model pads little. What is kept is numbers.

    Parameters
    ----------
    asked : Asked
    queries : iterable of Query
        Made one after another, and thrown away.
    n : int
        How many there are.
    batch_size : int
        Inputs in one call of the system.
    shown : callable
        Wraps the windows and their number, to draw a bar.

    Returns
    -------
    ndarray of float, shape (n, columns)
        NaN where there is no answer.
    dict of int to str
        Number of an input to why there is none.
    """
    if batch_size < 1:
        msg = f"batch_size is {batch_size}; it must be 1 or more, such as 1024."
        raise OptionError(msg)
    answers = np.full((n, len(asked.columns)), np.nan)
    errors: dict[int, str] = {}
    memory: dict[bytes, tuple[np.ndarray, str]] = {}
    at = batch = 0
    source = iter(queries)
    size = batch_size * WINDOW
    for _ in shown(range(-(-n // size)), -(-n // size)):
        window = list(islice(source, size))
        keys = [_key(query) for query in window]
        new = {key: query for key, query in zip(keys, window, strict=True) if key not in memory}
        said: dict[bytes, tuple[np.ndarray, str]] = {}
        for part in _batches(new, batch_size):
            rows, why = asked.ask([new[key] for key in part], batch)
            said |= dict(zip(part, zip(rows, why, strict=True), strict=True))
            batch += 1
        for key in keys:
            row, error = said.get(key) or memory[key]
            answers[at] = row
            if error:
                errors[at] = error
            at += 1
        memory |= said
        for key in list(islice(memory, max(0, len(memory) - MEMORY))):
            del memory[key]
    return answers, errors


def _batches(new: dict[bytes, Query], batch_size: int) -> Iterator[list[bytes]]:
    """Put inputs of like length together; an empty one stands alone."""
    empty = [key for key, query in new.items() if query.empty]
    yield from ([key] for key in empty)
    order = sorted(new.keys() - set(empty), key=lambda key: (len(new[key].given), key))
    for start in range(0, len(order), batch_size):
        yield order[start : start + batch_size]


def _key(query: Query) -> bytes:
    joined = query.given if isinstance(query.given, str) else "\x1f".join(query.given)
    # "surrogatepass": a lone surrogate is a fault of the text, not a reason to stop.
    found = blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16)
    if query.context is not None:
        found.update(b"\x00" + query.context.tobytes())
    return found.digest()
