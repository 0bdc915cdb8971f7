"""`fairnlp reproduce`: the table of a paper, and what is kept of it."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

from fairnlp.cli.app import app
from fairnlp.papers import biasfinder as paper
from tests.papers.test_biasfinder import PARTIAL
from tests.runs.toys import corpus, files


@pytest.fixture(autouse=True)
def _few_reviews(monkeypatch):
    """The reviews are ten texts, so that no data is needed."""
    monkeypatch.setattr("fairnlp.corpora.reviews", lambda **_: corpus())


def run(*args: object):
    return CliRunner().invoke(app, ["reproduce", "biasfinder", *map(str, args)])


def reproduced(tmp_path, *more):
    options = ["--system", PARTIAL, "--characteristic", "gender", "--strategy", "sound"]
    return run(*options, "--processes", 1, "--out", tmp_path / "runs", *more)


def test_help_has_an_example_and_the_exit_codes():
    said = " ".join(run("--help").stdout.split())
    assert "fairnlp reproduce biasfinder --limit 1000" in said
    assert "Exit codes: 0 fine, 1 error in the run, 2 bad usage, 130 interrupted." in said


def test_the_table_stands_beside_the_papers_figures_with_the_reasons(tmp_path):
    result = reproduced(tmp_path)
    assert result.exit_code == 0, result.output
    for part in ("partial", "7,200", "14,916", "- Other systems: the paper tests BERT"):
        assert part in result.stdout


def test_json_goes_alone_to_the_standard_output(tmp_path):
    content = json.loads(reproduced(tmp_path, "--json").stdout)
    (row,) = content["table"]
    assert (row["btcs"], row["paper_btcs"]) == (8 * 30 * 30, 14_916)
    assert content["files"] == []
    assert set(content["seconds"]) == {"gender-sound"}


def test_figures_are_kept_and_drawn_again_without_a_run(tmp_path):
    assert reproduced(tmp_path, "--figures", tmp_path / "figures").exit_code == 0
    before = files(tmp_path / "figures")
    assert {"biasfinder/table.csv", "biasfinder/manifest.json"} < set(before)
    result = run("--kept", "--figures", tmp_path / "figures", "--out", tmp_path / "none")
    assert result.exit_code == 0, result.output
    assert files(tmp_path / "figures") == before
    assert not (tmp_path / "none").exists()


def test_a_run_can_be_added_to_the_kept_table(tmp_path):
    reproduced(tmp_path, "--figures", tmp_path / "figures")
    more = ["--system", PARTIAL, "--characteristic", "gender", "--strategy", "paper"]
    result = run(
        *more,
        "--out",
        tmp_path / "runs",
        "--figures",
        tmp_path / "figures",
        "--add",
        "--processes",
        1,
    )
    assert result.exit_code == 0, result.output
    table = pd.read_csv(tmp_path / "figures" / "biasfinder" / "table.csv")
    assert table["strategy"].tolist() == ["sound", "paper"]


@pytest.mark.parametrize("option", ["--kept", "--add"])
def test_a_kept_table_needs_its_folder(option):
    result = run(option)
    assert result.exit_code == 2
    assert "--figures" in result.stderr


def test_a_characteristic_that_is_not_in_the_paper_is_bad_usage(tmp_path):
    result = run("--characteristic", "age", "--out", tmp_path)
    assert result.exit_code == 2
    assert all(name in result.stderr for name in paper.CHARACTERISTICS)
