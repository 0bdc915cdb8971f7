"""Threads for work that may hang: the program can end without them."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Threads"]

T = TypeVar("T")


class Threads:
    """A few threads that an event loop hands work to.

    Those of the standard library are waited for when the program ends: a system that never answers
    would then keep a service from stopping.

    Parameters
    ----------
    most : int
        How many pieces of work run at once; others wait.
    name : str
        Of the threads.

    Examples
    --------
    >>> asyncio.run(Threads(1, name="adding").run(lambda: 2 + 3))
    5
    """

    def __init__(self, most: int, *, name: str) -> None:
        self.most, self.name = most, name
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._started = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do the work in one of the threads, and give what it returns or raise what it raises.

        Who stops waiting for it leaves it behind: it goes on if it has begun, else it never does.
        """
        future: Future[T] = Future()
        self._waiting.put((future, work))
        if not self._idle.acquire(blocking=False) and self._started < self.most:
            self._started += 1
            threading.Thread(target=self._work, name=self.name, daemon=True).start()
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            future, work = self._waiting.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)
            del future, work  # else an idle thread keeps the last text
            self._idle.release()
