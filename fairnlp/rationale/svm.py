"""A linear support vector machine on words and pairs of words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import optimize, sparse
from scipy.special import log_softmax
from sklearn.svm import LinearSVC

from fairnlp.rationale.classifier import TokenModel
from fairnlp.rationale.losses import class_weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairnlp.rationale.classifier import Facts
    from fairnlp.rationale.recipe import Recipe

__all__ = ["SvmModel", "fit_svm"]


class SvmModel(TokenModel):
    """Weights of words and pairs of words; a text has each once or not at all.

    The scores are distances from the planes between a class and all others, times one factor
    that was chosen on the held-out texts, so that their softmax can be read as probabilities
    (Guo and others 2017, temperature). The most probable class is the one of the highest distance.

    Parameters
    ----------
    facts : Facts
    words : sequence of str
        Words, and pairs of words with a blank between.
    arrays : mapping of str to ndarray
        ``weights`` of shape (classes, words + features), ``intercept`` of shape (classes,) and
        ``factor``.
    """

    def __init__(
        self, facts: Facts, *, words: Sequence[str], arrays: Mapping[str, np.ndarray]
    ) -> None:
        super().__init__(facts)
        self.words = tuple(words)
        self.number = {term: at for at, term in enumerate(self.words)}
        self.weights, self.intercept = np.array(arrays["weights"]), np.array(arrays["intercept"])
        self.factor = float(arrays["factor"])

    @property
    def known_words(self) -> frozenset[str]:
        """The single words that it has weights for."""
        return frozenset(term for term in self.words if " " not in term)

    def _logits(self, tokens: Sequence[Sequence[str]], context: np.ndarray) -> np.ndarray:
        counts = _counts(tokens, self.number, self.recipe.max_length)
        split = len(self.words)
        sums = counts @ self.weights[:, :split].T + context @ self.weights[:, split:].T
        found: np.ndarray = (sums + self.intercept) * self.factor
        return found

    def _last_layer(self) -> np.ndarray:
        return self.weights[:, len(self.words) :] * self.factor

    def arrays(self) -> dict[str, np.ndarray]:
        """Give all numbers of the model, by name."""
        factor = np.array(self.factor)
        return {"weights": self.weights, "intercept": self.intercept, "factor": factor}


def fit_svm(
    tokens: Sequence[Sequence[str]],
    labels: np.ndarray,
    context: np.ndarray,
    held: tuple[Sequence[Sequence[str]], np.ndarray, np.ndarray],
    *,
    n_classes: int,
    recipe: Recipe,
    seed: int,
) -> tuple[list[str], dict[str, np.ndarray]]:
    """Train a linear SVM, each class against the others.

    Parameters
    ----------
    tokens : sequence of sequence of str
    labels : ndarray of int, shape (n,)
        Numbers of the classes.
    context : ndarray of float, shape (n, features)
        Scaled.
    held : tuple
        The same three of the held-out texts, on which the factor is chosen.
    n_classes : int
    recipe : Recipe
    seed : int
        Of the order in which the solver goes over the texts.

    Returns
    -------
    words : list of str
    arrays : dict of str to ndarray
        See `SvmModel`.
    """
    words = _vocabulary(tokens, recipe)
    number = {term: at for at, term in enumerate(words)}

    def features(some: Sequence[Sequence[str]], beside: np.ndarray) -> sparse.csr_array:
        return sparse.csr_array(
            sparse.hstack([_counts(some, number, recipe.max_length), sparse.csr_array(beside)])
        )

    weights = class_weights(labels, n_classes, recipe.class_weights)
    machine = LinearSVC(
        C=recipe.cost,
        class_weight=dict(enumerate(weights)),
        random_state=seed,
        max_iter=10_000,
    ).fit(features(tokens, context), labels)
    coef, intercept = machine.coef_, machine.intercept_
    if n_classes == 2:  # scikit-learn then keeps one plane
        coef, intercept = np.vstack([-coef, coef]), np.concatenate([-intercept, intercept])
    distances = features(held[0], held[2]) @ coef.T + intercept
    factor = _factor(distances, held[1], weights)
    return words, {"weights": coef, "intercept": intercept, "factor": np.array(factor)}


def _terms(words: Sequence[str], most: int) -> list[str]:
    lower = [word.lower() for word in words[:most]]
    return [*lower, *map(" ".join, pairwise(lower))]


def _vocabulary(tokens: Sequence[Sequence[str]], recipe: Recipe) -> list[str]:
    counts: dict[str, int] = {}
    for words in tokens:
        for term in dict.fromkeys(_terms(words, recipe.max_length)):
            counts[term] = counts.get(term, 0) + 1
    return sorted(term for term, n in counts.items() if n >= recipe.min_count)


def _counts(
    tokens: Sequence[Sequence[str]], number: Mapping[str, int], most: int
) -> sparse.csr_array:
    """Mark which terms each text has."""
    found: list[int] = []
    ends = [0]
    get: Any = number.get
    for words in tokens:
        found += sorted({at for at in map(get, _terms(words, most)) if at is not None})
        ends.append(len(found))
    return sparse.csr_array(
        (np.ones(len(found)), np.array(found, dtype=np.int32), np.array(ends, dtype=np.int32)),
        shape=(len(tokens), len(number)),
    )


def _factor(distances: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> float:
    """Choose the factor under which the held-out classes are most probable, in [0.1, 100]."""
    of_text = weights[labels]

    def loss(log_factor: float) -> float:
        told = log_softmax(distances * np.exp(log_factor), axis=1)
        return float(-(of_text * told[np.arange(len(labels)), labels]).sum())

    found = optimize.minimize_scalar(loss, bounds=(np.log(0.1), np.log(100)), method="bounded")
    return float(np.exp(found.x))
