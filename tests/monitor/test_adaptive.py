"""Learning over a stream of texts of a system whose rule is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor.adaptive import Adaptive
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.strategies import Full, Pool, TwoStep, answer_all, by_name
from tests.monitor.oracles import run, text_of

NAMES = {"female": tuple(f"f{i}" for i in range(30)), "male": tuple(f"m{i}" for i in range(30))}


def stream(n: int, *, seed: int = 0, scored: bool = True, noise: float = 0.0):
    """Texts of a system that adds a weight for each name to the level of the text.

    Four female names have large negative weights, so that some texts are biased by 4 of 30.
    """
    rng = np.random.default_rng(seed)
    weights = {(c, v): rng.normal(0, 0.05) for c, values in NAMES.items() for v in values}
    weights |= {("female", f"f{i}"): -0.6 - 0.02 * i for i in (3, 11, 17, 25)}
    texts = []
    for level in rng.normal(0, 5, n):
        z = {key: level + w + noise * rng.normal() for key, w in weights.items()}
        answers = {
            key: ("good" if s > 0 else "bad", 1 / (1 + math.exp(-s)) if scored else math.nan)
            for key, s in z.items()
        }
        pool = Pool(
            classes=NAMES,
            prediction="good" if level > 0 else "bad",
            score=1 / (1 + math.exp(-level)) if scored else math.nan,
        )
        texts.append((pool, answers))
    return texts


def watch(strategy, texts, *, seed: int = 0):
    asking = strategy.start()
    rng = [np.random.default_rng([seed, i]) for i in range(len(texts))]
    outcomes = [
        answer_all(asking.questions(pool, r), answers)
        for (pool, answers), r in zip(texts, rng, strict=True)
    ]
    return asking, outcomes


def missed_and_saved(texts, outcomes):
    truth = [run(Full(), text).verdict is Verdict.BIASED for text in texts]
    missed = [
        o.verdict is not Verdict.BIASED for o, biased in zip(outcomes, truth, strict=True) if biased
    ]
    asked = sum(len(outcome.asked) for outcome in outcomes)
    return sum(missed), sum(truth), 1 - asked / sum(pool.size for pool, _ in texts)


def test_it_finds_what_two_steps_miss_and_asks_less():
    texts = stream(700)
    _, outcomes = watch(Adaptive(), texts)
    missed, biased, saved = missed_and_saved(texts, outcomes)
    two_missed, _, two_saved = missed_and_saved(texts, watch(TwoStep(curtail=True), texts)[1])
    assert biased >= 30
    assert missed == 0
    assert two_missed >= 10
    assert saved > max(0.75, two_saved - 0.05)


def test_labels_alone_teach_it_too_though_later():
    texts = stream(800, scored=False)
    _, outcomes = watch(Adaptive(), texts)
    missed, biased, saved = missed_and_saved(texts[300:], outcomes[300:])
    assert biased >= 20
    assert missed <= biased * 0.1
    assert saved > 0.75
    assert {outcome.used for outcome in outcomes} == {("labels",)}


def test_it_names_what_it_used():
    texts = stream(30)
    _, outcomes = watch(Adaptive(warm_up=5, audit=0), texts)
    assert outcomes[0].used == ("labels",)
    assert {outcome.used for outcome in outcomes[5:]} == {("labels", "scores")}
    _, outcomes = watch(Adaptive(warm_up=5, scores=False), texts)
    assert {outcome.used for outcome in outcomes} == {("labels",)}


def test_where_it_stops_early_it_is_not_certain_and_says_why():
    texts = stream(100)
    asking, outcomes = watch(Adaptive(warm_up=10, audit=0.1), texts)
    early = [outcome for outcome in outcomes if outcome.stopped == "agreement"]
    assert len(early) > 30
    assert not any(outcome.certain for outcome in early)
    # 1 of 29 that are left after the telling one, of which 3 would disagree: 26/29.
    assert early[0].miss_at_most == pytest.approx(26 / 29)
    assert early[-1].reason.startswith(
        "4 of 60 mutants agree with the original prediction: 2 with values that moved the score "
        "most in earlier texts, 2 with values drawn at random; of "
    )
    missed, audited, most = asking.audits
    assert (missed, audited) == (0, asking.audited)
    assert audited > 0
    assert 0 < most < 1
    assert f"of {audited} such texts" in early[-1].reason or early[-1] is not outcomes[-1]


def test_the_first_texts_are_checked_in_full():
    _, outcomes = watch(Adaptive(warm_up=7), stream(9))
    assert all(len(outcome.asked) == 60 and outcome.stages == 1 for outcome in outcomes[:7])


def test_without_warm_up_and_learning_it_samples_at_random():
    outcome = run(Adaptive(warm_up=0, audit=0), text_of("g" * 30, "g" * 30))
    assert (outcome.verdict, len(outcome.asked), outcome.stopped) == ("fair", 8, "agreement")
    assert "no such text was checked in full so far" in outcome.reason


def test_a_text_that_is_audited_is_checked_in_full():
    outcome = run(Adaptive(warm_up=0, audit=1), text_of("g" * 30, "g" * 30))
    assert (len(outcome.asked), outcome.certain, outcome.miss_at_most) == (60, True, 0)


def test_an_audit_counts_what_would_have_been_missed():
    pool, answers = text_of("b" * 3 + "g" * 27, "g" * 30)
    found = []
    for seed in range(20):
        learning = Adaptive(warm_up=0, audit=1).start()
        answer_all(learning.questions(pool, np.random.default_rng(seed)), answers)
        found.append(learning.audits)
    assert {(missed, audited) for missed, audited, _ in found} == {(0, 0), (1, 1)}
    assert all(most == 1 for _, _, most in found)


def test_more_is_asked_where_a_score_may_come_near_to_another_label():
    texts = stream(300, noise=0.3)
    (_, wary), (_, quick) = (watch(Adaptive(audit=0, margin=m), texts) for m in (2, 0))
    assert max(o.stages for o in wary if o.stopped == "agreement") > 1
    assert sum(len(o.asked) for o in wary) > sum(len(o.asked) for o in quick)
    assert missed_and_saved(texts, wary)[0] < missed_and_saved(texts, quick)[0]


def test_texts_without_values_are_no_warm_up():
    learning = Adaptive(warm_up=1).start()
    pool, answers = text_of("g", "g")
    for _ in range(3):
        answer_all(learning.questions(pool, np.random.default_rng(0)), answers)
    assert learning.texts == 0
    assert run(Adaptive(warm_up=0), text_of("g", "b")).verdict is Verdict.BIASED


def test_the_same_seed_learns_and_asks_the_same():
    texts = stream(60)
    one, two, other = (
        [outcome.asked for outcome in watch(Adaptive(), texts, seed=seed)[1]] for seed in (1, 1, 2)
    )
    assert one == two != other


def test_a_monitor_learns_for_itself():
    strategy = Adaptive()
    assert strategy.start() is not strategy.start()
    pool, answers = text_of("g" * 30, "b" * 30)
    outcome = answer_all(strategy.questions(pool, np.random.default_rng(0)), answers)
    assert (outcome.verdict, len(outcome.asked)) == ("biased", 60)


def test_a_budget_that_ends_leaves_it_undecided():
    outcome = run(Adaptive(warm_up=0), text_of("gb" * 15, "g" * 30, budget=9))
    assert (outcome.verdict, outcome.stopped, len(outcome.asked)) == ("undecided", "budget", 9)
    outcome = run(Adaptive(), text_of("g" * 30, "g" * 30, budget=9))
    assert outcome.verdict is Verdict.UNDECIDED
    outcome = run(Adaptive(warm_up=0), text_of("g" * 30, "g" * 30, budget=3))
    assert (outcome.verdict, outcome.miss_at_most) == ("undecided", 0)


def test_invalid_answers_weaken_what_can_be_stated():
    outcome = run(Adaptive(warm_up=0, audit=0), text_of("g" * 30, "g" * 29 + "-"))
    outcomes = [
        run(Adaptive(warm_up=0, audit=0), text_of("g" * 30, "g" * 15 + "-" * 15), seed=seed)
        for seed in range(8)
    ]
    worse = [o.miss_at_most for o in outcomes if o.stopped == "agreement" and o.invalid["male"]]
    assert worse
    assert min(worse) > outcome.miss_at_most


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"telling": 0}, "telling is 0; it must be a whole number of 1 or more"),
        ({"random": -1}, "random is -1; it must be a whole number of 0 or more"),
        ({"audit": 1.5}, "audit is 1.5; it is a share from 0 to 1"),
        ({"margin": -1}, "margin is -1; it must be 0 or more"),
        ({"margin": math.inf}, "margin is inf"),
    ],
)
def test_options_that_cannot_be_used_are_refused(options, said):
    with pytest.raises(OptionError, match=said):
        by_name("adaptive", **options)
