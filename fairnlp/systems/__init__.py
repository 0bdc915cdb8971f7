"""The systems under test: anything that labels texts, behind one narrow contract."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from fairnlp.systems.base import BUILT_IN, ScoringSystem, System, as_system
from fairnlp.systems.cache import Remembered
from fairnlp.systems.catalogue import describe
from fairnlp.systems.collisions import collisions
from fairnlp.systems.prediction import check_batch_invariance, predict

if TYPE_CHECKING:
    from fairnlp.systems import sentimentr

__all__ = [
    "BUILT_IN",
    "Remembered",
    "ScoringSystem",
    "System",
    "as_system",
    "check_batch_invariance",
    "collisions",
    "describe",
    "predict",
    "sentimentr",
]


def __getattr__(name: str) -> Any:
    if name == "sentimentr":  # loaded when it is first used
        return importlib.import_module("fairnlp.systems.sentimentr")
    msg = f"module 'fairnlp.systems' has no attribute {name!r}"
    raise AttributeError(msg)
