"""The command line: what it does, what it says, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

import fairnlp
from fairnlp.cli.app import app
from fairnlp.core.frames import REFUSALS, TEMPLATES
from tests.runs.toys import files

ROOT = Path(__file__).parents[2]
PARTIAL = "tests.runs.toys:partial"


def run(*args: object):
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(arg) for arg in args])


def process(*args: object, **options):
    """Run the command in a process of its own, as the installed script does."""
    code = "from fairnlp.cli.app import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a test run in the background ignores Ctrl-C, and so would its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **options,
    )


def audited(texts, out, *more):
    return run("audit", texts, "--system", PARTIAL, "--values", 3, "--out", out, *more)


# Help


@pytest.mark.parametrize("command", ["audit", "resume", "report", "curate", "systems", "corpora"])
def test_every_command_has_help_with_an_example(command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"fairnlp {command}" in result.stdout.split("For example:")[1]


@pytest.mark.parametrize("command", ["", "audit", "resume", "report", "gate", "curate"])
def test_help_tells_the_exit_codes(command):
    said = " ".join(run(*command.split(), "--help").stdout.split())
    assert "Exit codes: 0 fine, 1 error in the run, 2 bad usage, 130 interrupted." in said


def test_the_version_is_that_of_the_package():
    assert run("--version").stdout == f"fairnlp {fairnlp.__version__}\n"


def test_no_command_shows_the_help():
    result = run()
    assert result.exit_code == 2
    assert "Usage: fairnlp" in result.output


# Audit, resume, report


def test_an_audit_ends_with_a_table_and_the_place_of_the_report(texts, tmp_path):
    result = audited(texts, tmp_path / "x")
    assert result.exit_code == 0, result.stderr
    assert "gender in 10 texts, 3 values a class" in result.stdout
    for cell in ("partial", "100.0% (n = 10)", "differs between classes"):
        assert cell in result.stdout
    assert result.stdout.endswith(f"Report: {tmp_path / 'x' / 'report.html'}\n")
    assert (tmp_path / "x" / "report.html").exists()


def test_a_gate_ends_with_1_unless_every_system_passes(texts, tmp_path):
    audited(texts, tmp_path / "x")
    failed = run("gate", str(tmp_path / "x"), "--at-most", "0.5", "--minimum", "8")
    assert failed.exit_code == 1
    assert "fail" in failed.stdout
    undecided = run("gate", str(tmp_path / "x"), "--at-most", "1", "--json")
    assert undecided.exit_code == 1
    assert json.loads(undecided.stdout)[0]["outcome"] == "undecided: n = 8"
    passed = run("gate", str(tmp_path / "x"), "--at-most", "1", "--minimum", "8")
    assert passed.exit_code == 0


def test_json_goes_alone_to_the_standard_output(texts, tmp_path):
    result = audited(texts, tmp_path / "x", "--json")
    content = json.loads(result.stdout)
    assert content["texts"] == 10
    assert content["run"] == str(tmp_path / "x")
    row = content["summary"][0]
    # 8 templates, each of 3 x 3 pairs between the classes, all of which differ
    assert (row["system"], row["templates"], row["btcs"], row["rate"]) == ("partial", 8, 72, 1.0)
    assert sum(refusal["texts"] for refusal in content["refusals"]) == 2


def test_the_same_command_again_only_shows_the_table(texts, tmp_path):
    first = audited(texts, tmp_path / "x")
    before = files(tmp_path / "x")
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "x").rglob("*.parquet")}
    second = audited(texts, tmp_path / "x")
    assert second.stdout == first.stdout
    assert files(tmp_path / "x") == before
    assert {path: path.stat().st_mtime_ns for path in times} == times


def test_a_finished_run_can_be_resumed_and_reported_again(texts, tmp_path):
    first = audited(texts, tmp_path / "x")
    assert run("resume", tmp_path / "x").stdout == first.stdout
    (tmp_path / "x" / "report.html").unlink()
    assert run("report", tmp_path / "x").stdout == first.stdout
    assert (tmp_path / "x" / "report.html").exists()


def test_a_limit_draws_the_same_texts_each_time(texts, tmp_path):
    one, two = (
        json.loads(audited(texts, tmp_path / name, "--limit", 6, "--json").stdout) for name in "xy"
    )
    assert one["texts"] == 6
    assert one["summary"] == two["summary"]


def test_columns_of_a_file_can_be_named(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(
        '{"body": "Priya sang. She smiled.", "stars": "positive"}\n'
        '{"body": "Mark sang. He smiled.", "stars": "positive"}\n'
    )
    columns = ("--text-column", "body", "--label-column", "stars")
    row = json.loads(audited(path, tmp_path / "x", *columns, "--json").stdout)["summary"][0]
    assert (row["texts"], row["accuracy"], row["accuracy_n"]) == (2, 0.5, 2)


# Exit codes and messages


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["audit", "--system", "vadr"], 2, "Error: Unknown system 'vadr'"),
        (["audit", "--characteristic", "gendr"], 2, "Did you mean 'gender'?"),
        (["audit", "--strategy", "loud"], 2, "Unknown strategy 'loud'"),
        (["audit", "--system", "no_such_module:predict"], 2, "Cannot load the system"),
        (["audit", "--text-column", "body", "--label-column", "x"], 1, "Unknown column 'body'"),
        (["curate", "--out", "templates.xlsx"], 2, "Cannot tell the format of 'templates.xlsx'"),
    ],
)
def test_an_error_is_one_clean_message_and_a_code(texts, tmp_path, args, code, says):
    out = [] if "--out" in args else ["--out", tmp_path / "x"]
    result = run(args[0], texts, *args[1:], *out)
    assert result.exit_code == code
    assert says in result.stderr
    assert "Traceback" not in result.output
    assert result.stdout == ""


@pytest.mark.parametrize(
    "args", [["audit", "--values", "0"], ["audit", "--no-such-option"], ["no-such-command"]]
)
def test_bad_usage_ends_with_2(args):
    result = run(*args)
    assert result.exit_code == 2
    assert "Usage: fairnlp" in result.stderr


def test_a_column_without_a_file_is_bad_usage():
    result = run("audit", "--text-column", "body")
    assert result.exit_code == 2
    assert "name it: fairnlp" in result.stderr


def test_a_file_that_is_not_there_is_an_error_of_the_run(tmp_path):
    result = run("audit", tmp_path / "nowhere.csv", "--out", tmp_path / "x")
    assert result.exit_code == 1
    assert "There is no file" in result.stderr


@pytest.mark.parametrize("command", ["resume", "report"])
def test_a_folder_without_a_run_says_how_to_start_one(tmp_path, command):
    result = run(command, tmp_path)
    assert result.exit_code == 1
    assert "holds no run. Start one with `fairnlp audit --out" in result.stderr


def test_another_configuration_says_the_ways_out_and_fresh_is_one(texts, tmp_path):
    audited(texts, tmp_path / "x")
    refused = audited(texts, tmp_path / "x", "--seed", 1)
    assert refused.exit_code == 1
    assert "seed 0 there, 1 asked for" in refused.stderr
    assert "--fresh" in refused.stderr
    assert audited(texts, tmp_path / "x", "--seed", 1, "--fresh").exit_code == 0


def test_debug_shows_where_an_error_comes_from(tmp_path):
    result = run("--debug", "report", tmp_path)
    assert result.exit_code == 1
    assert type(result.exception).__name__ == "RunError"


# Curate and the lists


@pytest.mark.parametrize(
    ("suffix", "read"),
    [
        (".parquet", pd.read_parquet),
        (".csv", pd.read_csv),
        (".jsonl", lambda path: pd.read_json(path, lines=True)),
    ],
)
def test_templates_and_refusals_are_written_in_the_format_of_the_ending(
    texts, tmp_path, suffix, read
):
    out = tmp_path / "new" / f"found{suffix}"
    result = run("curate", texts, "--out", out, "--processes", 1)
    assert result.exit_code == 0, result.stderr
    assert "8 templates of 10 texts" in result.stdout
    assert "no person" in result.stdout
    assert list(read(out)) == list(TEMPLATES)
    assert len(read(out)) == 8
    refusals = read(tmp_path / "new" / f"found-refusals{suffix}")
    assert list(refusals) == list(REFUSALS)
    assert refusals["reason"].tolist() == ["no person", "plural"]


def test_curation_as_json(texts, tmp_path):
    result = run("curate", texts, "--out", tmp_path / "t.csv", "--processes", 1, "--json")
    content = json.loads(result.stdout)
    assert (content["texts"], content["templates"]) == (10, 8)
    assert {row["reason"]: row["texts"] for row in content["refusals"]} == {
        "no person": 1,
        "plural": 1,
    }


def test_the_systems_are_listed():
    assert "vader" in run("systems").stdout
    names = [row["name"] for row in json.loads(run("systems", "--json").stdout)]
    assert names == [
        "afinn",
        "linear",
        "sentimentr",
        "textblob",
        "textblob-subjectivity",
        "vader",
    ]


def test_the_corpora_are_listed():
    assert "reviews" in run("corpora").stdout
    content = json.loads(run("corpora", "--json").stdout)
    assert content[0]["name"] == "reviews"
    assert isinstance(content[0]["present"], bool)


# A process of its own


def test_the_installed_command_finds_a_system_in_the_current_folder(texts, tmp_path):
    with process("audit", texts, "--system", PARTIAL, "--values", 3, "--out", tmp_path / "x",
                 "--processes", 1, "--json") as child:  # fmt: skip
        out, err = child.communicate()
    assert child.returncode == 0, err
    assert json.loads(out)["summary"][0]["btcs"] == 72
    assert "Traceback" not in err


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_tells_how_to_go_on(texts, tmp_path):
    (tmp_path / "sleepy.py").write_text(
        "import time\ndef label(texts: list[str]) -> list[str]:\n"
        "    time.sleep(20)\n    return ['a'] * len(texts)\n"
    )
    options = ("--values", 3, "--out", tmp_path / "x", "--processes", 1)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    with process(
        *("audit", texts, "--system", "sleepy:label", *options),
        env={**os.environ, "PYTHONPATH": path},
    ) as child:
        for _ in range(600):
            if (tmp_path / "x" / "lexicon-label" / "part-00000.parquet").exists():
                break
            time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert child.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert f"Interrupted.\nWhat was finished is kept. Continue: fairnlp resume {tmp_path}" in err
