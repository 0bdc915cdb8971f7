"""Watching a running system: whether this very prediction changes with the class of the person."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairnlp.monitor.adaptive import Adaptive
    from fairnlp.monitor.alarms import Event, OnBiased, OnRate
    from fairnlp.monitor.checked import Checked, Evidence
    from fairnlp.monitor.fairness import Verdict, judge
    from fairnlp.monitor.log import VerdictLog
    from fairnlp.monitor.monitor import Monitor
    from fairnlp.monitor.options import Limits
    from fairnlp.monitor.strategies import Exact, Full, TwoStep, by_name
    from fairnlp.monitor.webhook import Webhook

__all__ = [
    "Adaptive",
    "Checked",
    "Event",
    "Evidence",
    "Exact",
    "Full",
    "Limits",
    "Monitor",
    "OnBiased",
    "OnRate",
    "TwoStep",
    "Verdict",
    "VerdictLog",
    "Webhook",
    "by_name",
    "judge",
]

_HOME = {
    "Adaptive": "adaptive",
    "Checked": "checked",
    "Event": "alarms",
    "Evidence": "checked",
    "Exact": "strategies",
    "Full": "strategies",
    "Limits": "options",
    "Monitor": "monitor",
    "OnBiased": "alarms",
    "OnRate": "alarms",
    "TwoStep": "strategies",
    "Verdict": "fairness",
    "VerdictLog": "log",
    "Webhook": "webhook",
    "by_name": "strategies",
    "judge": "fairness",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return __all__
