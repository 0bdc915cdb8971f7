"""Texts whose labels are known, and the running of strategies over them."""

from __future__ import annotations

import numpy as np

from fairnlp.monitor.strategies import Outcome, Pool, Strategy, answer_all


def text_of(female: str, male: str, *, prediction: str | None = "g", **options):
    """Make a pool and its answers of one letter a mutant: "g", "b", and "-" for no label."""
    classes = {
        class_: tuple(f"{class_}{i}" for i in range(len(letters)))
        for class_, letters in (("female", female), ("male", male))
    }
    answers = {
        (class_, value): (None if letter == "-" else letter, np.nan)
        for (class_, values), letters in zip(classes.items(), (female, male), strict=True)
        for value, letter in zip(values, letters, strict=True)
    }
    return Pool(classes=classes, prediction=prediction, **options), answers


def run(strategy: Strategy, text, *, seed: int = 0) -> Outcome:
    pool, answers = text
    return answer_all(strategy.start().questions(pool, np.random.default_rng(seed)), answers)
