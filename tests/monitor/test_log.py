"""The log: what it holds, that it survives a kill, several threads and processes, and faults."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, RunError
from fairnlp.monitor import Monitor, VerdictLog
from fairnlp.monitor.recompute import check_again
from fairnlp.monitor.strategies import STRATEGIES
from fairnlp.monitor.verifying import text_hash
from tests.monitor.toys import (
    HER,
    HIS,
    NOBODY,
    PRONOUN,
    Scored,
    Watched,
    always,
    breaks_on,
    by_pronoun,
)

ROOT = Path(__file__).parents[2]
TEXTS = [HER, HIS, PRONOUN, NOBODY]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "log.sqlite"


def test_a_log_holds_each_verdict_with_its_evidence_and_no_text(path):
    with Monitor(Watched(by_pronoun), log=path) as monitor:
        monitor.verify_many([*TEXTS, HER])
    with VerdictLog(path) as log:
        frame = log.frame()
    assert len(frame) == len(log_ids(frame)) == 5
    assert frame["text"].isna().all()
    assert frame["text_hash"].tolist() == [text_hash(text) for text in [*TEXTS, HER]]
    assert frame["verdict"].tolist() == ["biased"] * 3 + ["not applicable", "biased"]
    assert frame["repeated"].tolist() == [False] * 4 + [True]
    assert json.loads(frame["counts"][2]) == {"male": {"good": 1}, "female": {"bad": 1}}
    assert (frame["gap"][0], frame["alpha"][0], frame["asked"][0]) == ("1", "1/10", 60)
    content = path.read_bytes()
    assert b"Priya" not in content
    assert b"baked" not in content


def log_ids(frame: pd.DataFrame) -> set[int]:
    return set(frame["verdict_id"])


def test_texts_are_kept_where_this_is_asked_for_whatever_they_hold(path):
    odd = "She wrote \ud800 and her pen broke."
    with Monitor(Watched(by_pronoun), log=path, keep_texts=True, cache=False) as monitor:
        monitor.verify_many([HER, odd])
        frame = monitor.log.frame(whole=True)
    assert frame["text"].tolist() == [HER, "She wrote \\ud800 and her pen broke."]
    forms = [slot["forms"] for slot in json.loads(frame["slots"][0])]
    assert {"male": "his", "female": "her"} in forms


def test_a_refusal_keeps_its_reason_and_the_words_only_with_the_texts(path):
    text = "My sister met Priya, and she smiled."
    for keeps in (False, True):
        with Monitor(Watched(always), log=path, keep_texts=keeps, cache=False) as monitor:
            seen = monitor.verify(text).evidence
    assert seen.detail == "she in sentence 1"
    with VerdictLog(path) as log:
        assert log.frame()["reason"].tolist() == [seen.reason] * 2
        assert log.frame()["detail"].tolist() == ["", seen.detail]


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_each_verdict_is_computed_again_from_the_log(path, strategy):
    def rule(text):
        return "good" if sum(map(ord, text)) % 7 else "bad"

    with Monitor(Scored(rule), log=path, strategy=strategy, seed=3) as monitor:
        monitor.verify_many(TEXTS)
        found = monitor.log.recompute()
        assert monitor.log.recompute(2).equals(
            found[found["verdict_id"] == 2].reset_index(drop=True)
        )
    assert found["same"].all()
    kinds = set(found["by"])
    assert kinds == ({"counted", "stated"} if strategy == "adaptive" else {"replayed", "stated"})


def test_a_log_that_was_changed_is_found_out(path):
    with Monitor(Watched(by_pronoun), log=path) as monitor:
        monitor.verify(HER)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE checks SET verdict = 'fair'")
    connection.close()
    with VerdictLog(path) as log:
        found = log.recompute()
    assert found[["logged", "recomputed", "same"]].to_numpy().tolist() == [
        ["fair", "biased", False]
    ]


def test_an_undecided_verdict_is_stated(path):
    with Monitor(Watched(breaks_on("his")), log=path) as monitor:
        monitor.verify(HER)
        found = monitor.log.recompute()
    assert found[["logged", "same", "by"]].to_numpy().tolist() == [["undecided", True, "stated"]]


def test_the_same_verdict_comes_again_from_text_and_seed(path):
    system = Watched(by_pronoun)
    with Monitor(system, log=path, seed=7) as monitor:
        monitor.verify_many(TEXTS)
        assert check_again(monitor.log, 1, monitor, HER).same
        again = check_again(monitor.log, 1, Monitor(system, seed=8), HER)
        assert not again.same
        assert any(told.startswith("seed: 7, now 8") for told in again.differences)
        system.rule = always
        other = check_again(monitor.log, 1, monitor, HER)
        assert "gender: 'biased', now 'fair'" in other.differences
        with pytest.raises(OptionError, match="is of another text"):
            check_again(monitor.log, 1, monitor, HIS)
        with pytest.raises(OptionError, match="There is no verdict 99"):
            check_again(monitor.log, 99, monitor, HER)
        with pytest.raises(OptionError, match="There is no verdict 99"):
            monitor.log.recompute(99)


def test_the_setup_tells_what_a_verdict_depends_on(path):
    with Monitor(Watched(by_pronoun), log=path) as monitor:
        monitor.verify(HER)
        setup = json.loads(monitor.log.frame(whole=True)["setup"][0])
    assert setup == monitor.setup
    assert setup["strategy"]["options"]["x"] == 4
    assert set(setup["characteristics"]["gender"]) == {"classes", "values", "word_list"}
    assert {"fairnlp", "spacy"} <= set(setup["versions"])
    assert setup["model"]["name"]


def test_the_export_holds_all_that_a_verdict_can_be_computed_from(path, tmp_path):
    with Monitor(Watched(by_pronoun), log=path) as monitor:
        monitor.verify_many(TEXTS)
        monitor.log.export(tmp_path / "log.parquet")
        frame = monitor.log.frame(whole=True)
    read = pd.read_parquet(tmp_path / "log.parquet")
    assert list(read) == list(frame)
    assert read.astype("str").equals(frame.astype("str"))
    assert {"answers", "pool", "setup"} <= set(read)


def test_frames_can_be_of_a_time_or_a_verdict(path):
    with Monitor(Watched(by_pronoun), log=path) as monitor:
        found = monitor.verify_many(TEXTS)
    with VerdictLog(path) as log:
        log.add(found[:1], setup={"seed": 0}, at=0.0)
        assert len(log) == 5
        assert log.frame(since=1.0)["verdict_id"].tolist() == [1, 2, 3, 4]
        assert log.frame(verdict="not applicable")["verdict_id"].tolist() == [4]
        assert log.frame(verdict="biased", limit=2)["verdict_id"].tolist() == [3, 5]


def test_the_summary_of_a_log_is_that_of_its_monitor(path):
    with Monitor(Watched(by_pronoun), log=path, characteristics=["gender", "country"]) as monitor:
        monitor.verify_many([*TEXTS, HER])
        here, kept = monitor.summary(every=60), monitor.log.summary(every=60)
    for name in ("table", "over_time"):
        key = ["characteristic"]
        one, other = (getattr(it, name).sort_values(key, ignore_index=True) for it in (here, kept))
        pd.testing.assert_frame_equal(one, other, check_dtype=False)
    assert here.reasons.equals(kept.reasons)


def test_an_empty_log_has_an_empty_summary(path):
    with VerdictLog(path) as log:
        assert log.summary().table.empty
        assert log.frame().empty
        assert log.recompute().empty


# What may be at the path


def test_a_path_with_something_else_is_refused(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("This is no database, but a text that is long enough to be none.\n" * 20)
    with pytest.raises(RunError, match="cannot be used as a log"):
        VerdictLog(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(RunError, match="a database of something else"):
        VerdictLog(other)
    with pytest.raises(RunError, match="cannot be opened"):
        VerdictLog(tmp_path)
    with pytest.raises(RunError, match="There is no log"):
        VerdictLog(tmp_path / "absent.sqlite", create=False)
    assert not (tmp_path / "absent.sqlite").exists()


def test_a_log_of_another_schema_is_refused(path):
    VerdictLog(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(RunError, match="a log of schema 99; this fairnlp reads schema 1"):
        VerdictLog(path)


def test_a_log_that_cannot_be_written_stops_verify_but_not_predict(path, caplog):
    monitor = Monitor(Watched(by_pronoun), log=path)
    monitor.log.close()
    with pytest.raises(RunError, match="cannot be written"):
        monitor.verify(HER)
    assert monitor.predict(HER) == "bad"
    assert monitor.summary().counters["failed"] == 1
    assert "cannot be written" in caplog.text


def test_verdicts_are_kept_all_or_none(path):
    with Monitor(Watched(by_pronoun)) as monitor:
        found = monitor.verify_many(TEXTS)
    with VerdictLog(path) as log:
        with pytest.raises(OptionError, match="4 verdicts came with 1 texts"):
            log.add(found, setup={}, texts=["x"])
        with pytest.raises(AttributeError):
            log.add([*found, None], setup={})
        assert len(log) == 0
        assert log.add(found, setup={}) == [1, 2, 3, 4]


# At once, and to the end


def test_threads_and_monitors_write_to_one_log(path):
    def work(log):
        monitor = Monitor(Watched(by_pronoun), log=log, remember=0)
        for text in TEXTS:
            monitor.verify(text)

    with VerdictLog(path) as log:
        threads = [threading.Thread(target=work, args=[log]) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        frame = log.frame()
        assert log.recompute()["same"].all()
    assert frame.groupby("text_hash").size().tolist() == [3, 3, 3, 3]


WRITER = """
import sys
from fairnlp.monitor import Monitor
from tests.monitor.toys import HER, HIS, NOBODY, PRONOUN, Watched, by_pronoun
monitor = Monitor(Watched(by_pronoun), log=sys.argv[1], remember=0)
number = 0
while number < int(sys.argv[2]):
    monitor.verify((HER, HIS, NOBODY, PRONOUN)[number % 4])
    number += 1
    print(number, flush=True)
"""


def write(path: Path, number: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(number)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_after_a_kill_no_acknowledged_verdict_is_lost(path):
    acknowledged = 0
    for rounds in (3, 10, 17):
        child = write(path, 1_000_000)
        assert child.stdout is not None
        for _ in range(rounds):
            assert child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        rest = child.communicate()[0].splitlines()
        acknowledged += int(rest[-1]) if rest else rounds
        with VerdictLog(path) as log:
            # The one under way may be there too, whole.
            assert acknowledged <= len(log) <= acknowledged + 1
            assert log.recompute()["same"].all()
            assert len(log.frame()) == len(log)
            acknowledged = len(log)


@pytest.mark.slow
def test_two_processes_write_to_one_log(path):
    children = [write(path, 12) for _ in range(2)]
    assert [child.communicate()[0].split()[-1] for child in children] == ["12", "12"]
    with VerdictLog(path) as log:
        assert len(log) == 24
        assert log.recompute()["same"].all()


def test_a_process_that_was_forked_opens_the_log_anew(path):
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork")
    with Monitor(Watched(by_pronoun)) as monitor:
        found = monitor.verify_many(TEXTS)
    with VerdictLog(path) as log:
        log.add(found, setup={})
        child = os.fork()
        if not child:
            try:
                log.add(found, setup={})
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        log.add(found, setup={})
        assert len(log) == 12
