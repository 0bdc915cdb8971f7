"""Which unigrams to insert: those that speak for a label without meaning anything for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from fairnlp.adversary.neutral import judged
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.text.words import cut, words

__all__ = ["Candidates", "candidate_unigrams"]

LABELLED = {"text": "str", "label": "str, the class"}
STRENGTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""The values of C that are tried when none is given."""


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """Unigrams with a positive weight, for somebody to pick from.

    Parameters
    ----------
    frame : DataFrame
        See `candidate_unigrams`.
    target : str
        The label.
    C : float
        Inverse strength of the L1 penalty.
    chosen_by : str
        How C came about: ``"given"`` or ``"cross-validation"``.
    n_texts, n_target, n_unigrams : int
        Texts, those with the label, and unigrams that were weighed.
    seed : int
    """

    frame: pd.DataFrame
    target: str
    C: float
    chosen_by: str
    n_texts: int
    n_target: int
    n_unigrams: int
    seed: int

    def neutral(self, most: int | None = None) -> list[str]:
        """Give the unigrams that are marked as neutral, the highest weight first.

        They are a proposal: the paper's authors picked by hand, and so should you.

        Parameters
        ----------
        most : int, optional
            How many; by default all.
        """
        found: list[str] = self.frame.loc[self.frame["neutral"], "unigram"].tolist()
        return found[:most]


def candidate_unigrams(
    corpus: pd.DataFrame,
    *,
    target: str,
    C: float | None = None,
    min_texts: int = 5,
    seed: int = 0,
) -> Candidates:
    """Find unigrams that speak for a label, by the weights of a sparse linear model.

    Give the training texts alone where the unigrams are to attack a model that is tested on
    others.

    Parameters
    ----------
    corpus : DataFrame
        ``text`` and ``label``.
    target : str
        The label; all others are taken together.
    C : float, optional
        Inverse strength of the L1 penalty. By default the value of 0.03 to 10 with the lowest log
        loss in a five-fold cross-validation.
    min_texts : int
        A unigram must be in so many texts.
    seed : int
        Of the folds and of the solver.

    Returns
    -------
    Candidates
        Its ``frame`` has a row for each unigram with a positive weight, the highest first:
        ``unigram``; ``weight``; ``in_target``, ``in_others`` (texts that have it);
        ``share_target``, ``share_others`` (of all texts of the kind); ``function_word`` (see
        `corpora.function_words`); ``scored_by`` (sentiment lexicons that have the word, of VADER
        and AFINN); ``neutral``: a function word that no lexicon scores.

    Raises
    ------
    SchemaError
        If a column is missing.
    UnknownChoiceError
        If no text has the label.
    OptionError
        If an option is out of its range, every text has the label, or fewer than five have it or
        do not and no C is given.

    Notes
    -----
    Zhong et al. (2019) take positive weights of an L1 logistic regression on unigrams and pick
    by hand among neutral ones. Here a unigram counts once a text, and letter case does not count.

    Examples
    --------
    >>> corpus = pd.DataFrame({
    ...     "text": ["go on you fool", "on and on", "come here", "be here now"] * 5,
    ...     "label": ["angry", "angry", "calm", "calm"] * 5})
    >>> found = candidate_unigrams(corpus, target="angry", C=1.0)
    >>> found.neutral(), found.n_texts, found.n_target
    (['on'], 20, 10)
    """
    check_frame(corpus, LABELLED, name="corpus")
    for name, value in (("C", C), ("min_texts", min_texts)):
        if value is not None and not value > 0:
            msg = f"{name} is {value}; it must be above 0."
            raise OptionError(msg)
    labels = corpus["label"].astype("str").to_numpy()
    if target not in labels:
        raise UnknownChoiceError(unknown_choice("target", target, sorted(set(labels))))
    hit = labels == target
    table, unigrams = _counted(corpus["text"].tolist(), min_texts)
    if hit.all() or (C is None and min(hit.sum(), (~hit).sum()) < 5):
        msg = (
            f"{hit.sum()} texts have the label {target!r} and {(~hit).sum()} have not; there must "
            "be both, and five of each to choose C by cross-validation."
        )
        raise OptionError(msg)
    model, strength = _fitted(table, hit, C, seed)
    weight = model.coef_[0]
    order = np.argsort(-weight, kind="stable")
    order = order[weight[order] > 0]
    inside = np.asarray(table[hit].sum(axis=0)).ravel()
    outside = np.asarray(table[~hit].sum(axis=0)).ravel()
    frame = pd.DataFrame(
        {
            "unigram": [unigrams[place] for place in order],
            "weight": weight[order],
            "in_target": inside[order].astype(int),
            "in_others": outside[order].astype(int),
            "share_target": inside[order] / hit.sum(),
            "share_others": outside[order] / (~hit).sum(),
        }
    )
    return Candidates(
        frame=judged(frame),
        target=target,
        C=strength,
        chosen_by="given" if C is not None else "cross-validation",
        n_texts=len(labels),
        n_target=int(hit.sum()),
        n_unigrams=len(unigrams),
        seed=seed,
    )


def _counted(texts: list[str], min_texts: int) -> tuple[Any, list[str]]:
    """Say which text has which unigram, as a sparse table of ones."""
    from sklearn.feature_extraction.text import CountVectorizer

    tokens = [{word.lower() for word in cut(text, words(text))} for text in texts]
    counts = Counter(word for some in tokens for word in some)
    known = sorted(
        word for word, n in counts.items() if n >= min_texts and any(map(str.isalpha, word))
    )
    if not known:
        msg = f"No unigram is in {min_texts} texts ({len(texts)} came); lower min_texts."
        raise OptionError(msg)
    counter = CountVectorizer(analyzer=list, vocabulary=known)
    return counter.transform(tokens).astype(float), known


def _fitted(table: Any, hit: np.ndarray, C: float | None, seed: int) -> tuple[Any, float]:
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    model = LogisticRegression(
        C=C or 1.0, l1_ratio=1, solver="liblinear", random_state=seed, max_iter=1000
    )
    if C is not None:
        return model.fit(table, hit), C
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    search = GridSearchCV(model, {"C": list(STRENGTHS)}, scoring="neg_log_loss", cv=folds)
    search.fit(table, hit)
    return search.best_estimator_, float(search.best_params_["C"])
