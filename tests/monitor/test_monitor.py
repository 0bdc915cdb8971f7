"""The monitor as a caller meets it: verdicts, the drop-in, modes, limits and faults."""

from __future__ import annotations

import asyncio
import math
import random
import threading

import numpy as np
import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.core.errors import OptionError, SchemaError, SystemUnderTestError, UnknownChoiceError
from fairnlp.monitor import Limits, Monitor, TwoStep
from tests.monitor.toys import (
    HER,
    HIS,
    NOBODY,
    PRONOUN,
    Cut,
    Scored,
    Watched,
    always,
    breaks_on,
    by_pronoun,
)


def test_a_verdict_has_the_prediction_and_its_evidence():
    found = Monitor(Watched(by_pronoun)).verify(HER)
    evidence = found.evidence
    assert (found.prediction, found.verdict, evidence.gap) == ("bad", "biased", 1)
    assert evidence.counts == {"male": {"good": 30}, "female": {"bad": 30}}
    assert (evidence.n, evidence.original_class) == ({"male": 30, "female": 30}, "female")
    assert [HER[slot.start : slot.end] for slot in evidence.slots] == ["Priya", "her"]
    assert (evidence.stages, evidence.predictions, len(evidence.answers)) == (2, 60, 60)
    mutants = evidence.mutants()
    assert set(mutants["class"]) == {"male", "female"}
    assert all(mutants["text"].map(by_pronoun) == mutants["label"])
    assert mutants["spans"].map(len).min() >= 1


def test_a_text_that_the_system_treats_alike_is_fair_and_its_chance_of_a_miss_is_stated():
    found = Monitor(Watched(always)).verify(HER)
    assert (found.verdict, found.evidence.reason) == ("fair", "agreement")
    assert found.evidence.miss_at_most == pytest.approx(math.comb(27, 4) / math.comb(30, 4))


def test_each_stage_of_all_texts_is_one_batch():
    system = Watched(by_pronoun)
    Monitor(system, remember=0).verify_many([HER, HIS, NOBODY])
    # the texts themselves; 4 mutants of 2 classes of 2 texts; the rest of both
    assert system.sizes == [3, 16, 104]


def test_equal_texts_are_checked_once_and_the_oldest_are_forgotten():
    system = Watched(by_pronoun)
    monitor = Monitor(system, remember=1)
    first, second = monitor.verify_many([HER, HER])
    assert (first.repeated, second.repeated, first == second) == (False, True, True)
    asked = len(system.batches)
    assert monitor.verify(HER).repeated
    assert len(system.batches) == asked
    monitor.verify(HIS)
    assert not monitor.verify(HER).repeated


def test_a_text_of_which_the_system_says_something_new_is_checked_again():
    system = Watched(always)
    monitor = Monitor(system)
    monitor.predict(HER)
    system.rule = by_pronoun
    monitor.predict(HER)
    assert monitor.summary().counters["repeated"] == 0
    assert monitor.verify(HER).verdict == "biased"


def test_the_order_of_texts_does_not_matter():
    # A rule by the letters of the text, so that what is drawn decides what is said.
    def rule(text):
        return "good" if sum(map(ord, text)) % 7 else "bad"

    texts = [HER, HIS, PRONOUN]
    there = Monitor(Watched(rule), seed=3).verify_many(texts)
    back = Monitor(Watched(rule), seed=3).verify_many(texts[::-1])[::-1]
    alone = [Monitor(Watched(rule), seed=3).verify(text) for text in texts]
    assert there == back == alone
    other = Monitor(Watched(rule), seed=4).verify(HER)
    assert other.evidence.answers != there[0].evidence.answers


def test_global_random_state_is_untouched():
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    before = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
    monitor = Monitor(Watched(by_pronoun), mode="sampled", share=0.5, stability=1.0)
    monitor.verify(HER)
    monitor.predict([HER, HIS])
    monitor.close()
    assert before == (random.getstate(), np.random.get_state()[1].tolist())  # noqa: NPY002


def test_two_monitors_with_one_seed_agree_in_two_threads():
    found = {}

    def check(name):
        found[name] = Monitor(Watched(by_pronoun), seed=5).verify_many([HER, HIS])

    threads = [threading.Thread(target=check, args=[name]) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found["a"] == found["b"]


# The drop-in


def test_predict_gives_what_the_system_gives():
    def many(texts: list[str]) -> np.ndarray:
        return np.array([len(text) % 2 for text in texts])

    def one(text: str) -> int:
        return len(text) % 2

    for function in (many, one):
        monitor = Monitor(function, positive=1)
        assert monitor.predict(HER) == one(HER)
        assert type(monitor([HER, HIS])) is type(function([HER, HIS]) if function is many else [])
        assert list(monitor.predict([HER, HIS])) == [one(HER), one(HIS)]
        assert monitor.summary().counters["checked"] == 5


def test_predict_gives_an_array_for_a_column():
    def many(texts: list[str]) -> pd.Series:
        return pd.Series(["good" for _ in texts])

    answer = Monitor(many).predict(pd.Series([HER, NOBODY], index=[7, 9]))
    pd.testing.assert_series_equal(answer, pd.Series(["good", "good"]))


def test_an_answer_that_is_made_while_it_is_read_is_left_to_the_caller():
    def many(texts: list[str]):
        return (by_pronoun(text) for text in texts)

    monitor = Monitor(many)
    assert list(monitor.predict([HER, NOBODY])) == ["bad", "bad"]
    assert monitor.verify(HER).repeated


def test_predict_asks_the_system_once_about_the_text_itself():
    system = Scored(by_pronoun)
    monitor = Monitor(system)
    assert monitor.predict(NOBODY) == "bad"
    assert monitor.predict([HER]) == ["bad"]
    assert system.sizes == [1, 1, 8, 52]


def test_what_the_system_raises_for_the_text_itself_reaches_the_caller_as_it_is():
    monitor = Monitor(Watched(breaks_on("Priya")))
    for ask in (monitor.predict, monitor.verify):
        with pytest.raises(ValueError, match="cannot read Priya"):
            ask(HER)
    assert monitor.predict(NOBODY) == "good"


def test_what_the_system_raises_for_a_mutant_never_reaches_the_caller(caplog):
    # Of the ways in which the mutants differ from the text, one breaks the system.
    monitor = Monitor(Watched(breaks_on("his")))
    assert monitor.predict(HER) == "good"
    found = monitor.verify(HER)
    assert (found.verdict, found.evidence.reason) == ("undecided", "system failed")
    assert "cannot read his" in found.evidence.detail
    assert not found.repeated  # it may go well the next time
    assert "undecided" in caplog.text


def test_a_text_on_which_the_system_fails_takes_no_other_with_it():
    monitor = Monitor(Watched(breaks_on("baked", by_pronoun)))
    system = monitor.system
    system.rule = lambda text: (
        by_pronoun(text) if text == HER else breaks_on("baked", by_pronoun)(text)
    )
    verdicts = [str(found.verdict) for found in monitor.verify_many([HER, HIS])]
    assert verdicts == ["undecided", "biased"]


def test_a_fault_of_the_check_itself_is_undecided_and_logged(monkeypatch, caplog):
    monitor = Monitor(Watched(by_pronoun))
    prepare = monitor.preparer.prepare

    def broken(texts):
        if HER in texts:
            msg = "no parser"
            raise RuntimeError(msg)
        return prepare(texts)

    monkeypatch.setattr(monitor.preparer, "prepare", broken)
    assert monitor.predict([HER, HIS]) == ["bad", "good"]
    found = monitor.verify_many([HER, HIS])
    assert [str(one.verdict) for one in found] == ["undecided", "biased"]
    assert found[0].evidence.reason == "check failed"
    assert "no parser" in caplog.text


def test_answers_of_the_wrong_number_are_named_before_any_counting():
    def wrong(texts: list[str]) -> list[list[float]]:
        return [[0.2, 0.8]]

    system = fn.as_system(wrong, positive=1, takes="many")
    with pytest.raises(SystemUnderTestError, match="'wrong'.*asked for 3 answers, got 1"):
        Monitor(system).verify_many([HER, HIS, NOBODY])


def test_a_column_of_labels_is_read():
    def column(texts: list[str]) -> np.ndarray:
        return np.array([[by_pronoun(text)] for text in texts])

    monitor = Monitor(column)
    assert monitor.predict([HER]).shape == (1, 1)
    assert monitor.verify(HER).verdict == "biased"


def test_labels_that_cannot_be_read_make_the_verdict_undecided_and_the_answer_stays(caplog):
    def numbers(texts: list[str]) -> list[int]:
        return [0 for _ in texts]

    monitor = Monitor(numbers)
    assert monitor.predict([HER]) == [0]
    assert monitor.summary().reasons["reason"].tolist() == ["unusable answers"]


# Nothing to check


def test_a_text_about_nobody_is_not_applicable_after_one_question():
    system = Watched(by_pronoun)
    found = Monitor(system).verify(NOBODY)
    assert (found.verdict, found.evidence.reason, system.sizes) == (
        "not applicable",
        "no person",
        [1],
    )


def test_changes_that_do_not_reach_the_system_are_not_applicable():
    text = "The bread was cold and the soup was late. " + HER
    found = Monitor(Cut(20)).verify(text)
    assert (found.verdict, found.evidence.reason) == ("not applicable", "cut off")
    assert Monitor(Cut(200)).verify(text).verdict == "biased"


def test_what_is_no_text_is_refused_by_verify_and_not_applicable_in_a_list():
    monitor = Monitor(Watched(always))
    with pytest.raises(SchemaError, match="`text` is int"):
        monitor.verify(3)
    with pytest.raises(SchemaError, match="of type int, not a text"):
        monitor.verify_many([HER, 3])
    with pytest.raises(SchemaError, match="a list is needed"):
        monitor.verify_many(HER)
    found = monitor.verify_many([None, math.nan])
    assert {one.evidence.reason for one in found} == {"skipped: missing"}
    assert monitor.system.batches == []


def test_a_text_that_is_too_long_is_not_applicable():
    found = Monitor(Watched(always), limits=Limits(chars=10)).verify(HER)
    assert found.evidence.reason == "skipped: too long"


# Several characteristics


def test_the_verdict_is_the_worst_of_the_characteristics():
    found = Monitor(Watched(by_pronoun), characteristics=["country", "gender"], values=10).verify(
        HER
    )
    assert {name: str(e.verdict) for name, e in found.by_characteristic.items()} == {
        "country": "fair",
        "gender": "biased",
    }
    assert (found.verdict, found.evidence.characteristic) == ("biased", "gender")


# Modes


class Gate(Watched):
    """A system that waits at its second batch until it may go on."""

    def __init__(self) -> None:
        super().__init__(by_pronoun)
        self.open, self.waits = threading.Event(), threading.Event()

    def labels(self, texts):
        if self.batches:
            self.waits.set()
            assert self.open.wait(60)
        return super().labels(texts)


def test_in_the_background_the_answer_does_not_wait_for_the_check():
    system = Gate()
    with Monitor(system, mode="background") as monitor:
        assert monitor.predict(HER) == "bad"  # while the check cannot go on
        assert system.waits.wait(60)
        assert monitor.summary().counters["pending"] == 1
        assert not monitor.flush(0)
        system.open.set()
        assert monitor.flush(60)
        assert monitor.summary().table["biased"].tolist() == [1]


def test_an_inline_check_that_takes_longer_than_asked_goes_on_in_the_background():
    system = Gate()
    with Monitor(system, limits=Limits(delay=0.01)) as monitor:
        assert monitor.predict(HER) == "bad"
        assert monitor.summary().table.empty
        system.open.set()
        assert monitor.flush(60)
        assert monitor.summary().table["biased"].tolist() == [1]


def test_what_finds_no_room_in_the_background_is_dropped_and_counted():
    system = Gate()
    monitor = Monitor(system, mode="background", limits=Limits(queue=1))
    monitor.predict(HER)
    assert system.waits.wait(60)
    system.batches.clear()  # the next original may pass
    for text in (HIS, PRONOUN):
        system.batches.clear()
        monitor.predict(text)
    assert monitor.summary().counters["dropped"] == 1
    system.open.set()
    assert monitor.close(60)
    assert monitor.summary().counters["checked"] == 2
    assert monitor.predict(NOBODY) == "bad"  # it still answers
    assert monitor.summary().counters["dropped"] == 2


def test_a_share_of_texts_is_checked_and_equal_texts_alike():
    texts = [f"Tom baked {n} loaves, and his bread rose." for n in range(40)]
    with Monitor(Watched(always), mode="sampled", share=0.3, seed=1) as monitor:
        monitor.predict(texts)
        monitor.flush(60)
        counters = monitor.summary().counters
        assert 5 <= counters["checked"] <= 20
        assert counters["checked"] + counters["not_sampled"] == 40
        monitor.predict(texts[::-1])
        monitor.flush(60)
        again = monitor.summary().counters
        assert again["repeated"] == counters["checked"]


def test_the_event_loop_goes_on_while_a_text_is_checked():
    monitor = Monitor(Watched(by_pronoun))

    async def both():
        return await asyncio.gather(
            monitor.averify(HER), monitor.apredict([HIS]), monitor.averify_many([NOBODY])
        )

    found, answer, many = asyncio.run(both())
    assert (found.verdict, answer, many[0].verdict) == ("biased", ["good"], "not applicable")


# Limits


def test_a_budget_that_ends_is_undecided():
    system = Watched(by_pronoun)
    found = Monitor(system, limits=Limits(predictions=8)).verify(HER)
    assert (found.verdict, found.evidence.reason) == ("undecided", "budget")
    assert system.sizes == [1, 8]


def test_time_that_ends_is_undecided_with_what_was_counted():
    found = Monitor(Watched(by_pronoun), limits=Limits(seconds=0)).verify(HER)
    assert (found.verdict, found.evidence.reason) == ("undecided", "time limit")
    assert found.evidence.answers == ()


# Batches


def test_a_verdict_that_flips_when_mutants_are_asked_alone_is_marked_unstable():
    class Padded(Watched):
        def labels(self, texts):
            super().labels(texts)
            return ["bad" if len(texts) > 1 and by_pronoun(t) == "bad" else "good" for t in texts]

    found = Monitor(Padded(always), stability=1.0).verify(HER)
    assert (found.verdict, found.evidence.unstable) == ("biased", True)
    assert found.evidence.flipped == 30
    steady = Monitor(Watched(by_pronoun), stability=1.0).verify(HER)
    assert (steady.evidence.unstable, steady.evidence.flipped) == (False, 0)
    assert Monitor(Watched(by_pronoun)).verify(HER).evidence.unstable is None


# Options


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"strategy": "two_steps"}, UnknownChoiceError, "two_step"),
        ({"characteristic": "gendre"}, UnknownChoiceError, "gender"),
        ({"characteristic": "gender", "characteristics": ["country"]}, OptionError, "got charac"),
        ({"characteristics": []}, OptionError, "got charac"),
        ({"characteristics": ["gender", "gender"]}, OptionError, "named twice"),
        ({"alpha": 0}, OptionError, "alpha is 0"),
        ({"mode": "later"}, UnknownChoiceError, "background"),
        ({"mode": "sampled"}, OptionError, "share=0.1"),
        ({"share": 2}, OptionError, "share is 2"),
        ({"remember": -1}, OptionError, "remember is -1"),
        ({"stability": 2}, OptionError, "stability is 2"),
        ({"curation": "lax"}, UnknownChoiceError, "sound"),
        ({"on_biased": 3}, OptionError, "cannot act"),
    ],
)
def test_a_choice_that_will_not_do_is_told(options, error, match):
    with pytest.raises(error, match=match):
        Monitor(Watched(always), **options)


@pytest.mark.parametrize("limit", [{"chars": 0}, {"queue": 1.5}, {"seconds": -1}])
def test_a_limit_that_will_not_do_is_told(limit):
    with pytest.raises(OptionError, match=next(iter(limit))):
        Limits(**limit)


def test_the_sample_can_be_chosen_by_the_chance_of_a_miss():
    found = Monitor(Watched(always), strategy=TwoStep(miss_at_most=0.05)).verify(HER)
    assert len(found.evidence.answers) == 38
    assert found.evidence.miss_at_most <= 0.05
