"""What cognates and their synonyms show of systems whose answer is known."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import MissingDataError, OptionError, UnknownChoiceError
from fairnlp.corpora.ceec import ceec
from fairnlp.papers.ceec import reproduce
from fairnlp.papers.ceec_result import COLUMNS, read_kept
from fairnlp.papers.ceec_tools import LEAKS, PAIRS, TOOLS
from fairnlp.stats import signed_rank
from fairnlp.systems import as_system
from fairnlp.systems.sentimentr import SentimentR, Tables
from fairnlp.systems.wordscores import WordScores
from tests.papers.test_eec import Additive, LabelsOnly

CANDIDATES = pd.DataFrame(
    [
        ("deficit", "déficit", "yes", "no", "shortage"),
        ("boutique", "boutique", "yes", "no", "dress_shop"),
        ("syndicate", "syndicat", "yes", "no", "crime_syndicate"),
        ("bazaar", "bazar", "yes", "no", "market"),
    ],
    columns=["cognate", "origin", "first", "name", "synonym"],
)
WORDS = {"deficit": -2.0, "crime": -3.0, "angry": -3.0, "glad": 3.0}


def toy() -> pd.DataFrame:
    return ceec("French", variant="plain", candidates=CANDIDATES)


def listed() -> WordScores:
    return WordScores(WORDS, name="listed")


def found(*systems, **options):
    options = {"resamples": 20, "progress": False} | options
    return reproduce({"French": toy()}, systems=systems or [listed()], **options)


def row(result, **where):
    rows = result.table
    for column, value in where.items():
        rows = rows[rows[column] == value]
    (only,) = rows.to_dict(orient="records")
    return only


def test_differing_pairs_are_counted_before_and_after_and_what_is_left_has_a_kind():
    """Of the four, "deficit" is scored and patched; "crime" beside the patched word stays."""
    result = found()
    (tool,) = result.tools.to_dict(orient="records")
    assert (tool["pairs"], tool["differ_before"], tool["differ_after"]) == (4, 2, 1)
    assert tool["kinds"] == "shared word 1"
    pairs = result.pairs.set_index("cognate")
    assert pairs["differ_before"].to_dict() == {
        "deficit": 40,
        "boutique": 0,
        "syndicate": 40,
        "bazaar": 0,
    }
    assert pairs.loc["syndicate", "largest_after"] == 3.0
    assert pairs.loc["syndicate", "pair_id"] == "fra-syndicate"
    for frame, contract in (
        (result.table, COLUMNS),
        (result.tools, TOOLS),
        (result.pairs, PAIRS),
        (result.leaks, LEAKS),
    ):
        assert list(frame.columns) == list(contract)


def test_the_tests_are_those_of_the_sentences_and_of_the_pairs():
    """The cognate loses 2 in ten sentences and gains 3 in ten others."""
    result = found()
    before = row(result, state="before", emotion="anger")
    differences = [-2.0] * 10 + [0.0] * 10 + [3.0] * 10 + [0.0] * 10
    expected = signed_rank(differences, [0.0] * 40)
    assert (before["V"], before["p"]) == (expected.V, pytest.approx(expected.p))
    assert before["V"] == sum(range(11, 21))
    assert (before["sentences"], before["sentences_differ"]) == (40, 20)
    assert (before["pairs"], before["pairs_differ"], before["pairs_up"]) == (4, 2, 1)
    assert before["pair_V"] == 2.0
    assert before["mean_difference"] == pytest.approx(0.25)
    assert (before["family"], before["family_size"]) == ("language French, state before", 4)
    after = row(result, state="after", emotion="joy")
    assert (after["sentences_differ"], after["V"]) == (10, 55.0)


def test_a_system_without_a_lexicon_is_tested_and_not_debiased():
    result = found(Additive({"deficit.": 1.0, "deficit": -1.0}), listed())
    assert set(result.table.query("system == 'additive'")["state"]) == {"before"}
    tools = result.tools.set_index("system")
    assert np.isnan(tools.loc["additive", "differ_after"])
    assert tools.loc["listed", "differ_after"] == 1
    assert "Not debiased: additive." in result.why
    assert set(result.leaks["system"]) == {"listed"}
    only = found(listed(), debias=False)
    assert only.leaks.empty
    assert set(only.table["state"]) == {"before"}
    assert len(only.shown_leaks()) == 0


def test_the_systems_that_came_in_are_as_they_were():
    tools = [listed(), as_system("vader"), as_system("textblob")]
    texts = ["A deficit.", "A shortage."]
    before = [tool.scores(texts).tolist() for tool in tools]
    found(*tools)
    assert [tool.scores(texts).tolist() for tool in tools] == before


def test_held_out_pairs_do_not_change_with_the_others():
    leaks = found(seed=3).leaks
    assert leaks["texts"].tolist() == ["held-out pairs"] * 3
    assert leaks["what"].tolist() == ["pair", "score", "label"]
    assert leaks["n"].tolist() == [2, 160, 160]
    assert leaks["moved"].tolist() == [0, 0, 0]


def test_reviews_whose_scores_move_are_counted(monkeypatch):
    texts = ["The deficit grew.", "A film.", "A shortage of ideas.", "No DEFICIT, and glad of it."]
    monkeypatch.setattr(
        "fairnlp.corpora.imdb.reviews", lambda limit, seed: pd.DataFrame({"text": texts[:limit]})
    )
    result = found(reviews=4)
    reviews = result.leaks[result.leaks["texts"] == "reviews"].set_index("what")
    assert reviews.loc["score", ["n", "moved"]].tolist() == [4, 2]
    assert reviews.loc["label", ["n", "moved"]].tolist() == [4, 1]  # -2 is 0 now
    assert result.manifest["reviews"]["n"] == 4
    assert any("real reviews, counted once" in sentence for sentence in result.why)
    assert set(result.shown_leaks()["texts"]) == {"held-out pairs", "reviews"}


def test_a_word_that_is_scored_by_its_number_of_words_is_told():
    tables = Tables(polarity={"angry": -1.0}, shifters={"not": 1}, key="toy")
    result = found(SentimentR(tables))
    (tool,) = result.tools.to_dict(orient="records")
    assert (tool["differ_before"], tool["differ_after"]) == (2, 2)
    assert tool["kinds"] == "number of words 1, shared word 1"
    assert any("toy key is not the paper's SentimentR" in sentence for sentence in result.why)


def test_the_papers_figures_stand_beside_ours():
    result = found("textblob", "textblob-subjectivity", listed())
    tools = result.tools.set_index("system")
    assert tools.loc["textblob", ["paper_pairs", "paper_pairs_differ"]].tolist() == [292, 19]
    assert tools.loc["textblob-subjectivity", "paper_pairs_differ"] == 20
    assert np.isnan(tools.loc["listed", "paper_pairs_differ"])
    shown = result.shown_tools().set_index("system")
    assert shown.loc["textblob", "paper's"] == "19 of 292"
    assert shown.loc["listed", "paper's"] == "–"
    says = result.table.set_index(["system", "state", "emotion"])["paper_says"]
    assert says["textblob", "after", "fear"] == "no difference in any tool"
    assert says["textblob", "after", "joy"] == says["listed", "after", "fear"] == ""


def test_the_table_of_the_papers_has_a_column_an_emotion():
    wide = found().by_emotion()
    assert list(wide) == ["language", "system", "state", "anger", "fear", "joy", "sadness"]
    assert wide["state"].tolist() == ["before", "after"]
    assert wide.loc[0, "anger"].startswith("V 155, p 0.")
    nothing = found(Additive({})).by_emotion()
    assert nothing.loc[0, "fear"] == "nothing differs"


def test_rows_are_told_in_words():
    told = found().shown().set_index(["debiasing", "emotion"]).loc[("before", "anger")]
    assert (told["V"], told["pairs differ"], told["sentences differ"]) == (
        "155",
        "2 of 4",
        "20 of 40",
    )
    assert told["mean difference"].startswith("0.2500 (")


def test_same_seed_same_tables_and_what_is_kept_draws_the_same_figures(tmp_path):
    once, again = (found("vader", listed(), seed=5) for _ in "ab")
    pd.testing.assert_frame_equal(once.table, again.table)
    pd.testing.assert_frame_equal(once.leaks, again.leaks)
    files = once.save(tmp_path / "ceec")
    assert [file.name for file in files] == [
        "table.csv", "tools.csv", "pairs.csv", "leaks.csv", "manifest.json",
    ]  # fmt: skip
    drawn = once.figures(tmp_path / "ceec")
    assert [file.name for file in drawn] == ["pairs-french.svg", "effects-french.svg"]
    kept = read_kept(tmp_path / "ceec")
    pd.testing.assert_frame_equal(kept.table, once.table)
    assert kept.why == once.why
    before = {file.name: file.read_bytes() for file in (tmp_path / "ceec").iterdir()}
    kept.figures(tmp_path / "ceec")
    assert {file.name: file.read_bytes() for file in (tmp_path / "ceec").iterdir()} == before
    told = json.loads((tmp_path / "ceec" / "manifest.json").read_text("utf-8"))
    assert (told["paper"], told["variant"]) == ("ceec", "own")
    assert "made me feel" not in (tmp_path / "ceec" / "pairs.csv").read_text("utf-8")


def test_what_was_not_kept_is_told_with_the_command(tmp_path):
    with pytest.raises(MissingDataError, match="fairnlp reproduce ceec --figures"):
        read_kept(tmp_path / "ceec")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"systems": [LabelsOnly()]}, OptionError, "'labels' gives labels alone"),
        ({"systems": ["vader", "vader"]}, OptionError, "name of its own"),
        ({"reviews": -1}, OptionError, "reviews is -1"),
        ({"variant": "best"}, UnknownChoiceError, "choose one of 'plain'"),
        ({"languages": ["Klingon"]}, UnknownChoiceError, "Unknown language 'Klingon'"),
    ],
)
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        reproduce(progress=False, **options)


@pytest.mark.parametrize(
    ("variant", "language", "tool", "differ", "after"),
    [
        # Counted apart from this code, with the packages themselves.
        ("paper-size", "Spanish", "vader", 2, 1),
        ("paper-size", "Italian", "afinn", 3, 0),
        ("both-examples", "Italian", "vader", 4, 0),
        ("both-examples", "Spanish", "textblob", 2, 1),
        ("both-examples", "Spanish", "textblob-subjectivity", 2, 1),
    ],
)
def test_the_shipped_pairs_differ_as_often_as_was_counted_apart(
    variant, language, tool, differ, after
):
    result = reproduce(
        languages=[language], variant=variant, systems=[tool], resamples=2, progress=False
    )
    (row,) = result.tools.to_dict(orient="records")
    assert (row["differ_before"], row["differ_after"]) == (differ, after)
    still = result.pairs[result.pairs["differ_after"] > 0]
    assert not still["kind"].isin(["", "unknown"]).any()


@pytest.mark.slow
def test_french_pairs_differ_as_counted_apart_and_the_tests_are_those_of_r():
    """V and p of R's wilcox.test on the same sentences, by the packages' own scores."""
    result = reproduce(
        {"French": ceec("French", variant="paper-size", spelling="corrected")},
        systems=["vader", "afinn", "textblob", "textblob-subjectivity"],
        resamples=2,
        progress=False,
    )
    assert result.tools["differ_before"].tolist() == [29, 19, 11, 11]
    assert result.tools["differ_after"].tolist() == [0, 0, 0, 0]
    after = result.table.query("state == 'after'")
    assert set(after["verdict"]) == {"no difference"}
    before = result.table.query("state == 'before'")
    table = before.set_index(["system", "emotion"])
    for key, V, p in [
        (("vader", "anger"), 16346.5, 0.00089),
        (("vader", "joy"), 16012, 0.00037),
        (("vader", "sadness"), 16475, 0.0012),
        (("afinn", "fear"), 7335, 0.019),
        (("textblob", "joy"), 2005, 0.0089),
        (("textblob", "sadness"), 3206.5, 0.24),
        (("textblob-subjectivity", "anger"), 3068.5, 0.062),
    ]:
        assert table.loc[key, "V"] == V
        assert table.loc[key, "p"] == pytest.approx(p, rel=0.05)
    assert (table["pair_p"] > 0.05).all()
