"""Watching a running system: whether this very prediction changes with the class of the person."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairnlp.monitor.checked import Checked, Evidence
    from fairnlp.monitor.fairness import Verdict, judge
    from fairnlp.monitor.monitor import Monitor
    from fairnlp.monitor.options import Limits
    from fairnlp.monitor.strategies import Exact, Full, TwoStep

__all__ = [
    "Checked",
    "Evidence",
    "Exact",
    "Full",
    "Limits",
    "Monitor",
    "TwoStep",
    "Verdict",
    "judge",
]

_HOME = {
    "Checked": "checked",
    "Evidence": "checked",
    "Exact": "strategies",
    "Full": "strategies",
    "Limits": "options",
    "Monitor": "monitor",
    "TwoStep": "strategies",
    "Verdict": "fairness",
    "judge": "fairness",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return __all__
