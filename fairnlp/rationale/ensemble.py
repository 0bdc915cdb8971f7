"""Votes of several models, and figures over folds and runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.metrics import f1_score

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.rationale.classifier import TokenModel

__all__ = ["PROBABILITY", "Vote", "class_f1", "summarise", "votes"]

PROBABILITY = "probability:"
"""Start of the columns with the probability of each class."""

TOLERANCE = 1e-9
"""Mean probabilities that are this near are equal: sums of floats differ in the last digits."""


class Vote:
    """Several models of which each has a vote: a system under test.

    The label is that of most models. Where several have as many votes, it is that of the highest
    mean probability among these, and then the first in `classes`. Probabilities are the means of
    the models', so that they move with every word; the label need not be the highest of them.

    Parameters
    ----------
    models : sequence of TokenModel
        With the same classes, such as the runs of one fold.
    name : str, optional
        By default that of the first model with "vote".
    """

    def __init__(self, models: Sequence[TokenModel], *, name: str | None = None) -> None:
        if not models or any(model.classes != models[0].classes for model in models):
            known = sorted({model.classes for model in models})
            msg = f"A vote needs one model or more, all with the same classes; got {known}."
            raise OptionError(msg)
        self.models = tuple(models)
        self.name = name or f"vote of {models[0].name}"
        self.classes, self.unknown = models[0].classes, models[0].unknown

    def labels(self, texts: Sequence[str], context: np.ndarray | None = None) -> list[str]:
        """Give the label that most models give each text."""
        given = np.stack([model.probabilities(texts, context) for model in self.models])
        chosen, _, _ = _elected(given)
        return [self.classes[at] for at in chosen]

    def probabilities(self, texts: Sequence[str], context: np.ndarray | None = None) -> np.ndarray:
        """Give the mean of the models' probabilities."""
        found = [model.probabilities(texts, context) for model in self.models]
        mean: np.ndarray = np.mean(found, axis=0)
        return mean

    def token_probabilities(
        self, tokens: Sequence[Sequence[str]], context: np.ndarray | None = None
    ) -> np.ndarray:
        """Give what `probabilities` gives, for texts that are cut into words."""
        found = [model.token_probabilities(tokens, context) for model in self.models]
        mean: np.ndarray = np.mean(found, axis=0)
        return mean


def votes(predictions: pd.DataFrame) -> pd.DataFrame:
    """Let the runs of a model vote on each text.

    Parameters
    ----------
    predictions : DataFrame
        As `cross_train` gives them.

    Returns
    -------
    DataFrame
        One row a model, test and text, in the order in which they come: ``model``, ``test``,
        ``fold``, ``text_id``, ``label``, ``predicted``; ``runs``, how many voted; ``votes``, how
        many for ``predicted``; ``tied`` (bool), whether another class had as many, so that the
        highest mean probability among these decided, and then the order of the classes.

    Examples
    --------
    >>> predictions = pd.DataFrame({
    ...     "model": "lstm", "test": "test", "fold": 0, "run": [0, 1], "text_id": "a",
    ...     "label": "good", "predicted": ["bad", "good"],
    ...     "probability:bad": [0.6, 0.1], "probability:good": [0.4, 0.9]})
    >>> votes(predictions)[["text_id", "predicted", "runs", "votes", "tied"]]
      text_id predicted  runs  votes  tied
    0       a      good     2      1  True
    """
    columns = [c for c in predictions.columns if str(c).startswith(PROBABILITY)]
    names = ["model", "test", "fold", "text_id", "label", "run", "predicted"]
    check_frame(predictions, dict.fromkeys(names, "see cross_train"), name="predictions")
    classes = [str(c).removeprefix(PROBABILITY) for c in columns]
    keys = ["model", "test", "fold", "text_id"]
    parts = []
    for _, group in predictions.groupby(["model", "test", "fold"], sort=False, observed=True):
        runs = [run for _, run in group.groupby("run", sort=True)]
        first = runs[0]
        if any(run["text_id"].tolist() != first["text_id"].tolist() for run in runs):
            msg = "The runs of a fold have predictions of different texts; they cannot vote."
            raise OptionError(msg)
        chosen, most, tied = _elected(np.stack([run[columns].to_numpy() for run in runs]))
        parts.append(
            first[[*keys, "label"]].assign(
                predicted=[classes[at] for at in chosen], runs=len(runs), votes=most, tied=tied
            )
        )
    return pd.concat(parts, ignore_index=True)


def _elected(probabilities: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give the elected class of each text, its votes, and whether there was a tie.

    `probabilities` has shape (runs, n, classes).
    """
    cast = np.eye(probabilities.shape[2], dtype=int)[probabilities.argmax(axis=2)].sum(axis=0)
    most = cast.max(axis=1)
    leading = cast == most[:, None]
    mean = np.where(leading, probabilities.mean(axis=0), -np.inf)
    near = mean >= mean.max(axis=1, keepdims=True) - TOLERANCE
    return near.argmax(axis=1), most, leading.sum(axis=1) > 1


def class_f1(
    labels: Sequence[str], predicted: Sequence[str], classes: Sequence[str]
) -> dict[str, float]:
    """Give the F1 of each class and their mean.

    Returns
    -------
    dict
        ``macro_f1``, and ``f1:...`` for each class, NaN for one that no text has: it is not in the
        mean.

    Examples
    --------
    >>> class_f1(["a", "b", "b"], ["a", "a", "b"], ["a", "b", "c"])
    {'macro_f1': 0.666..., 'f1:a': 0.666..., 'f1:b': 0.666..., 'f1:c': nan}
    """
    each = f1_score(labels, predicted, labels=list(classes), average=None, zero_division=0)
    there = np.isin(classes, list(labels))
    return {"macro_f1": float(each[there].mean())} | {
        f"f1:{name}": float(value) if is_there else np.nan
        for name, value, is_there in zip(classes, each, there, strict=True)
    }


def summarise(results: pd.DataFrame, predictions: pd.DataFrame) -> pd.DataFrame:
    """Give the figures of each model over folds and runs.

    Parameters
    ----------
    results, predictions : DataFrame
        As `cross_train` gives them.

    Returns
    -------
    DataFrame
        One row a model and test, in the order in which they come: ``model``, ``test``, ``models``
        (folds times runs), ``folds``, ``runs``, ``texts``; ``macro_f1``, the mean over the models,
        ``sd`` their standard deviation, ``lowest`` and ``highest``; ``macro_f1_vote``, the mean
        over folds of that of the vote of the runs, and ``macro_f1_pooled``, that of the votes of
        all folds together; ``tied``, votes that were tied; ``f1:...``, mean over the models for
        each class; ``epochs``, the mean, NaN for an SVM.
    """
    elected = votes(predictions)
    each = [c for c in results.columns if str(c).startswith("f1:")]
    classes = [str(c).removeprefix("f1:") for c in each]
    rows: list[dict[str, Any]] = []
    for (model, test), group in results.groupby(["model", "test"], sort=False, observed=True):
        cast = elected[(elected["model"] == model) & (elected["test"] == test)]
        by_fold = [
            class_f1(part["label"].tolist(), part["predicted"].tolist(), classes)["macro_f1"]
            for _, part in cast.groupby("fold", sort=True)
        ]
        pooled = class_f1(cast["label"].tolist(), cast["predicted"].tolist(), classes)
        figures = group["macro_f1"]
        rows.append(
            {
                "model": model,
                "test": test,
                "models": len(group),
                "folds": group["fold"].nunique(),
                "runs": group["run"].nunique(),
                "texts": len(cast),
                "macro_f1": figures.mean(),
                "sd": figures.std(),
                "lowest": figures.min(),
                "highest": figures.max(),
                "macro_f1_vote": float(np.mean(by_fold)),
                "macro_f1_pooled": pooled["macro_f1"],
                "tied": int(cast["tied"].sum()),
            }
            | {str(name): mean for name, mean in group[each].mean().items()}
            | {"epochs": group["epochs"].mean()}
        )
    return pd.DataFrame(rows)
