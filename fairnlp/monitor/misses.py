"""How likely a sample of mutants is to miss a biased text."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.stats import hypergeom

from fairnlp.core.errors import OptionError
from fairnlp.monitor.fairness import exact_alpha

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from fairnlp.monitor.fairness import Counts

__all__ = ["expected_miss", "least_sample", "miss_probability", "miss_table", "worst_miss"]


def worst_miss(
    x: int,
    sizes: int | Mapping[str, int] = 30,
    alpha: float | str | Fraction = 0.10,
    *,
    chosen: int = 0,
) -> float:
    """Largest probability that X mutants of each class all agree though the text is biased.

    Parameters
    ----------
    x : int
        Mutants of each class in the sample, at least 0; of a class with fewer, all.
    sizes : int or mapping of str to int
        How many mutants each class has.
    alpha : float, str or Fraction
        See `fairness.exact_alpha`.
    chosen : int
        Further mutants of each class that were not drawn but chosen, and agree too; the X are
        drawn from the others.

    Returns
    -------
    float
        In [0, 1].

    Notes
    -----
    Least of all shows the text of which one class has just as many other labels as make a gap of
    alpha, and all else agrees with the original prediction. None of these is drawn with
    probability C(n - k, X) / C(n, X), where k is the least count with k / n >= alpha.

    Examples
    --------
    >>> [round(worst_miss(x), 2) for x in (4, 6, 10, 15, 19)]
    [0.64, 0.5, 0.28, 0.11, 0.04]
    """
    if x < 0:
        msg = f"x is {x}; a sample has 0 mutants or more."
        raise OptionError(msg)
    exact = exact_alpha(alpha)
    found = [sizes] if isinstance(sizes, int) else [n for n in sizes.values() if n]
    return max((_none_drawn(n - chosen, math.ceil(exact * n), x) for n in found), default=1.0)


def miss_probability(counts: Counts, prediction: str | None, x: int) -> float:
    """Probability that X random mutants of each class all have the label of the original text.

    Parameters
    ----------
    counts : mapping of str to mapping of str to int
        All mutants of the text: class to label to how many.
    prediction : str or None
        The label of the original text; without one nothing can agree with it.
    x : int
        Mutants of each class in the sample.

    Returns
    -------
    float
        In [0, 1]: for a biased text, the probability that `strategies.TwoStep` misses it.

    Examples
    --------
    >>> text = {"female": {"good": 27, "bad": 3}, "male": {"good": 30}}
    >>> round(miss_probability(text, "good", 4), 2), miss_probability(text, "bad", 4)
    (0.64, 0.0)
    """
    drawn = 1.0
    for by in counts.values():
        n = sum(by.values())
        drawn *= _none_drawn(n, n - (by.get(prediction, 0) if prediction is not None else 0), x)
    return drawn


def expected_miss(
    texts: Iterable[tuple[Counts, str | None]], x: int | Iterable[int]
) -> float | np.ndarray:
    """Mean of `miss_probability` over biased texts.

    Parameters
    ----------
    texts : iterable of (counts, prediction)
        The biased texts of a stream or of a study.
    x : int or iterable of int
        Mutants of each class in the sample.

    Returns
    -------
    float, or ndarray of float
        NaN where there is no text.
    """
    found = list(texts)
    sizes = [x] if isinstance(x, int) else list(x)
    means = np.array(
        [
            np.mean([miss_probability(*text, size) for text in found]) if found else math.nan
            for size in sizes
        ]
    )
    return float(means[0]) if isinstance(x, int) else means


def least_sample(
    miss_at_most: float,
    sizes: int | Mapping[str, int] = 30,
    alpha: float | str | Fraction = 0.10,
) -> int:
    """Least X of which `worst_miss` is at most so large.

    Parameters
    ----------
    miss_at_most : float
        In [0, 1).
    sizes, alpha
        See `worst_miss`.

    Returns
    -------
    int

    Raises
    ------
    OptionError
        If `miss_at_most` is out of range.

    Examples
    --------
    >>> least_sample(0.05)
    19
    """
    if not 0 <= miss_at_most < 1:
        msg = f"miss_at_most is {miss_at_most!r}; it must be 0 or more and below 1, such as 0.05."
        raise OptionError(msg)
    x = 1
    while worst_miss(x, sizes, alpha) > miss_at_most:
        x += 1
    return x


def miss_table(
    n: int = 30,
    alpha: float | str | Fraction = 0.10,
    classes: int = 2,
    *,
    texts: Iterable[tuple[Counts, str | None]] | None = None,
) -> pd.DataFrame:
    """What each size of sample costs, and how likely it is to miss a biased text.

    Parameters
    ----------
    n : int
        Mutants of each class.
    alpha : float, str or Fraction
        See `fairness.exact_alpha`.
    classes : int
        How many classes.
    texts : iterable of (counts, prediction), optional
        Biased texts, for the expected miss; see `expected_miss`.

    Returns
    -------
    DataFrame, one row an X from 1 to n
        ``x``; ``asked`` of ``mutants``; ``saved``: the share that is not asked where the sample
        agrees, in [0, 1); ``worst_miss``; and ``expected_miss`` if texts are given.

    Examples
    --------
    >>> miss_table().query("x in (4, 10, 19)").round(3)
         x  asked  mutants  saved  worst_miss
    3    4      8       60  0.867       0.640
    9   10     20       60  0.667       0.281
    18  19     38       60  0.367       0.041
    """
    if n < 1 or classes < 2:
        msg = f"n is {n} and classes is {classes}; there must be a mutant a class, and 2 classes."
        raise OptionError(msg)
    x = np.arange(1, n + 1)
    table = pd.DataFrame(
        {
            "x": x,
            "asked": classes * x,
            "mutants": classes * n,
            "saved": 1 - x / n,
            "worst_miss": [worst_miss(size, n, alpha) for size in x.tolist()],
        }
    )
    return table if texts is None else table.assign(expected_miss=expected_miss(texts, x.tolist()))


@lru_cache(maxsize=4096)  # the same few come with every text
def _none_drawn(n: int, other: int, x: int) -> float:
    """Probability that a sample without replacement has none of the others, if there are any."""
    return float(hypergeom.pmf(0, n, other, min(x, n))) if 0 <= other <= n else 0.0
