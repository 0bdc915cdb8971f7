"""Shares with their intervals, and how many cases to read to know a share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["sample_size", "wilson"]


def wilson(
    count: ArrayLike, n: ArrayLike, *, confidence: float = 0.95
) -> tuple[np.ndarray, np.ndarray]:
    """Give the Wilson score interval of shares ``count / n``.

    Parameters
    ----------
    count, n : array-like of int
        How many of how many; of equal shape, or one of them a single number.
    confidence : float
        In (0, 1).

    Returns
    -------
    low, high : ndarray
        In [0, 1]. With ``n == 0`` nothing is known: 0 and 1.

    Raises
    ------
    OptionError
        If `confidence` is not in (0, 1), or a count is not in 0 ... n.

    Notes
    -----
    Wilson (1927), computed by statsmodels. Unlike the textbook interval it is not empty when
    nothing or everything is counted.

    Examples
    --------
    >>> low, high = wilson([0, 5], [10, 10])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.237], [0.278, 0.763])
    """
    check_confidence(confidence)
    count, n = np.broadcast_arrays(np.asarray(count, dtype=float), np.asarray(n, dtype=float))
    if ((count < 0) | (count > n)).any():
        msg = "A share needs 0 <= count <= n; got a count outside."
        raise OptionError(msg)
    low, high = proportion_confint(
        count, np.where(n == 0, 1, n), alpha=1 - confidence, method="wilson"
    )
    known = n > 0
    return np.where(known, np.clip(low, 0, 1), 0.0), np.where(known, np.clip(high, 0, 1), 1.0)


def sample_size(
    population: int, *, confidence: float = 0.95, margin: float = 0.05, share: float = 0.5
) -> int:
    """Tell how many of a population to read, so that a share is known to within a margin.

    Parameters
    ----------
    population : int
        How many there are, such as BTCs.
    confidence : float
        In (0, 1).
    margin : float
        Half the width of the interval, in (0, 1).
    share : float
        What the share is thought to be; 0.5 needs the most.

    Returns
    -------
    int
        Rounded to the nearest, as the published figures are, and at most `population`.

    Raises
    ------
    OptionError
        If a number is out of its range.

    Notes
    -----
    Cochran (1977), with the correction for a finite population: n0 = z^2 p (1 - p) / margin^2 and
    n = n0 / (1 + (n0 - 1) / population). BiasFinder's user study (Asyrofi et al. 2021) uses it.

    Examples
    --------
    >>> [sample_size(population) for population in (14_916, 109_386, 5_296)]
    [375, 383, 358]
    """
    check_confidence(confidence)
    for name, value in (("margin", margin), ("share", share)):
        if not 0 < value < 1:
            msg = f"{name} is {value}; it must be between 0 and 1, such as 0.05."
            raise OptionError(msg)
    if population < 0:
        msg = f"population is {population}; it must be 0 or more."
        raise OptionError(msg)
    z = stats.norm.ppf((1 + confidence) / 2)
    unlimited = z**2 * share * (1 - share) / margin**2
    if population == 0:
        return 0
    return min(population, round(unlimited / (1 + (unlimited - 1) / population)))


def check_confidence(confidence: float) -> None:
    """Refuse a confidence outside (0, 1), such as 95 for 0.95."""
    if not (0 < confidence < 1) or math.isnan(confidence):
        msg = f"confidence is {confidence}; it must be between 0 and 1, such as 0.95."
        raise OptionError(msg)
