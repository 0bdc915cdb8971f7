from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typer.testing import CliRunner

from fairnlp.cli.app import app
from fairnlp.lexicons.concepts import shipped_lists
from tests.characteristics.lists import write

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: str | Path):
    return CliRunner().invoke(app, ["lexicon", *map(str, words)])


def test_a_list_with_nothing_to_mend_ends_well(tmp_path: Path):
    rows = "concept,cat,dog\nx,cat,dog\n"
    path = write(tmp_path, rows, classes=["cat", "dog"], part_of_speech="noun")
    done = run("check", path)
    assert (done.exit_code, "nothing to mend" in done.stdout) == (0, True)
    assert json.loads(run("check", path, "--json").stdout) == []


def test_findings_are_shown_and_end_with_1(tmp_path: Path):
    rows = "concept,cat,dog\nx,cta,dog\n"
    path = write(tmp_path, rows, classes=["cat", "dog"], part_of_speech="noun")
    done = run("check", path)
    assert done.exit_code == 1
    assert "'cta' is in no dictionary" in done.stdout
    told = run("check", path, "--json")
    finding = {"line": 2, "rule": "spelling", "detail": "'cta' is in no dictionary"}
    assert (told.exit_code, json.loads(told.stdout)) == (1, [finding])


def test_a_list_that_is_not_there_is_told_in_words(tmp_path: Path):
    done = run("check", tmp_path / "no.toml")
    assert done.exit_code == 1
    assert "There is no" in done.stderr
    assert "Traceback" not in done.output


def test_the_shipped_lists_are_shown():
    table = json.loads(run("list", "--json").stdout)
    assert [row["name"] for row in table if row["characteristic"]] == list(shipped_lists())
    shown = run("list").stdout
    assert "sexual_orientation" in shown
    assert "Apache-2.0" in shown
