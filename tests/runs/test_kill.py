"""A run that is killed at any moment and resumed ends as one that was not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairnlp.core.errors import RunError
from fairnlp.runs.audit import AuditResult, audit, resume
from tests.runs.toys import corpus, files

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]

CHILD = """
import sys
from fairnlp.runs.audit import audit
from fairnlp.text.models import load_model
from tests.runs.toys import corpus
load_model()
print("go", flush=True)
audit(corpus(20), systems=["tests.runs.toys:jumpy", "tests.runs.toys:partial"], out=sys.argv[1],
      values=4, chunk=3, progress=False)
print("done", flush=True)
"""


def start(out: Path) -> subprocess.Popen[str]:
    """Start an audit in a process of its own, and wait until it begins its work."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(out)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "go\n"
    return child


def moments(n: int, longest: float) -> Iterator[float]:
    draw = random.Random(0)
    return (draw.uniform(0, longest) for _ in range(n))


@pytest.fixture(scope="module")
def whole(tmp_path_factory, cache) -> tuple[dict[str, bytes], float]:
    """Return the files of an unbroken run, and how long it took."""
    out = tmp_path_factory.mktemp("whole") / "x"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRNLP_CACHE", str(cache))
        child = start(out)
        begin = time.monotonic()
        assert child.communicate()[0] == "done\n"
        return files(out), time.monotonic() - begin


def finish(out: Path) -> None:
    try:
        AuditResult(out)
    except RunError:  # killed before its texts were stored: there is nothing to resume
        options = {"values": 4, "chunk": 3, "progress": False, "out": out}
        audit(corpus(20), systems=["tests.runs.toys:jumpy", "tests.runs.toys:partial"], **options)
    else:
        resume(out, progress=False)


@pytest.mark.slow
def test_ten_runs_killed_at_random_moments_end_as_the_unbroken_one(tmp_path, whole):
    expected, duration = whole
    killed = []
    for number, moment in enumerate(moments(10, duration)):
        out = tmp_path / str(number)
        with start(out) as child:
            time.sleep(moment)
            child.send_signal(signal.SIGKILL)
        killed.append(child.returncode == -signal.SIGKILL)
        finish(out)
        assert files(out) == expected, f"killed after {moment:.2f} s of {duration:.2f} s"
    assert sum(killed) >= 8  # else the moments were too late to tell anything


@pytest.mark.slow
def test_a_run_killed_again_and_again_ends_as_the_unbroken_one(tmp_path, whole):
    expected, duration = whole
    for moment in moments(5, duration / 3):
        with start(tmp_path / "x") as child:
            time.sleep(moment)
            child.send_signal(signal.SIGKILL)
    finish(tmp_path / "x")
    assert files(tmp_path / "x") == expected


@pytest.mark.slow
def test_ctrl_c_says_how_to_go_on_and_the_run_then_ends_as_the_unbroken_one(tmp_path, whole):
    expected, duration = whole
    with start(tmp_path / "x") as child:
        time.sleep(duration / 3)
        child.send_signal(signal.SIGINT)
        error = child.communicate()[1]
    assert "KeyboardInterrupt" in error
    assert f"What was finished is kept. Continue: fairnlp resume {tmp_path / 'x'}" in error
    finish(tmp_path / "x")
    assert files(tmp_path / "x") == expected


@pytest.mark.slow
def test_a_second_process_is_turned_away_while_the_first_works(tmp_path, whole):
    expected, _ = whole
    with start(tmp_path / "x") as first:
        while not (tmp_path / "x" / ".lock").exists():
            time.sleep(0.01)
        with pytest.raises(RunError, match=rf"in use by process {first.pid}"):
            audit(corpus(20), systems=["tests.runs.toys:jumpy"], out=tmp_path / "x")
        first.communicate()
    assert files(tmp_path / "x") == expected
