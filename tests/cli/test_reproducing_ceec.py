"""`fairnlp reproduce ceec`: the tables, the files, and what it refuses."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

import fairnlp as fn
from fairnlp.cli.app import app


def run(*args: object):
    return CliRunner().invoke(app, ["reproduce", "ceec", *map(str, args)])


def italian(*args: object):
    return run("--language", "Italian", "--system", "vader", *args)


def test_the_tables_come_with_how_to_read_them():
    result = italian()
    assert result.exit_code == 0, result.output
    for part in ("before debiasing", "nothing differs", "held-out pairs", "- Another corpus"):
        assert part in result.stdout


def test_files_are_kept_named_in_the_json_and_drawn_again(tmp_path):
    result = italian("--figures", tmp_path, "--json")
    content = json.loads(result.stdout)
    (tool,) = content["tools"]
    assert (tool["differ_before"], tool["differ_after"]) == (4, 0)
    assert len(content["table"]) == len(pd.read_csv(tmp_path / "ceec" / "table.csv")) == 8
    assert str(tmp_path / "ceec" / "pairs-italian.svg") in content["files"]
    before = {path.name: path.read_bytes() for path in (tmp_path / "ceec").iterdir()}
    assert run("--kept", "--figures", tmp_path).exit_code == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "ceec").iterdir()} == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--variant", "best"], "choose one of 'plain', 'paper-size', 'both-examples'"),
        (["--kept"], "--figures"),
        (["--reviews", "-1"], "--reviews"),
    ],
)
def test_bad_options_are_bad_usage(options, said):
    result = run(*options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_library_reproduces_it_by_name():
    again = fn.reproduce("ceec", languages=["Italian"], systems=["afinn"], debias=False)
    assert again.tools["differ_before"].tolist() == [3]
