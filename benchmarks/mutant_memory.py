"""Memory of an audit with 79 mutants a class and template, against one with 8."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import report

LIMIT = 300
VALUES = (8, 79)


def peak(values: int, out: Path) -> float:
    """Run an audit in a process of its own and give its peak memory in MiB."""
    command = [sys.executable, "-m", "benchmarks.mutant_memory", str(values), str(out)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout.split()[-1])


def audit(values: int, out: Path) -> None:
    """Audit some reviews and print the peak memory of this process in MiB."""
    import fairnlp as fn

    reviews = fn.corpora.reviews(limit=LIMIT, seed=1)
    fn.audit(reviews, systems=["vader"], values=values, out=out, progress=False, report=False)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(used / (1024**2 if sys.platform == "darwin" else 1024))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        # Parse first, so that both runs find the texts read and hold the same for them.
        peak(1, Path(folder, "first"))
        used = {values: peak(values, Path(folder, str(values))) for values in VALUES}
    return report(
        "peak memory: 79 values a class against 8",
        used[79] / used[8],
        at_most=1.2,
        texts=LIMIT,
        mib_8=round(used[8]),
        mib_79=round(used[79]),
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        audit(int(sys.argv[1]), Path(sys.argv[2]))
    else:
        sys.exit(main())
