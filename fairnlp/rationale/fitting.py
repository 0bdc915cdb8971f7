"""Training a network: Adam, an attention loss, and a stop on texts that are held out."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.metrics import f1_score

from fairnlp.core.errors import OptionError
from fairnlp.core.optional import require
from fairnlp.rationale.losses import attention_loss, class_weights, words_loss

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairnlp.rationale.recipe import Recipe

__all__ = ["Examples", "Fitted", "fit", "quiet_torch"]

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
    network : LstmAttention, Cnn or Encoder
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
    from torch.nn.functional import cross_entropy

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
            loss = (weights[labels] * cross_entropy(given.logits, labels, reduction="none")).mean()
            attention = loss.new_zeros(())
            if recipe.rationale_weight and recipe.rationale_loss == "words":
                attention = words_loss(given.marks, goals)
            elif recipe.rationale_weight:
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
    lengths = torch.from_numpy(examples.lengths[rows]).to(ids.device)
    mask = torch.arange(length, device=ids.device) < lengths.unsqueeze(1)
    given = network(table(ids), mask, examples.context[at])
    return given, examples.labels[at], examples.goals[at, :length]


def _measured(
    network: Any, table: Any, held: Examples, weights: Any, size: int
) -> tuple[float, float]:
    """Give macro-F1 and weighted loss on the held-out texts."""
    import torch
    from torch.nn.functional import cross_entropy

    network.layers.eval()
    found = np.zeros(len(held.lengths), dtype=int)
    loss, total = 0.0, 0.0
    order = np.argsort(held.lengths, kind="stable")
    with torch.no_grad():
        for start in range(0, len(order), 8 * size):
            rows = order[start : start + 8 * size]
            given, labels, _ = _pass(network, table, held, rows)
            found[rows] = given.logits.argmax(dim=1).cpu().numpy()
            loss += float(
                (weights[labels] * cross_entropy(given.logits, labels, reduction="none")).sum()
            )
            total += float(weights[labels].sum())
    wanted = held.labels.cpu().numpy()
    # A class that is not among the held-out texts has no F1 that could be told.
    reached = f1_score(wanted, found, labels=np.unique(wanted), average="macro", zero_division=0)
    return float(reached), loss / total
