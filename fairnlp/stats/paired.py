"""The Wilcoxon signed-rank test of paired scores, as R gives it, and the exact one beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy import stats

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["SignedRank", "differences", "rank_biserial", "signed_rank"]

EXACT = "exact"
NORMAL = "normal approximation with continuity correction"
NO_DIFFERENCE = "no difference"
NO_PAIRS = "no pairs"

R_EXACT_BELOW = 50
"""R takes the exact distribution for fewer differences than this, without ties and zeros."""

MOST_FOR_EXACT = 1000
"""The distribution of n ranks has n (n + 1) + 1 places, each visited up to n times."""

Method = Literal["r", "exact", "normal"]


@dataclass(frozen=True, kw_only=True)
class SignedRank:
    """What the signed-rank test says of paired scores.

    Parameters
    ----------
    V : float
        Sum of the ranks of the positive differences x - y, as R reports it. 0 also when every
        difference is negative: only ``n_nonzero == 0`` means that no pair differs.
    p : float
        Two-sided. 1 if no pair differs; NaN (not testable) without a pair.
    method : str
        How `p` was got: ``"exact"``, ``"normal approximation with continuity correction"``,
        ``"no difference"`` or ``"no pairs"``.
    n : int
        Pairs with both scores.
    n_nonzero : int
        Pairs that differ by more than the tolerance; the test stands on these.
    n_positive, n_negative : int
        Pairs in which x, or y, is the higher.
    n_missing : int
        Pairs that were left out, since a score is missing.
    effect : float
        Matched-pairs rank-biserial correlation: ranks of positive less ranks of negative
        differences over all ranks, in [-1, 1]; 0 if no pair differs, NaN without a pair.
    p_exact : float
        The exact p of the ranks as they are, ties and all, over all assignments of signs to the
        pairs that differ. NaN without a pair, and with 50 or more that differ unless the method
        is ``"exact"``.
    least_p : float
        No result with so many differing pairs could have an exact p below it: 2 / 2^n_nonzero.
    ties : bool
        True if two differences are of equal size.
    tolerance : float
        Sizes that are this near are tied; a difference of at most this is none.
    """

    V: float
    p: float
    method: str
    n: int
    n_nonzero: int
    n_positive: int
    n_negative: int
    n_missing: int
    effect: float
    p_exact: float
    least_p: float
    ties: bool
    tolerance: float


def signed_rank(
    x: ArrayLike, y: ArrayLike, *, method: Method = "r", tolerance: float = 0.0
) -> SignedRank:
    """Test whether paired scores differ, by Wilcoxon's signed-rank test.

    Parameters
    ----------
    x, y : array-like of float, shape (n,)
        The two scores of each pair. A pair with a missing score is left out and counted.
    method : {"r", "exact", "normal"}
        ``"r"``: as ``wilcox.test(x, y, paired = TRUE)`` of R: exact below 50 differences without
        ties and zeros, else the normal approximation with continuity correction, which is poor
        for a few pairs. ``"exact"``: exact whatever the ties and zeros.
    tolerance : float
        0, as R compares: the noise of floats breaks ties (0.3 - 0.2 is not 0.1). With 1e-10,
        say, sizes of differences that lie this near are tied, and smaller ones are none.

    Returns
    -------
    SignedRank

    Raises
    ------
    OptionError
        If the arrays differ in length, an option is out of its range, or there are too many
        differences for ``"exact"``.

    Notes
    -----
    Wilcoxon (1945). Differences of zero are left out, as in R. Where no pair differs R gives
    p = NaN; here p is 1 and the method ``"no difference"``: a finding, not an error. The effect is
    that of Kerby (2014), "The simple difference formula".

    Examples
    --------
    >>> found = signed_rank([0.1, 0.2, 0.3, 0.4, 0.5, 0.5], [0, 0, 0, 0, 0.5, 0.5])
    >>> found.V, found.n, found.n_nonzero, found.effect
    (10.0, 6, 4, 1.0)
    >>> round(found.p, 4), found.p_exact, found.least_p
    (0.1003, 0.125, 0.125)
    >>> signed_rank([0.5, 0.5], [0.5, 0.5]).method
    'no difference'
    """
    if method not in ("r", "exact", "normal"):
        raise UnknownChoiceError(unknown_choice("method", method, ["r", "exact", "normal"]))
    difference = differences(x, y)
    known = difference[~np.isnan(difference)]
    nonzero, ranks = _ranks(known, tolerance)
    n, m = known.size, nonzero.size
    ties = np.unique(ranks).size < m
    positive, total = float(ranks[nonzero > 0].sum()), m * (m + 1) / 2
    if method == "exact" and m > MOST_FOR_EXACT:
        msg = f"The exact test takes up to {MOST_FOR_EXACT} differing pairs; {m} came: use 'r'."
        raise OptionError(msg)
    wanted = method == "exact" or m < R_EXACT_BELOW
    p_exact = _exact(ranks, positive) if n and wanted else np.nan
    if n == 0:
        p, how = np.nan, NO_PAIRS
    elif m == 0:
        p, how = 1.0, NO_DIFFERENCE
    elif method == "exact" or (method == "r" and m < R_EXACT_BELOW and not ties and m == n):
        p, how = p_exact, EXACT
    else:
        p, how = _normal(ranks, positive), NORMAL
    return SignedRank(
        V=positive,
        p=p,
        method=how,
        n=n,
        n_nonzero=m,
        n_positive=int((nonzero > 0).sum()),
        n_negative=int((nonzero < 0).sum()),
        n_missing=difference.size - n,
        effect=(2 * positive - total) / total if m else 0.0 if n else np.nan,
        p_exact=p_exact,
        least_p=min(1.0, 2.0 ** (1 - m)),
        ties=ties,
        tolerance=tolerance,
    )


def differences(x: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Give ``x - y``, NaN where a score is missing.

    Raises
    ------
    OptionError
        If the arrays are not of one length, or hold what is no number.

    Examples
    --------
    >>> differences([1, 2], [1, None]).tolist()
    [0.0, nan]
    """
    try:
        first, second = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    except (TypeError, ValueError) as error:
        msg = f"Scores are numbers, or missing: {error}."
        raise OptionError(msg) from error
    if first.shape != second.shape or first.ndim != 1:
        msg = f"Pairs need two scores each; arrays of shapes {first.shape} and {second.shape} came."
        raise OptionError(msg)
    with np.errstate(invalid="ignore"):  # infinity less infinity: no difference is known
        return first - second


def rank_biserial(
    difference: np.ndarray, weights: np.ndarray, *, tolerance: float = 0.0
) -> np.ndarray:
    """Give the matched-pairs rank-biserial correlation when each pair counts several times.

    Parameters
    ----------
    difference : ndarray of float, shape (n,)
        Of each pair, without NaN.
    weights : ndarray of int, shape (resamples, n)
        How often each pair comes in each resample.
    tolerance : float
        See `signed_rank`.

    Returns
    -------
    ndarray of float, shape (resamples,)
        In [-1, 1]; 0 for a resample in which no pair differs.

    Examples
    --------
    >>> rank_biserial(np.array([1.0, -2.0, 0.0]), np.array([[1, 1, 1], [2, 1, 0], [0, 0, 3]]))
    array([-0.33333333,  0.        ,  0.        ])
    """
    size = np.abs(difference)
    order = np.argsort(size, kind="stable")
    order = order[size[order] > tolerance]
    if not order.size:
        return np.zeros(len(weights))
    starts = np.flatnonzero(_steps(size[order], tolerance))
    sign, counts = np.sign(difference[order]), weights[:, order]
    tied = np.add.reduceat(counts, starts, axis=1)  # how many in each tie
    signed = np.add.reduceat(counts * sign, starts, axis=1)
    rank = np.cumsum(tied, axis=1) - tied + (tied + 1) / 2
    total = (tied * rank).sum(axis=1)
    effect = (signed * rank).sum(axis=1)
    return np.divide(effect, total, out=np.zeros(len(weights)), where=total > 0)


def _steps(size: np.ndarray, tolerance: float) -> np.ndarray:
    """Mark where a new tie begins in sizes that ascend; a tie may be of one."""
    if tolerance < 0 or np.isnan(tolerance):
        msg = f"tolerance is {tolerance}; it must be 0 or more, such as 1e-10."
        raise OptionError(msg)
    # Two infinities are tied: compared, since infinity less infinity is no number.
    with np.errstate(invalid="ignore"):
        apart = (size[1:] != size[:-1]) & (np.diff(size) > tolerance)
    return np.concatenate([np.ones(min(1, size.size), dtype=bool), apart])


def _ranks(known: np.ndarray, tolerance: float) -> tuple[np.ndarray, np.ndarray]:
    """Give the differences that are not zero, by size, and their midranks."""
    nonzero = known[np.abs(known) > tolerance]
    nonzero = nonzero[np.argsort(np.abs(nonzero), kind="stable")]
    group = np.cumsum(_steps(np.abs(nonzero), tolerance))
    return nonzero, stats.rankdata(group)


def _normal(ranks: np.ndarray, positive: float) -> float:
    n = ranks.size
    _, tied = np.unique(ranks, return_counts=True)
    z = positive - n * (n + 1) / 4
    sigma = np.sqrt(n * (n + 1) * (2 * n + 1) / 24 - (tied**3.0 - tied).sum() / 48)
    return min(1.0, float(2 * stats.norm.sf((abs(z) - 0.5 * (z != 0)) / sigma)))


def _exact(ranks: np.ndarray, positive: float) -> float:
    """Sum up the shares of the signs that give a sum at least as far from the middle.

    SciPy lists all signs where there are ties, so that 14 pairs are too many for it. Twice a
    midrank is whole, and a sum of independent whole numbers is a convolution.
    """
    double = np.rint(2 * ranks).astype(int)
    share = np.zeros(double.sum() + 1)
    share[0], top = 1.0, 0
    for step in double:
        lower = share[: top + 1] / 2
        share[: top + 1] = lower
        share[step : top + step + 1] += lower
        top += step
    seen = round(2 * positive)
    return min(1.0, 2 * float(min(share[: seen + 1].sum(), share[seen:].sum())))
