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
    "RankChance",
    "influence_ranks",
    "no_signal",
    "rank_chance",
    "rank_distribution",
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


@dataclass(frozen=True, kw_only=True)
class RankChance:
    """What an order of words drawn at random would give.

    Parameters
    ----------
    mean : float
        Expected rationale rank.
    first, second : float
        Probability of rank 0 and of rank 1.
    """

    mean: float
    first: float
    second: float


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


def rank_chance(words: int, marked: int) -> RankChance:
    """Give what the rationale rank would be if the words were in random order.

    Parameters
    ----------
    words : int
        How many words the text has.
    marked : int
        How many of them people marked, at least 1.

    Returns
    -------
    RankChance

    Raises
    ------
    OptionError
        If there are no marked words, or more than words.

    Notes
    -----
    The number of others in front of the first of m among n is negative hypergeometric, with mean
    (n - m) / (m + 1).

    Examples
    --------
    >>> rank_chance(6, 2)
    RankChance(mean=1.3333333333333333, first=0.3333333333333333, second=0.26666666666666666)
    """
    if not 1 <= marked <= words:
        msg = f"{marked} of {words} words are marked; a rank needs at least one, and no more."
        raise OptionError(msg)
    others = words - marked
    return RankChance(
        mean=others / (marked + 1),
        first=marked / words,
        second=others / words * marked / (words - 1) if others else 0.0,
    )


def rank_distribution(words: int, marked: int, *, most: int) -> np.ndarray:
    """Give the probability of each rationale rank if the words were in random order.

    Parameters
    ----------
    words, marked : int
        See `rank_chance`.
    most : int
        The highest rank that is asked for.

    Returns
    -------
    ndarray of float, shape (most + 1,)
        Of rank 0, 1, ..., `most`.

    Examples
    --------
    >>> rank_distribution(4, 2, most=3).round(3).tolist()
    [0.5, 0.333, 0.167, 0.0]
    """
    rank_chance(words, marked)
    others = words - marked
    found, none_before = np.zeros(most + 1), 1.0
    for rank in range(min(most, others) + 1):
        found[rank] = none_before * marked / (words - rank)
        none_before *= (others - rank) / (words - rank)
    return found


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
