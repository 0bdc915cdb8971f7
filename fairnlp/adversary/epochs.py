"""Training of one direction of the language model: seeds, early stopping, resuming."""

from __future__ import annotations

import io
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.adversary.network import build, hidden, log_p, padded
from fairnlp.adversary.prefixes import totals
from fairnlp.adversary.vocabulary import EDGE
from fairnlp.core.errors import OptionError
from fairnlp.core.progress import bar
from fairnlp.core.replacing import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["Options", "train_direction"]


@dataclass(frozen=True, kw_only=True)
class Options:
    """How the language model is built and trained.

    Layers, size and the share held out are those of Zhong et al. (2019).

    Parameters
    ----------
    layers, size : int
        LSTM layers, and units of each (the embedding has as many).
    dropout : float
        Share of outputs that is dropped in training, in [0, 1).
    held_out : float
        Share of the texts that are not trained on, in (0, 1); they decide when to stop, and
        their perplexity is reported.
    epochs : int
        At most so many passes over the texts.
    patience : int
        Stop after so many epochs without a lower perplexity; the best epoch is kept.
    batch : int
        Texts in a training step.
    rate : float
        Learning rate of Adam.
    min_count : int
        A word is known if it comes so often in the texts that are trained on.
    most_words : int
        The largest vocabulary.
    seed : int
        Of the split, the first weights, the order and the dropout.
    """

    layers: int = 3
    size: int = 128
    dropout: float = 0.2
    held_out: float = 0.2
    epochs: int = 20
    patience: int = 2
    batch: int = 32
    rate: float = 0.003
    min_count: int = 2
    most_words: int = 20_000
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("layers", "size", "epochs", "patience", "batch", "min_count", "most_words"):
            if getattr(self, name) < 1:
                msg = f"{name} is {getattr(self, name)}; give 1 or more."
                raise OptionError(msg)
        if not 0 < self.held_out < 1:
            msg = f"held_out is {self.held_out}; it must be between 0 and 1, such as 0.2."
            raise OptionError(msg)
        if not 0 <= self.dropout < 1:
            msg = f"dropout is {self.dropout}; it must be 0 or more and below 1, such as 0.2."
            raise OptionError(msg)
        if not self.rate > 0:
            msg = f"rate is {self.rate}; it must be above 0, such as 0.003."
            raise OptionError(msg)


def train_direction(
    texts: Sequence[Sequence[int]],
    held_out: Sequence[Sequence[int]],
    *,
    words: int,
    options: Options,
    number: int,
    title: str,
    device: str = "cpu",
    checkpoint: Path | None = None,
    progress: bool | None = None,
) -> tuple[Any, int]:
    """Train one direction.

    Parameters
    ----------
    texts, held_out : sequence of sequence of int
        Numbered words, in the order in which the direction reads them.
    words : int
        Size of the vocabulary.
    options : Options
    number : int
        Of the direction; its random numbers depend on it.
    title : str
        Of the progress bar.
    device : str
    checkpoint : Path, optional
        Where each epoch is kept, so that a stopped training goes on from there to the same end.
    progress : bool, optional
        See `core.progress.bar`.

    Returns
    -------
    net : ModuleDict
        The best epoch, in evaluation mode.
    epochs : int
        How many were trained.
    """
    import torch

    # Every epoch draws from a seed of its own: one that goes on after a stop draws the same.
    with _seeded([options.seed, number, 0]):
        net = build(words, size=options.size, layers=options.layers, dropout=options.dropout)
    net.to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=options.rate)
    done: dict[str, Any] = {"epoch": 0, "waited": 0, "loss": float("inf"), "best": _copy(net)}
    if checkpoint is not None and checkpoint.is_file():
        kept = torch.load(
            io.BytesIO(checkpoint.read_bytes()), map_location=device, weights_only=True
        )
        done = kept["done"]
        net.load_state_dict(kept["net"])
        optimizer.load_state_dict(kept["optimizer"])
    left = range(done["epoch"] + 1, options.epochs + 1)
    for epoch in bar(left, title=title, unit="epochs", show=progress):
        if done["waited"] >= options.patience:
            break
        with _seeded([options.seed, number, epoch]) as rng:
            _one_epoch(net.train(), optimizer, texts, options=options, rng=rng, device=device)
        loss = -float(totals(net.eval(), held_out).sum())
        better = loss < done["loss"]
        done = {
            "epoch": epoch,
            "waited": 0 if better else done["waited"] + 1,
            "loss": min(loss, done["loss"]),
            "best": _copy(net) if better else done["best"],
        }
        if checkpoint is not None:
            state = {
                "done": done,
                "net": net.state_dict(),
                "optimizer": optimizer.state_dict(),
            }
            save_state(checkpoint, state)
    net.load_state_dict(done["best"])
    return net.eval(), done["epoch"]


@contextmanager
def _seeded(seeds: Sequence[int]) -> Iterator[np.random.Generator]:
    """Seed torch for a block and give a numpy generator; afterwards torch is as it was."""
    import torch

    first, second = np.random.SeedSequence(list(seeds)).generate_state(2)
    with torch.random.fork_rng():
        torch.manual_seed(int(first))
        yield np.random.default_rng(int(second))


def _one_epoch(
    net: Any,
    optimizer: Any,
    texts: Sequence[Sequence[int]],
    *,
    options: Options,
    rng: np.random.Generator,
    device: str,
) -> None:
    import torch

    for rows in _shuffled(np.array([len(text) for text in texts]), options.batch, rng):
        numbers, lengths = padded([texts[row] for row in rows])
        wanted = np.arange(numbers.shape[1]) <= lengths[:, None]
        inputs = np.column_stack([np.full(len(rows), EDGE), numbers[:, :-1]])
        outputs, _ = hidden(net, torch.as_tensor(inputs, device=device))
        mask = torch.as_tensor(wanted, device=device)
        loss = -log_p(net, outputs[mask], torch.as_tensor(numbers[wanted], device=device)).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def _shuffled(lengths: np.ndarray, size: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Draw batches of texts of like length, in any order."""
    order = rng.permutation(len(lengths))
    order = order[np.argsort(lengths[order], kind="stable")]
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    return [batches[place] for place in rng.permutation(len(batches))]


def _copy(net: Any) -> dict[str, Any]:
    return {name: value.detach().clone() for name, value in net.state_dict().items()}


def save_state(path: Path, state: dict[str, Any]) -> None:
    """Write tensors to a file, whole or not at all."""
    import torch

    file = io.BytesIO()
    torch.save(state, file)
    replace_file(path, file.getvalue())
