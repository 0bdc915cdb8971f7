"""Texts whose labels are known, and the running of strategies over them."""

from __future__ import annotations

import numpy as np

from fairnlp.monitor.strategies import Outcome, Pool, Strategy, answer_all


def text_of(*letters: str, prediction: str | None = "g", **options):
    """Make a pool and its answers of a letter a mutant, such as "g"; "-" for no label.

    The first letters are of the women, the second of the men, the third of others.
    """
    given = dict(zip(("female", "male", "other"), letters, strict=False))
    classes = {c: tuple(f"{c}{i}" for i in range(len(some))) for c, some in given.items()}
    answers = {
        (class_, value): (None if letter == "-" else letter, np.nan)
        for class_, some in given.items()
        for value, letter in zip(classes[class_], some, strict=True)
    }
    return Pool(classes=classes, prediction=prediction, **options), answers


def run(strategy: Strategy, text, *, seed: int = 0) -> Outcome:
    pool, answers = text
    return answer_all(strategy.start().questions(pool, np.random.default_rng(seed)), answers)
