"""What the verdicts of a monitor depend on, beside the texts: what a log keeps with them."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairnlp.core.provenance import file_hash, frame_hash, versions
from fairnlp.lexicons import tables
from fairnlp.text.models import files_digest

if TYPE_CHECKING:
    from fairnlp.monitor.monitor import Monitor

__all__ = ["described"]


def described(monitor: Monitor) -> dict[str, Any]:
    """Describe a monitor.

    Parameters
    ----------
    monitor : Monitor

    Returns
    -------
    dict
        ``system`` (name and facts), ``strategy`` (name and options), ``alpha`` (an exact
        fraction), ``seed``, ``predictions`` (the budget), ``stability``, ``characteristics``
        (classes, and the hashes of the values and of a word list of one's own), ``word_lists``
        (the hash of those that are shipped), how texts are read, and ``versions``. It can be
        written as JSON.
    """
    preparer = monitor.preparer
    strategy: Any = monitor.strategy
    options: dict[str, Any] = {}
    if is_dataclass(strategy) and not isinstance(strategy, type):
        options = asdict(strategy)
    told = {
        "system": {"name": monitor.system.name, "info": getattr(monitor.system, "info", {})},
        "strategy": {"name": strategy.name, "options": options},
        "alpha": str(monitor.alpha),
        "seed": monitor.seed,
        "predictions": monitor.limits.predictions,
        "stability": monitor.stability,
        "characteristics": {
            name: {
                "classes": list(what.classes),
                "values": frame_hash(preparer.values(name)),
                "word_list": _own_list(getattr(what, "word_list", "")),
            }
            for name, what in preparer.characteristics.items()
        },
        "word_lists": files_digest(tables.folder()),
        **preparer.info(),
        "versions": versions(),
    }
    # There and back, so that what was read from a log compares as equal.
    read: dict[str, Any] = json.loads(json.dumps(told, default=str))
    return read


def _own_list(path: str) -> dict[str, str]:
    files = [Path(path), Path(path).with_suffix(".csv")] if path else []
    return {file.name: file_hash(file) for file in files if file.is_file()}
