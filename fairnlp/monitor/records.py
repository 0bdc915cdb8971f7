"""What a monitor remembers of its verdicts: totals, and the latest with their time."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.monitor.summary import ANY, TALLIES, make_summary, window_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairnlp.monitor.checked import Checked
    from fairnlp.monitor.summary import Summary

__all__ = ["Records"]

LATEST = 20_000
"""Checks whose time is remembered, for rates over time; totals hold all."""


class Records:
    """Counts of verdicts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._predictions: Counter[str] = Counter()
        self._n: Counter[tuple[str, str]] = Counter()
        self._asked: Counter[tuple[str, str]] = Counter()
        self._mutants: Counter[tuple[str, str]] = Counter()
        self._reasons: Counter[tuple[str, str, str]] = Counter()
        self._latest: deque[tuple[float, str, str, int, int]] = deque(maxlen=LATEST)

    def add(self, found: Sequence[Checked], *, at: float | None = None) -> None:
        """Count verdicts."""
        at = time.time() if at is None else at
        with self._lock:
            self._predictions["checked"] += len(found)
            self._predictions["repeated"] += sum(checked.repeated for checked in found)
            for checked in found:
                rows = [
                    (name, str(e.verdict), len(e.answers), sum(e.n.values()), e.reason)
                    for name, e in checked.by_characteristic.items()
                ]
                if len(rows) > 1:
                    rows.append((ANY, str(checked.verdict), 0, 0, ""))
                for name, verdict, asked, mutants, reason in rows:
                    asked = 0 if checked.repeated else asked
                    key = name, verdict
                    self._n[key] += 1
                    self._asked[key] += asked
                    self._mutants[key] += mutants
                    if reason:
                        self._reasons[name, verdict, reason] += 1
                    self._latest.append((at, name, verdict, asked, mutants))

    def count(self, verdict: str, characteristic: str) -> int:
        """Tell how many came to a verdict."""
        return self._n[characteristic, verdict]

    def summary(self, counters: Mapping[str, int], *, every: int | None = None) -> Summary:
        """Sum up; see `Summary`."""
        with self._lock:
            totals = [(*key, n, self._asked[key], self._mutants[key]) for key, n in self._n.items()]
            reasons = [(*key, n) for key, n in self._reasons.items()]
            latest = list(self._latest)
            counters = {**self._predictions, **counters}
        columns = ["at", "characteristic", "verdict", "asked", "mutants"]
        frame = pd.DataFrame(latest, columns=columns).assign(n=1)
        window = window_for(frame["at"].max() - frame["at"].min() if len(frame) else 0, every=every)
        frame["start"] = pd.to_datetime(frame["at"] // window * window, unit="s", utc=True)
        return make_summary(
            pd.DataFrame(totals, columns=[*TALLIES]),
            frame,
            pd.DataFrame(reasons, columns=["characteristic", "verdict", "reason", "n"]),
            counters=counters,
            window=window,
        )
