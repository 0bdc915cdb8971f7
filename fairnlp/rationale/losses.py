"""What training minimises: the loss of the class, and where attention should lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["attention_loss", "class_weights", "rationale_goals", "words_loss"]


def rationale_goals(
    masks: Sequence[np.ndarray | None],
    covered: Sequence[bool],
    places: Sequence[np.ndarray],
) -> tuple[list[np.ndarray | None], dict[str, int]]:
    """Say where the attention of each text should lie, and count those that say nothing.

    Parameters
    ----------
    masks : sequence of (ndarray of bool or None)
        The rationale of each text, a truth value a word.
    covered : sequence of bool
        Whether the class of the text is one whose rationales count.
    places : sequence of ndarray of int
        The word of each place that a network reads, -1 for none.

    Returns
    -------
    goals : list of (ndarray of float or None)
        A*, uniform over the places of the rationale; None where attention is free.
    counts : dict
        Of the covered texts: ``rationale`` (with a goal), ``no_rationale`` (none was marked),
        ``rationale_cut`` (no word of it is read).

    Examples
    --------
    >>> masks = [np.array([False, True, True]), np.array([False]), np.array([False] * 3 + [True])]
    >>> rationale_goals(masks, [True] * 3, [np.arange(3), np.arange(1), np.arange(3)])
    ([array([0. , 0.5, 0.5]), None, None], {'rationale': 1, 'no_rationale': 1, 'rationale_cut': 1})
    """
    goals: list[np.ndarray | None] = []
    counts = {"rationale": 0, "no_rationale": 0, "rationale_cut": 0}
    for mask, counts_here, words in zip(masks, covered, places, strict=True):
        goal = None
        if counts_here:
            if mask is None or not mask.any():
                counts["no_rationale"] += 1
            elif not (read := (words >= 0) & mask[words]).any():
                counts["rationale_cut"] += 1
            else:
                counts["rationale"] += 1
                goal = read / read.sum()
        goals.append(goal)
    return goals, counts


def class_weights(labels: np.ndarray, n_classes: int, how: str) -> np.ndarray:
    """Give the weight of each class in the loss; see `Recipe`.

    Examples
    --------
    >>> class_weights(np.array([0, 1, 1, 1]), 2, "balanced").round(2).tolist()
    [2.0, 0.67]
    """
    balanced = len(labels) / (n_classes * np.bincount(labels, minlength=n_classes))
    weights: np.ndarray = {"balanced": balanced, "root": np.sqrt(balanced)}.get(
        how, np.ones(n_classes)
    )
    return weights


def attention_loss(log_attention: Any, goals: Any) -> Any:
    """KL(A* || A), its mean over the batch; a text without a goal adds 0.

    Parameters
    ----------
    log_attention : Tensor, shape (n, length)
        -inf where there is no word.
    goals : Tensor, shape (n, length)
        Rows add up to 1, or are 0.
    """
    import torch

    # 0 log 0 = 0. A goal lies on words only, where the logarithm is finite.
    away = goals > 0
    surprise = torch.where(away, log_attention, torch.zeros_like(log_attention))
    return (torch.xlogy(goals, goals) - goals * surprise).sum(dim=1).mean()


def words_loss(marks: Any, goals: Any) -> Any:
    """Log loss of telling the words of a rationale from the others, its mean over the batch.

    Parameters
    ----------
    marks : Tensor, shape (n, length)
        See `Pass`; -inf where there is no word.
    goals : Tensor, shape (n, length)
        As for `attention_loss`. A text without a goal adds 0; of the others, both kinds of words
        weigh the same, however few are marked.
    """
    import torch

    told = goals.sum(dim=1) > 0
    word = marks.isfinite() & told.unsqueeze(1)
    marked = goals > 0
    other = word & ~marked
    loss = torch.nn.functional.binary_cross_entropy_with_logits(
        marks.masked_fill(~word, 0.0), marked.to(marks.dtype), reduction="none"
    )
    each = (
        (loss * marked).sum(dim=1) / marked.sum(dim=1).clamp(min=1)
        + (loss * other).sum(dim=1) / other.sum(dim=1).clamp(min=1)
    ) / 2
    return (each * told).mean()
