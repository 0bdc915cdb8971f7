"""The systems under test: anything that labels texts, behind one narrow contract."""

from __future__ import annotations

from fairnlp.systems.base import BUILT_IN, ScoringSystem, System, as_system
from fairnlp.systems.cache import Remembered
from fairnlp.systems.catalogue import describe
from fairnlp.systems.collisions import collisions
from fairnlp.systems.prediction import check_batch_invariance, predict

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
]
