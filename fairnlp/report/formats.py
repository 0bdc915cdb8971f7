"""How numbers are written: counts, shares with their intervals, differences in points."""

from __future__ import annotations

import math

__all__ = ["count", "interval", "percent", "points", "score"]


def count(n: float) -> str:
    """Write a whole number.

    Examples
    --------
    >>> count(64000)
    '64,000'
    """
    return f"{n:,.0f}"


def percent(share: float, *, like: float | None = None) -> str:
    """Write a share as a percentage.

    Parameters
    ----------
    share : float
        In [0, 1].
    like : float, optional
        A share whose number of decimals is taken: an interval's end has those of its estimate.

    Returns
    -------
    str
        With two decimals below 10%, where most BTC rates lie, else with one.

    Examples
    --------
    >>> percent(0.00234), percent(0.689), percent(0.12, like=0.09)
    ('0.23%', '68.9%', '12.00%')
    """
    return f"{100 * share:.{_decimals(share if like is None else like)}f}%"


def points(difference: float) -> str:
    """Write a difference of two shares in percentage points, always with its sign.

    Examples
    --------
    >>> points(0.0012), points(-0.25), points(0.0)
    ('+0.12', '−25.00', '0.00')
    """
    shown = f"{100 * difference:+.2f}"
    if float(shown) == 0:
        return "0.00"
    return shown.replace("-", "−")  # a minus sign, which screen readers read and lines keep


def score(value: float) -> str:
    """Write a score, or a difference of scores, in units of the score.

    Examples
    --------
    >>> score(0.01234), score(-2.5), score(-0.00001)
    ('0.0123', '−2.5000', '0.0000')
    """
    return f"{round(value, 4) + 0.0:.4f}".replace("-", "−")  # + 0.0: no "-0.0000"


def interval(low: float, high: float, *, like: float | None = None) -> str:
    """Write an interval: of a share, as `percent` would, or of a difference, as `points` would.

    Parameters
    ----------
    low, high : float
        The ends; NaN, or both the same, where there is none.
    like : float, optional
        The share that the interval belongs to; without it, the ends are differences.

    Examples
    --------
    >>> interval(0.001, 0.0041, like=0.0023), interval(-0.001, 0.002), interval(0, 0, like=0)
    ('0.10% to 0.41%', '−0.10 to +0.20', 'no interval')
    """
    # A bootstrap of nothing but zeros has no spread; that is no knowledge of the figure.
    if math.isnan(low) or math.isnan(high) or low == high:
        return "no interval"
    if like is None:
        return f"{points(low)} to {points(high)}"
    return f"{percent(low, like=like)} to {percent(high, like=like)}"


def _decimals(share: float) -> int:
    return 2 if share < 0.1 else 1
