"""Ranks of influences, and where the words stand that people marked: on arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "ALL_TIED",
    "NOISE",
    "NOT_KNOWN",
    "NO_INFLUENCE",
    "NO_RATIONALE",
    "NO_WORDS",
    "NoSignal",
    "influence_ranks",
    "no_signal",
    "rationale_rank",
    "worst_rationale_rank",
]

NOISE = 1e-6
"""Influences that are this near are tied: models of 32 bits give as much, batch by batch."""

NO_RATIONALE = "no rationale"
NO_WORDS = "no words"
NOT_KNOWN = "influence not known"
NO_INFLUENCE = "no influence"
ALL_TIED = "all words tied"


@dataclass(frozen=True)
class NoSignal:
    """There is no rank, since nothing tells one word from another.

    Parameters
    ----------
    reason : str
        ``"no influence"``: no word moves the system; ``"all words tied"``: all move it alike;
        ``"influence not known"``: the system had no answer without some word; ``"no rationale"``:
        nobody marked a word; ``"no words"``.
    """

    reason: str


def influence_ranks(influence: ArrayLike, *, tolerance: float = NOISE) -> np.ndarray:
    """Count for each word how many have a higher influence.

    Parameters
    ----------
    influence : array-like of float, shape (n,)
        Of the words of one text.
    tolerance : float
        An influence counts as higher if it is so by more than this, so that words that are tied
        share the better rank.

    Returns
    -------
    ndarray of float, shape (n,)
        Whole numbers from 0; NaN for every word if an influence of the text is not known, since
        it might be higher.

    Raises
    ------
    OptionError
        If the tolerance is negative.

    Notes
    -----
    The influence rank of Zhong et al. (2019), section on influence.

    Examples
    --------
    >>> influence_ranks([0.5, -0.1, 0.2, 0.5]).tolist()
    [0.0, 3.0, 2.0, 0.0]
    """
    values = _checked(influence, tolerance)
    if np.isnan(values).any():
        return np.full(values.size, np.nan)
    order = np.sort(values)
    higher = values.size - np.searchsorted(order, values + tolerance, side="right")
    return higher.astype(float)


def rationale_rank(
    influence: ArrayLike, mask: ArrayLike | None, *, tolerance: float = NOISE
) -> int | NoSignal:
    """Give the smallest influence rank of the words that people marked.

    Parameters
    ----------
    influence : array-like of float, shape (n,)
        Of the words of one text.
    mask : array-like of bool, shape (n,), optional
        True where a word was marked; None if nobody was asked.
    tolerance : float
        See `influence_ranks`.

    Returns
    -------
    int or NoSignal
        0 if no word has a higher influence than the best of the marked ones. Words that are tied
        with it do not count; `worst_rationale_rank` counts those that were not marked.

    Raises
    ------
    OptionError
        If the arrays differ in length, or the tolerance is negative.

    Notes
    -----
    Zhong et al. (2019). By their count alone a system that always answers the same has rank 0, the
    best; here that is no signal.

    Examples
    --------
    >>> rationale_rank([0.3, 0.1, 0.2], [False, True, True])
    1
    >>> rationale_rank([0.0, 0.0, 0.0], [False, True, True])
    NoSignal(reason='no influence')
    """
    values, marked = _pair(influence, mask, tolerance)
    if reason := _no_signal(values, marked, tolerance):
        return NoSignal(reason)
    return int((values > values[marked].max() + tolerance).sum())


def worst_rationale_rank(
    influence: ArrayLike, mask: ArrayLike | None, *, tolerance: float = NOISE
) -> int | NoSignal:
    """Give the rationale rank with every tie against the marked words.

    Parameters, result and errors are as for `rationale_rank`.

    Examples
    --------
    >>> rationale_rank([0.3, 0.3, 0.1], [False, True, False])
    0
    >>> worst_rationale_rank([0.3, 0.3, 0.1], [False, True, False])
    1
    """
    values, marked = _pair(influence, mask, tolerance)
    if reason := _no_signal(values, marked, tolerance):
        return NoSignal(reason)
    return int((values[~marked] >= values[marked].max() - tolerance).sum())


def _checked(influence: ArrayLike, tolerance: float) -> np.ndarray:
    values = np.asarray(influence, dtype=float)
    if values.ndim != 1:
        msg = f"Influences of one text are needed, one a word; shape {values.shape} came."
        raise OptionError(msg)
    if not tolerance >= 0:
        msg = f"tolerance is {tolerance}; it must be 0 or more, such as {NOISE:g}."
        raise OptionError(msg)
    return values


def _pair(
    influence: ArrayLike, mask: ArrayLike | None, tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    values = _checked(influence, tolerance)
    marked = np.zeros(values.size, dtype=bool) if mask is None else np.asarray(mask)
    if marked.shape != values.shape:
        msg = f"Each word needs its mark; {marked.size} marks came for {values.size} words."
        raise OptionError(msg)
    if marked.dtype != bool and not np.isin(marked, (0, 1)).all():
        msg = f"A mark is True or False; {marked.tolist()[:5]} came."
        raise OptionError(msg)
    return values, marked.astype(bool)


def _no_signal(values: np.ndarray, marked: np.ndarray, tolerance: float) -> str:
    """Say why there is no rank; empty if there is one."""
    if values.size and not marked.any():
        return NO_RATIONALE
    return no_signal(values, tolerance)


def no_signal(values: np.ndarray, tolerance: float = NOISE) -> str:
    """Say why nothing tells one word of a text from another; empty if something does.

    Examples
    --------
    >>> no_signal(np.array([0.0, 0.0]))
    'no influence'
    """
    if not values.size:
        return NO_WORDS
    if np.isnan(values).any():
        return NOT_KNOWN
    if (np.abs(values) <= tolerance).all():
        return NO_INFLUENCE
    if values.size > 1 and np.ptp(values) <= tolerance:
        return ALL_TIED
    return ""
