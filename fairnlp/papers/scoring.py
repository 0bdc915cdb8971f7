"""What reproductions on generated corpora share: systems with names, and their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import OptionError
from fairnlp.systems.base import System, as_system
from fairnlp.systems.prediction import predict

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["named_systems", "sentence_scores"]


def named_systems(systems: Sequence[Any]) -> list[System]:
    """Make systems under test, each with a name of its own.

    Raises
    ------
    OptionError
        If two have the same name, or one cannot be made.
    """
    tested = [as_system(system) for system in systems]
    titles = [system.name for system in tested]
    if len(set(titles)) < len(titles):
        msg = f"Each system needs a name of its own; {titles} came."
        raise OptionError(msg)
    return tested


def sentence_scores(system: System, sentences: Sequence[str], ids: Sequence[str]) -> np.ndarray:
    """Score sentences.

    Raises
    ------
    OptionError
        If the system gives labels alone.
    """
    scored = predict(system, sentences, text_ids=ids)["score"]
    if scored.isna().all():
        msg = f"System {system.name!r} gives labels alone; sentences are compared by scores."
        raise OptionError(msg)
    return scored.to_numpy(dtype=float)
