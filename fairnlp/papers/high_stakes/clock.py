"""How long the parts of a run took, also of one that was stopped and went on."""

from __future__ import annotations

import json
import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fairnlp.core.replacing import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Clock"]


class Clock:
    """Adds up the time of parts by name, in a file.

    Parameters
    ----------
    path : Path
        The file.
    fresh : bool
        Begin from nothing.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        there = path.is_file() and not fresh
        self._taken: dict[str, dict[str, float]] = json.loads(path.read_bytes()) if there else {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Measure a block, also one that ends in an error or Ctrl-C."""
        wall, cpu = time.perf_counter(), _cpu()
        try:
            yield
        finally:
            before = self._taken.get(name, {"wall": 0.0, "cpu": 0.0})
            self._taken[name] = {
                "wall": before["wall"] + time.perf_counter() - wall,
                "cpu": before["cpu"] + _cpu() - cpu,
            }
            replace_file(self.path, json.dumps(self._taken).encode())

    def seconds(self) -> dict[str, dict[str, float]]:
        """Give wall and processor seconds of each part, those of worker processes included."""
        return {
            name: {kind: round(value, 1) for kind, value in taken.items()}
            for name, taken in self._taken.items()
        }


def _cpu() -> float:
    return sum(os.times()[:4])
