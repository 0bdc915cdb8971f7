"""BiasRV's study on systems whose answers are known."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.core.errors import MissingDataError, OptionError, RunError, UnknownChoiceError
from fairnlp.monitor.strategies import Exact, Full, TwoStep
from fairnlp.papers import biasrv_run
from fairnlp.papers.biasrv_replay import OUTCOMES, Studied, replay, studied
from fairnlp.papers.biasrv_result import CHOSEN, TABLES, read_kept
from fairnlp.papers.biasrv_tables import STREAM, SUMMARY, TABLE, Of, strategy_table, stream_table
from tests.runs.toys import corpus, files

PARTIAL = "tests.runs.toys:partial"
FEW = [
    Studied(kind="full", option="", strategy=Full()),
    Studied(kind="two_step", option="x=4", strategy=TwoStep(x=4), x=4),
    Studied(kind="exact", option="", strategy=Exact()),
]


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(cache, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(cache))


def made(out, **options):
    known = {"systems": [PARTIAL], "draws": 2, "progress": False}
    return fn.reproduce("biasrv", **(known | options), reviews=corpus(), out=out)


@pytest.fixture(scope="module")
def whole(tmp_path_factory, cache):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRNLP_CACHE", str(cache))
        return made(tmp_path_factory.mktemp("runs") / "x")


# What is counted


def test_a_system_that_goes_by_the_pronoun_is_biased_on_every_template(whole):
    assert list(whole.summary) == list(SUMMARY)
    (row,) = whole.summary.to_dict(orient="records")
    assert (row["texts"], row["templates"], row["with_values"]) == (10, 8, 8)
    assert (row["biased"], row["biased_least"], row["biased_most"]) == (8, 8, 8)
    assert row["biased_rate"] == row["held_out_biased_rate"] == 1
    assert row["cost"] == 8 * 60 / 10
    # Half of the first step disagrees, so that all is asked, and nothing is missed.
    assert (row["saved"], row["missed"]) == (0, 0)


def test_every_strategy_has_its_row(whole):
    assert list(whole.table) == list(TABLE)
    assert len(whole.table) == len(studied())
    assert set(CHOSEN.items()) <= set(zip(whole.table["kind"], whole.table["option"], strict=True))
    assert whole.table["missed"].eq(0).all()
    assert whole.table["wrong"].eq(0).all()
    assert whole.table["mutants"].eq(2 * 8 * 60).all()
    full = whole.table[whole.table["kind"] == "full"].iloc[0]
    assert (full["saved"], full["stages"], full["cost"]) == (0, 1, 48)
    curtailed = whole.table[whole.table["kind"] == "two_step, curtailed"]
    assert (curtailed["saved"] > 0.3).all()  # settled after 17 + 17, or soon after


def test_the_stream_is_told_by_tenths(whole):
    assert list(whole.stream) == list(STREAM)
    assert set(whole.stream["kind"]) == {"adaptive", "adaptive, labels alone"}
    assert whole.stream["tenth"].between(1, 10).all()
    assert whole.stream["mutants"].sum() == 2 * 6 * 2 * 8 * 60


def known_texts():
    """Two texts of 30 + 30: one with 3 women of another label, one of which all agree."""
    values = [f"v{i:02}" for i in range(30)]
    rows = [
        (
            text,
            class_,
            value,
            "bad" if text == "a" and class_ == "female" and i < 3 else "good",
            0.5,
        )
        for text in ("a", "b")
        for class_ in ("female", "male")
        for i, value in enumerate(values)
    ]
    predictions = pd.DataFrame(rows, columns=["template_id", "class", "value_id", "label", "score"])
    originals = pd.DataFrame({"template_id": ["a", "b"], "label": ["good"] * 2, "score": [0.5] * 2})
    return predictions, originals


def test_replay_runs_the_strategies_and_says_what_a_sample_may_miss():
    found = replay(*known_texts(), strategies=FEW, seed=(0, 0))
    assert list(found) == list(OUTCOMES)
    full = found[found["kind"] == "full"].set_index("template_id")
    assert full["biased"].to_dict() == full["found"].to_dict() == {"a": True, "b": False}
    two = found[found["kind"] == "two_step"].set_index("template_id")
    assert two.loc["a", "expected_miss"] == pytest.approx(0.64, abs=0.005)
    assert np.isnan(two.loc["b", "expected_miss"])
    assert two.loc["b", "asked"] == 8
    exact = found[found["kind"] == "exact"].set_index("template_id")
    assert exact["found"].to_dict() == {"a": True, "b": False}
    assert exact["certain"].all()
    assert exact.loc["b", "asked"] == 56


def test_a_label_that_is_missing_is_no_answer():
    predictions, originals = known_texts()
    predictions["label"] = predictions["label"].mask(predictions["class"] == "male")
    found = replay(predictions, originals, strategies=FEW)
    assert not found["biased"].any()
    assert not found["found"].any()


def test_the_order_of_the_stream_is_drawn_with_the_seed():
    orders = {
        tuple(replay(*known_texts(), strategies=FEW[:1], seed=(0, draw))["template_id"])
        for draw in range(8)
    }
    assert orders == {("a", "b"), ("b", "a")}


def outcomes():
    """Two draws of two texts; a sample missed the biased one in one draw."""
    rows = [
        (draw, text, place, kind, option, 60, asked, 1, text == "a", found, kind == "full", chance)
        for draw in (0, 1)
        for place, text in enumerate(("a", "b"))
        for kind, option, asked, found, chance in (
            ("full", "", 60, text == "a", np.nan),
            ("two_step", "x=4", 8 if (draw, text) != (1, "a") else 60,
             (draw, text) == (1, "a"), 0.6 if text == "a" else np.nan),
        )
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["draw", *OUTCOMES])


def test_what_is_saved_and_missed_is_pooled_over_draws():
    table = strategy_table(outcomes(), of=Of(system="s", curation="sound", texts=20), resamples=50)
    row = table[table["kind"] == "two_step"].iloc[0]
    assert (row["mutants"], row["asked"]) == (240, 84)
    assert row["saved"] == pytest.approx(156 / 240)
    assert row["cost"] == 84 / 40
    assert (row["biased"], row["missed"], row["missed_rate"]) == (2, 1, 0.5)
    assert row["expected_missed"] == pytest.approx(0.6)
    assert row["worst_miss"] == pytest.approx(0.64, abs=0.005)
    assert row["saved_low"] <= row["saved"] <= row["saved_high"]
    full = table[table["kind"] == "full"].iloc[0]
    assert (full["worst_miss"], full["missed"], full["saved"]) == (0, 0, 0)


def test_none_missed_of_few_texts_leaves_room_for_a_miss():
    found = outcomes()
    found.loc[found["kind"] == "two_step", "found"] = found["biased"]
    table = strategy_table(found, of=Of(system="s", curation="sound", texts=20), resamples=50)
    two, full = (table[table["kind"] == kind].iloc[0] for kind in ("two_step", "full"))
    assert (two["missed"], two["biased"], two["biased_texts"]) == (0, 2, 1)
    # Wilson for 0 of 1: z^2 / (1 + z^2), with z = 1.96.
    assert two["missed_high"] == pytest.approx(1.96**2 / (1 + 1.96**2), abs=1e-4)
    assert full["missed_high"] == 0  # it cannot miss


def test_without_a_biased_text_there_is_no_rate_of_misses():
    none = outcomes().assign(biased=False, found=False)
    table = strategy_table(none, of=Of(system="s", curation="sound", texts=20), resamples=50)
    assert table["missed_rate"].isna().all()
    assert stream_table(none, of=Of(system="s", curation="sound", texts=20)).empty


# The run


def test_what_is_finished_is_not_done_again(tmp_path, monkeypatch):
    first = made(tmp_path / "x")
    before = files(tmp_path / "x")

    def never(*_, **__):
        raise AssertionError

    monkeypatch.setattr(biasrv_run, "find_btcs", never)
    monkeypatch.setattr(biasrv_run, "replay", never)
    again = made(tmp_path / "x")
    assert files(tmp_path / "x") == before
    pd.testing.assert_frame_equal(again.table, first.table)


def test_a_run_that_was_stopped_ends_as_one_that_was_not(tmp_path, monkeypatch, whole):
    asked, find = [], biasrv_run.find_btcs

    def stopped(*args, **options):
        asked.append(1)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return find(*args, **options)

    monkeypatch.setattr(biasrv_run, "find_btcs", stopped)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "x")
    again = made(tmp_path / "x")
    assert len(asked) == 3
    pd.testing.assert_frame_equal(again.table, whole.table)
    pd.testing.assert_frame_equal(again.stream, whole.stream)


def test_more_draws_cost_only_themselves(tmp_path, monkeypatch):
    made(tmp_path / "x", draws=1)
    asked, find = [], biasrv_run.find_btcs

    def counted(*args, **options):
        asked.append(1)
        return find(*args, **options)

    monkeypatch.setattr(biasrv_run, "find_btcs", counted)
    assert made(tmp_path / "x", draws=2).summary["draws"].tolist() == [2]
    assert len(asked) == 1


def test_another_corpus_is_another_run(tmp_path):
    made(tmp_path / "x", draws=1)
    with pytest.raises(RunError, match="holds another run"):
        made(tmp_path / "x", draws=1, values=20)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"draws": 0}, OptionError, "draws is 0"),
        ({"alpha": 0}, OptionError, "alpha is 0"),
        ({"curation": "loose"}, UnknownChoiceError, "Unknown curation 'loose'"),
    ],
)
def test_options_that_cannot_be_used_are_refused(tmp_path, options, error, said):
    with pytest.raises(error, match=said):
        made(tmp_path / "x", **options)
    assert not (tmp_path / "x").exists()


# What is shown and kept


def test_the_papers_figures_stand_beside_ours(whole):
    shown = whole.shown()
    assert shown["system"].tolist() == ["partial", "BERT (reported)"]
    assert shown["flagged"].tolist() == ["8.0 (8 to 8)", "15"]
    assert shown["two steps save"].tolist() == ["0.00%", "73.8%"]
    assert len(whole.shown_strategies()) == len(CHOSEN)
    assert len(whole.shown_strategies(whole=True)) == len(whole.table)


def test_why_the_figures_differ_is_said_in_sentences(whole):
    said = " ".join(whole.why)
    assert "the paper watches BERT, here partial" in said
    assert "the paper's 6.838 are 56 predictions for each of its texts with mutants" in said
    assert "Fewer reviews than the paper's 25,000" in said
    assert all(sentence.endswith(".") for sentence in whole.why)


def test_tables_are_kept_read_and_drawn_again(whole, tmp_path):
    whole.save(tmp_path)
    drawn = whole.figures(tmp_path)
    assert [file.name for file in drawn] == [
        "saved-missed-partial-sound.svg",
        "stream-partial-sound.svg",
    ]
    before = files(tmp_path)
    kept = read_kept(tmp_path)
    for name in TABLES:
        pd.testing.assert_frame_equal(getattr(kept, name), getattr(whole, name), check_dtype=False)
    kept.save(tmp_path)
    kept.figures(tmp_path)
    assert files(tmp_path) == before
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert {"paper", "runs", "seconds", "reported", "why"} == set(manifest)
    assert "song" not in (tmp_path / "table.csv").read_text("utf-8")


def test_rows_of_another_curation_are_joined(whole, tmp_path):
    other = made(tmp_path / "x", draws=1, curation="paper")
    both = whole.joined(other)
    assert both.summary["curation"].tolist() == ["sound", "paper"]
    assert set(both.manifest["runs"]) == {"sound", "paper"}
    assert len(both.joined(other).summary) == 2
    assert "mutants: 8 of 10 with curation 'sound'" in " ".join(both.why)


def test_what_was_not_kept_is_said_with_the_command(tmp_path):
    with pytest.raises(MissingDataError, match="fairnlp reproduce biasrv --figures"):
        read_kept(tmp_path / "biasrv")
