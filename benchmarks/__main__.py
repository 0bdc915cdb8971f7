"""Run every benchmark of the folder, each in a process of its own, and print a table."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys

import benchmarks


def main(names: list[str]) -> int:
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    failed = 0
    for name in names or sorted(name for name in found if not name.startswith("_")):
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}"], stdout=subprocess.PIPE, text=True
        )
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        said = json.loads(lines[-1]) if lines else {}
        met = done.returncode == 0 and said.pop("passed", True)
        failed += not met
        facts = ", ".join(f"{key} {value}" for key, value in said.items() if key != "benchmark")
        print(f"{'ok' if met else 'FAILED':6}  {name:20}  {facts}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
