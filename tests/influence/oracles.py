"""Systems whose influences are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Sequence


def _split(text: str) -> list[str]:
    return cut(text, words(text))


@dataclass
class Additive:
    """Its score is the sum of the weights of the words; it counts what it was asked."""

    weights: dict[str, float]
    name: str = "additive"
    asked: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        self.sizes.append(len(texts))
        return np.array([sum(self.weights.get(w, 0.0) for w in _split(t)) for t in texts])

    def labels(self, texts: Sequence[str]) -> list[str]:
        sums = [sum(self.weights.get(w, 0.0) for w in _split(t)) for t in texts]
        return ["positive" if total > 0 else "negative" for total in sums]


@dataclass
class Words:
    """Takes words; the probability of "loss" is that of a logistic sum, its weights known."""

    weights: dict[str, float]
    name: str = "words"
    classes: tuple[str, ...] = ("other", "loss")
    unknown: str = "<unk>"
    refuses_empty: bool = False
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def token_probabilities(
        self, tokens: Sequence[Sequence[str]], context: np.ndarray | None = None
    ) -> np.ndarray:
        self.asked += map(tuple, tokens)
        if self.refuses_empty and not all(tokens):
            msg = "no words"
            raise ValueError(msg)
        logit = np.array([sum(self.weights.get(w, 0.0) for w in ws) for ws in tokens])
        if context is not None:
            logit = logit + context.sum(axis=1)
        loss = 1 / (1 + np.exp(-logit))
        return np.column_stack([1 - loss, loss])

    def probabilities(self, texts: Sequence[str], context: np.ndarray | None = None) -> np.ndarray:
        return self.token_probabilities([_split(text) for text in texts], context)

    def labels(self, texts: Sequence[str]) -> list[str]:
        return [self.classes[row.argmax()] for row in self.probabilities(texts)]


@dataclass
class Constant:
    """Always answers the same."""

    value: float = 0.7
    name: str = "constant"

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        return np.full(len(texts), self.value)

    def labels(self, texts: Sequence[str]) -> list[str]:
        return ["positive"] * len(texts)
