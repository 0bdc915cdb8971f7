"""Influence by gradients and by attention, for models that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.optional import require
from fairnlp.core.progress import bar
from fairnlp.influence.asking import asked
from fairnlp.influence.frames import OK, InfluenceFrame, influence_frame
from fairnlp.influence.items import context_of, read_items
from fairnlp.influence.ranks import NOISE
from fairnlp.systems.base import as_system
from fairnlp.systems.tokens import AttentionClassifier, GradientClassifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairnlp.influence.items import Item

__all__ = ["GRADIENT_METHODS", "attention_influence", "gradient_influence"]

GRADIENT_METHODS = ("integrated gradients", "gradient x input")

INNER = 512
"""Most copies of a text that run through the model at once."""


def gradient_influence(
    system: Any,
    texts: Any,
    *,
    target: str | None = None,
    method: Literal["integrated gradients", "gradient x input"] = "integrated gradients",
    steps: int = 50,
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
        Points on the way of integrated gradients.
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
        gradients and ``"none"`` for gradient x input. A further column ``gap``: how far the
        attributions to a text are from adding up, NaN for gradient x input; if it is not small
        beside the influences, take more steps.

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
    if steps < 1 or batch_size < 1:
        msg = f"steps is {steps} and batch_size {batch_size}; both must be 1 or more."
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
    columns = np.zeros(len(items), dtype=int)
    for rows in _batches(items, batch_size, f"{system.name}: {method}", progress):
        some = [items[row] for row in rows]
        given = system.embedded(
            [item.text for item in some],
            [list(item.spans) for item in some],
            None if features is None else features[rows],
        )
        answers = _probabilities(system, given)
        at = answers.argmax(axis=1) if target is None else [classes.index(target)] * len(rows)
        columns[rows], whole[rows] = at, answers[np.arange(len(rows)), at]
        found, gap = _attributions(
            attr, system, given, columns[rows], steps=steps, integrated=integrated
        )
        gaps[rows] = gap
        for row, values, owners in zip(rows, found, given.owners, strict=True):
            np.add.at(parts[row], owners[owners >= 0], values[owners >= 0])
    frame = influence_frame(
        items,
        np.concatenate([np.empty(0), *parts]),
        whole=whole,
        statuses=[OK] * sum(map(len, parts)),
        targets=[classes[column] for column in columns],
        tolerance=tolerance,
        system=system.name,
        measure="probability",
        method=method,
        operator="unknown" if integrated else "none",
        replacement="",
    )
    frame["gap"] = np.repeat(gaps, [len(part) for part in parts])
    return frame


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
    for rows in _batches(items, batch_size, f"{system.name}: attention", progress):
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


def _batches(
    items: Sequence[Item], size: int, title: str, progress: bool | None
) -> Iterator[list[int]]:
    """Put texts of like length together; those without words are passed over."""
    order = [row for row, item in enumerate(items) if item.spans]
    order.sort(key=lambda row: len(items[row].spans))
    parts = [order[start : start + size] for start in range(0, len(order), size)]
    show = progress if len(parts) > 1 or progress else False
    yield from bar(parts, title=title, total=len(parts), unit="batches", show=show)


def _probabilities(system: Any, given: Any) -> np.ndarray:
    import torch

    with torch.inference_mode():
        found = system.embedded_probabilities(given.vectors, *given.beside)
    answers: np.ndarray = found.double().cpu().numpy()
    return answers


def _attributions(
    attr: Any, system: Any, given: Any, columns: np.ndarray, *, steps: int, integrated: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Give the attribution to each piece, and how far those of a text are from adding up."""
    import torch

    vectors = given.vectors.detach().clone().requires_grad_()
    target = torch.as_tensor(columns, device=vectors.device)
    beside = tuple(given.beside)
    gap = np.full(len(columns), np.nan)
    if integrated:
        found = attr.IntegratedGradients(system.embedded_probabilities).attribute(
            vectors,
            baselines=given.baseline.detach(),
            target=target,
            additional_forward_args=beside,
            n_steps=steps,
            internal_batch_size=max(INNER, len(columns)),
        )
    else:
        found = attr.InputXGradient(system.embedded_probabilities).attribute(
            vectors, target=target, additional_forward_args=beside
        )
    pieces: np.ndarray = found.detach().double().sum(dim=2).cpu().numpy()
    if integrated:
        with torch.inference_mode():
            ends = [
                system.embedded_probabilities(end, *beside).double().cpu().numpy()
                for end in (given.vectors, given.baseline)
            ]
        rows = np.arange(len(columns))
        gap = pieces.sum(axis=1) - (ends[0] - ends[1])[rows, columns]
    return pieces, gap
