"""How far two methods agree on which words matter."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.influence.frames import INFLUENCES, OK
from fairnlp.influence.measures import TextMeasures
from fairnlp.influence.ranks import NOISE, no_signal

__all__ = ["method_agreement"]

MEASURES = ("kendall_tau", "top_overlap", "chance_overlap")


def method_agreement(
    first: pd.DataFrame, second: pd.DataFrame, *, top: int = 3, tolerance: float = NOISE
) -> TextMeasures:
    """Compare the order of words by two methods, text by text.

    Parameters
    ----------
    first, second : DataFrame
        Influences of the same texts and words, such as by leaving one out and by gradients.
    top : int
        How many words count as the top.
    tolerance : float
        Influences that are this near are tied.

    Returns
    -------
    TextMeasures
        For each text that both have: ``kendall_tau`` (tau-b, -1 ... 1); ``top_overlap``, the
        share of the top words that both name; ``chance_overlap``, its expectation for words in
        random order. A text in which either method tells no word from another is left out.

    Raises
    ------
    OptionError
        If no text is in both, a text has other words, or `top` is less than 1.

    Notes
    -----
    Kendall (1945). Of words that are tied at the edge of the top, the first of the text count.

    Examples
    --------
    >>> from fairnlp.influence import leave_one_out
    >>> texts = ["a good and bad film"]
    >>> by = [leave_one_out("afinn", texts, operator=how) for how in ("unknown", "delete")]
    >>> method_agreement(*by).table[["kendall_tau", "top_overlap"]].round(3).values.tolist()
    [[1.0, 1.0]]
    """
    check_frame(first, INFLUENCES, name="first")
    check_frame(second, INFLUENCES, name="second")
    if top < 1:
        msg = f"top is {top}; it must be 1 or more, such as 3."
        raise OptionError(msg)
    others = dict(list(second.groupby("text_id", sort=False, observed=True)))
    rows: list[dict[str, str | float]] = []
    for name, part in first.groupby("text_id", sort=False, observed=True):
        if name in others:
            rows.append({"text_id": str(name), **_compared(part, others[name], top, tolerance)})
    if not rows:
        msg = "No text is in both frames; measure the same texts with both methods."
        raise OptionError(msg)
    table = pd.DataFrame(rows, columns=["text_id", "status", *MEASURES])
    named = {
        f"{which}_{name}": " / ".join(map(str, frame[name].unique()))
        for which, frame in (("first", first), ("second", second))
        for name in ("method", "operator")
    }
    return TextMeasures(table=table, measures=MEASURES, named=named | {"top": str(top)})


def _compared(
    one: pd.DataFrame, other: pd.DataFrame, top: int, tolerance: float
) -> dict[str, str | float]:
    places = [list(zip(part["start"], part["end"], strict=True)) for part in (one, other)]
    if places[0] != places[1]:
        msg = f"The words of text {one['text_id'].iloc[0]} are not the same in both frames."
        raise OptionError(msg)
    values = [part["influence"].to_numpy(dtype=float) for part in (one, other)]
    for value, part in zip(values, (one, other), strict=True):
        if reason := no_signal(value, tolerance):
            return {"status": f"{reason} ({part['method'].iloc[0]})"}
    n, k = len(one), min(top, len(one))
    if n < 2:
        return {"status": "fewer than two words"}
    groups = [_levels(value, tolerance) for value in values]
    firsts = [set(np.argsort(-group, kind="stable")[:k].tolist()) for group in groups]
    return {
        "status": OK,
        "kendall_tau": float(stats.kendalltau(*groups).statistic),
        "top_overlap": len(firsts[0] & firsts[1]) / k,
        "chance_overlap": k / n,
    }


def _levels(values: np.ndarray, tolerance: float) -> np.ndarray:
    """Number the values in ascending order; those that are near the one before share a number."""
    order = np.argsort(values, kind="stable")
    steps = np.concatenate([[0], np.diff(values[order]) > tolerance])
    levels = np.empty(values.size, dtype=int)
    levels[order] = np.cumsum(steps)
    return levels
