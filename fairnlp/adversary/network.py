"""One direction of the LSTM language model: its layers, and what they make of numbered words.

Written with functions over `torch` modules, so that the package can be imported without torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.adversary.vocabulary import EDGE
from fairnlp.core.optional import require

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["BATCH", "batches", "build", "hidden", "log_p", "log_p_of_each", "padded"]

BATCH = 4096
"""Words in one pass: about what stays in the cache of a processor."""

ROWS = 512
"""Rows of the last layer at once, so that what it writes stays in the cache as well."""

HEAD = 1000
"""So many frequent words have a place of their own in the last layer of a large vocabulary."""


def build(words: int, *, size: int, layers: int, dropout: float) -> Any:
    """Make the layers: embedding, LSTM, and the last layer over all words.

    With more than 2 * `HEAD` words the last layer is an adaptive softmax (Grave et al. 2017): rare
    words share a cluster, whose layer is narrower. It is a proper distribution too, and faster.

    Returns
    -------
    torch.nn.ModuleDict
    """
    nn = require("torch", extra="neural", purpose="The LSTM language model").nn
    if words > 2 * HEAD:
        cutoffs = [HEAD, *([5 * HEAD] if words > 10 * HEAD else [])]
        last = nn.AdaptiveLogSoftmaxWithLoss(size, words, cutoffs, div_value=4.0)
    else:
        last = nn.Linear(size, words)
    return nn.ModuleDict(
        {
            "embedding": nn.Embedding(words, size),
            "dropout": nn.Dropout(dropout),
            "lstm": nn.LSTM(
                size, size, layers, batch_first=True, dropout=dropout if layers > 1 else 0.0
            ),
            "last": last,
        }
    )


def hidden(net: Any, inputs: Any, state: Any = None) -> tuple[Any, Any]:
    """Run the LSTM over numbered words; give the outputs of its top layer and the state."""
    outputs, state = net["lstm"](net["dropout"](net["embedding"](inputs)), state)
    return net["dropout"](outputs), state


def log_p(net: Any, outputs: Any, targets: Any) -> Any:
    """Give log p of each target, from the output before it; both are flat."""
    import torch
    from torch.nn.functional import cross_entropy

    last = net["last"]
    if hasattr(last, "cutoffs"):
        return last(outputs, targets).output
    pieces = zip(outputs.split(ROWS), targets.split(ROWS), strict=True)
    return torch.cat([-cross_entropy(last(x), y, reduction="none") for x, y in pieces])


def log_p_of_each(net: Any, outputs: Any, words: Sequence[int]) -> Any:
    """Give log p of some words, a row each, from every output; the outputs are flat."""
    import torch

    last = net["last"]
    if hasattr(last, "cutoffs"):
        aims = torch.as_tensor(list(words), device=outputs.device)
        rows = [last(outputs, aim.expand(len(outputs))).output for aim in aims]
        return torch.stack(rows) if rows else outputs.new_zeros((0, len(outputs)))
    scores = last(outputs)
    return (scores[:, list(words)] - scores.logsumexp(dim=1, keepdim=True)).T


def padded(texts: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Lay out numbered words in rows that end with an edge and are filled up with edges.

    Returns
    -------
    numbers : ndarray of int, shape (texts, longest + 1)
    lengths : ndarray of int
        Words of each, without the edge.

    Examples
    --------
    >>> padded([[5], [6, 7]])[0].tolist()
    [[5, 0, 0], [6, 7, 0]]
    """
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    numbers = np.full((len(texts), int(lengths.max(initial=0)) + 1), EDGE, dtype=np.int64)
    for row, text in enumerate(texts):
        numbers[row, : len(text)] = text
    return numbers, lengths


def batches(lengths: np.ndarray, *, most: int = BATCH) -> Iterator[np.ndarray]:
    """Put rows of like length together, the longest first, at most so many words in a batch.

    Examples
    --------
    >>> [batch.tolist() for batch in batches(np.array([1, 3, 2, 3]), most=6)]
    [[1, 3], [2, 0]]
    """
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        rows = max(1, most // max(1, int(lengths[order[start]])))
        yield order[start : start + rows]
        start += rows
