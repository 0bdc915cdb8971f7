"""The audit: what it finds, that it goes on where it stopped, what it refuses."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.core.errors import (
    OptionError,
    RunError,
    SchemaError,
    SystemUnderTestError,
    UnknownChoiceError,
)
from fairnlp.core.store import RunFolder
from fairnlp.runs.audit import AuditResult, audit, resume, write_report
from fairnlp.stats.proportions import wilson
from tests.runs.toys import Jumpy, corpus, files, indifferent, jumpy, partial

SMALL = {"values": 3, "chunk": 4, "progress": False, "report": False}


@pytest.fixture(scope="module")
def result(tmp_path_factory, cache):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRNLP_CACHE", str(cache))
        return audit(
            corpus(),
            systems=[partial, indifferent],
            out=tmp_path_factory.mktemp("run") / "x",
            **SMALL | {"report": True},
        )


# What it finds


def test_crossed_characteristics_are_reported_by_what_a_pair_differs_in(tmp_path):
    crossed = audit(
        corpus(),
        systems=[partial],
        characteristics=["gender+country"],
        out=tmp_path / "x",
        **SMALL | {"report": True},
    )
    assert crossed.values_a_class() == {"gender+country": 2}  # not the 3 asked for
    rows = json.loads((crossed.path / "report.json").read_text("utf-8"))["crossed"]
    assert [row["factor"] for row in rows] == [
        "gender",
        "country",
        "gender and country",
        "neither",
    ]
    assert [row["rate"] for row in rows] == [1, 0, 1, 0]  # the system reacts to gender alone


def test_the_counts_are_those_that_the_systems_make_certain(result):
    # 8 templates of 3 + 3 mutants: 9 pairs between the classes, 3 + 3 within, each.
    summary = result.summary.set_index("system")
    assert summary["templates"].tolist() == [8, 8]
    assert summary["texts"].tolist() == [10, 10]
    assert summary["templates_per_1000"].tolist() == [800, 800]
    assert summary["pairs"].tolist() == [72, 72]
    assert summary["placebo_pairs"].tolist() == [48, 48]
    assert summary["btcs"].to_dict() == {"partial": 72, "indifferent": 0}
    assert summary["placebo_differs"].tolist() == [0, 0]
    assert summary["rate"].to_dict() == {"partial": 1.0, "indifferent": 0.0}
    assert summary["templates_with_btc"].to_dict() == {"partial": 8, "indifferent": 0}
    assert summary["verdict"].str.startswith("differs").to_dict() == {
        "partial": True,
        "indifferent": False,
    }


def test_accuracy_is_counted_on_the_labelled_texts(result):
    # Of 9 labelled texts, `partial` is right about all; `indifferent` about 4 men and the soup.
    summary = result.summary.set_index("system")
    assert summary["accuracy_n"].tolist() == [9, 9]
    assert summary["accuracy"].to_dict() == {"partial": 1.0, "indifferent": 5 / 9}
    low, high = wilson(5, 9)
    assert summary.loc["indifferent", ["accuracy_low", "accuracy_high"]].tolist() == [low, high]


def test_texts_that_a_system_was_trained_on_do_not_count_for_its_accuracy(tmp_path):
    system = Jumpy()
    system.trained_on = frozenset({"t00", "t01", "t99"})
    row = audit(corpus(), systems=[system], out=tmp_path / "x", **SMALL).summary.iloc[0]
    assert row["accuracy_n"] == 7


@pytest.mark.parametrize(
    "texts",
    [corpus().drop(columns="label"), corpus().assign(label=["5 stars", "1 star"] * 5)],
    ids=["no labels", "labels of another kind"],
)
def test_without_labels_that_the_system_gives_accuracy_is_not_known(tmp_path, texts):
    row = audit(texts, systems=[partial], out=tmp_path / "x", **SMALL).summary.iloc[0]
    assert math.isnan(row["accuracy"])
    assert row["accuracy_n"] == 0


def test_templates_refusals_and_texts_are_kept(result):
    assert result.templates["text_id"].tolist() == [f"t{i:02}" for i in range(8)]
    assert result.refusals["text_id"].tolist() == ["t08", "t09"]
    assert result.refusals["characteristic"].unique().tolist() == ["gender"]
    assert result.corpus["text"].tolist() == corpus()["text"].tolist()
    assert len(result.curated()) == 8
    assert result.curated().info["characteristic"] == "gender"
    assert len(result.mutants()) == 48


def test_what_was_found_with_a_system_can_be_looked_into(result):
    found = result.found["partial"]
    assert found.table["btcs"].tolist() == [9] * 8
    pairs = found.pairs(2)
    assert len(pairs) == 2
    assert all("She " in text for text in pairs["text_b"])
    assert list(result.found) == ["partial", "indifferent"]
    assert result.found["partial"] is result.found["partial", "gender"]
    with pytest.raises(UnknownChoiceError, match="one of 'partial', 'indifferent'"):
        result.found["vader"]
    with pytest.raises(UnknownChoiceError, match="one of 'gender'"):
        result.found["partial", "age"]


def test_the_audit_is_the_steps_put_together(result):
    templates = fn.curate(corpus(), progress=False)
    mutants = fn.mutate(templates, values=3)
    found = fn.find_btcs(mutants, partial, progress=False)
    pd.testing.assert_frame_equal(found.table, result.found["partial"].table)
    pd.testing.assert_frame_equal(found.summary(), result.found["partial"].summary())


def test_the_report_is_beside_the_tables(result):
    assert result.report == result.path / "report.html"
    content = json.loads((result.path / "report.json").read_text("utf-8"))
    assert [row["system"] for row in content["in_short"]] == ["partial", "indifferent"]
    assert content["corpus"]["texts"] == 10
    page = result.report.read_text("utf-8")
    assert str(result.path) not in page


def test_a_report_can_be_written_again_with_the_same_bytes(result):
    before = files(result.path)
    result.report.unlink()
    write_report(AuditResult(result.path))
    assert files(result.path) == before


def test_whom_the_reading_finds_is_kept_and_reported(result):
    # 40 names in 10 sentences, for each of the two instruments.
    counts = result.recogniser.groupby("instrument")["offered"].sum()
    assert counts.to_dict() == {"parser": 400, "reading": 400}
    content = json.loads((result.path / "report.json").read_text("utf-8"))
    assert sum(row["offered"] for row in content["recogniser"]["rows"]) == 400
    assert content["recogniser"]["warning"] == result.recogniser_warning


def test_the_report_says_what_the_reasons_mean(result):
    content = json.loads((result.path / "report.json").read_text("utf-8"))
    assert [row["reason"] for row in content["refusals"]] == ["no person", "plural"]
    assert all(row["meaning"] for row in content["refusals"])


def test_a_result_shows_itself_as_a_table(result):
    shown = result._repr_html_()
    assert "100.0% (n = 9)" in shown
    assert "report.html" in shown
    assert repr(result) == f"AuditResult('{result.path}')"


# The size of parts and batches


@pytest.mark.parametrize(
    "sizes", [{"chunk": 1}, {"chunk": 3}, {"chunk": 100}, {"chunk": 4, "batch_size": 5}]
)
def test_the_size_of_parts_and_batches_changes_no_result(result, tmp_path, sizes):
    other = audit(
        corpus(), systems=[partial, indifferent], out=tmp_path / "x", **{**SMALL, **sizes}
    )
    pd.testing.assert_frame_equal(other.table, result.table)
    pd.testing.assert_frame_equal(other.templates, result.templates)
    for name in ("partial", "indifferent"):
        pd.testing.assert_frame_equal(other.found[name].table, result.found[name].table)


def test_a_part_without_templates_is_a_part(tmp_path):
    texts = pd.concat([corpus().tail(2), corpus().head(3)], ignore_index=True)
    found = audit(texts, systems=[partial], out=tmp_path / "x", **SMALL | {"chunk": 2})
    assert found.found["partial"].table["btcs"].tolist() == [9, 9, 9]


def test_a_corpus_without_templates_ends_without_a_test(tmp_path):
    texts = corpus().tail(2)
    found = audit(texts, systems=[partial], out=tmp_path / "x", **SMALL | {"report": True})
    assert found.summary["verdict"].tolist() == ["no test: 0 pairs"]
    assert found.report.exists()


def test_the_corpus_is_not_changed(tmp_path):
    texts = corpus().set_index(np.arange(10) + 5)
    before = texts.copy(deep=True)
    audit(texts, systems=[partial], out=tmp_path / "x", **SMALL)
    pd.testing.assert_frame_equal(texts, before)


# Going on


class Counting:
    """Counts how often it is asked, and fails when it is told to."""

    name = "counting"

    def __init__(self, fails_at: int = -1, error: type[BaseException] = ValueError) -> None:
        self.asked, self.fails_at, self.error = 0, fails_at, error

    def labels(self, texts):
        self.asked += 1
        if self.asked == self.fails_at:
            raise self.error
        return partial(texts)


def test_a_finished_run_asks_nothing_again(tmp_path):
    first, second = Counting(), Counting()
    one = audit(corpus(), systems=[first], out=tmp_path / "x", **SMALL)
    before = files(tmp_path / "x")
    two = audit(corpus(), systems=[second], out=tmp_path / "x", **SMALL)
    assert first.asked > 0
    assert second.asked == 0
    assert files(tmp_path / "x") == before
    pd.testing.assert_frame_equal(one.summary, two.summary)
    assert resume(tmp_path / "x", report=False).finished


def test_a_failing_system_is_named_and_what_was_finished_is_kept(tmp_path):
    """RUN-03: the second start repeats nothing that was done."""
    # Parts of 4, 4 and 2 texts: asked about the mutants of parts 0 and 1 (part 2 has none), then
    # about the texts of the three parts.
    broken = Counting(fails_at=2)
    with pytest.raises(SystemUnderTestError, match="System 'counting'.*ValueError") as caught:
        audit(corpus(), systems=[broken], out=tmp_path / "x", **SMALL)
    assert f"fairnlp resume {tmp_path / 'x'}" in caught.value.__notes__[0]
    assert not AuditResult(tmp_path / "x").finished
    with pytest.raises(RunError, match="is not finished; continue: fairnlp resume"):
        AuditResult(tmp_path / "x").summary  # noqa: B018
    whole, mended = Counting(), Counting()
    audit(corpus(), systems=[whole], out=tmp_path / "y", **SMALL)
    resume(tmp_path / "x", systems=[mended], progress=False, report=False)
    assert mended.asked == whole.asked - 1
    assert files(tmp_path / "x") == files(tmp_path / "y")


def test_a_system_that_fails_on_a_text_can_be_gone_on_with(tmp_path):
    """RUN-02, RUN-03: what it failed on is counted, with the reason, and is in no pair."""

    def shy(texts: list[str]) -> list[str]:
        if any("song 3" in text for text in texts):
            msg = "not this one"
            raise ValueError(msg)
        return partial(texts)

    options = SMALL | {"on_error": "record"}
    found = audit(corpus(), systems=[shy], out=tmp_path / "x", **options)
    row = found.summary.iloc[0]
    # One of the 8 templates has no valid mutant left, and its text no label.
    assert (row["templates"], row["templates_tested"], row["invalid"]) == (8, 7, 6)
    assert (row["btcs"], row["pairs"]) == (63, 63)
    assert (row["accuracy_n"], row["accuracy"]) == (8, 1.0)
    predictions = found.found["shy"].predictions
    failed = predictions[predictions["label"].isna()]
    assert failed["template_id"].unique().tolist() == ["t03/gender"]
    assert failed["error"].unique().tolist() == ["ValueError: not this one"]


def test_an_interrupt_leaves_a_valid_folder_and_says_how_to_go_on(tmp_path):
    broken = Counting(fails_at=2, error=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt) as caught:
        audit(corpus(), systems=[broken], out=tmp_path / "x", **SMALL)
    assert caught.value.__notes__ == [
        f"What was finished is kept. Continue: fairnlp resume {tmp_path / 'x'}"
    ]
    audit(corpus(), systems=[Counting()], out=tmp_path / "x", **SMALL)
    audit(corpus(), systems=[Counting()], out=tmp_path / "y", **SMALL)
    assert files(tmp_path / "x") == files(tmp_path / "y")


class Stopped(BaseException):
    """Stands for a kill at a given moment."""


@pytest.mark.parametrize(
    ("when", "step"),
    [
        ("after", 7),
        pytest.param("before", 1, marks=pytest.mark.slow),
        pytest.param("after", 1, marks=pytest.mark.slow),
    ],
)
def test_stopped_at_any_write_the_result_is_that_of_an_unbroken_run(
    tmp_path, monkeypatch, when, step
):
    whole = tmp_path / "whole"
    options = {"systems": ["tests.runs.toys:partial", jumpy], **SMALL}
    audit(corpus(), out=whole, **options)
    expected, write, moment = files(whole), RunFolder.write, 0
    while True:
        writes = iter(range(1_000))

        def stopping(self, *args, writes=writes, moment=moment):
            now = next(writes)
            if when == "after":
                write(self, *args)
            if now == moment:
                raise Stopped
            if when == "before":
                write(self, *args)

        folder = tmp_path / f"stopped-{moment}"
        monkeypatch.setattr(RunFolder, "write", stopping)
        try:
            audit(corpus(), out=folder, **options)
        except Stopped:
            monkeypatch.setattr(RunFolder, "write", write)
            audit(corpus(), out=folder, **options)
            assert files(folder) == expected, f"stopped {when} write {moment}"
            moment += step
        else:
            break
    # 3 parts of corpus, templates, refusals; of predictions and labels of 2 systems; 2 lexicons,
    # the recogniser and the summary.
    all_writes = 3 * 3 + 2 * (3 + 3) + 2 + 2
    assert all_writes <= moment < all_writes + step


def test_a_run_with_own_objects_asks_for_them_when_it_is_resumed(tmp_path):
    with pytest.raises(SystemUnderTestError):
        audit(corpus(), systems=[Counting(fails_at=1)], out=tmp_path / "x", **SMALL)
    with pytest.raises(RunError, match="tests 'counting', an object of your own"):
        resume(tmp_path / "x")
    with pytest.raises(OptionError, match="Unknown system of this run 'partial'.*'counting'"):
        resume(tmp_path / "x", systems=[partial])
    assert resume(tmp_path / "x", systems=[Counting()], progress=False).finished


def test_a_damaged_part_is_named_and_made_again_when_it_is_deleted(tmp_path):
    audit(corpus(), systems=[partial], out=tmp_path / "x", **SMALL)
    before = files(tmp_path / "x")
    part = tmp_path / "x" / "predictions-gender-partial" / "part-00001.parquet"
    summary = tmp_path / "x" / "summary" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:100])
    summary.unlink()
    with pytest.raises(RunError, match="part-00001.parquet is damaged .*Delete that file"):
        resume(tmp_path / "x")
    part.unlink()
    resume(tmp_path / "x", systems=[partial], progress=False, report=False)
    assert files(tmp_path / "x") == before


def test_texts_read_in_another_way_are_not_mixed(tmp_path):
    with pytest.raises(SystemUnderTestError):
        audit(corpus(), systems=[Counting(fails_at=1)], out=tmp_path / "x", **SMALL)
    (tmp_path / "x" / "templates-gender" / "part-00002.parquet").unlink()
    info = tmp_path / "x" / "curation-gender.json"
    info.write_text(info.read_text("utf-8").replace("3.8.0", "3.7.0"), "utf-8")
    with pytest.raises(RunError, match=r"read in another way so far \(model: .*3\.7\.0.*then"):
        resume(tmp_path / "x", systems=[Counting()])


# What it refuses


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": 1}, "seed 0 there, 1 asked for"),
        ({"values": 4}, "values 3 there, 4 asked for"),
        ({"corpus": corpus(12)}, "another corpus"),
    ],
)
def test_another_configuration_is_refused_unless_it_may_replace(tmp_path, changes, says):
    changes = dict(changes)
    texts = changes.pop("corpus", corpus())
    options = {"systems": [partial], "out": tmp_path / "x", **SMALL}
    audit(corpus(), **options)
    with pytest.raises(RunError, match=says):
        audit(texts, **options | changes)
    replaced = audit(texts, **options | changes, fresh=True)
    clean = audit(texts, **options | changes | {"out": tmp_path / "y"})
    assert files(replaced.path) == files(clean.path)


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"systems": ["vadr"]}, UnknownChoiceError, "Did you mean 'vader'"),
        ({"systems": []}, OptionError, "the number of systems is 0"),
        ({"systems": [partial, partial]}, OptionError, "Two systems are called 'partial'"),
        ({"characteristics": ["gendr"]}, UnknownChoiceError, "Did you mean 'gender'"),
        ({"strategy": "loud"}, UnknownChoiceError, "'sound', 'paper'"),
        ({"values": 0}, OptionError, "values is 0"),
        ({"processes": 0}, OptionError, "processes is 0"),
        ({"on_error": "ignore"}, OptionError, "on_error is 'ignore'"),
    ],
)
def test_options_that_cannot_be_used_are_refused_before_anything_is_written(
    tmp_path, changes, error, says
):
    with pytest.raises(error, match=says):
        audit(corpus(), **{"systems": [partial], "out": tmp_path / "x"} | changes)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("texts", "error", "says"),
    [
        (["She left."], SchemaError, "`corpus` is a list.*fairnlp.corpora.read"),
        (corpus().drop(columns="text_id"), SchemaError, "lacks `text_id`"),
        (corpus().assign(text_id="t"), SchemaError, "'t' comes twice"),
        (corpus().head(0), OptionError, "the number of texts is 0"),
    ],
)
def test_a_corpus_that_cannot_be_used_is_refused(tmp_path, texts, error, says):
    with pytest.raises(error, match=says):
        audit(texts, systems=[partial], out=tmp_path / "x")


def test_a_folder_without_a_run_cannot_be_resumed(tmp_path):
    with pytest.raises(RunError, match="holds no run"):
        resume(tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_folder_in_use_is_refused(tmp_path):
    with RunFolder(tmp_path / "x").lock(), pytest.raises(RunError, match="in use"):
        audit(corpus(), systems=[partial], out=tmp_path / "x")


def test_the_public_names_are_these(result):
    assert fn.audit is audit
    assert fn.resume is resume
    assert isinstance(result, AuditResult)


def test_the_report_tells_how_many_names_a_system_can_tell_apart(tmp_path):
    class Deaf:
        """It knows no name at all."""

        name, known_words = "deaf", frozenset({"song"})

        def labels(self, texts):
            return ["positive" for _ in texts]

    deaf = audit(corpus(), systems=[Deaf()], out=tmp_path / "x", **SMALL | {"report": True})
    told = json.loads((deaf.path / "report.json").read_text("utf-8"))
    assert (
        "of the 6 values of name (gender) it knows 0 and tells 1 apart"
        in (told["systems"][0]["about"])
    )
    assert any("deaf cannot tell the 6 values of name (gender) apart" in n for n in told["notes"])
