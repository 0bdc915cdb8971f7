"""In which order the mutants of a text are asked about, and how many at a time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fairnlp.monitor.fairness import exact_alpha

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from fairnlp.monitor.inquiry import Inquiry, Key, Pool, Questions

__all__ = ["Order", "in_turns", "shuffled", "until_settled"]

Order = dict[str, tuple[str, ...]]
"""Class to values, the first to be asked about first."""


def shuffled(pool: Pool, rng: np.random.Generator) -> Order:
    """Put the values of each class in random order."""
    return {
        class_: tuple(values[i] for i in rng.permutation(len(values)).tolist())
        for class_, values in pool.classes.items()
    }


def in_turns(
    order: Mapping[str, Sequence[str]], start: int = 0, stop: int | None = None
) -> list[Key]:
    """Take mutants from each class in turn, so that a budget that ends leaves no class out.

    Examples
    --------
    >>> in_turns({"female": ("Ada", "Mia"), "male": ("Ian",)})
    [('female', 'Ada'), ('male', 'Ian'), ('female', 'Mia')]
    """
    taken = {class_: values[start:stop] for class_, values in order.items()}
    return [
        (class_, values[place])
        for place in range(max(map(len, taken.values()), default=0))
        for class_, values in taken.items()
        if place < len(values)
    ]


def until_settled(inquiry: Inquiry, order: Mapping[str, Sequence[str]], batch: int) -> Questions:
    """Ask about what was not asked about, in batches, and stop when the verdict is settled.

    Parameters
    ----------
    inquiry : Inquiry
    order : mapping of str to sequence of str
        All values of each class; those that were asked about are passed over.
    batch : int
        Mutants of each class in a batch. The first is smaller where that makes one end at the
        first place where a text whose mutants agree is settled.
    """
    while any(inquiry.left.values()) and not inquiry.refused and not inquiry.settled:
        asked = set(inquiry.asked)
        ahead = {
            class_: [value for value in values if (class_, value) not in asked]
            for class_, values in order.items()
        }
        yield from inquiry.ask(
            in_turns({c: v[: _next(inquiry.pool, c, len(v), batch)] for c, v in ahead.items()})
        )
    return inquiry.end()


def _next(pool: Pool, class_: str, left: int, batch: int) -> int:
    """How many mutants of a class come next: at some time as few are to be left as make no gap."""
    gap = math.ceil(exact_alpha(pool.alpha) * len(pool.classes[class_]))
    ahead = left - (gap - 1)
    return left if ahead <= 0 else ahead % batch or batch
