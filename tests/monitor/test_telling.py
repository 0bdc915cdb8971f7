"""What is learnt of values, on answers that follow a rule."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fairnlp.monitor.inquiry import Inquiry
from fairnlp.monitor.strategies import Pool
from fairnlp.monitor.telling import SHRINK, LabelPulls, ScoreShifts
from fairnlp.systems.outputs import Answers

FEMALE, MALE = ("Ada", "Mia", "Zoe"), ("Ian", "Leo", "Max")
CLASSES = {"female": FEMALE, "male": MALE}
KEYS = [(class_, value) for class_, values in CLASSES.items() for value in values]


def heard(labels, scores=None, *, prediction="good", score=math.nan) -> Inquiry:
    inquiry = Inquiry(Pool(classes=CLASSES, prediction=prediction, score=score))
    asking = inquiry.ask(KEYS)
    next(asking)
    scores = [math.nan] * len(KEYS) if scores is None else scores
    with pytest.raises(StopIteration):
        asking.send(Answers(list(labels), np.array(scores, dtype=float)))
    return inquiry


def test_a_text_whose_mutants_agree_tells_nothing_of_pulls():
    pulls = LabelPulls()
    pulls.learn(heard(["good"] * 6))
    pulls.learn(heard(["good"] * 5 + [None]))
    assert pulls.frame().empty


def test_a_value_pulls_to_its_label_by_one_less_its_share():
    pulls = LabelPulls()
    inquiry = heard(["good", "bad", "good", "good", "good", None])
    pulls.learn(inquiry)
    # 4 of 5 are good; the mean over one text is shrunk to 1 / (1 + 4) of it.
    assert pulls.pull(("female", "Mia"), "bad") == pytest.approx((1 - 0.2) / (1 + SHRINK))
    assert pulls.pull(("female", "Mia"), "good") == pytest.approx(-0.8 / (1 + SHRINK))
    assert pulls.pull(("male", "Ian"), "good") == pytest.approx(0.2 / (1 + SHRINK))
    assert pulls.pull(("male", "Max"), "good") == 0
    assert pulls.away(inquiry.pool, "female", FEMALE) == [["Mia", "Ada", "Zoe"]]
    assert pulls.frame().set_index(["value_id", "label"]).loc[("Mia", "bad"), "texts"] == 1


def probabilities(levels):
    """Shifts of log odds by -1, 0, 1, -0.5, 0, 0.5."""
    shifts = np.array([-1, 0, 1, -0.5, 0, 0.5])
    return [1 / (1 + np.exp(-(level + shifts))) for level in levels]


def test_shifts_of_log_odds_are_found_whatever_the_level_of_the_text():
    shifts = ScoreShifts()
    assert not shifts.known
    for scores in probabilities(np.linspace(-3, 3, 60)):
        labels = ["good" if score > 0.5 else "bad" for score in scores]
        shifts.learn(heard(labels, scores, prediction="good", score=0.7))
    found = shifts.frame().set_index("value_id")["shift"]
    shrunk = 60 / (60 + SHRINK) * np.array([-1, 0, 1, -0.5, 0, 0.5])
    np.testing.assert_allclose(found[[*FEMALE, *MALE]], shrunk, atol=1e-9)
    assert shifts.known
    assert shifts.noise < 0.25


def test_the_values_that_shift_to_the_other_label_come_first():
    shifts = ScoreShifts()
    for scores in probabilities([-1, 1] * 5):
        shifts.learn(heard(["good" if s > 0.5 else "bad" for s in scores], scores))
    good = Pool(classes=CLASSES, prediction="good", score=0.9)
    bad = Pool(classes=CLASSES, prediction="bad", score=0.1)
    assert shifts.away(good, "female", FEMALE) == [["Ada", "Mia", "Zoe"]]
    assert shifts.away(bad, "male", MALE) == [["Max", "Leo", "Ian"]]


def test_both_directions_are_taken_where_other_labels_lie_on_both_sides_or_nowhere_known():
    shifts = ScoreShifts()
    for scores in probabilities([0] * 5):
        shifts.learn(heard(["mixed"] * 6, scores))
    pool = Pool(classes=CLASSES, prediction="mixed", score=0.5)
    both = [["Ada", "Mia", "Zoe"], ["Zoe", "Mia", "Ada"]]
    assert shifts.away(pool, "female", FEMALE) == both
    for label, score in (("bad", 0.01), ("good", 0.99)):
        shifts.learn(heard([label] * 6, [score] * 6, prediction=label, score=score))
    assert shifts.away(pool, "female", FEMALE) == both
    assert len(shifts.away(Pool(classes=CLASSES, prediction="good", score=0.9), "male", MALE)) == 1


def test_scores_outside_0_to_1_are_taken_as_they_are():
    shifts = ScoreShifts()
    shifts.learn(heard(["good"] * 6, [0.5] * 6))
    for level in (-2, 0, 2) * 20:
        scores = level + np.array([-1, 0, 1, 0, 0, 0])
        shifts.learn(heard(["good"] * 6, scores))
    found = shifts.frame().set_index("value_id")["shift"]
    np.testing.assert_allclose(found[list(FEMALE)], [-1, 0, 1], atol=0.1)
    assert shifts.frame()["texts"].eq(60).all()  # what was learnt as log odds is forgotten


def begun(score, n=2):
    """A text of which the first mutants were asked about, all with one score."""
    inquiry = Inquiry(Pool(classes=CLASSES, prediction="good", score=score))
    asking = inquiry.ask(KEYS[:n])
    next(asking)
    with pytest.raises(StopIteration):
        asking.send(Answers(["good"] * n, np.full(n, float(score))))
    return inquiry


def test_what_may_get_another_label_is_found_by_its_expected_score():
    shifts = ScoreShifts()
    rng = np.random.default_rng(0)
    by_value = np.array([0, 0, 0, 0, -2, -4])
    for _ in range(200):
        for label, level in (("good", 20), ("bad", -20)):
            scores = level + by_value + rng.normal(0, 0.5, 6)
            shifts.learn(heard([label] * 6, scores, prediction=label, score=level))
    assert shifts.noise == pytest.approx(0.5, abs=0.1)
    # "bad" ends near -18.5 and "good" begins near 14.5, so that half way is at -2.
    assert shifts.doubtful(begun(10), 2) == []
    assert shifts.doubtful(begun(1), 0) == [("male", "Max")]  # expected at -3
    assert shifts.doubtful(begun(0.5), 2) == [("male", "Max"), ("male", "Leo")]
    assert shifts.doubtful(begun(0.5, n=6), 2) == []


def test_nothing_is_doubtful_where_the_score_does_not_tell_the_label():
    shifts = ScoreShifts()
    for _ in range(10):
        shifts.learn(heard(["good", "bad"] * 3, np.arange(6) + 5, score=7))
        shifts.learn(heard(["bad", "good"] * 3, np.arange(6) + 5, score=7))
    assert shifts.doubtful(begun(7), 99) == []


def test_scores_that_are_missing_teach_nothing():
    shifts = ScoreShifts()
    shifts.learn(heard(["good"] * 6))
    shifts.learn(heard([None] * 6, [0.5] * 6))
    assert not shifts.known
    assert math.isnan(shifts.noise)
