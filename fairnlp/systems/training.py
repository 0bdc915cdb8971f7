"""Training the linear system on labelled texts, and keeping what was trained."""

from __future__ import annotations

import hashlib
import logging
import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.folders import cache_folder
from fairnlp.core.frames import check_frame
from fairnlp.stats.proportions import wilson
from fairnlp.systems.linear import LinearSystem
from fairnlp.systems.outputs import POSITIVE

__all__ = ["Training", "on_reviews", "train"]

_log = logging.getLogger(__name__)

_WAY = 1
"""Raised when training does something else, so that what was kept is made again."""


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
        trained_on=_ids(frame, frame[text].isin(learn[text])),
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


def _ids(frame: pd.DataFrame, rows: pd.Series) -> frozenset[str]:
    return frozenset(frame.loc[rows, "text_id"].astype(str) if "text_id" in frame else ())


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
    except ValueError as error:
        _log.warning("%s; training again", error)
    system = train(reviews, training=training, name=name)
    system.save(path)
    return system


def _fingerprint(reviews: pd.DataFrame, training: Training) -> str:
    columns = [column for column in ("text_id", "text", "label") if column in reviews]
    rows = pd.util.hash_pandas_object(reviews[columns], index=False).to_numpy()
    said = f"{_WAY} {sklearn.__version__} {training} {columns}".encode()
    return hashlib.sha256(rows.tobytes() + said).hexdigest()[:16]
