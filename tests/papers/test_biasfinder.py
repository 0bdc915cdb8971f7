from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.papers import biasfinder as paper
from fairnlp.papers.catalogue import PAPERS
from fairnlp.papers.reproduction import Reproduction, read_kept
from tests.runs.toys import corpus, files

PARTIAL = "tests.runs.toys:partial"


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(cache, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(cache))


def made(out, **options) -> Reproduction:
    """Reproduce with eight texts that give templates, and the system that goes by the pronoun."""
    known = {"systems": [PARTIAL], "characteristics": ["gender", "country"]}
    found: Reproduction = fn.reproduce("biasfinder", **(known | options), reviews=corpus(), out=out)
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory, cache):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRNLP_CACHE", str(cache))
        return made(tmp_path_factory.mktemp("runs") / "x")


def row(result: Reproduction, characteristic: str, strategy: str = "sound") -> dict:
    table = result.table
    (only,) = table[
        (table["characteristic"] == characteristic) & (table["strategy"] == strategy)
    ].to_dict(orient="records")
    return only


# What is compared


def test_the_reported_figures_are_those_of_table_4():
    reported = paper.REPORTED.set_index("characteristic")
    assert reported["paper_templates"].to_dict() == {
        "gender": 3057,
        "occupation": 8867,
        "country": 2344,
    }
    assert reported["paper_templates"].sum() == 14_268
    assert reported["paper_btcs"].sum() == 129_598
    assert reported.loc["country", ["paper_true_1", "paper_true_2"]].tolist() == [0.958, 0.650]


def test_the_pairs_of_a_full_template_are_those_of_its_values():
    """30 male x 30 female names; 79 occupations and 26 countries, two of which make a pair."""
    pairs = paper.REPORTED.set_index("characteristic")["pairs_a_template"]
    assert pairs.to_dict() == {
        "gender": 30 * 30,
        "occupation": 79 * 78 // 2,
        "country": 26 * 25 // 2,
    }


def test_a_system_that_goes_by_the_pronoun_differs_in_every_gender_pair_and_in_no_placebo(whole):
    found = row(whole, "gender")
    assert (found["texts"], found["templates"]) == (10, 8)
    assert found["btcs"] == found["pairs"] == 8 * 30 * 30
    assert (found["rate"], found["placebo_rate"]) == (1.0, 0.0)
    assert found["templates_per_1000"] == 800


def test_names_of_other_countries_leave_the_pronoun_and_have_no_placebo(whole):
    found = row(whole, "country")
    assert found["pairs"] == 8 * 26 * 25 // 2
    assert (found["btcs"], found["placebo_pairs"]) == (0, 0)
    assert np.isnan(found["placebo_rate"])


def test_each_row_stands_beside_the_papers_figures(whole):
    assert list(zip(whole.table["characteristic"], whole.table["strategy"], strict=True)) == [
        ("gender", "sound"),
        ("country", "sound"),
        ("gender", "paper"),
        ("country", "paper"),
    ]
    found = row(whole, "gender")
    assert (found["paper_templates"], found["paper_btcs"]) == (3057, 14_916)
    assert found["paper_rate_least"] == pytest.approx(14_916 / (3057 * 900))


def test_sentences_say_why_the_figures_differ(whole):
    said = " ".join(whole.why)
    for part in (
        "here partial",
        "First names only",
        "8 gender templates (800 per 1,000 texts; the paper 122)",
        "No placebo for country",
        "Fewer reviews than the paper's 25,000: gender (sound) 10",
        "ours have not been rated",
    ):
        assert part in said
    assert "unbiased" not in said


def test_the_table_in_words_holds_the_paper_in_each_row(whole):
    shown = whole.shown()
    assert shown["paper's BTCs"].tolist() == ["14,916", "5,296"] * 2
    assert shown["placebo rate"].tolist() == ["0.00%", "no pairs"] * 2
    assert shown["paper's true positives"][0] == "76.3%, 58.8%"


# Runs


def test_a_second_call_only_reads_what_is_finished(tmp_path):
    first = made(tmp_path / "x", characteristics=["gender"], strategies=["sound"])
    before = files(tmp_path / "x")
    again = made(tmp_path / "x", characteristics=["gender"], strategies=["sound"])
    pd.testing.assert_frame_equal(first.table, again.table)
    assert first.manifest == again.manifest
    assert files(tmp_path / "x") == before


def test_a_characteristic_that_is_added_leaves_the_others_as_they_are(tmp_path):
    first = made(tmp_path / "x", characteristics=["gender"], strategies=["sound"])
    before = files(tmp_path / "x" / "gender-sound")
    both = made(tmp_path / "x", strategies=["sound"])
    assert files(tmp_path / "x" / "gender-sound") == before
    assert both.seconds["gender-sound"] == first.seconds["gender-sound"] > 0
    assert set(both.seconds) == {"gender-sound", "country-sound"}


def test_a_limit_draws_from_the_reviews_with_the_seed(tmp_path):
    some = {"characteristics": ["gender"], "strategies": ["sound"], "limit": 4}
    one, same = (made(tmp_path / name, **some) for name in "ab")
    assert row(one, "gender")["texts"] == 4
    hashes = [made_.manifest["runs"]["gender-sound"]["inputs"] for made_ in (one, same)]
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"characteristics": ["gander"]}, UnknownChoiceError),
        ({"characteristics": []}, OptionError),
        ({"characteristics": ["gender", "gender"]}, OptionError),
        ({"strategies": "sound"}, OptionError),
        ({"strategies": ["sounds"]}, UnknownChoiceError),
        ({"systems": ["no such system"]}, OptionError),
    ],
)
def test_what_cannot_be_used_is_refused_before_any_work(tmp_path, options, error):
    with pytest.raises(error):
        made(tmp_path / "x", **options)
    assert not (tmp_path / "x" / "gender-sound").exists()


def test_a_paper_that_is_not_known_is_refused_with_those_that_are():
    with pytest.raises(UnknownChoiceError, match="biasfinder"):
        fn.reproduce("biasfindr")
    assert "biasfinder" in PAPERS


# What is kept


def test_what_is_kept_is_read_back_and_drawn_to_the_same_bytes(whole, tmp_path):
    whole.save(tmp_path / "biasfinder")
    svgs = whole.figures(tmp_path / "biasfinder")
    assert [path.stem for path in svgs] == [
        "templates",
        "btcs-sound",
        "rates-sound",
        "btcs-paper",
        "rates-paper",
    ]
    before = files(tmp_path)
    again = read_kept(tmp_path / "biasfinder")
    again.save(tmp_path / "biasfinder")
    again.figures(tmp_path / "biasfinder")
    assert files(tmp_path) == before


def test_no_text_and_no_path_of_the_machine_is_kept(whole, tmp_path):
    whole.save(tmp_path)
    kept = "".join(content.decode() for content in files(tmp_path).values())
    assert "sang song" not in kept
    assert str(tmp_path.parent) not in kept
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert manifest["why"] == whole.why
    assert set(manifest["seconds"]) == set(manifest["runs"])


def test_runs_that_were_not_made_again_stay_in_the_table(whole, tmp_path):
    fewer = made(tmp_path / "x", characteristics=["gender"], strategies=["paper"], limit=4)
    joined = fewer.joined(whole)
    assert [
        (r["characteristic"], r["strategy"], r["texts"]) for _, r in joined.table.iterrows()
    ] == [
        ("gender", "sound", 10),
        ("country", "sound", 10),
        ("gender", "paper", 4),
        ("country", "paper", 10),
    ]
    assert joined.seconds["gender-paper"] == fewer.seconds["gender-paper"]
    assert joined.seconds["country-paper"] == whole.seconds["country-paper"]


def test_a_folder_without_a_table_is_refused_with_the_command(tmp_path):
    with pytest.raises(FileNotFoundError, match="fairnlp reproduce biasfinder --figures"):
        read_kept(tmp_path / "biasfinder")


def test_the_figures_in_the_repository_are_drawn_from_the_table_beside_them(tmp_path):
    place = Path(__file__).parents[2] / "figures" / "biasfinder"
    found = read_kept(place)
    assert found.manifest["runs"].keys() == found.manifest["seconds"].keys()
    assert found.table["characteristic"].unique().tolist() == list(paper.CHARACTERISTICS)
    for svg in found.figures(tmp_path):
        now, then = (
            json.loads((folder / f"{svg.stem}.json").read_text("utf-8"))
            for folder in (tmp_path, place)
        )
        assert now["data"] == then["data"], svg.stem
