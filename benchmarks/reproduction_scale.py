"""Memory and time of a reproduction of BiasFinder on ten times as many reviews.

``python -m benchmarks.reproduction_scale --full`` compares all 25,000 reviews with 2,500.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import report

SIZES = (500, 5000)
FULL = (2500, 25000)


def measure(reviews: int, out: Path) -> tuple[float, float]:
    """Reproduce in a process of its own; give its peak memory in MiB and its CPU seconds."""
    command = [sys.executable, "-m", "benchmarks.reproduction_scale", str(reviews), str(out)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    used, took = done.stdout.split()[-2:]
    return float(used), float(took)


def reproduce(reviews: int, out: Path) -> None:
    """Reproduce the gender part with VADER; print this process's peak memory and CPU time."""
    import fairnlp as fn

    fn.reproduce(
        "biasfinder",
        limit=reviews,
        systems=["vader"],
        characteristics=["gender"],
        strategies=["sound"],
        processes=1,
        out=out,
        progress=False,
    )
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(used / (1024**2 if sys.platform == "darwin" else 1024), time.process_time())


def main(sizes: tuple[int, int] = SIZES) -> int:
    small, large = sizes
    with tempfile.TemporaryDirectory() as folder:
        # Parse first, so that both runs find the texts read; starting up is in neither time.
        start = measure(1, Path(folder, "start"))[1]
        measure(large, Path(folder, "first"))
        used, took = {}, {}
        for size in sizes:
            used[size], took[size] = measure(size, Path(folder, str(size)))
    growth = ((took[large] - start) / (took[small] - start)) / (large / small)
    failed = report(
        f"peak memory: {large} reviews against {small}",
        used[large] / used[small],
        at_most=1.5,
        mib_small=round(used[small]),
        mib_large=round(used[large]),
    )
    return failed or report(
        f"time a review: {large} reviews against {small}",
        growth,
        at_most=1.3,
        seconds_small=round(took[small], 1),
        seconds_large=round(took[large], 1),
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--full"]:
        sys.exit(main(FULL))
    if len(sys.argv) > 1:
        reproduce(int(sys.argv[1]), Path(sys.argv[2]))
    else:
        sys.exit(main())
