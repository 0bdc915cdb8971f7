"""Work that waits in a bounded queue and is done by one thread, beside whoever handed it in."""

from __future__ import annotations

import logging
import queue
import threading
import time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Worker"]

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Worker(Generic[T]):
    """A thread that does what is handed in, several pieces at a time.

    The thread starts with the first piece and does not keep the program from ending; what is still
    in the queue then is lost, so call `close` or `flush` before.

    Parameters
    ----------
    work : callable
        Takes a list of pieces. What it raises is logged and counted, and the thread goes on.
    limit : int
        Pieces that wait at most; more are dropped.
    at_once : int
        Pieces that are done together at most.
    name : str
        Of the thread.

    Attributes
    ----------
    dropped, failed : int
        Pieces for which there was no room, and whose work raised.
    """

    def __init__(
        self, work: Callable[[Sequence[T]], object], *, limit: int, at_once: int, name: str
    ) -> None:
        self._work, self._at_once, self._name = work, at_once, name
        self._queue: queue.Queue[T | None] = queue.Queue(limit)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._pending = 0  # handed in and not done
        self._closed = False
        self.dropped = self.failed = 0

    @property
    def pending(self) -> int:
        """Pieces that wait or are being done."""
        return self._pending

    def put(self, piece: T) -> bool:
        """Hand in a piece; False if there is no room or the worker is closed. Never waits."""
        with self._changed:
            if self._closed:
                self.dropped += 1
                return False
            try:
                self._queue.put_nowait(piece)
            except queue.Full:
                self.dropped += 1
                return False
            self._pending += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
        return True

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all is done; False if that took longer than `timeout` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._pending, timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Take nothing more, wait until all is done, and end the thread.

        Returns
        -------
        bool
            False if something was left undone after `timeout` seconds; what had not been begun is
            then dropped.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            self._closed = True
        done = self.flush(timeout)
        self._discard()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            self._queue.put(None)  # the queue was emptied, so there is room
            thread.join(None if ends is None else max(0.0, ends - time.monotonic()))
        return done

    def _discard(self) -> None:
        """Drop what waits; what is being done may still end."""
        with self._changed:
            while True:
                try:
                    piece = self._queue.get_nowait()
                except queue.Empty:
                    self._changed.notify_all()
                    return
                if piece is not None:
                    self._pending -= 1
                    self.dropped += 1

    def _run(self) -> None:
        while (pieces := self._next()) is not None:
            try:
                self._work(pieces)
            except Exception:
                self.failed += len(pieces)
                _log.exception("%s: work on %d pieces failed", self._name, len(pieces))
            finally:
                with self._changed:
                    self._pending -= len(pieces)
                    self._changed.notify_all()

    def _next(self) -> list[T] | None:
        first = self._queue.get()
        if first is None:
            return None
        pieces = [first]
        while len(pieces) < self._at_once:
            try:
                piece = self._queue.get_nowait()
            except queue.Empty:
                break
            if piece is None:  # the end comes after these
                self._queue.put(None)
                break
            pieces.append(piece)
        return pieces
