"""Pairs as the unit: means over the sentences of a pair, and intervals by drawing pairs anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.stats.paired import differences, rank_biserial
from fairnlp.stats.proportions import check_confidence
from fairnlp.stats.resampling import bootstrap_weights, percentile_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike

__all__ = ["MeanDifference", "effect_interval", "mean_difference", "pair_means"]


@dataclass(frozen=True, kw_only=True)
class MeanDifference:
    """The mean of x - y over pairs.

    Parameters
    ----------
    value : float
        In the units of the scores; NaN without pairs.
    low, high : float
        Bootstrap interval; NaN without pairs.
    n : int
        Pairs with both scores.
    """

    value: float
    low: float
    high: float
    n: int


def pair_means(
    x: ArrayLike, y: ArrayLike, pairs: Sequence[object] | pd.Series, *, tolerance: float = 0.0
) -> pd.DataFrame:
    """Make one entry of each pair whose sentences are near copies of each other.

    Ten sentences that differ only in an emotion word say the same ten times: a test of sentences
    takes two pairs for twenty, and finds what two pairs cannot show.

    Parameters
    ----------
    x, y : array-like of float, shape (n,)
        The two scores of each sentence pair.
    pairs : sequence, length n
        Which pair each belongs to.
    tolerance : float
        A difference of at most this is none.

    Returns
    -------
    DataFrame, one row a pair in the order in which they first come
        ``pair_id``; ``x``, ``y``: means over the sentences with both scores, NaN if none has;
        ``sentences``: how many have; ``differing``: in how many the scores differ.

    Raises
    ------
    OptionError
        If lengths differ, or a sentence has no pair.

    Examples
    --------
    >>> pair_means([1, 3, 5], [1, 1, 5], ["a", "a", "b"])
      pair_id    x    y  sentences  differing
    0       a  2.0  1.0          2          1
    1       b  5.0  5.0          1          0
    """
    difference = differences(x, y)
    if len(pairs) != difference.size:
        msg = f"Each sentence needs its pair; {len(pairs)} came for {difference.size} sentences."
        raise OptionError(msg)
    names = pd.Series(np.asarray(pairs))
    if names.isna().any():
        msg = f"Row {int(names.isna().argmax())} has no pair; give it one, or leave the row out."
        raise OptionError(msg)
    known = ~np.isnan(difference)
    rows = pd.DataFrame(
        {
            "pair_id": names,
            "x": np.where(known, np.asarray(x, dtype=float), np.nan),
            "y": np.where(known, np.asarray(y, dtype=float), np.nan),
            "sentences": known.astype(int),
            "differing": (known & (np.abs(difference) > tolerance)).astype(int),
        }
    )
    groups = rows.groupby("pair_id", sort=False, observed=True)
    return groups.agg(
        x=("x", "mean"),
        y=("y", "mean"),
        sentences=("sentences", "sum"),
        differing=("differing", "sum"),
    ).reset_index()


def mean_difference(
    x: ArrayLike, y: ArrayLike, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> MeanDifference:
    """Give the mean of x - y with its paired bootstrap interval.

    Parameters
    ----------
    x, y : array-like of float, shape (n,)
        The two scores of each pair; of near copies, their means: see `pair_means`.
    confidence : float
        In (0, 1).
    resamples : int
        How many times the pairs are drawn anew, with replacement.
    seed : int
        Of the draw.

    Returns
    -------
    MeanDifference

    Raises
    ------
    OptionError
        If the arrays differ in length, or an option is out of its range.

    Notes
    -----
    The percentile bootstrap (Efron and Tibshirani 1993, chapter 13). With a handful of pairs it
    is too narrow.

    Examples
    --------
    >>> mean_difference([2, 3, 4], [1, 2, 3])
    MeanDifference(value=1.0, low=1.0, high=1.0, n=3)
    """
    difference = differences(x, y)
    difference = difference[~np.isnan(difference)]
    low, high = _interval(difference, _weighted_mean, confidence, resamples, seed)
    value = float(difference.mean()) if difference.size else np.nan
    return MeanDifference(value=value, low=low, high=high, n=difference.size)


def effect_interval(
    x: ArrayLike,
    y: ArrayLike,
    *,
    tolerance: float = 0.0,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> tuple[float, float]:
    """Give the bootstrap interval of the matched-pairs rank-biserial effect.

    Parameters
    ----------
    x, y, confidence, resamples, seed
        See `mean_difference`.
    tolerance : float
        See `signed_rank`.

    Returns
    -------
    low, high : float
        In [-1, 1]; both 0 if no pair differs, NaN without pairs. If all differing pairs go one
        way, so do those of a resample, and the interval is a point: read it with their number.

    Raises
    ------
    OptionError
        As for `mean_difference`.

    Examples
    --------
    >>> effect_interval([0.1, 0.2, 0.3], [0, 0, 0])
    (1.0, 1.0)
    """
    difference = differences(x, y)
    return _interval(
        difference[~np.isnan(difference)],
        lambda kinds, weights: rank_biserial(kinds, weights, tolerance=tolerance),
        confidence,
        resamples,
        seed,
    )


def _weighted_mean(kinds: np.ndarray, weights: np.ndarray) -> np.ndarray:
    # Measured from the first, so that equal differences have exactly their mean.
    return kinds[0] + (weights @ (kinds - kinds[0])) / weights.sum(axis=1)


def _interval(
    difference: np.ndarray,
    figure: Callable[[np.ndarray, np.ndarray], np.ndarray],
    confidence: float,
    resamples: int,
    seed: int,
) -> tuple[float, float]:
    """Draw the pairs anew; those with equal differences are drawn together.

    The figure changes its sign with the differences. One of the two ways round is drawn, whichever
    came, so that swapping the sides mirrors the interval exactly.
    """
    check_confidence(confidence)
    if not difference.size:
        return np.nan, np.nan
    there, back = np.sort(difference), np.sort(-difference)
    unlike = np.flatnonzero(there != back)
    if unlike.size and there[unlike[0]] < back[unlike[0]]:
        low, high = _interval(-difference, figure, confidence, resamples, seed)
        return 0.0 - high, 0.0 - low  # no "-0.0"
    kinds, counts = np.unique(difference, return_counts=True)
    rng = np.random.default_rng(seed)
    drawn = [
        figure(kinds, weights)
        for weights in bootstrap_weights(counts, resamples=resamples, rng=rng)
    ]
    return percentile_interval(np.concatenate(drawn), confidence=confidence)
