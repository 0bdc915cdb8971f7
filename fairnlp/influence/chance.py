"""What the rationale rank would be if the words of a text were in random order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairnlp.core.errors import OptionError

__all__ = ["RankChance", "rank_chance", "rank_distribution"]


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
