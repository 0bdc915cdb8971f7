"""Bootstrap over clusters: rows of one template are not independent, templates are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.stats.proportions import check_confidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

__all__ = ["bootstrap_weights", "percentile_interval", "ratio_interval"]

BLOCK = 2_000_000
"""How many weights are held at once, by default (8 bytes each)."""


def bootstrap_weights(
    counts: ArrayLike, *, resamples: int, rng: np.random.Generator, block: int = BLOCK
) -> Iterator[np.ndarray]:
    """Draw how often each kind of cluster comes in each resample.

    Parameters
    ----------
    counts : array-like of int, shape (k,)
        How many clusters there are of each kind. Clusters that are equal in all that is computed
        from them may be given as one kind: the draw is the same, and takes less time.
    resamples : int
        How many resamples.
    rng : Generator
        Source of the draw.
    block : int
        Most weights to hold at once.

    Yields
    ------
    ndarray of int, shape (some, k)
        One row a resample; each sums to the number of clusters.

    Examples
    --------
    >>> (weights,) = bootstrap_weights([3, 1], resamples=2, rng=np.random.default_rng(0))
    >>> weights.sum(axis=1).tolist()
    [4, 4]
    """
    if resamples < 1:
        msg = f"resamples is {resamples}; it must be 1 or more, such as 2000."
        raise OptionError(msg)
    counts = np.asarray(counts)
    total = int(counts.sum())
    size = max(1, block // max(1, len(counts)))
    for start in range(0, resamples, size):
        yield rng.multinomial(total, counts / total, size=min(size, resamples - start))


def percentile_interval(drawn: ArrayLike, *, confidence: float = 0.95) -> tuple[float, float]:
    """Give the percentile interval of resampled figures.

    Parameters
    ----------
    drawn : array-like of float
        One figure a resample; NaN where it is undefined, which is left out.
    confidence : float
        In (0, 1).

    Returns
    -------
    low, high : float
        NaN if no figure is defined.

    Examples
    --------
    >>> percentile_interval(range(101), confidence=0.5)
    (25.0, 75.0)
    """
    check_confidence(confidence)
    figures = np.asarray(drawn, dtype=float)
    figures = figures[~np.isnan(figures)]
    if figures.size == 0:
        return np.nan, np.nan
    low, high = np.quantile(figures, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def ratio_interval(
    numerator: ArrayLike,
    denominator: ArrayLike,
    *,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> tuple[float, float]:
    """Give the bootstrap interval of ``sum(numerator) / sum(denominator)`` over clusters.

    Parameters
    ----------
    numerator, denominator : array-like of number, shape (n,)
        One entry a cluster, such as the BTCs and the pairs of each template.
    confidence : float
        In (0, 1).
    resamples : int
        How many times the clusters are drawn anew, with replacement.
    seed : int
        Seed of the draw.

    Returns
    -------
    low, high : float
        NaN if the denominator is 0 in every resample, as with no clusters.

    Raises
    ------
    OptionError
        If an option is out of its range, or the arrays differ in length.

    Notes
    -----
    The percentile bootstrap of a ratio of sums over whole clusters (Davison and Hinkley 1997,
    section 3.8). Clusters with equal entries are drawn together, so 100,000 templates of which
    most have no BTC cost no more than the few kinds that there are.

    Examples
    --------
    >>> ratio_interval([1, 1, 1], [2, 2, 2])  # no cluster differs from another
    (0.5, 0.5)
    """
    rows = [np.asarray(numerator, dtype=float), np.asarray(denominator, dtype=float)]
    if rows[0].shape != rows[1].shape or rows[0].ndim != 1:
        msg = (
            f"One numerator and one denominator a cluster are needed; "
            f"got shapes {rows[0].shape} and {rows[1].shape}."
        )
        raise OptionError(msg)
    check_confidence(confidence)
    if rows[0].size == 0:
        return np.nan, np.nan
    kinds, counts = np.unique(np.column_stack(rows), axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    drawn = [weights @ kinds for weights in bootstrap_weights(counts, resamples=resamples, rng=rng)]
    top, bottom = np.concatenate(drawn).T
    ratios = np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom != 0)
    return percentile_interval(ratios, confidence=confidence)
