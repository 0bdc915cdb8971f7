"""A linear classifier of word and word-pair weights: TF-IDF and logistic regression."""

from __future__ import annotations

import json
import os
import re
import threading
import zipfile
import zlib
from array import array
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from scipy.special import expit
from sklearn.preprocessing import normalize

from fairnlp.systems.outputs import NEGATIVE, POSITIVE, Answers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["LinearSystem"]

# The words of scikit-learn's vectorizers: two characters or more.
_WORDS = re.compile(r"(?u)\b\w\w+\b").findall

_FORM = 1
"""Raised when what is stored changes."""

# What reading a file raises that is empty, cut off, or something else.
_DAMAGED = (EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error)


class LinearSystem:
    """A trained linear classifier.

    The score is P(positive), in [0, 1]; above 0.5, a text is positive.

    Parameters
    ----------
    vocabulary : sequence of str
        Words, and pairs of words with a blank between, in the order of `idf` and `weights`.
    idf, weights : ndarray of float
        Inverse document frequency, and weight in the sum, of each.
    intercept : float
        What the sum starts from.
    info : dict
        Facts for a report: ``accuracy``, ``low``, ``high`` (95% Wilson interval), ``n_held_out``,
        ``n_trained``, ``n_duplicates``, ``n_features``, ``seed``, ``sklearn``.
    trained_on : frozenset of str
        Ids of the texts that it was trained on, equal texts included, if they had ids: its accuracy
        on these flatters.
    name : str
    """

    def __init__(
        self,
        vocabulary: Sequence[str],
        *,
        idf: np.ndarray,
        weights: np.ndarray,
        intercept: float,
        info: dict[str, Any] | None = None,
        trained_on: frozenset[str] = frozenset(),
        name: str = "linear",
    ) -> None:
        self.vocabulary = {term: column for column, term in enumerate(vocabulary)}
        self.idf, self.weights, self.intercept = idf, weights, intercept
        self.info, self.trained_on, self.name = dict(info or {}), trained_on, name

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        """Give P(positive) for each text."""
        if not texts:  # scikit-learn refuses a table without rows
            return np.empty(0)
        tfidf = self._counts(texts)
        tfidf.data = (np.log(tfidf.data) + 1) * self.idf[tfidf.indices]
        return expit(normalize(tfidf) @ self.weights + self.intercept)

    def labels(self, texts: Sequence[str]) -> list[str]:
        """Label texts "positive" or "negative"."""
        return [POSITIVE if score > 0.5 else NEGATIVE for score in self.scores(texts).tolist()]

    def answers(self, texts: Sequence[str]) -> Answers:
        """Give labels and scores in one pass."""
        scores = self.scores(texts)
        return Answers([POSITIVE if score > 0.5 else NEGATIVE for score in scores.tolist()], scores)

    @cached_property
    def known_words(self) -> frozenset[str]:
        """The single words of the vocabulary: all other words look alike to it.

        They are no lexicon whose entries would be flagged: that it learned a weight for a name is
        what a test is to find.
        """
        return frozenset(term for term in self.vocabulary if " " not in term)

    def _counts(self, texts: Sequence[str]) -> sparse.csr_array:
        """Count words and pairs as scikit-learn's CountVectorizer does.

        Mutants of one template share all but a few clauses, so that the clauses of a batch are
        taken apart once each. A comma or full stop is never part of a word; only the pair of words
        on its two sides is to be added.
        """
        clauses: dict[str, tuple[array[int], list[str]]] = {}
        column = self.vocabulary.get
        found = array("i")  # many small lists of columns are put together: no Python numbers
        ends = [0]
        for text in texts:
            before = ""
            for clause in text.lower().replace(",", ".").split("."):
                if (read := clauses.get(clause)) is None:
                    words = _WORDS(clause)
                    terms = [*words, *(f"{a} {b}" for a, b in pairwise(words))]
                    known = array("i", [c for c in map(column, terms) if c is not None])
                    read = clauses[clause] = known, words[:1] + words[-1:]
                known, outer = read
                if outer:
                    found += known
                    if before and (c := column(f"{before} {outer[0]}")) is not None:
                        found.append(c)
                    before = outer[1]
            ends.append(len(found))
        counts = sparse.csr_array(
            (np.ones(len(found)), np.array(found), np.array(ends)),
            shape=(len(texts), len(self.vocabulary)),
        )
        counts.sum_duplicates()  # sorts too, so that a sum does not depend on the batch
        return counts

    def save(self, path: Path) -> None:
        """Write it to a file that holds numbers and text alone (no pickle), whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        facts = {"form": _FORM, "info": self.info, "trained_on": sorted(self.trained_on)}
        temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
        try:
            with temporary.open("wb") as file:
                np.savez_compressed(
                    file,
                    vocabulary=_as_bytes("\n".join(self.vocabulary)),
                    facts=_as_bytes(json.dumps(facts)),
                    idf=self.idf,
                    weights=self.weights,
                    intercept=np.array(self.intercept),
                )
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: Path, *, name: str = "linear") -> LinearSystem:
        """Read what `save` wrote.

        Raises
        ------
        FileNotFoundError
            If it is not there.
        ValueError
            If it is damaged, or of another version.
        """
        try:
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                facts = json.loads(file["facts"].tobytes())
                arrays = {key: file[key] for key in ("idf", "weights")}
                intercept = float(file["intercept"])
                vocabulary = file["vocabulary"].tobytes().decode().split("\n")
                form, info, trained_on = (facts[key] for key in ("form", "info", "trained_on"))
        except _DAMAGED as error:
            msg = f"{path} is damaged ({type(error).__name__}: {error})"
            raise ValueError(msg) from error
        if form != _FORM:
            msg = f"{path} is of another version ({form}; this one reads {_FORM})"
            raise ValueError(msg)
        return cls(
            vocabulary,
            **arrays,
            intercept=intercept,
            info=info,
            trained_on=frozenset(trained_on),
            name=name,
        )

    def __repr__(self) -> str:
        return f"LinearSystem(name={self.name!r}, {len(self.vocabulary):,} features)"


def _as_bytes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), dtype=np.uint8)
