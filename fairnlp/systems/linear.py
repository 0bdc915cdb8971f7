"""A linear classifier of word and word-pair weights: TF-IDF and logistic regression."""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import re
from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import sklearn
from scipy import sparse
from scipy.special import expit
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.folders import cache_folder
from fairnlp.core.frames import check_frame
from fairnlp.stats.proportions import wilson
from fairnlp.systems.outputs import NEGATIVE, POSITIVE, Answers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["LinearSystem", "Training", "on_reviews", "train"]

_log = logging.getLogger(__name__)

_FORM = 1
"""Raised when what is stored, or what training does, changes."""


@dataclass(frozen=True, kw_only=True)
class Training:
    """How the classifier is trained.

    Parameters
    ----------
    share : float
        Share of the texts that it is trained on, in (0, 1); the others measure its accuracy.
    seed : int
        Seed of the draw of that share.
    min_df : int
        Words and pairs in fewer texts are left out.
    max_features : int
        The most frequent ones that are kept.
    C : float
        Inverse strength of the regularisation.
    """

    share: float = 0.5
    seed: int = 0
    min_df: int = 5
    max_features: int = 200_000
    C: float = 10.0

    def __post_init__(self) -> None:
        if not 0 < self.share < 1:
            msg = f"share is {self.share}; it must be between 0 and 1, such as 0.5."
            raise OptionError(msg)


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
        Ids of the texts that it was trained on, if they had ids: its accuracy on these flatters.
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
    def lexicon(self) -> frozenset[str]:
        """The single words of the vocabulary: all other words look alike to it."""
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
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
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
        OSError, ValueError, KeyError
            If the file is not there, is damaged, or is of another version.
        """
        with np.load(path, allow_pickle=False) as file:
            facts = json.loads(file["facts"].tobytes())
            if facts["form"] != _FORM:
                msg = f"{path} is of another version"
                raise ValueError(msg)
            return cls(
                file["vocabulary"].tobytes().decode().split("\n"),
                idf=file["idf"],
                weights=file["weights"],
                intercept=float(file["intercept"]),
                info=facts["info"],
                trained_on=frozenset(facts["trained_on"]),
                name=name,
            )

    def __repr__(self) -> str:
        return f"LinearSystem(name={self.name!r}, {len(self.vocabulary):,} features)"


# The words of scikit-learn's vectorizers: two characters or more.
_WORDS = re.compile(r"(?u)\b\w\w+\b").findall


def train(
    frame: pd.DataFrame,
    *,
    text: str = "text",
    label: str = "label",
    positive: str = POSITIVE,
    training: Training | None = None,
    name: str = "linear",
) -> LinearSystem:
    """Train a linear classifier on a part of a frame and measure it on the rest.

    Equal texts are dropped (the first stays) before the frame is split, so that none is on both
    sides. The texts to train on are drawn without replacement, with the seed of `training`.

    Parameters
    ----------
    frame : DataFrame
        One row a text; a column ``text_id`` is kept in mind if there is one.
    text, label : str
        Columns with the text, and with its true label; two labels.
    positive : str
        The label that means positive.
    training : Training, optional
    name : str
        What tables call the system.

    Returns
    -------
    LinearSystem

    Raises
    ------
    SchemaError
        If a column is missing, or there are not two labels.

    Notes
    -----
    Single words and pairs, sublinear term frequency, logistic regression by liblinear: about
    20 s for 12,500 reviews on one core.

    Examples
    --------
    >>> good, bad = ["a good film", "so good"] * 5, ["a bad film", "so bad"] * 5
    >>> frame = pd.DataFrame({"text": good + bad, "label": ["positive"] * 10 + ["negative"] * 10})
    >>> frame["text"] += [f" {i:02}" for i in range(20)]
    >>> train(frame, training=Training(min_df=2)).labels(["good", "bad"])
    ['positive', 'negative']
    """
    training = training or Training()
    check_frame(frame, {text: "str", label: "the true label"}, name="frame")
    unique = frame.dropna(subset=[text, label]).drop_duplicates(text)
    labels = sorted(set(unique[label]), key=str)
    if len(labels) != 2 or positive not in labels:
        msg = f"Column {label!r} holds {labels}; it needs two labels, one of them {positive!r}."
        raise SchemaError(msg)
    order = np.random.default_rng(training.seed).permutation(len(unique))
    n_train = round(training.share * len(unique))
    learn, held_out = unique.iloc[np.sort(order[:n_train])], unique.iloc[np.sort(order[n_train:])]
    vectorizer = TfidfVectorizer(
        ngram_range=(1, 2),
        min_df=training.min_df,
        max_features=training.max_features,
        sublinear_tf=True,
    )
    model = LogisticRegression(C=training.C, solver="liblinear", random_state=training.seed)
    model.fit(vectorizer.fit_transform(learn[text]), learn[label] == positive)
    system = LinearSystem(
        vectorizer.get_feature_names_out().tolist(),
        idf=vectorizer.idf_,
        weights=model.coef_[0],
        intercept=float(model.intercept_[0]),
        trained_on=frozenset(learn["text_id"].astype(str) if "text_id" in learn else ()),
        name=name,
    )
    right = (system.scores(held_out[text].tolist()) > 0.5) == (held_out[label] == positive)
    low, high = wilson(right.sum(), len(right))
    system.info = {
        "accuracy": float(right.mean()) if len(right) else math.nan,
        "low": float(low),
        "high": float(high),
        "n_held_out": len(held_out),
        "n_trained": len(learn),
        "n_duplicates": len(frame) - len(unique),
        "n_features": len(system.vocabulary),
        "positive": "score > 0.5",
        "seed": training.seed,
        "sklearn": sklearn.__version__,
    }
    return system


def on_reviews(
    *,
    reviews: pd.DataFrame | None = None,
    training: Training | None = None,
    name: str = "linear",
) -> LinearSystem:
    """Give the classifier trained on half of the labelled reviews, from the cache if it is there.

    The cache is a file in ``systems`` below `core.folders.cache_folder`, for these very reviews,
    options and version of scikit-learn.

    Parameters
    ----------
    reviews : DataFrame, optional
        With ``text`` and ``label`` ("positive", "negative"); by default, the 25,000 of
        `corpora.imdb`.
    training : Training, optional
    name : str

    Returns
    -------
    LinearSystem
    """
    training = training or Training()
    if reviews is None:
        from fairnlp.corpora import imdb

        reviews = imdb.reviews()
    path = cache_folder("systems") / f"linear-{_fingerprint(reviews, training)}.npz"
    try:
        return LinearSystem.load(path, name=name)
    except FileNotFoundError:
        _log.info("Training the linear system; kept in %s", path)
    except (OSError, ValueError, KeyError) as error:
        _log.warning("%s cannot be read (%s); training again", path, error)
    system = train(reviews, training=training, name=name)
    system.save(path)
    return system


def _fingerprint(reviews: pd.DataFrame, training: Training) -> str:
    columns = [column for column in ("text_id", "text", "label") if column in reviews]
    rows = pd.util.hash_pandas_object(reviews[columns], index=False).to_numpy()
    said = f"{_FORM} {sklearn.__version__} {training} {columns}".encode()
    return hashlib.sha256(rows.tobytes() + said).hexdigest()[:16]


def _as_bytes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), dtype=np.uint8)
