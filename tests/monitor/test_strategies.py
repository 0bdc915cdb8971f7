"""Strategies on texts whose labels are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.monitor.adaptive import Adaptive
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.misses import worst_miss
from fairnlp.monitor.strategies import STRATEGIES, Exact, Full, TwoStep, by_name
from tests.monitor.oracles import run, text_of

UNANIMOUS = text_of("g" * 30, "g" * 30)
SPLIT = text_of("b" * 30, "g" * 30)

LETTERS = st.text("gb-", min_size=1, max_size=12)
SURE = [Full(), Exact(), Exact(batch=1), TwoStep(x=99), TwoStep(miss_at_most=0)]


def test_full_asks_all_in_one_batch():
    outcome = run(Full(), SPLIT)
    assert (outcome.verdict, outcome.stages, len(outcome.asked)) == ("biased", 1, 60)
    assert outcome.certain
    assert outcome.stopped == "all asked"
    assert outcome.judgement.gap == 1


def test_two_steps_stop_after_a_sample_that_agrees():
    outcome = run(TwoStep(), UNANIMOUS)
    assert (outcome.verdict, outcome.stages, len(outcome.asked)) == ("fair", 1, 8)
    assert outcome.judgement.n == {"female": 4, "male": 4}
    assert outcome.stopped == "agreement"
    assert not outcome.certain
    assert outcome.miss_at_most == pytest.approx(worst_miss(4))
    assert outcome.reason == (
        "8 of 60 mutants, at most 4 of each class, agree with the original prediction."
    )


def test_two_steps_ask_all_where_the_sample_disagrees():
    outcome = run(TwoStep(), SPLIT)
    assert (outcome.verdict, outcome.stages, len(outcome.asked)) == ("biased", 2, 60)
    assert outcome.certain
    assert outcome.miss_at_most == 0


def test_a_sample_must_agree_with_the_original_too():
    pool, answers = text_of("g" * 30, "g" * 30, prediction="b")
    outcome = run(TwoStep(), (pool, answers))
    assert (outcome.verdict, len(outcome.asked)) == ("fair", 60)
    unknown = run(TwoStep(), text_of("g" * 30, "g" * 30, prediction=None))
    assert len(unknown.asked) == 60


def test_a_curtailed_second_step_stops_when_it_is_settled():
    outcome = run(TwoStep(curtail=True), SPLIT)
    # 17 of 30 and 17 of 30 settle it at the earliest: 17/30 - 13/30 >= 1/10.
    assert (outcome.verdict, outcome.stopped) == ("biased", "settled")
    assert len(outcome.asked) == 40
    assert outcome.certain
    finer = run(TwoStep(curtail=True, batch=1), SPLIT)
    assert len(finer.asked) == 34


def test_exact_saves_four_of_sixty_where_all_agree():
    outcome = run(Exact(batch=1), UNANIMOUS)
    assert (outcome.verdict, len(outcome.asked), outcome.stopped) == ("fair", 56, "settled")
    assert outcome.certain
    assert outcome.stages == 14  # the first half in one


def test_the_sample_is_chosen_by_the_miss_that_is_allowed():
    outcome = run(TwoStep(miss_at_most=0.05), UNANIMOUS)
    assert len(outcome.asked) == 2 * 19
    assert outcome.miss_at_most <= 0.05


@given(LETTERS, LETTERS, st.sampled_from("gb"), st.integers(0, 3))
def test_what_cannot_miss_gives_the_verdict_of_the_full_check(female, male, prediction, seed):
    text = text_of(female, male, prediction=prediction)
    verdict = run(Full(), text).verdict
    for strategy in SURE:
        outcome = run(strategy, text, seed=seed)
        assert outcome.certain
        assert outcome.verdict is verdict


THREE = st.text("gmb-", min_size=1, max_size=7)


@given(THREE, THREE, THREE, st.sampled_from(["0.1", "0.3", "0.5"]))
def test_three_classes_and_labels_are_judged_alike(female, male, other, alpha):
    text = text_of(female, male, other, alpha=alpha)
    verdict = run(Full(), text).verdict
    for strategy in SURE:
        assert run(strategy, text).verdict is verdict
    found = run(Adaptive(warm_up=0), text)
    assert found.verdict is verdict or (found.verdict is Verdict.FAIR and found.miss_at_most > 0)


@given(LETTERS, LETTERS, st.integers(1, 5), st.integers(0, 3))
def test_curtailing_changes_no_verdict(female, male, x, seed):
    text = text_of(female, male)
    whole, curtailed = (run(TwoStep(x=x, curtail=c), text, seed=seed) for c in (False, True))
    assert whole.verdict is curtailed.verdict
    assert len(curtailed.asked) <= len(whole.asked)


@given(LETTERS, LETTERS, st.sampled_from([Full(), Exact(), TwoStep(), TwoStep(curtail=True)]))
def test_no_mutant_is_asked_twice_and_all_answers_are_counted(female, male, strategy):
    outcome = run(strategy, text_of(female, male))
    assert len(set(outcome.asked)) == len(outcome.asked)
    valid = sum(outcome.judgement.n.values())
    assert valid + sum(outcome.invalid.values()) == len(outcome.asked)


def test_two_steps_miss_as_often_as_is_computed():
    text = text_of("g" * 27 + "b" * 3, "g" * 30)
    missed = [run(TwoStep(), text, seed=seed).verdict is Verdict.FAIR for seed in range(800)]
    # Standard error 0.017.
    assert np.mean(missed) == pytest.approx(worst_miss(4), abs=0.06)


def test_a_text_with_one_mutant_a_class_uses_and_shows_it():
    outcome = run(TwoStep(x=4), text_of("g", "g"))
    assert (outcome.verdict, outcome.stopped) == ("fair", "all asked")
    assert outcome.judgement.n == {"female": 1, "male": 1}
    assert outcome.certain


def test_answers_without_a_label_are_counted_and_in_no_share():
    outcome = run(Full(), text_of("ggg-", "ggg-"))
    assert outcome.verdict is Verdict.FAIR
    assert outcome.invalid == {"female": 1, "male": 1}
    assert outcome.judgement.n == {"female": 3, "male": 3}


@pytest.mark.parametrize("strategy", [Full(), Exact(), TwoStep(), TwoStep(curtail=True)])
def test_a_class_without_any_label_leaves_it_undecided(strategy):
    outcome = run(strategy, text_of("gggggg", "------"))
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.invalid["male"] == 6


def test_one_class_or_an_empty_one_costs_no_question():
    pool, answers = text_of("ggg", "")
    assert run(Full(), (pool, answers)).asked == ()
    assert run(TwoStep(), (pool, answers)).verdict is Verdict.UNDECIDED
    alone = type(pool)(classes={"female": pool.classes["female"]}, prediction="g")
    assert run(Exact(), (alone, answers)).verdict is Verdict.NOT_APPLICABLE
    assert run(Exact(), (alone, answers)).asked == ()


@pytest.mark.parametrize("strategy", [Full(), Exact(), TwoStep(), TwoStep(curtail=True)])
def test_a_budget_that_ends_leaves_it_undecided(strategy):
    outcome = run(strategy, text_of("gb" * 15, "g" * 30, budget=9))
    assert (outcome.verdict, outcome.stopped, len(outcome.asked)) == ("undecided", "budget", 9)
    assert outcome.judgement.n == {"female": 5, "male": 4}
    assert outcome.reason == "The budget of 9 mutants ended after 9 of 60."


def test_a_budget_that_is_enough_changes_nothing():
    assert run(TwoStep(), text_of("g" * 30, "g" * 30, budget=8)).verdict is Verdict.FAIR
    assert run(Full(), text_of("b" * 30, "g" * 30, budget=50)).stopped == "settled"
    assert run(Full(), text_of("b" * 30, "g" * 30, budget=0)).asked == ()


def test_the_same_seed_asks_the_same():
    asked = [run(TwoStep(), UNANIMOUS, seed=seed).asked for seed in (1, 1, 2)]
    assert asked[0] == asked[1] != asked[2]


def test_the_global_random_state_is_untouched():
    np.random.seed(0)  # noqa: NPY002
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    run(TwoStep(), UNANIMOUS)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_strategies_are_made_by_name():
    assert by_name("two_step", x=6) == TwoStep(x=6)
    assert by_name("full") == Full()
    assert by_name("adaptive", telling=2) == Adaptive(telling=2)
    assert [by_name(name).name for name in STRATEGIES] == list(STRATEGIES)
    with pytest.raises(UnknownChoiceError, match="Did you mean 'two_step'"):
        by_name("twostep")
    with pytest.raises(OptionError, match="no option 'y'; it has x, miss_at_most, curtail, batch"):
        by_name("two_step", y=6)
    with pytest.raises(OptionError, match="it has none"):
        by_name("full", x=6)


@pytest.mark.parametrize("options", [{"x": 0}, {"x": 2.5}, {"x": True}, {"batch": 0}])
def test_numbers_that_cannot_be_used_are_refused(options):
    with pytest.raises(OptionError, match="must be a whole number of 1 or more"):
        TwoStep(**options)


def test_x_and_the_miss_are_not_given_together():
    with pytest.raises(OptionError, match=r"Give x \(4\) or miss_at_most \(0\.1\), not both"):
        TwoStep(x=4, miss_at_most=0.1)
    with pytest.raises(OptionError, match="miss_at_most is 2"):
        TwoStep(miss_at_most=2)


def test_answers_of_the_wrong_number_are_refused():
    pool, answers = UNANIMOUS
    questions = Full().questions(pool, np.random.default_rng(0))
    next(questions)
    from fairnlp.systems.outputs import Answers

    with pytest.raises(OptionError, match="60 mutants were asked about; 1 answers came"):
        questions.send(Answers(["g"], np.array([np.nan])))


@settings(max_examples=30)
@given(LETTERS, LETTERS)
def test_a_miss_is_possible_only_where_it_is_said(female, male):
    text = text_of(female, male)
    whole = run(Full(), text).verdict
    outcome = run(TwoStep(x=2), text)
    if outcome.verdict is not whole:
        assert outcome.miss_at_most > 0
