"""Training a network: Adam, an attention loss, and a stop on texts that are held out."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.metrics import f1_score

from fairnlp.core.errors import OptionError
from fairnlp.core.optional import require

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairnlp.rationale.recipe import Recipe

__all__ = ["Examples", "Fitted", "class_weights", "fit", "quiet_torch", "rationale_goals"]

CHUNK = 16
"""Batches of which the texts are sorted by length together, so that little is filled up."""


class Examples(NamedTuple):
    """Texts as a network is trained on them, as tensors.

    Parameters
    ----------
    ids : Tensor of int, shape (n, length)
        Rows of the table of vectors, filled up at the end.
    lengths : ndarray of int, shape (n,)
    context : Tensor of float, shape (n, features)
    labels : Tensor of int, shape (n,)
    goals : Tensor of float, shape (n, length)
        A*, where attention should lie; zeros for a text whose attention is free.
    """

    ids: Any
    lengths: np.ndarray
    context: Any
    labels: Any
    goals: Any


@dataclass(frozen=True, kw_only=True, eq=False)
class Fitted:
    """What came of training.

    Parameters
    ----------
    epochs, best_epoch : int
        Passes that were made; the one whose weights were kept, from 1.
    history : list of dict
        One a pass: ``loss`` of the class, ``attention_loss``, and ``held_out``, the macro-F1.
    """

    epochs: int
    best_epoch: int
    history: list[dict[str, float]]


def rationale_goals(
    masks: Sequence[np.ndarray | None], covered: Sequence[bool], *, max_length: int
) -> tuple[list[np.ndarray | None], dict[str, int]]:
    """Say where the attention of each text should lie, and count those that say nothing.

    Parameters
    ----------
    masks : sequence of (ndarray of bool or None)
        The rationale of each text.
    covered : sequence of bool
        Whether the class of the text is one whose rationales count.
    max_length : int
        Words that a model reads.

    Returns
    -------
    goals : list of (ndarray of float or None)
        A*, uniform over the words of the rationale that are read; None where attention is free.
    counts : dict
        Of the covered texts: ``rationale`` (with a goal), ``no_rationale`` (none was marked),
        ``rationale_cut`` (all of it lies beyond `max_length`).

    Examples
    --------
    >>> masks = [np.array([False, True, True]), np.array([False]), np.array([False] * 3 + [True])]
    >>> rationale_goals(masks, [True] * 3, max_length=3)
    ([array([0. , 0.5, 0.5]), None, None], {'rationale': 1, 'no_rationale': 1, 'rationale_cut': 1})
    """
    goals: list[np.ndarray | None] = []
    counts = {"rationale": 0, "no_rationale": 0, "rationale_cut": 0}
    for mask, counts_here in zip(masks, covered, strict=True):
        goal = None
        if counts_here:
            if mask is None or not mask.any():
                counts["no_rationale"] += 1
            elif not (read := mask[:max_length]).any():
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


@contextmanager
def quiet_torch(*, threads: int, seed: int, device: str) -> Iterator[None]:
    """Seed torch and set its threads for the block, and leave both as they were.

    Parameters
    ----------
    threads : int
        Of torch. Sums of several threads may differ in their last digits from those of one.
    seed : int
    device : str
    """
    torch = require("torch", extra="neural", purpose="Training a network")
    if threads < 1:
        msg = f"threads is {threads}; give how many torch may use, at least 1."
        raise OptionError(msg)
    before = torch.get_num_threads()
    devices = [torch.device(device)] if torch.device(device).type == "cuda" else []
    torch.set_num_threads(threads)
    try:
        with torch.random.fork_rng(devices=devices):
            torch.manual_seed(seed)
            yield
    finally:
        torch.set_num_threads(before)


def fit(
    network: Any,
    table: Any,
    train: Examples,
    held: Examples,
    *,
    recipe: Recipe,
    rng: np.random.Generator,
) -> Fitted:
    """Train a network in place and leave it with the weights of its best pass.

    Parameters
    ----------
    network : LstmAttention or Cnn
    table : Embedding
        The vector of each row of `Examples.ids`.
    train, held : Examples
        On the device of the network.
    recipe : Recipe
    rng : Generator
        Of the order of the texts.

    Returns
    -------
    Fitted

    Notes
    -----
    The loss of a text is w_y (-log p_y) + lambda KL(A* || A), its mean over the batch, with w_y the
    weight of its class. The best pass has the lowest loss of the class on the held-out texts; the
    attention loss has no say in it, so that models with and without it are stopped by one rule.
    Not the highest macro-F1: of a class with 30 held-out texts it moves in leaps, and the first
    lucky one would end training.
    """
    import torch

    n_classes = network.layers["out"].out_features
    weights = torch.as_tensor(
        class_weights(train.labels.cpu().numpy(), n_classes, recipe.class_weights),
        dtype=torch.float32,
        device=train.labels.device,
    )
    optimisers: list[Any] = [
        torch.optim.Adam(network.layers.parameters(), lr=recipe.learning_rate, fused=True)
    ]
    if recipe.train_vectors:  # a dense step over all vectors takes twice the time of all the rest
        optimisers.append(torch.optim.SparseAdam(table.parameters(), lr=recipe.learning_rate))
    best, best_epoch, kept, history = np.inf, 0, {}, []
    for epoch in range(1, recipe.epochs + 1):
        network.layers.train()
        losses = np.zeros(2)
        for rows in _batches(train.lengths, recipe.batch_size, rng):
            given, labels, goals = _pass(network, table, train, rows)
            loss = (weights[labels] * _log_loss(given.logits, labels)).mean()
            attention = loss.new_zeros(())
            if recipe.rationale_weight:
                attention = attention_loss(given.log_attention, goals)
            for optimiser in optimisers:
                optimiser.zero_grad()
            (loss + recipe.rationale_weight * attention).backward()
            for optimiser in optimisers:
                optimiser.step()
            losses += np.array([loss.item(), attention.item()]) * len(rows) / len(train.lengths)
        reached, held_loss = _measured(network, table, held, weights, recipe.batch_size)
        history.append(
            {"loss": float(losses[0]), "attention_loss": float(losses[1])}
            | {"held_out": reached, "held_out_loss": held_loss}
        )
        if held_loss < best:
            best, best_epoch = held_loss, epoch
            kept = {k: v.detach().clone() for k, v in network.layers.state_dict().items()}
            vectors = table.weight.detach().clone() if recipe.train_vectors else None
        if epoch - best_epoch >= recipe.patience:
            break
    network.layers.load_state_dict(kept)
    if recipe.train_vectors:
        table.weight.data.copy_(vectors)
    network.layers.eval()
    return Fitted(epochs=len(history), best_epoch=best_epoch, history=history)


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


def _batches(lengths: np.ndarray, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield the rows of each batch: texts at random, those of like length together."""
    order = rng.permutation(len(lengths))
    batches = []
    for start in range(0, len(order), size * CHUNK):
        some = order[start : start + size * CHUNK]
        some = some[np.argsort(lengths[some], kind="stable")]
        batches += [some[at : at + size] for at in range(0, len(some), size)]
    for at in rng.permutation(len(batches)):
        yield batches[at]


def _pass(network: Any, table: Any, examples: Examples, rows: np.ndarray) -> tuple[Any, Any, Any]:
    import torch

    length = max(1, int(examples.lengths[rows].max()))
    at = torch.from_numpy(rows).to(examples.labels.device)
    ids = examples.ids[at, :length]
    given = network(table(ids), ids > 0, examples.context[at])
    return given, examples.labels[at], examples.goals[at, :length]


def _log_loss(logits: Any, labels: Any) -> Any:
    import torch

    return torch.nn.functional.cross_entropy(logits, labels, reduction="none")


def _measured(
    network: Any, table: Any, held: Examples, weights: Any, size: int
) -> tuple[float, float]:
    """Give macro-F1 and weighted loss on the held-out texts."""
    import torch

    network.layers.eval()
    found = np.zeros(len(held.lengths), dtype=int)
    loss, total = 0.0, 0.0
    order = np.argsort(held.lengths, kind="stable")
    with torch.no_grad():
        for start in range(0, len(order), 8 * size):
            rows = order[start : start + 8 * size]
            given, labels, _ = _pass(network, table, held, rows)
            found[rows] = given.logits.argmax(dim=1).cpu().numpy()
            loss += float((weights[labels] * _log_loss(given.logits, labels)).sum())
            total += float(weights[labels].sum())
    wanted = held.labels.cpu().numpy()
    # A class that is not among the held-out texts has no F1 that could be told.
    reached = f1_score(wanted, found, labels=np.unique(wanted), average="macro", zero_division=0)
    return float(reached), loss / total
