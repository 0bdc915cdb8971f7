"""Checks beside the answers: so many at once, in threads, and not one more."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar

from fairnlp.core.errors import FairnlpError
from fairnlp.monitor.service.threads import Threads

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Busy", "Checks"]

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Busy(FairnlpError):
    """So many texts are being checked that another one would have to wait too long."""


class Checks:
    """Work on texts that runs in threads of its own, within a bound.

    Parameters
    ----------
    limit : int
        Texts that run or wait at once.
    threads : int
        How many pieces of work run at once. A system that runs in this process gains little from
        more than one; one that is asked over a network does.

    Attributes
    ----------
    pending : int
        Texts that run or wait.
    dropped : int
        Texts for which there was no room.
    failed : int
        Pieces of work for `later` that raised.
    """

    def __init__(self, *, limit: int, threads: int = 2) -> None:
        self.limit = limit
        self.pending = self.dropped = self.failed = 0
        self._threads = Threads(threads, name="fairnlp-check")
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, work: Callable[[], T], *, texts: int = 1) -> T:
        """Do the work and give what it returns.

        Raises
        ------
        Busy
            If there is no room; the texts are counted as dropped.
        """
        if not self._admit(texts):
            msg = f"{self.pending} texts are being checked, of {self.limit} at once; try again."
            raise Busy(msg)
        return await self._do(work, texts)

    def later(self, work: Callable[[], object], *, texts: int = 1) -> bool:
        """Do the work when there is time; False if there is no room, and the texts are dropped."""
        if not self._admit(texts):
            return False
        task = asyncio.get_running_loop().create_task(self._do_quietly(work, texts))
        self._running.add(task)  # the loop alone would let go of it
        task.add_done_callback(self._running.discard)
        return True

    async def drain(self, seconds: float) -> int:
        """Wait for what was taken on by `later`; give how many texts are left undone."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)
        left = self.pending
        for task in self._running:
            task.cancel()
        return left

    def _admit(self, texts: int) -> bool:
        if self.pending + texts > self.limit:
            self.dropped += texts
            return False
        self.pending += texts
        return True

    async def _do(self, work: Callable[[], T], texts: int) -> T:
        try:
            return await self._threads.run(work)
        finally:
            self.pending -= texts

    async def _do_quietly(self, work: Callable[[], object], texts: int) -> None:
        try:
            await self._do(work, texts)
        except Exception:
            self.failed += 1
            _log.exception("A check failed; the answer had already gone out")
