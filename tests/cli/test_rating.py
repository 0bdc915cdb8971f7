"""The commands of the human check, on an audit of a small corpus."""

from __future__ import annotations

import csv
import json

import pandas as pd
import pytest

from tests.cli.test_app import PARTIAL, audited, run
from tests.runs.toys import corpus


@pytest.fixture(scope="module")
def audit(cache, tmp_path_factory):
    """8 templates, each with 3 x 3 pairs between the classes, all of which differ: 72 BTCs."""
    folder = tmp_path_factory.mktemp("rating")
    corpus().fillna("negative").to_csv(folder / "mine.csv", index=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRNLP_CACHE", str(cache))
        assert audited(folder / "mine.csv", folder / "run").exit_code == 0
    return folder / "run"


def fill(sheet, rater, *, answers) -> None:
    """Rate as a person with a spreadsheet does: in a copy named after them."""
    frame = pd.read_csv(sheet, dtype="str", keep_default_na=False, encoding="utf-8-sig")
    for column, answer in answers.items():
        frame[column] = answer
    frame.to_csv(sheet.with_name(f"{rater}.csv"), index=False)


def both(sentiment_1, sentiment_2):
    return {
        "coherent_1": "yes",
        "coherent_2": "Yes",
        "sentiment_1": sentiment_1,
        "sentiment_2": sentiment_2,
    }


@pytest.mark.parametrize("command", ["rate sample", "rate results"])
def test_every_command_has_help_with_an_example(command):
    said = run(*command.split(), "--help")
    assert said.exit_code == 0
    assert f"fairnlp {command}" in said.stdout.split("For example:")[1]
    assert "Exit codes:" in said.stdout


def test_a_sample_is_drawn_and_says_where_it_is(audit, tmp_path):
    sheet = tmp_path / "sheet.csv"
    said = run("rate", "sample", audit, "--out", sheet, "--margin", 0.2)
    # 24.01 / (1 + 23.01 / 72) = 18.2
    assert said.stdout.startswith("18 of 72 test cases\n")
    with sheet.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    assert all("⟦" in row["text_1"] and not row["coherent_1"] for row in rows)
    again = run("rate", "sample", audit, "--out", sheet)
    assert again.exit_code == 2
    assert "is there already and is not replaced" in again.stderr


def test_a_sample_tells_json_and_the_seed_fixes_it(audit, tmp_path):
    sheets = [tmp_path / f"{name}.csv" for name in "xyz"]
    for sheet, seed in zip(sheets, (1, 1, 2), strict=True):
        said = run(
            "rate", "sample", audit, audit, "--size", 5, "--seed", seed, "--out", sheet, "--json"
        )
        content = json.loads(said.stdout)
        assert (content["items"], content["population"]) == (5, 144)
        assert content["key"] == str(sheet.with_name(f"{sheet.stem}-key.json"))
    one, again, other = (sheet.read_bytes() for sheet in sheets)
    assert one == again != other


def test_one_test_case_of_each_template_can_be_asked_for(audit, tmp_path):
    said = run("rate", "sample", audit, "--out", tmp_path / "s.csv", "--per-template", 1, "--json")
    assert json.loads(said.stdout)["items"] == 8


@pytest.mark.parametrize("kind", ["system", "characteristic"])
def test_a_system_or_characteristic_that_the_run_has_not_is_named(audit, tmp_path, kind):
    said = run("rate", "sample", audit, "--out", tmp_path / "s.csv", f"--{kind}", "vader")
    assert said.exit_code == 2
    assert f"has no {kind} 'vader'; it has" in said.stderr


def test_only_what_is_asked_for_is_drawn(audit, tmp_path):
    chosen = ("--system", PARTIAL.partition(":")[2], "--characteristic", "gender")
    said = run("rate", "sample", audit, "--out", tmp_path / "s.csv", *chosen, "--json")
    assert json.loads(said.stdout)["population"] == 72


def test_two_raters_are_summed_up(audit, tmp_path):
    sheet = tmp_path / "sheet.csv"
    run("rate", "sample", audit, "--out", sheet, "--size", 6)
    fill(sheet, "anna", answers=both("positive", "positive"))
    fill(sheet, "ben", answers=both("positive", ["positive"] * 3 + ["negative"] * 2 + [""]))
    files = [tmp_path / "anna.csv", tmp_path / "ben.csv"]
    said = run("rate", "results", *files, "--key", tmp_path / "sheet-key.json", "--by", "system")
    assert said.exit_code == 0, said.stderr
    assert "True positives, with 95% intervals" in said.stdout
    assert "Missing ratings, in no rate: 1" in said.stderr
    content = json.loads(run("rate", "results", *files, "--json").stdout)
    rows = {row["rater"]: row for row in content["true_positives"]}
    assert (rows["anna"]["true_positives"], rows["anna"]["n"]) == (6, 6)
    assert (rows["ben"]["true_positives"], rows["ben"]["n"]) == (3, 5)
    assert (rows["majority"]["true_positives"], rows["majority"]["tied"]) == (4, 2)
    kappa = {row["question"]: row for row in content["agreement"]}
    assert kappa["coherent"]["value"] is None
    assert kappa["coherent"]["status"] == "undefined: every rating is the same"
    assert content["sample"] is None


def test_a_sheet_that_is_wrong_ends_with_a_message(audit, tmp_path):
    sheet = tmp_path / "sheet.csv"
    run("rate", "sample", audit, "--out", sheet, "--size", 2)
    fill(sheet, "anna", answers=both("positive", "mixed"))
    said = run("rate", "results", tmp_path / "anna.csv")
    assert said.exit_code == 1
    assert "sentiment_2 is 'mixed'; allowed are" in said.stderr
