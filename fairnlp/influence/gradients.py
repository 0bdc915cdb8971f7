"""Influence by gradients, for torch models that show them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.optional import require
from fairnlp.influence.asking import asked
from fairnlp.influence.attention import length_batches
from fairnlp.influence.frames import OK, InfluenceFrame, influence_frame
from fairnlp.influence.items import context_of, read_items
from fairnlp.influence.ranks import NOISE
from fairnlp.systems.base import as_system
from fairnlp.systems.tokens import GradientClassifier

__all__ = ["GRADIENT_METHODS", "gradient_influence"]

GRADIENT_METHODS = ("integrated gradients", "gradient x input")

MULTIPLES = (1, 4, 16, 64, 256)

INNER = 512
"""Most copies of a text that run through the model at once."""


def gradient_influence(
    system: Any,
    texts: Any,
    *,
    target: str | None = None,
    method: Literal["integrated gradients", "gradient x input"] = "integrated gradients",
    steps: int = 50,
    most_gap: float = 0.01,
    context: Any = None,
    batch_size: int = 32,
    tolerance: float = NOISE,
    progress: bool | None = None,
) -> InfluenceFrame:
    """Measure how much each word moves a torch model, by its gradients.

    Parameters
    ----------
    system : object
        A `systems.tokens.GradientClassifier`: the networks of `fairnlp.rationale`, or a
        transformer from a folder.
    texts : str, sequence of str, or DataFrame
        As for `leave_one_out`.
    target : str, optional
        The class; by default, for each text, the class that the system gives it.
    method : {"integrated gradients", "gradient x input"}
        Integrated gradients go from a text of unknown words to the text; gradient x input takes
        the slope at the text alone.
    steps : int
        Points on the way of integrated gradients, to begin with.
    most_gap : float
        How far the attributions to a text may be from adding up to what the system says of the
        text minus what it says of unknown words. Where it is more, four times as many steps are
        taken, up to 256 times; what is still off is not known.
    context, tolerance, progress
        As for `leave_one_out`.
    batch_size : int
        Texts of like length that go together.

    Returns
    -------
    InfluenceFrame, one row a word
        As of `leave_one_out`. The attributions to the numbers of a word's vector are summed up, and
        those to its pieces; what falls on marks of the model and context features is no word's.
        A word that the model does not read has 0. ``operator`` is ``"unknown"`` for integrated
        gradients and ``"none"`` for gradient x input. Further columns: ``gap``, how far
        the attributions to a text are from adding up, and ``steps``; NaN and 1 for gradient x
        input.

    Raises
    ------
    MissingDependencyError
        If captum is not installed.
    OptionError
        If the system shows no gradients, or an option is out of range.

    Notes
    -----
    Sundararajan et al. (2017), "Axiomatic attribution for deep networks"; Shrikumar et al. (2017);
    computed by captum.
    """
    if method not in GRADIENT_METHODS:
        raise UnknownChoiceError(unknown_choice("method", method, GRADIENT_METHODS))
    if steps < 1 or batch_size < 1 or not most_gap > 0:
        msg = (
            f"steps is {steps}, batch_size {batch_size} and most_gap {most_gap}; the first two "
            "must be 1 or more, the last above 0."
        )
        raise OptionError(msg)
    system = as_system(system)
    if not isinstance(system, GradientClassifier):
        msg = (
            f"System {system.name!r} shows no gradients (systems.tokens.GradientClassifier); a "
            "transformer from a folder and the networks of fairnlp.rationale do. Use "
            "leave_one_out, which asks any system."
        )
        raise OptionError(msg)
    attr = require("captum.attr", extra="neural", purpose=f"Influence by {method}")
    items = read_items(texts)
    features = context_of(texts, context, len(items), system=system)
    measured = asked(system, target, context=features)
    classes = measured.columns
    integrated = method == "integrated gradients"
    parts: list[np.ndarray] = [np.zeros(len(item.spans)) for item in items]
    whole, gaps = np.full(len(items), np.nan), np.full(len(items), np.nan)
    columns, taken = np.zeros(len(items), dtype=int), np.ones(len(items), dtype=int)
    for rows in length_batches(items, batch_size, f"{system.name}: {method}", progress):
        some = [items[row] for row in rows]
        given = system.embedded(
            [item.text for item in some],
            [list(item.spans) for item in some],
            None if features is None else features[rows],
        )
        answers = _probabilities(system, given)
        at = answers.argmax(axis=1) if target is None else [classes.index(target)] * len(rows)
        columns[rows], whole[rows] = at, answers[np.arange(len(rows)), at]
        if integrated:
            found, gaps[rows], taken[rows] = _integrated(
                attr, system, given, columns[rows], steps=steps, most_gap=most_gap
            )
        else:
            found = _slopes(attr, system, given, columns[rows])
        for row, values, owners in zip(rows, found, given.owners, strict=True):
            np.add.at(parts[row], owners[owners >= 0], values[owners >= 0])
    off = np.abs(gaps) > most_gap
    for part in (parts[row] for row in np.flatnonzero(off)):
        part[:] = np.nan
    counts = [len(part) for part in parts]
    said = [
        f"attributions are off by {gap:+.3f}" if far else OK
        for gap, far in zip(gaps, off, strict=True)
    ]
    frame = influence_frame(
        items,
        np.concatenate([np.empty(0), *parts]),
        whole=whole,
        statuses=[status for status, n in zip(said, counts, strict=True) for _ in range(n)],
        targets=[classes[column] for column in columns],
        tolerance=tolerance,
        system=system.name,
        measure="probability",
        method=method,
        operator="unknown" if integrated else "none",
        replacement="",
    )
    frame["gap"], frame["steps"] = np.repeat(gaps, counts), np.repeat(taken, counts)
    return frame


def _probabilities(system: Any, given: Any) -> np.ndarray:
    import torch

    with torch.inference_mode():
        found = system.embedded_probabilities(given.vectors, *given.beside)
    answers: np.ndarray = found.double().cpu().numpy()
    return answers


def _slopes(attr: Any, system: Any, given: Any, columns: np.ndarray) -> np.ndarray:
    """Give gradient x input of each piece."""
    import torch

    found = attr.InputXGradient(system.embedded_probabilities).attribute(
        given.vectors.detach().clone().requires_grad_(),
        target=torch.as_tensor(columns, device=given.vectors.device),
        additional_forward_args=given.beside,
    )
    pieces: np.ndarray = found.detach().double().sum(dim=2).cpu().numpy()
    return pieces


def _integrated(
    attr: Any, system: Any, given: Any, columns: np.ndarray, *, steps: int, most_gap: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give the attribution to each piece, the gap of each text, and the steps that it took.

    A model that turns from one class to the other within a step of the way needs more of them.
    """
    import torch

    rows = np.arange(len(columns))
    with torch.inference_mode():
        text, nothing = (
            system.embedded_probabilities(end, *given.beside).double().cpu().numpy()[rows, columns]
            for end in (given.vectors, given.baseline)
        )
    pieces = np.zeros(given.owners.shape)
    gaps, taken = np.full(len(columns), np.inf), np.zeros(len(columns), dtype=int)
    for finer in MULTIPLES:
        off = np.flatnonzero(np.abs(gaps) > most_gap)
        if not off.size:
            break
        at = torch.as_tensor(off, device=given.vectors.device)
        found = attr.IntegratedGradients(system.embedded_probabilities).attribute(
            given.vectors[at].detach().clone().requires_grad_(),
            baselines=given.baseline[at].detach(),
            target=torch.as_tensor(columns, device=at.device)[at],
            additional_forward_args=tuple(tensor[at] for tensor in given.beside),
            n_steps=steps * finer,
            # The points of Gauss and Legendre take time with the cube of their number.
            method="gausslegendre" if steps * finer <= 256 else "riemann_middle",
            internal_batch_size=max(INNER, off.size),
        )
        pieces[off] = found.detach().double().sum(dim=2).cpu().numpy()
        gaps[off] = pieces[off].sum(axis=1) - (text - nothing)[off]
        taken[off] = steps * finer
    return pieces, gaps, taken
