"""Saved and missed mutants, beside the same by drawing."""

from __future__ import annotations

import numpy as np
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor import Monitor
from fairnlp.monitor.curve import saved_and_missed
from fairnlp.monitor.inquiry import Pool, answer_all
from fairnlp.monitor.strategies import TwoStep
from tests.monitor.toys import HER, HIS, NOBODY, PRONOUN, Watched, always


def rule(text: str) -> str:
    return "bad" if sum(map(ord, text)) % 11 == 0 else "good"


def test_the_curve_is_what_drawing_gives():
    found = Monitor(Watched(rule), strategy="full").verify_many([HER, HIS, NOBODY, PRONOUN])
    curve = saved_and_missed(found, x=[1, 4, 12])
    assert curve["texts"].tolist() == [3, 3, 3]
    known = [one.evidence for one in found if one.evidence.answers]
    rng = np.random.default_rng(0)
    for row in curve.itertuples():
        asked, missed = [], []
        for evidence in known:
            classes: dict[str, tuple[str, ...]] = {}
            for answer in evidence.answers:
                classes[answer.class_] = (*classes.get(answer.class_, ()), answer.value_id)
            pool = Pool(classes=classes, prediction=evidence.prediction)
            said = {(a.class_, a.value_id): (a.label, 0.0) for a in evidence.answers}
            strategy = TwoStep(x=row.x)
            outcomes = [answer_all(strategy.questions(pool, rng), said) for _ in range(400)]
            asked.append(np.mean([len(outcome.asked) for outcome in outcomes]))
            if evidence.verdict == "biased":
                missed.append(np.mean([outcome.verdict == "fair" for outcome in outcomes]))
        mutants = sum(sum(evidence.n.values()) for evidence in known)
        assert row.saved == pytest.approx(1 - sum(asked) / mutants, abs=0.03)
        assert row.biased == len(missed) > 0
        assert row.missed == pytest.approx(np.mean(missed), abs=0.05)
        assert row.missed <= row.worst


def test_all_mutants_save_and_miss_nothing_and_alpha_can_be_another():
    found = Monitor(Watched(rule), strategy="full").verify_many([HER, HIS])
    whole = saved_and_missed(found).iloc[-1]
    assert (whole["x"], whole["saved"], whole["missed"]) == (30, 0.0, 0.0)
    assert saved_and_missed(found, alpha=1)["biased"].tolist() == [0] * 30
    assert saved_and_missed(found, alpha=1)["missed"].isna().all()


def test_only_whole_checks_will_do():
    found = Monitor(Watched(always)).verify_many([HIS])
    with pytest.raises(OptionError, match="asked about 8 of 60 mutants; use .*strategy='full'"):
        saved_and_missed(found)
    assert saved_and_missed([]).empty
