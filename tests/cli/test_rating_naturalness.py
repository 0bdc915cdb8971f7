"""The commands of the human check of insertions."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from tests.cli.test_app import run
from tests.cli.test_rating import fill

ROWS = [
    {
        "text_id": f"t{n}",
        "unigram": unigram,
        "gap": 2,
        "start": 5,
        "end": 6 + len(unigram),
        "text": f"The t {unigram} ran {n}.",
        "log_p": -9.0,
        "naturalness": -1.0,
        "rank": n + 1,
    }
    for unigram in ("on", "a")
    for n in range(8)
]


@pytest.fixture
def attack(tmp_path):
    pd.DataFrame(ROWS).to_parquet(tmp_path / "attack.parquet")
    return tmp_path / "attack.parquet"


@pytest.mark.parametrize("command", ["rate insertions", "rate naturalness"])
def test_every_command_has_help_with_an_example(command):
    said = run(*command.split(), "--help")
    assert said.exit_code == 0
    assert f"fairnlp {command}" in said.stdout.split("For example:")[1]
    assert "Exit codes:" in said.stdout


def test_a_sheet_is_drawn_rated_and_summed_up(attack, tmp_path):
    sheet = tmp_path / "sheet.csv"
    said = run("rate", "insertions", str(attack), "--out", str(sheet), "--per-unigram", "2")
    assert said.exit_code == 0, said.output
    assert "4 generated" in said.stdout
    assert "not for the raters" in said.stdout
    for rater, source in (("r1", "original"), ("r2", "original")):
        fill(sheet, rater, answers={"source": source, "naturalness": "natural"})
    files = [str(tmp_path / f"{rater}.csv") for rater in ("r1", "r2")]
    key = str(tmp_path / "sheet-key.json")
    said = run("rate", "naturalness", *files, "--key", key)
    assert said.exit_code == 0, said.output
    assert "Inserted and original texts" in said.stdout
    told = json.loads(run("rate", "naturalness", *files, "--key", key, "--json").stdout)
    (row,) = [
        row
        for row in told["rates"]
        if (row["rater"], row["kind"], row["unigram"], row["answer"])
        == ("majority", "generated", "all", "original")
    ]
    assert (row["n"], row["share"]) == (4, 1.0)


def test_a_file_that_is_not_there_or_no_parquet_is_named(tmp_path):
    said = run("rate", "insertions", str(tmp_path / "none.parquet"))
    assert said.exit_code != 0
    assert "There is no" in said.output
    (tmp_path / "text.parquet").write_text("no")
    said = run("rate", "insertions", str(tmp_path / "text.parquet"))
    assert said.exit_code != 0
    assert "is not Parquet" in said.output
