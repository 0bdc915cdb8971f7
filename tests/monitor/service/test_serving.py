"""The service in a process of its own: load, memory, stops and kills."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor.log import VerdictLog
from fairnlp.monitor.service import serve
from fairnlp.monitor.verifying import text_hash
from tests.monitor.service.asking import text
from tests.monitor.service.toys import ToyMonitor

slow = pytest.mark.slow

ASKING = Path(__file__).with_name("asking.py")
SYSTEMS = """
import threading, time

def classify(texts: list[str]) -> list[str]:
    return ["good" if " he " in text or " his " in text else "bad" for text in texts]

def slowly(texts: list[str]) -> list[str]:
    if len(texts) > 1:  # a check
        time.sleep(0.05)
    return classify(texts)

def never(texts: list[str]) -> list[str]:
    if len(texts) > 1:
        threading.Event().wait()
    return classify(texts)

def raising(texts: list[str]) -> list[str]:
    if len(texts) > 1:
        raise RuntimeError("out of memory")
    return classify(texts)
"""
LIBRARY = """
from fairnlp.monitor import Limits, Monitor
from fairnlp.monitor.service import ServiceLimits, serve
from systems import classify

monitor = Monitor(
    classify, log="log.sqlite", mode="background", remember=64, cache=False, limits=Limits(queue=50)
)
serve(monitor, port=0, announce=lambda url: print(url, flush=True))
"""
COMMAND = "from fairnlp.cli.app import main; main()"


@contextmanager
def served(folder, *arguments, program=COMMAND):
    """Start a service in a folder; give its address and process, and end it afterwards."""
    (folder / "systems.py").write_text(SYSTEMS)
    env = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        yield re.search(r"http://\S+", line)[0], process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def serving(folder, system="classify", *options):
    arguments = ["--system", f"systems:{system}", "--log", "log.sqlite", "--port", "0", *options]
    return served(folder, "monitor", "serve", *arguments)


def ask(url, path, content=None):
    body = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request(url + path, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read()


def load(url, first, last):
    """Ask from a second process; give how many answers came by path and status."""
    command = [sys.executable, str(ASKING), url, str(first), str(last), "8"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def figure(url, name):
    """Read a metric; the sum over its labels."""
    told = ask(url, "/metrics").decode()
    return sum(float(v) for v in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", told, re.MULTILINE))


@slow
def test_under_load_no_request_is_lost_and_memory_stays_flat(tmp_path):
    with served(tmp_path, program=LIBRARY) as (url, process):
        assert load(url, 0, 3_000) == {"/verify 200": 300, "/predict 200": 2_700}
        before = figure(url, "process_resident_memory_bytes")
        assert load(url, 3_000, 13_000) == {"/verify 200": 1_000, "/predict 200": 9_000}
        after = figure(url, "process_resident_memory_bytes")
        assert after - before < 32 * 2**20
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
    # Each text was checked or counted as left out, and each verdict is in the log.
    with VerdictLog(tmp_path / "log.sqlite") as log:
        assert 1_300 <= len(log) <= 13_000


@slow
def test_every_text_is_checked_or_counted_as_left_out(tmp_path):
    with served(tmp_path, program=LIBRARY) as (url, _):
        load(url, 0, 1_000)
        # The one that waits for an answer comes after all that wait in the queue.
        while figure(url, "fairnlp_pending"):
            ask(url, "/verify", {"text": "The soup was cold."})
        checked = figure(url, "fairnlp_checked_total")
        soup = figure(url, "fairnlp_requests_total") - 1_000
        left_out = figure(url, "fairnlp_dropped_total")
        verdicts = figure(url, "fairnlp_verdicts_total")
        assert checked == verdicts
        assert checked + left_out >= 1_000
        assert checked + left_out - 1_000 <= soup


@slow
def test_a_kill_loses_no_verdict_that_was_acknowledged(tmp_path):
    acknowledged = []
    with serving(tmp_path) as (url, process):

        def verify(numbers):
            for number in numbers:
                try:
                    ask(url, "/verify", {"text": text(number)})
                except OSError:
                    return
                acknowledged.append(text_hash(text(number)))
                if len(acknowledged) == 60:
                    process.kill()

        askers = [threading.Thread(target=verify, args=(range(n, 10_000, 4),)) for n in range(4)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        assert process.wait(60) == -signal.SIGKILL
    assert len(acknowledged) >= 60
    with VerdictLog(tmp_path / "log.sqlite") as log:
        assert log.query("PRAGMA integrity_check") == [("ok",)]
        assert set(acknowledged) <= {row[0] for row in log.query("SELECT text_hash FROM verdicts")}
        assert log.recompute()["same"].all()
        kept = len(log)
    with serving(tmp_path) as (url, _):  # the same log goes on
        ask(url, "/verify", {"text": "The soup was cold."})
        (rate,) = json.loads(ask(url, "/summary"))["rates"]
        assert rate["texts"] == kept + 1


@slow
def test_a_stop_finishes_the_checks_that_were_promised(tmp_path):
    with serving(tmp_path, "slowly", "--drain-seconds", "120") as (url, process):
        for number in range(1, 6):
            ask(url, "/predict", {"text": text(number)})
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
    with VerdictLog(tmp_path / "log.sqlite") as log:
        assert len(log) == 5


@slow
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_system_that_never_answers_neither_holds_up_answers_nor_a_stop(tmp_path, stop):
    with serving(tmp_path, "never", "--drain-seconds", "1") as (url, process):
        for number in range(1, 20):
            answer = json.loads(ask(url, "/predict", {"text": text(number)}))
            assert answer["prediction"] in ("good", "bad")
        process.send_signal(stop)
        assert process.wait(120) == 0


@slow
def test_a_check_that_raises_is_an_undecided_verdict_and_no_fault(tmp_path):
    with serving(tmp_path, "raising") as (url, _):
        assert json.loads(ask(url, "/predict", {"text": text(1)})) == {"prediction": "good"}
        (result,) = json.loads(ask(url, "/verify", {"text": text(2)}))["results"]
        assert (result["prediction"], result["verdict"]) == ("bad", "undecided")
        assert result["evidence"][0]["reason"] == "system failed"
        assert "out of memory" in result["evidence"][0]["detail"]


def test_a_port_that_is_taken_is_told(tmp_path):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken, VerdictLog(tmp_path / "l.sqlite") as log:
        port = taken.getsockname()[1]
        with pytest.raises(OptionError, match=rf"Cannot listen at 127.0.0.1, port {port}: "):
            serve(ToyMonitor(log), port=port)
