"""`fairnlp reproduce biasrv`: the tables, the files, and what it refuses."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from fairnlp.cli.app import app
from tests.runs.toys import corpus, files

PARTIAL = "tests.runs.toys:partial"


@pytest.fixture(autouse=True)
def _few_reviews(monkeypatch):
    """The reviews are ten texts, so that no data is needed."""
    monkeypatch.setattr("fairnlp.corpora.reviews", lambda **_: corpus())


def run(*args: object):
    return CliRunner().invoke(app, ["reproduce", "biasrv", *map(str, args)])


def reproduced(tmp_path, *more):
    options = ["--system", PARTIAL, "--draws", 1, "--processes", 1]
    return run(*options, "--out", tmp_path / "runs", *more)


def test_help_has_an_example_and_the_exit_codes():
    said = " ".join(run("--help").stdout.split())
    assert "fairnlp reproduce biasrv --limit 1000 --system linear" in said
    assert "Exit codes: 0 fine" in said


def test_the_tables_stand_beside_the_papers_figures_with_the_reasons(tmp_path):
    result = reproduced(tmp_path)
    assert result.exit_code == 0, result.output
    for part in ("partial", "BERT (reported)", "73.8%", "two_step x=4", "- Another system:"):
        assert part in result.stdout
    assert "two_step x=15" not in result.stdout
    assert "two_step x=15" in reproduced(tmp_path, "--every").stdout


def test_json_goes_alone_to_the_standard_output(tmp_path):
    content = json.loads(reproduced(tmp_path, "--json").stdout)
    (row,) = content["summary"]
    assert (row["biased"], row["cost"]) == (8, 48)
    assert set(content["seconds"]) == {"sound"}


def test_figures_are_kept_and_drawn_again_without_a_run(tmp_path):
    assert reproduced(tmp_path, "--figures", tmp_path / "figures").exit_code == 0
    before = files(tmp_path / "figures")
    assert {"biasrv/table.csv", "biasrv/manifest.json"} < set(before)
    result = run("--kept", "--figures", tmp_path / "figures", "--out", tmp_path / "none")
    assert result.exit_code == 0, result.output
    assert files(tmp_path / "figures") == before
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("option", ["--kept", "--add"])
def test_kept_tables_need_their_folder(option):
    result = run(option)
    assert result.exit_code == 2
    assert "name their folder, such as --figures figures" in result.stderr
