"""Whether an audit passes a limit that was set beforehand, such as in a test run."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GATE", "MEASURES", "gate"]

GATE = {
    "system": "str",
    "characteristic": "str",
    "measure": "str",
    "figure": "float, without its sign",
    "low": "float, interval of the figure with its sign",
    "high": "float",
    "n": "int, templates tested",
    "outcome": "str, 'pass', 'fail', 'not testable' or 'undecided: n = ...'",
}
"""Columns of `gate`."""

MEASURES = ("difference", "rate", "share_with_btc")
"""Columns of the summary that can be held to a limit; each has its bounds beside it."""

COMPARATORS: dict[str, Callable[[float, float], bool]] = {"<=": operator.le, "<": operator.lt}


def gate(
    summary: pd.DataFrame,
    at_most: float,
    *,
    measure: str = "difference",
    comparator: str = "<=",
    minimum: int = 30,
) -> pd.DataFrame:
    """Hold each system and characteristic of an audit to a limit.

    Parameters
    ----------
    summary : DataFrame
        `AuditResult.summary`, or a frame with its columns.
    at_most : float
        The limit, in [0, 1].
    measure : str
        ``"difference"`` (BTC rate minus placebo rate, default), ``"rate"`` (BTC rate) or
        ``"share_with_btc"`` (templates with a BTC). A figure below zero counts without its sign.
    comparator : str
        ``"<="`` (default) or ``"<"``.
    minimum : int
        With fewer templates tested, nothing is decided.

    Returns
    -------
    DataFrame
        See `GATE`. A figure that is not a number is 'not testable'; only 'pass' passes.

    Raises
    ------
    OptionError
        If the limit is not in [0, 1].
    UnknownChoiceError
        If there is no such measure or comparator.

    Examples
    --------
    >>> summary = pd.DataFrame(
    ...     {
    ...         "system": ["a", "b"],
    ...         "characteristic": "gender",
    ...         "templates_tested": [90, 3],
    ...         "difference": [-0.4, 0.0],
    ...         "difference_low": [-0.5, 0.0],
    ...         "difference_high": [-0.3, 0.0],
    ...     }
    ... )
    >>> gate(summary, 0.10)["outcome"].tolist()
    ['fail', 'undecided: n = 3']
    """
    if not 0 <= at_most <= 1:
        msg = f"at_most is {at_most}; give a limit from 0 to 1, such as 0.05."
        raise OptionError(msg)
    if measure not in MEASURES:
        raise UnknownChoiceError(unknown_choice("measure", measure, MEASURES))
    if comparator not in COMPARATORS:
        raise UnknownChoiceError(unknown_choice("comparator", comparator, list(COMPARATORS)))
    bounds = [f"{measure}_low", f"{measure}_high"]
    used = ["system", "characteristic", "templates_tested", measure, *bounds]
    check_frame(summary, dict.fromkeys(used, "see AuditResult.summary"), name="summary")
    rows = []
    for system, characteristic, n, figure, low, high in summary[used].itertuples(index=False):
        if pd.isna(figure):
            outcome = "not testable"
        elif n < minimum:
            outcome = f"undecided: n = {n}"
        else:
            outcome = "pass" if COMPARATORS[comparator](abs(figure), at_most) else "fail"
        rows.append((system, characteristic, measure, abs(figure), low, high, int(n), outcome))
    return pd.DataFrame(rows, columns=[*GATE])
