from __future__ import annotations

import json

from typer.testing import CliRunner

from fairnlp.cli.app import app


def run(*words):
    return CliRunner().invoke(app, ["corpora", *map(str, words)])


def test_cognates_are_built_into_a_folder(tmp_path):
    (tmp_path / "index.noun").write_text("  1 Toy.\nboutique n 1 1 @ 1 0 00000000\n")
    (tmp_path / "data.noun").write_text("00000000 06 n 02 boutique 0 shop 0 000 | a shop\n")
    origins = tmp_path / "etymologies.json"
    origins.write_text(json.dumps({"eng": {"boutique": [{"boutique": "fra"}]}}))
    where = ["--wordnet", tmp_path, "--etymologies", origins, "--out", tmp_path / "made"]
    done = run("build", "ceec", "--language", "French", *where)
    assert done.exit_code == 0, done.output
    assert "French: 1 cognates" in done.stdout
    assert (tmp_path / "made" / "fra.csv").read_text() == (
        "cognate,origin,first,name,synonym\nboutique,boutique,yes,,shop\n"
    )


def test_what_is_missing_is_told_in_words(tmp_path):
    origins = tmp_path / "etymologies.json"
    origins.write_text('{"eng": {"boutique": [{"boutique": "fra"}]}}')
    where = ["--wordnet", tmp_path, "--etymologies", origins, "--out", tmp_path]
    done = run("build", "ceec", "--language", "French", *where)
    assert done.exit_code == 1
    assert "wordnet-base" in done.stderr
    assert run("build", "ceec", "--language", "Frensh").exit_code == 2


def test_building_shows_no_list():
    assert "Source" not in run("build", "--help").stdout
    assert "For example" in run("build", "ceec", "--help").stdout
