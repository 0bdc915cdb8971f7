"""Ratios measured in one run on one machine; no test depends on a clock.

Each module has ``main()``, which prints a line of JSON for each ratio, with ``benchmark``,
``ratio`` and ``required``, and returns 0 if the ratios are as required, else 1.
``python -m benchmarks`` runs all, ``python -m benchmarks.linear_batches`` one.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["report", "seconds"]


def report(
    benchmark: str,
    ratio: float,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    **measured: Any,
) -> int:
    """Print the line of a benchmark; 0 if its ratio is as required, else 1."""
    bounds = {">=": at_least, "<=": at_most}
    required = " and ".join(f"{sign} {bound:g}" for sign, bound in bounds.items() if bound)
    print(
        json.dumps(
            {"benchmark": benchmark, "ratio": round(ratio, 3), "required": required} | measured
        )
    )
    return 0 if (at_least or ratio) <= ratio <= (at_most or ratio) else 1


def seconds(action: Callable[[], object], *, repeat: int = 3) -> float:
    """Time the fastest of some runs: what the machine does beside only adds to the others."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best
