"""Find out whether a text classifier treats people differently, show it, and watch it in use.

The way of the data: a corpus frame is curated into templates, templates give mutants, systems
under test label the mutants, and pairs of mutants with different labels are bias-uncovering test
cases. Each name below is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairnlp import corpora, debias, influence, monitor, rationale, stats, systems
    from fairnlp.influence.leave_one_out import leave_one_out
    from fairnlp.influence.ranks import rationale_rank
    from fairnlp.metamorphic.btc import find_btcs
    from fairnlp.monitor.monitor import Monitor
    from fairnlp.papers.catalogue import reproduce
    from fairnlp.runs.audit import audit, resume
    from fairnlp.systems.base import as_system
    from fairnlp.templates.curate import curate, curate_text
    from fairnlp.templates.mutate import mutate

__version__ = "0.1.0"

__all__ = [
    "Monitor",
    "as_system",
    "audit",
    "corpora",
    "curate",
    "curate_text",
    "debias",
    "find_btcs",
    "influence",
    "leave_one_out",
    "monitor",
    "mutate",
    "rationale",
    "rationale_rank",
    "reproduce",
    "resume",
    "stats",
    "systems",
]

_HOME = {
    "Monitor": "fairnlp.monitor.monitor",
    "as_system": "fairnlp.systems.base",
    "audit": "fairnlp.runs.audit",
    "curate": "fairnlp.templates.curate",
    "curate_text": "fairnlp.templates.curate",
    "find_btcs": "fairnlp.metamorphic.btc",
    "leave_one_out": "fairnlp.influence.leave_one_out",
    "mutate": "fairnlp.templates.mutate",
    "rationale_rank": "fairnlp.influence.ranks",
    "reproduce": "fairnlp.papers.catalogue",
    "resume": "fairnlp.runs.audit",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    if name in __all__:
        return importlib.import_module(f"fairnlp.{name}")
    msg = f"module 'fairnlp' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
