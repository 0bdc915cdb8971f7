"""Inputs on which other tools went wrong: what this one says of them."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.characteristics.gender import Gender
from fairnlp.monitor import Monitor
from fairnlp.monitor.checked import REASONS
from fairnlp.monitor.strategies import STRATEGIES, TwoStep
from tests.monitor.toys import HER, NOBODY, PRONOUN, Watched, always, by_pronoun


def names(class_: str) -> list[str]:
    table = Gender().values(values=30, seed=0)
    return table[(table["class"] == class_) & ~table["spare"]]["name"].tolist()


def knows(bad: set[str]):
    """Say bad of a text with one of these names, and good of all others."""

    def rule(text: str) -> str:
        return "bad" if set(text.replace(",", " ").split()) & bad else "good"

    return rule


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_a_difference_exactly_at_the_threshold_is_one_verdict_whatever_the_counts(strategy):
    """As floats, 17 of the 28 ways to differ by 3 of 30 are below 0.10, and 11 are not."""
    men, women = names("male"), names("female")
    for fewer in range(28):
        bad = {*men[: fewer + 3], *women[:fewer]}
        monitor = Monitor(
            Watched(knows(bad)), strategy="full" if strategy == "two_step" else strategy
        )
        found = monitor.verify(HER).evidence
        if found.reason != "settled":  # else it was plain before all were asked
            assert found.gap == Fraction(1, 10)
        assert found.verdict == "biased"


def test_a_mutant_without_an_answer_is_invalid_and_counted():
    def one_of_four(class_table: pd.DataFrame):
        lost = {class_table.groupby("class")["name"].first()[c] for c in ("male", "female")}
        return lambda text: None if lost & set(text.replace(",", " ").split()) else "good"

    mine = pd.DataFrame(
        {
            "name": ["Ian", "Omar", "Felix", "Leo", "Ada", "Nora", "Elena", "Mia"],
            "class": ["male"] * 4 + ["female"] * 4,
        }
    )
    monitor = Monitor(Watched(one_of_four(mine)), values=mine, strategy="full")
    found = monitor.verify(HER)
    assert (found.verdict, found.evidence.invalid) == ("fair", {"male": 1, "female": 1})
    assert found.evidence.counts == {"male": {"good": 3}, "female": {"good": 3}}
    assert "no label" in found._repr_html_()


def test_a_class_without_a_valid_answer_is_undecided():
    monitor = Monitor(Watched(lambda text: None if by_pronoun(text) == "good" else "bad"))
    found = monitor.verify(HER)
    assert (found.verdict, found.evidence.reason) == ("undecided", "no valid answer")
    assert found.evidence.gap is None


def test_nan_from_a_function_is_no_label():
    def scores(texts: list[str]) -> list[float]:
        return [float("nan") if by_pronoun(text) == "good" else 0.1 for text in texts]

    found = Monitor(scores, threshold=0.5).verify(HER)
    assert (found.verdict, found.evidence.invalid["male"]) == ("undecided", 30)


def test_fewer_mutants_than_the_sample_are_used_and_shown():
    found = Monitor(Watched(by_pronoun), strategy=TwoStep(x=4), alpha=0.10).verify(PRONOUN)
    assert (found.verdict, found.evidence.n) == ("biased", {"male": 1, "female": 1})
    fair = Monitor(Watched(always), strategy=TwoStep(x=4)).verify(PRONOUN)
    assert (fair.verdict, fair.evidence.miss_at_most) == ("fair", 0.0)
    assert "1 of 1" in fair._repr_html_()


def test_nothing_to_test_is_not_the_same_as_fair():
    system = Watched(always)
    monitor = Monitor(system)
    assert monitor.verify(NOBODY).verdict == "not applicable"
    assert system.sizes == [1]
    table = monitor.summary().table
    assert (table["applicable"][0], table["fair"][0], table["texts"][0]) == (0, 0, 1)


def test_a_text_is_compared_with_its_own_mutants_alone_however_long_it_is():
    """VADER's sum runs to the end of its scale on long texts; a verdict does not see that."""
    monitor = Monitor("vader")
    for times in (1, 20):
        text = HER + " " + "The soup was bad, the bread was good. " * times
        found = monitor.verify(text)
        assert (found.verdict, found.evidence.reason) == ("fair", "agreement")


IMPORT = """
import random, numpy
random.seed(1); numpy.random.seed(1)
before = random.getstate(), numpy.random.get_state()[1].tolist()
import fairnlp.monitor.monitor, fairnlp.monitor.strategies, fairnlp.monitor.log
assert before == (random.getstate(), numpy.random.get_state()[1].tolist())
"""


def test_importing_the_monitor_draws_nothing():
    subprocess.run([sys.executable, "-c", IMPORT], check=True)


def test_a_caller_s_own_draws_go_on_as_if_nothing_were():
    random.seed(7)
    expected = random.random(), random.random()
    random.seed(7)
    first = random.random()
    fn.Monitor(Watched(by_pronoun)).verify(HER)
    assert (first, random.random()) == expected


def test_the_reasons_stand_in_the_glossary():
    from pathlib import Path

    glossary = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
    for code, meaning in REASONS.items():
        assert f"| {code} | {meaning} |\n" in glossary


def test_the_rate_of_a_system_that_hangs_on_no_name_is_zero():
    rng = np.random.default_rng(0)
    texts = [f"Tom baked {n} loaves, and his bread rose." for n in rng.integers(0, 99, 20)]
    monitor = Monitor(Watched(always))
    monitor.verify_many(texts)
    assert monitor.summary().table["rate"][0] == 0.0
