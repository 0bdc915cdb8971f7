"""When a prediction is checked: before it is handed on, later in a thread, or not at all."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairnlp.monitor.background import Worker
from fairnlp.monitor.verifying import Predicted, seeded_share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairnlp.monitor.options import Limits, Mode

__all__ = ["Watch"]


@dataclass
class _Job:
    """A prediction that waits for its check."""

    predicted: Predicted
    done: threading.Event = field(default_factory=threading.Event)


class Watch:
    """Has predictions checked as a mode says.

    Parameters
    ----------
    check : callable
        Checks predictions together.
    mode : {"inline", "background", "sampled"}
    share : float
        The share of texts to check; see `options.checked_share`.
    limits : Limits
    seed : int
        With the text, it says which texts are in the share.

    Attributes
    ----------
    not_sampled : int
        Predictions that are not in the share.
    worker : Worker
        The thread, and how many predictions wait, were dropped or failed.
    """

    def __init__(
        self,
        check: Callable[[Sequence[Predicted]], object],
        *,
        mode: Mode,
        share: float,
        limits: Limits,
        seed: int,
    ) -> None:
        self._check, self._mode, self._share = check, mode, share
        self._limits, self._seed = limits, seed
        self._lock = threading.Lock()
        self.not_sampled = 0
        self.worker: Worker[_Job] = Worker(
            self._work, limit=limits.queue, at_once=limits.at_once, name="fairnlp-monitor"
        )

    def look(self, predicted: Sequence[Predicted]) -> None:
        """Have predictions checked, now or later."""
        chosen = [one for one in predicted if self._sampled(one)]
        with self._lock:
            self.not_sampled += len(predicted) - len(chosen)
        delay = self._limits.delay
        if self._mode == "inline" and delay is None:
            for start in range(0, len(chosen), self._limits.at_once):
                self._check(chosen[start : start + self._limits.at_once])
            return
        jobs = [_Job(one) for one in chosen]
        waiting = [job for job in jobs if self.worker.put(job)]
        if self._mode == "inline" and delay is not None:
            ends = time.monotonic() + delay
            for job in waiting:
                job.done.wait(max(0.0, ends - time.monotonic()))

    def _sampled(self, one: Predicted) -> bool:
        return self._share == 1.0 or (
            seeded_share(one.text or "", self._seed, "share") < self._share
        )

    def _work(self, jobs: Sequence[_Job]) -> None:
        try:
            self._check([job.predicted for job in jobs])
        finally:
            for job in jobs:
                job.done.set()
