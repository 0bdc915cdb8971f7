"""Attention in the form of an influence, for models that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.core.progress import bar
from fairnlp.influence.frames import OK, InfluenceFrame, influence_frame
from fairnlp.influence.items import context_of, read_items
from fairnlp.influence.ranks import NOISE
from fairnlp.systems.base import as_system
from fairnlp.systems.tokens import AttentionClassifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairnlp.influence.items import Item

__all__ = ["attention_influence", "length_batches"]


def attention_influence(
    system: Any,
    texts: Any,
    *,
    context: Any = None,
    tolerance: float = NOISE,
    batch_size: int = 256,
    progress: bool | None = None,
) -> InfluenceFrame:
    """Give the attention of a model to each word, in the form of an influence.

    Attention has no sign and speaks of no class: it tells where a model looks, not what it makes
    of it. Compare it with `leave_one_out` by `method_agreement`.

    Parameters
    ----------
    system : object
        A `systems.tokens.AttentionClassifier`.
    texts, context, tolerance, progress
        As for `leave_one_out`.
    batch_size : int
        Texts of like length that go together.

    Returns
    -------
    InfluenceFrame, one row a word
        ``influence`` is the weight, at least 0; ``measure`` and ``method`` are ``"attention"``,
        ``target`` and ``operator`` ``"none"``, and ``whole`` is missing.

    Raises
    ------
    OptionError
        If the system shows no attention.

    Notes
    -----
    Jain and Wallace (2019), "Attention is not explanation".
    """
    system = as_system(system)
    if not isinstance(system, AttentionClassifier):
        msg = (
            f"System {system.name!r} shows no attention (systems.tokens.AttentionClassifier); the "
            "LSTMs of fairnlp.rationale and transformers from a folder do."
        )
        raise OptionError(msg)
    items = read_items(texts)
    features = context_of(texts, context, len(items), system=system)
    parts: list[np.ndarray] = [np.zeros(len(item.spans)) for item in items]
    for rows in length_batches(items, batch_size, f"{system.name}: attention", progress):
        some = [items[row] for row in rows]
        weights = system.attention(
            [item.text for item in some],
            [list(item.spans) for item in some],
            None if features is None else features[rows],
        )
        for row, weight in zip(rows, weights, strict=True):
            parts[row][: len(weight)] = weight
    return influence_frame(
        items,
        np.concatenate([np.empty(0), *parts]),
        whole=np.full(len(items), np.nan),
        statuses=[OK] * sum(map(len, parts)),
        targets=["none"] * len(items),
        tolerance=tolerance,
        system=system.name,
        measure="attention",
        method="attention",
        operator="none",
        replacement="",
    )


def length_batches(
    items: Sequence[Item], size: int, title: str, progress: bool | None
) -> Iterator[list[int]]:
    """Put texts of like length together; those without words are passed over."""
    order = [row for row, item in enumerate(items) if item.spans]
    order.sort(key=lambda row: len(items[row].spans))
    parts = [order[start : start + size] for start in range(0, len(order), size)]
    show = progress if len(parts) > 1 or progress else False
    yield from bar(parts, title=title, total=len(parts), unit="batches", show=show)
