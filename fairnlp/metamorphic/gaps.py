"""Which way the scores move: the signed difference between two classes, with its interval."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.stats.resampling import percentile_interval

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["GAPS", "score_gaps"]

GAPS = {
    "class_a": "str",
    "class_b": "str",
    "templates": "int, templates with scores for both classes",
    "gap": "float, mean over templates of (mean score of b - mean score of a), units of the score",
    "low": "float, bootstrap interval over templates and values; NaN without templates",
    "high": "float",
    "templates_up": "int, templates whose mean score is higher for b",
    "templates_down": "int, templates whose mean score is lower for b",
    "verdict": "str, one of `GAP_VERDICTS`",
}
"""Columns of `score_gaps`."""

GAP_VERDICTS = ("scores differ", "no difference of scores seen", "no scores")

_BLOCK = 8_000_000


def score_gaps(
    predictions: pd.DataFrame, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> pd.DataFrame:
    """Compare the mean scores of each two classes, template by template.

    Labels change only where a score is near the cut-off, so a system can treat classes unlike
    without a single bias-uncovering test case. The scores show that, and which way it goes.

    Parameters
    ----------
    predictions : DataFrame
        One system's; see ``core.frames.PREDICTIONS``.
    confidence : float
        Of the interval, in (0, 1).
    resamples : int
        How many bootstrap resamples.
    seed : int
        Of the resampling.

    Returns
    -------
    DataFrame
        One row for each two classes, in the order in which they first come; columns as `GAPS`.

    Notes
    -----
    Templates are the unit, so one with many values weighs no more than another. Templates and
    values are both resampled (Owen 2007, "The pigeonhole bootstrap"): a few odd names of one
    class are then no difference between the classes.

    Examples
    --------
    >>> frame = pd.DataFrame({
    ...     "template_id": ["t", "t", "u", "u"], "class": ["male", "female"] * 2,
    ...     "value_id": "", "label": "positive", "score": [0.5, 0.25, 0.75, 0.5]})
    >>> score_gaps(frame)[["class_a", "class_b", "templates", "gap", "verdict"]].values.tolist()
    [['male', 'female', 2, -0.25, 'scores differ']]
    """
    scored = predictions[predictions["score"].notna() & predictions["label"].notna()]
    tables = {
        str(class_): part.pivot(index="template_id", columns="value_id", values="score")
        for class_, part in scored.groupby("class", sort=False, observed=True)
    }
    rows = [
        _gap(a, b, tables[a], tables[b], confidence, resamples, seed)
        for a, b in combinations(tables, 2)
    ]
    return pd.DataFrame(rows, columns=[*GAPS])


def _gap(
    class_a: str,
    class_b: str,
    a: pd.DataFrame,
    b: pd.DataFrame,
    confidence: float,
    resamples: int,
    seed: int,
) -> tuple[object, ...]:
    both = a.index.intersection(b.index, sort=False)
    if not len(both):
        return class_a, class_b, 0, 0.0, np.nan, np.nan, 0, 0, "no scores"
    first, second = a.loc[both], b.loc[both]
    # Measured from the smallest of the template, so that equal scores differ by exactly 0.
    least = np.fmin(first.min(axis=1), second.min(axis=1))
    first, second = first.sub(least, axis=0), second.sub(least, axis=0)
    gaps = (second.mean(axis=1) - first.mean(axis=1)).to_numpy()
    rng = np.random.default_rng(seed)
    drawn = np.concatenate(list(_resampled(first, second, resamples, rng)))
    low, high = percentile_interval(drawn, confidence=confidence)
    verdict = "scores differ" if low > 0 or high < 0 else "no difference of scores seen"
    up, down = int((gaps > 0).sum()), int((gaps < 0).sum())
    return class_a, class_b, len(both), float(gaps.mean()), low, high, up, down, verdict


def _resampled(
    first: pd.DataFrame, second: pd.DataFrame, resamples: int, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Yield the gap of each resample of templates and values, some resamples at a time."""
    n = len(first)
    step = max(1, _BLOCK // (n + first.shape[1] + second.shape[1]))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        weights = rng.multinomial(n, np.full(n, 1 / n), size=size)
        gaps = _means(second, size, rng) - _means(first, size, rng)
        weights = np.where(np.isnan(gaps), 0, weights)
        total = (weights * np.nan_to_num(gaps)).sum(axis=1)
        count = weights.sum(axis=1)
        yield np.divide(total, count, out=np.full(size, np.nan), where=count > 0)


def _means(scores: pd.DataFrame, size: int, rng: np.random.Generator) -> np.ndarray:
    """Mean score of each template under resampled values, one row a resample.

    NaN where none of a template's values was drawn. An empty value id says that no value was
    drawn at all; such a mutant is there in every resample.
    """
    drawn = (scores.columns != "").astype(bool)
    n = int(drawn.sum())
    weights = np.ones((size, scores.shape[1]))
    if n:
        weights[:, drawn] = rng.multinomial(n, np.full(n, 1 / n), size=size)
    table = scores.to_numpy()
    known = ~np.isnan(table)
    total = weights @ np.where(known, table, 0).T
    count = weights @ known.T.astype(float)
    return np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0)
