from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, RunError, UnknownChoiceError
from fairnlp.core.store import RunFolder
from fairnlp.rationale import cross_train, folds
from fairnlp.rationale.crew import Crew
from fairnlp.rationale.work import Work
from tests.rationale.conftest import need_torch
from tests.rationale.posts import features, posts

FRAME = posts(96)
QUICK = {"target": "grim", "epochs": 2, "batch_size": 16, "vector_size": 8, "hidden": 6}
LIGHT = {"models": ["svm"], "runs": 2, "progress": False}


def same(first, second):
    pd.testing.assert_frame_equal(first.results, second.results)
    pd.testing.assert_frame_equal(first.predictions, second.predictions)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    need_torch()
    out = tmp_path_factory.mktemp("whole") / "run"
    models = ["svm", "lstm", "lstm_rationale"]
    return cross_train(FRAME, models=models, runs=2, out=out, progress=False, **QUICK)


def test_each_text_is_tested_once_by_each_run_and_not_trained_on(whole):
    for (_, _), part in whole.predictions.groupby(["model", "run"]):
        assert sorted(part["text_id"]) == sorted(FRAME["text_id"])
        folds = part["text_id"].map(FRAME.set_index("text_id")["fold"])
        assert (folds == part["fold"]).all()
    assert len(whole.results) == 3 * 3 * 2
    assert (whole.results["n_train"] + whole.results["n_held_out"] == 64).all()
    assert (whole.results["n_test"] == 32).all()


def test_the_results_are_those_of_the_predictions(whole):
    from sklearn.metrics import f1_score

    for row in whole.results.itertuples():
        part = whole.predictions.query(
            "model == @row.model and fold == @row.fold and run == @row.run"
        )
        want = f1_score(part["label"], part["predicted"], average="macro")
        assert row.macro_f1 == pytest.approx(want)


def test_rows_are_in_the_order_of_models_folds_runs(whole):
    keys = whole.results[["model", "fold", "run"]].to_records(index=False).tolist()
    models = ["svm", "lstm", "lstm_rationale"]
    assert keys == [(m, f, r) for m in models for f in range(3) for r in range(2)]


def test_models_are_kept_and_answer_as_they_did(whole):
    some = FRAME[FRAME["fold"] == 1]
    made = whole.model("lstm", fold=1, run=0)
    part = whole.predictions.query("model == 'lstm' and fold == 1 and run == 0")
    found = made.probabilities(some["text"].tolist(), features(some))
    columns = [f"probability:{name}" for name in made.classes]
    np.testing.assert_allclose(found, part[columns].to_numpy(), atol=1e-7)
    assert [(fold, run) for fold, run, _ in whole.models("svm")] == whole.places()
    assert len(list((whole.path / "models").glob("words-*.npz"))) == 3


def test_the_vote_of_a_fold_agrees_with_the_votes(whole):
    some = FRAME[FRAME["fold"] == 0]
    voted = whole.vote("lstm", fold=0).labels(some["text"].tolist(), features(some))
    table = whole.votes()
    assert table.query("model == 'lstm' and fold == 0")["predicted"].tolist() == voted


def test_summary_and_comparison(whole):
    summary = whole.summary().set_index("model")
    assert summary["models"].tolist() == [6, 6, 6]
    assert np.isnan(summary.loc["svm", "epochs"])
    compared = whole.compare(("lstm", "lstm_rationale"))
    assert compared.loc[0, "n"] == 6
    assert whole.results.query("model == 'lstm_rationale'")["rationale"].gt(0).all()


def test_what_is_not_there_is_told(whole):
    with pytest.raises(UnknownChoiceError, match="Unknown model 'lstn'"):
        whole.model("lstn", fold=0, run=0)
    with pytest.raises(OptionError, match="no fold 0, run 7"):
        whole.model("lstm", fold=0, run=7)


def test_a_finished_run_is_only_read(whole, monkeypatch):
    monkeypatch.setattr(Work, "do", lambda *_: pytest.fail("trained again"))
    models = ["svm", "lstm", "lstm_rationale"]
    again = cross_train(FRAME, models=models, runs=2, out=whole.path, progress=False, **QUICK)
    same(again, whole)


def test_a_broken_run_goes_on_and_ends_alike(whole, tmp_path, monkeypatch):
    """Stopped between the predictions and the result of the sixth model."""
    models = ["svm", "lstm", "lstm_rationale"]
    call = {"models": models, "runs": 2, "out": tmp_path / "run", "progress": False, **QUICK}
    write, done = RunFolder.write, []

    def stop(folder, step, part, frame):
        if step == "results" and len(done) == 5:
            raise KeyboardInterrupt
        write(folder, step, part, frame)
        if step == "results":
            done.append(part)

    monkeypatch.setattr(RunFolder, "write", stop)
    with pytest.raises(KeyboardInterrupt):
        cross_train(FRAME, **call)
    monkeypatch.setattr(RunFolder, "write", write)
    trained = []
    do = Work.do
    monkeypatch.setattr(Work, "do", lambda work, task: (trained.append(task.part), do(work, task)))
    same(cross_train(FRAME, **call), whole)
    assert trained == [part for part in range(18) if part not in done]


KILLED = """
import sys
from fairnlp.core.store import RunFolder
from fairnlp.rationale import cross_train
from tests.rationale.posts import posts
write = RunFolder.write
def tell(folder, step, part, frame):
    write(folder, step, part, frame)
    if step == "predictions" and part == 3:
        print("ready", flush=True)
        sys.stdin.read()
RunFolder.write = tell
cross_train(posts(96), models=["svm"], runs=2, out=sys.argv[1], progress=False)
"""


def test_after_a_kill_it_goes_on(tmp_path):
    started = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path / "run")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert started.stdout.readline() == "ready\n"
    finally:
        os.kill(started.pid, signal.SIGKILL)
        started.communicate()
    assert RunFolder(tmp_path / "run").parts("results") == [0, 1, 2]
    same(cross_train(FRAME, out=tmp_path / "run", **LIGHT), cross_train(FRAME, **LIGHT))


@pytest.mark.slow
def test_several_processes_give_the_same(whole):
    models = ["svm", "lstm", "lstm_rationale"]
    several = cross_train(FRAME, models=models, runs=2, processes=2, progress=False, **QUICK)
    same(several, whole)
    files = [sorted(p.name for p in (run.path / "models").iterdir()) for run in (several, whole)]
    assert files[0] == files[1]
    for name in files[0]:
        first, second = ((run.path / "models" / name).read_bytes() for run in (several, whole))
        assert first == second


def test_where_processes_fail_one_goes_on(monkeypatch, caplog):
    """RUN-08."""
    from concurrent.futures.process import BrokenProcessPool

    class Broken:
        def __init__(self, *_, **__):
            pass

        def submit(self, *_):
            raise BrokenProcessPool("no process")

        def shutdown(self, **_):
            pass

    monkeypatch.setattr("fairnlp.rationale.crew.ProcessPoolExecutor", Broken)
    with caplog.at_level(logging.WARNING):
        found = cross_train(FRAME, processes=2, **LIGHT)
    assert "one process goes on" in caplog.text
    same(found, cross_train(FRAME, **LIGHT))


def test_a_worker_starts_no_others(monkeypatch, caplog):
    class Daemon:
        daemon = True

    monkeypatch.setattr(multiprocessing, "current_process", Daemon)
    assert Crew(None, processes=2)._pool is None
    assert "A worker process cannot start others" in caplog.text


def test_models_of_one_seed_start_alike(whole):
    """Whatever the attention loss, the same texts are held out."""
    wide = whole.results.pivot(index=["fold", "run"], columns="model", values="n_held_out")
    assert (wide["lstm"] == wide["lstm_rationale"]).all()
    one = cross_train(FRAME, models=["svm"], folds=1, runs=1, seed=1, progress=False)
    other = cross_train(FRAME, models=["svm"], folds=1, runs=1, seed=2, progress=False)
    assert not one.predictions.equals(other.predictions)


def test_further_tests_go_by_fold():
    """The same texts in another version: a model is never tested on what it was trained on."""
    version = FRAME.assign(text=FRAME["text"].str.upper())
    apart = posts(20, seed=9).drop(columns="fold").assign(text_id=[f"n{at}" for at in range(20)])
    found = cross_train(FRAME, tests={"upper": version, "apart": apart}, **LIGHT)
    upper = found.predictions.query("test == 'upper'")
    assert (upper["text_id"].map(FRAME.set_index("text_id")["fold"]) == upper["fold"]).all()
    assert (
        upper["predicted"].tolist()
        == found.predictions.query("test == 'test'")["predicted"].tolist()
    )
    assert (found.results.query("test == 'apart'")["n_test"] == 20).all()
    assert found.summary()["test"].tolist() == ["test", "upper", "apart"]


def test_texts_that_were_trained_on_are_counted():
    twice = FRAME.copy()
    for column in ("text", "tokens", "label", "rationale"):
        twice.at[4, column] = twice.at[0, column]  # of the folds 0 and 1
    found = cross_train(twice, folds=1, **LIGHT)
    assert found.results["n_seen"].ge(1).all()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"models": "lstm"}, OptionError, r"give a list, such as \['lstm'"),
        ({"models": []}, OptionError, "give a list"),
        ({"models": ["svm", "svm"]}, OptionError, "Two models are called 'svm'"),
        ({"models": ["svn"]}, UnknownChoiceError, "Did you mean 'svm'"),
        ({"folds": 4}, OptionError, "folds is 4; the frame has 3"),
        ({"runs": 0}, OptionError, "runs is 0; it must be 1 or more"),
        ({"tests": {"test": FRAME}}, OptionError, "what the fold left out is called"),
        ({"tests": {"x": FRAME.assign(label="new")}}, OptionError, "has label 'new'"),
        (
            {"tests": {"x": FRAME.drop(columns="context:hour")}},
            OptionError,
            "context features .'quarrels',.*trained with .'quarrels', 'hour'.",
        ),
        ({"models": ["lstm_rationale"]}, OptionError, "say whose count"),
    ],
)
def test_what_cannot_be_used_is_refused_before_any_work(options, error, message, tmp_path):
    with pytest.raises(error, match=message):
        cross_train(FRAME, out=tmp_path / "run", **LIGHT | options)
    assert not (tmp_path / "run").exists()


def test_another_run_in_the_folder_is_told_and_can_be_replaced(tmp_path):
    cross_train(FRAME, out=tmp_path, **LIGHT)
    with pytest.raises(RunError, match="holds another run .seed 0 there, 1 asked for"):
        cross_train(FRAME, out=tmp_path, seed=1, **LIGHT)
    with pytest.raises(RunError, match="another frame"):
        cross_train(posts(96, seed=1), out=tmp_path, **LIGHT)
    again = cross_train(FRAME, out=tmp_path, seed=1, folds=1, fresh=True, **LIGHT)
    assert len(again.results) == 2
    assert len(list((tmp_path / "models").iterdir())) == 2


def test_a_temporary_folder_goes_with_the_result():
    found = cross_train(FRAME, folds=1, **LIGHT)
    path = found.path
    assert path.exists()
    del found
    gc.collect()
    assert not path.exists()


def test_the_papers_models_are_the_default():
    assert folds.PAPER == ("svm", "cnn", "lstm", "lstm_rationale")
