"""The alarms of one monitor at work: what is due is done in a thread of its own."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from fairnlp.core.errors import OptionError
from fairnlp.monitor.background import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairnlp.monitor.alarms import Action, Alarm, Event
    from fairnlp.monitor.checked import Checked

__all__ = ["Alarms"]

_WAITING = 1000
"""Events that wait for their action at most; more are dropped and counted."""


class Alarms:
    """The alarms of a monitor; their actions run in a thread of their own, one after another.

    Parameters
    ----------
    alarms : sequence of Alarm

    Attributes
    ----------
    acted : int
        Actions that were done.
    """

    def __init__(self, alarms: Sequence[Alarm]) -> None:
        self._alarms: list[tuple[Action, Callable[[Checked, float, str], Event | None]]] = []
        for alarm in alarms:
            if not callable(getattr(alarm, "watch", None)) or not callable(alarm.action):
                msg = (
                    f"{alarm!r} cannot act. Give OnBiased(action) or OnRate(action, above=0.05), "
                    "where an action is a function of an event, or a Webhook."
                )
                raise OptionError(msg)
            self._alarms.append((alarm.action, alarm.watch()))
        self._lock = threading.Lock()
        self.acted = 0
        self._worker: Worker[tuple[Action, Event]] = Worker(
            self._act, limit=_WAITING, at_once=1, name="fairnlp-alarms"
        )

    @property
    def failed(self) -> int:
        """Actions that raised."""
        return self._worker.failed

    @property
    def dropped(self) -> int:
        """Events for whose action there was no room."""
        return self._worker.dropped

    def look(self, found: Sequence[Checked], *, system: str, at: float | None = None) -> None:
        """Look at verdicts, in order, and hand in the actions that are due. Never waits."""
        if not self._alarms:
            return
        at = time.time() if at is None else at
        with self._lock:  # a window is one for all threads
            due = [
                (action, event)
                for checked in found
                for action, look in self._alarms
                if (event := look(checked, at, system)) is not None
            ]
        for piece in due:
            self._worker.put(piece)

    def _act(self, pieces: Sequence[tuple[Action, Event]]) -> None:
        for action, event in pieces:
            action(event)
            self.acted += 1

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until every action is done; False if that took longer."""
        return self._worker.flush(timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Do what is due, and end the thread."""
        return self._worker.close(timeout)
