"""`fairnlp reproduce eec`: the tables, the files, and what it refuses."""

from __future__ import annotations

import json

import pandas as pd
from typer.testing import CliRunner

import fairnlp as fn
from fairnlp.cli.app import app


def run(*args: object):
    return CliRunner().invoke(app, ["reproduce", "eec", *map(str, args)])


def test_the_table_comes_with_how_to_read_it():
    result = run("--system", "afinn")
    assert result.exit_code == 0, result.output
    for part in ("female - male", "no difference", "0 of 1050", "- The verdict stands on persons"):
        assert part in result.stdout


def test_files_are_kept_and_named_in_the_json(tmp_path):
    result = run("--system", "vader", "--figures", tmp_path, "--json")
    content = json.loads(result.stdout)
    assert [row["word"] for row in content["collisions"]] == ["Tia"]
    assert {"paper", "versions", "why"} <= set(
        json.loads((tmp_path / "eec" / "manifest.json").read_text("utf-8"))
    )
    kept = pd.read_csv(tmp_path / "eec" / "table.csv")
    assert len(kept) == len(content["table"]) == 2 * 2 * 2 * 5
    assert str(tmp_path / "eec" / "eec-race.svg") in content["files"]


def test_an_unknown_spelling_is_bad_usage():
    result = run("--spelling", "right")
    assert result.exit_code == 2
    assert "choose one of 'published', 'corrected'" in result.stderr


def test_the_library_reproduces_it_by_name():
    again = fn.reproduce("eec", systems=["afinn"], resamples=20)
    assert set(again.table["system"]) == {"afinn"}
