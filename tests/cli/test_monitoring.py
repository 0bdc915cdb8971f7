from __future__ import annotations

import json
import re
import sqlite3
from typing import TYPE_CHECKING

import pandas as pd
from typer.testing import CliRunner

from fairnlp.cli.app import app
from tests.monitor.toys import HER, HIS, NOBODY, by_pronoun

if TYPE_CHECKING:
    from pathlib import Path

OWN = "tests.cli.test_monitoring:classify"


def classify(texts: list[str]) -> list[str]:
    return [by_pronoun(text) for text in texts]


def run(*words: str | Path, text: str | None = None):
    return CliRunner().invoke(app, ["monitor", *map(str, words)], input=text)


def logged(path: Path) -> Path:
    done = run("verify", HER, HIS, NOBODY, "--system", OWN, "--log", path)
    assert done.exit_code == 0, done.output
    return path


def test_verify_tells_each_verdict_and_why():
    done = run("verify", HER, NOBODY, "--system", OWN)
    assert done.exit_code == 0
    assert "biased" in done.stdout
    assert "1. The share of 'bad' differs by 1 between female and male" in done.stdout
    assert "2. Not applicable for gender: no person." in done.stdout


def test_verify_reads_a_pipe_and_writes_json():
    done = run(
        "verify", "-", "--system", OWN, "--strategy", "full", "--json", text=f"{HER}\n\n{HIS}\n"
    )
    rows = json.loads(done.stdout)["verdicts"]
    assert [(row["text"], row["verdict"], row["gap"]) for row in rows] == [
        (HER, "biased", "1"),
        (HIS, "biased", "1"),
    ]
    assert rows[0]["counts"] == {"male": {"good": 30}, "female": {"bad": 30}}


def test_the_sample_is_chosen_by_x_or_by_the_chance_of_a_miss():
    fair = ("verify", HER, "--system", "vader", "--json")
    for words, asked in ((("--x", "6"), 12), (("--miss-at-most", "0.05"), 38)):
        (row,) = json.loads(run(*fair, *words).stdout)["verdicts"]
        assert row["asked"] == f"{asked} of 60"
    done = run("verify", HER, "--strategy", "full", "--x", "6")
    assert done.exit_code == 2
    assert "no option 'x'" in done.output


def test_what_will_not_do_ends_with_2(tmp_path):
    for words in (
        ("--system", "vadr"),
        ("--strategy", "half"),
        ("--alpha", "two"),
        ("--system", "no.such:thing"),
    ):
        assert run("verify", HER, *words).exit_code == 2


def test_a_log_is_summed_up(tmp_path):
    log = logged(tmp_path / "log.sqlite")
    done = run("summary", log, "--figure", tmp_path / "rate.svg")
    assert done.exit_code == 0
    told = re.sub(r"\s+", " ", done.stdout)
    assert "gender: 2 of 2 applicable predictions are biased (100.0%, 34.2% to 100.0%)" in told
    assert "of all 3, 66.7%" in told
    assert all((tmp_path / f"rate.{ending}").is_file() for ending in ("svg", "png", "json"))
    made = json.loads(run("summary", log, "--json", "--every", "60").stdout)
    assert (made["table"][0]["texts"], made["window"]) == (3, 60)
    assert made["over_time"][0]["start"].endswith("+00:00")
    assert "holds no verdict" in run("summary", log, "--hours", "0").output


def test_a_log_is_exported(tmp_path):
    log = logged(tmp_path / "log.sqlite")
    done = run("export", log, tmp_path / "log.parquet")
    assert "3 verdicts" in done.stdout
    assert len(pd.read_parquet(tmp_path / "log.parquet")) == 3


def test_verdicts_that_come_out_differently_end_with_1(tmp_path):
    log = logged(tmp_path / "log.sqlite")
    done = run("recompute", log)
    assert (done.exit_code, "3 verdicts computed again; 0 come" in done.stdout) == (0, True)
    with sqlite3.connect(log) as connection:
        connection.execute("UPDATE checks SET verdict = 'fair' WHERE verdict = 'biased'")
    connection.close()
    done = run("recompute", log, "--json")
    assert (done.exit_code, len(json.loads(done.stdout)["different"])) == (1, 2)


def test_a_log_that_is_not_there_is_not_made(tmp_path):
    for words in (("summary",), ("recompute",)):
        done = run(*words, tmp_path / "log.sqlite")
        assert done.exit_code == 1
    assert not (tmp_path / "log.sqlite").exists()
