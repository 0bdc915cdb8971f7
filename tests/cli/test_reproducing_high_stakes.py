"""`fairnlp reproduce high-stakes`: the tables, the files, and what it refuses."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from fairnlp.cli.app import app
from tests.needs import need


def run(*args: object):
    return CliRunner().invoke(app, ["reproduce", "high-stakes", *map(str, args)])


@pytest.mark.slow
def test_a_stopped_run_goes_on_and_keeps_its_tables(tmp_path):
    need(find_spec("torch"), "torch is missing: pip install 'fairnlp[neural]'")
    options = ("--quick", "--out", tmp_path / "run", "--figures", tmp_path / "figures")
    result = run(*options)
    assert result.exit_code == 0, result.output
    for part in ("CNN", "Does it show here?", "The figures say little"):
        assert part in " ".join(result.stdout.split())
    place = tmp_path / "figures" / "high_stakes" / "planted"
    first = (place / "values.csv").read_bytes()
    (tmp_path / "run" / "paper" / "measures" / "flips" / "part-00003.parquet").unlink()
    content = json.loads(run(*options, "--json").stdout)
    assert (place / "values.csv").read_bytes() == first
    assert str(place / "table.csv") in content["files"]


def test_an_unknown_corpus_or_setting_is_bad_usage():
    result = run("--corpus", "plantd")
    assert result.exit_code == 2
    assert "Did you mean 'planted'?" in result.stderr
    result = run("--setting", "paper+both")
    assert result.exit_code == 2
    assert "'paper' goes without options" in result.stderr
