"""Corrections for many tests, over a family that the caller names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd
from scipy import stats

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Corrected", "adjust", "benjamini_hochberg", "holm"]

NOT_TESTABLE = "not testable"
_TITLES = {"holm": "Holm", "benjamini-hochberg": "Benjamini-Hochberg"}

Correction = Literal["holm", "benjamini-hochberg"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Corrected:
    """The tests of one family after the correction.

    Parameters
    ----------
    table : DataFrame
        One row a test, with the index of what came: ``p``; ``p_adjusted``, NaN where `p` is;
        ``verdict``: ``"differs"``, ``"no difference seen"`` or ``"not testable"``.
    family : str
        As the caller named it.
    size : int
        Tests that were corrected for: those with a p.
    method : str
        ``"holm"`` or ``"benjamini-hochberg"``.
    said : str
        One sentence for the reader.
    """

    table: pd.DataFrame
    family: str
    size: int
    method: str
    said: str


def holm(p: ArrayLike) -> np.ndarray:
    """Adjust p-values so that the chance of one false finding or more stays below the level.

    Parameters
    ----------
    p : array-like of float
        In [0, 1]; NaN for what could not be tested, which is no test and counts for none.

    Returns
    -------
    ndarray of float
        NaN where `p` is.

    Raises
    ------
    OptionError
        If a p is not in [0, 1].

    Notes
    -----
    Holm (1979), on the p-values that there are: one NaN does not spoil the family.

    Examples
    --------
    >>> holm([0.01, 0.04, float("nan"), 0.03]).round(2).tolist()
    [0.03, 0.06, nan, 0.06]
    """
    return _adjusted(p, "holm")


def benjamini_hochberg(p: ArrayLike) -> np.ndarray:
    """Adjust p-values so that the expected share of false findings stays below the level.

    Parameters, result and errors are as for `holm`.

    Notes
    -----
    Benjamini and Hochberg (1995); for independent or positively dependent tests.

    Examples
    --------
    >>> benjamini_hochberg([0.01, float("nan"), 0.04, 0.2]).round(2).tolist()
    [0.03, nan, 0.06, 0.2]
    """
    return _adjusted(p, "benjamini-hochberg")


def adjust(
    p: ArrayLike | pd.Series, *, family: str, method: Correction = "holm", alpha: float = 0.05
) -> Corrected:
    """Correct a family of tests and say what is left.

    Parameters
    ----------
    p : array-like or Series of float
        In [0, 1]; NaN for what could not be tested.
    family : str
        What the tests have in common, such as ``"VADER, four emotions"``. There is no default: the
        choice of the family decides what is found.
    method : {"holm", "benjamini-hochberg"}
        See `holm` and `benjamini_hochberg`.
    alpha : float
        Level, in (0, 1).

    Returns
    -------
    Corrected

    Raises
    ------
    OptionError
        If the family has no name, or a number is out of its range.

    Examples
    --------
    >>> found = adjust([0.01, float("nan"), 0.04], family="race", method="benjamini-hochberg")
    >>> found.said
    "Benjamini-Hochberg over the 2 tests of the family 'race'; 1 was not testable."
    >>> found.table["verdict"].tolist()
    ['differs', 'not testable', 'differs']
    >>> adjust([], family="race").said
    "The family 'race' has no test: nothing to correct."
    """
    if method not in _TITLES:
        raise UnknownChoiceError(unknown_choice("method", method, sorted(_TITLES)))
    if not family:
        msg = "A correction needs the name of its family of tests, such as 'race, four emotions'."
        raise OptionError(msg)
    if not 0 < alpha < 1:
        msg = f"alpha is {alpha}; it must be between 0 and 1, such as 0.05."
        raise OptionError(msg)
    given = p if isinstance(p, pd.Series) else pd.Series(np.asarray(p, dtype=float))
    adjusted = _adjusted(given, method)
    verdict = np.where(adjusted <= alpha, "differs", "no difference seen")
    table = pd.DataFrame(
        {
            "p": given.astype(float),
            "p_adjusted": adjusted,
            "verdict": np.where(np.isnan(adjusted), NOT_TESTABLE, verdict),
        },
        index=given.index,
    )
    size = int(np.isfinite(adjusted).sum())
    said = _said(family, size, len(table) - size, method)
    return Corrected(table=table, family=family, size=size, method=method, said=said)


def _adjusted(p: ArrayLike | pd.Series, method: str) -> np.ndarray:
    values = np.asarray(p, dtype=float)
    known = ~np.isnan(values)
    if ((values[known] < 0) | (values[known] > 1)).any():
        msg = f"A p-value lies in [0, 1]; got {values[known].min()} ... {values[known].max()}."
        raise OptionError(msg)
    adjusted = np.full(values.shape, np.nan)
    if known.any():
        adjusted[known] = _step_down(values[known]) if method == "holm" else _fdr(values[known])
    return adjusted


def _step_down(p: np.ndarray) -> np.ndarray:
    """Correct as Holm does; statsmodels does the same, and a garbage collection at each call."""
    order = np.argsort(p)
    adjusted = np.empty(p.size)
    adjusted[order] = np.maximum.accumulate(np.arange(p.size, 0, -1) * p[order])
    return np.minimum(adjusted, 1)


def _fdr(p: np.ndarray) -> np.ndarray:
    return stats.false_discovery_control(p, method="bh")


def _said(family: str, size: int, untested: int, method: str) -> str:
    left = "" if not untested else f"; {untested} {'was' if untested == 1 else 'were'} not testable"
    if not size:
        return f"The family {family!r} has no test{left}: nothing to correct."
    tests = "1 test" if size == 1 else f"{size} tests"
    return f"{_TITLES[method]} over the {tests} of the family {family!r}{left}."
