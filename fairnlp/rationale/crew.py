"""Tasks done in this process or in several."""

from __future__ import annotations

import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Self

from fairnlp.core.progress import bar
from fairnlp.core.store import RunFolder
from fairnlp.core.workers import live_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from fairnlp.rationale.work import Task, Work

__all__ = ["Crew"]

_log = logging.getLogger(__name__)


class Crew:
    """One or several processes that train models.

    Parameters
    ----------
    work : Work
        It is sent to each process once.
    processes : int
        With 1, this process does all. Where several cannot be started, or die, this one goes on
        with what is left, and a warning is logged.
    """

    def __init__(self, work: Work, *, processes: int) -> None:
        self._work = work
        self._pool: ProcessPoolExecutor | None = None
        if processes == 1:
            return
        if multiprocessing.current_process().daemon:
            _log.warning("A worker process cannot start others: models are trained in one.")
            return
        # Not forked: a copy of a process in which torch has run with several threads may hang.
        self._pool = ProcessPoolExecutor(
            processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(work,),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=error is None, cancel_futures=True)

    def do(self, tasks: Sequence[Task], *, progress: bool | None = None) -> None:
        """Do all tasks; each writes what comes of it. An error of one stops all."""
        for _ in bar(
            self._done(tasks), title="training", total=len(tasks), unit="models", show=progress
        ):
            pass

    def _done(self, tasks: Sequence[Task]) -> Iterator[Task]:
        left = list(tasks)
        if self._pool is not None and left:
            try:
                futures = {self._pool.submit(_do, task): task for task in left}
                for future in as_completed(futures):
                    future.result()
                    left.remove(futures[future])
                    yield futures[future]
            except (BrokenProcessPool, OSError) as error:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None
                _log.warning(
                    "Training in several processes failed (%s): one process goes on. A script "
                    "needs `if __name__ == '__main__':` around what it runs.",
                    error,
                )
        folder = RunFolder(self._work.path)
        for task in left:
            if not folder.has("results", task.part):  # a worker may have died after its last task
                self._work.do(task)
            yield task


_WORK: list[Work] = []
"""What a worker process is to do; empty in the process that starts them."""


def _begin(work: Work) -> None:
    live_with_parent()
    _WORK[:] = [work]


def _do(task: Task) -> None:
    _WORK[0].do(task)
