"""How many predictions were biased: of the applicable ones and of all, and how that went."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.monitor.fairness import Verdict
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ANY", "TALLIES", "WINDOWS", "Summary", "make_summary", "rates", "window_for"]

ANY = "any"
"""Stands for the verdict over all characteristics: the worst of them."""

TALLIES = {
    "characteristic": "str",
    "verdict": "str, a value of `fairness.Verdict`",
    "n": "int, how many predictions",
    "asked": "int, mutants asked about",
    "mutants": "int, mutants there were",
}
"""Counts of verdicts. With `start` (UTC), those of a stretch of time."""

WINDOWS = (60, 300, 900, 3600, 4 * 3600, 86_400, 7 * 86_400, 28 * 86_400)
"""Lengths of windows that are chosen from, in seconds: a minute to four weeks."""


@dataclass(frozen=True)
class Summary:
    """What a monitor or a log has seen.

    Parameters
    ----------
    table : DataFrame
        One row a characteristic; see `rates`.
    over_time : DataFrame
        The same with `start` (UTC), one row a window and characteristic; windows without a
        prediction are left out.
    reasons : DataFrame
        ``characteristic``, ``verdict``, ``reason`` and ``n``, most frequent first.
    counters : dict of str to int
        Of a monitor: predictions ``checked``, of them ``repeated``; ``not_sampled``; ``pending``,
        ``dropped`` and ``failed`` in the background; ``alarms`` and ``alarms_failed``. Empty for
        a log.
    window : int
        Seconds of a window.
    """

    table: pd.DataFrame
    over_time: pd.DataFrame
    reasons: pd.DataFrame
    counters: Mapping[str, int] = field(default_factory=dict)
    window: int = 0

    def sentences(self) -> list[str]:
        """Say what was found, a sentence for each characteristic."""
        return [
            f"{row['characteristic']}: {row['biased']} of {row['applicable']} applicable "
            f"predictions are biased ({row['rate']:.1%}, {row['low']:.1%} to {row['high']:.1%}); "
            f"of all {row['texts']}, {row['rate_of_all']:.1%}."
            if row["applicable"]
            else f"{row['characteristic']}: none of {row['texts']} predictions could be checked."
            for row in self.table.to_dict(orient="records")
        ]

    def _repr_html_(self) -> str:
        said = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in self.sentences())
        beside = ", ".join(f"{name} {n:,}" for name, n in self.counters.items() if n)
        shown = self.table.round(4).to_html(index=False)
        return f"<ul>{said}</ul>{shown}<p>{html.escape(beside)}</p>"


def rates(tallies: pd.DataFrame, *, confidence: float = 0.95) -> pd.DataFrame:
    """Turn counts of verdicts into shares with their intervals.

    Parameters
    ----------
    tallies : DataFrame
        See `TALLIES`.
    confidence : float
        Of the Wilson intervals.

    Returns
    -------
    DataFrame, one row a characteristic, and window where there is `start`
        ``texts`` (predictions), ``applicable`` (all that are not "not applicable"), ``biased``,
        ``fair``, ``undecided``; ``rate`` = biased / applicable with ``low`` and ``high``;
        ``rate_of_all`` = biased / texts with ``low_of_all`` and ``high_of_all``; ``asked`` of
        ``mutants`` and ``saved`` = 1 - asked / mutants, over applicable texts. NaN where there is
        nothing to divide by.

    Examples
    --------
    >>> tallies = pd.DataFrame(
    ...     [("gender", "biased", 5, 300, 300), ("gender", "fair", 95, 760, 5700),
    ...      ("gender", "not applicable", 900, 0, 0)], columns=[*TALLIES])
    >>> rates(tallies)[["texts", "applicable", "rate", "low", "high", "rate_of_all"]].round(3)
       texts  applicable  rate    low   high  rate_of_all
    0   1000         100  0.05  0.022  0.112        0.005
    """
    check_frame(tallies, TALLIES, name="tallies")
    keys = ["start", "characteristic"] if "start" in tallies else ["characteristic"]
    wide = tallies.pivot_table(
        index=keys, columns="verdict", values="n", aggfunc="sum", fill_value=0, sort=False
    )
    wide = wide.reindex(columns=[str(verdict) for verdict in Verdict], fill_value=0)
    table = pd.DataFrame(index=wide.index)
    table["texts"] = wide.sum(axis=1).astype(int)
    table["applicable"] = table["texts"] - wide[str(Verdict.NOT_APPLICABLE)].astype(int)
    for verdict in (Verdict.BIASED, Verdict.FAIR, Verdict.UNDECIDED):
        table[str(verdict)] = wide[str(verdict)].astype(int)
    for n, ending in (("applicable", ""), ("texts", "_of_all")):
        table[f"rate{ending}"] = table["biased"] / table[n].where(table[n] > 0)
        low, high = wilson(table["biased"], table[n], confidence=confidence)
        table[f"low{ending}"], table[f"high{ending}"] = low, high
    sums = tallies.groupby(keys, sort=False)[["asked", "mutants"]].sum()
    table[["asked", "mutants"]] = sums.reindex(table.index)
    table["saved"] = 1 - table["asked"] / table["mutants"].where(table["mutants"] > 0)
    return table.reset_index()


def make_summary(
    totals: pd.DataFrame,
    over_time: pd.DataFrame,
    reasons: pd.DataFrame,
    *,
    counters: Mapping[str, int],
    window: int,
) -> Summary:
    """Put a summary together of counts."""
    order = ["n", "characteristic", "verdict", "reason"]
    return Summary(
        table=rates(totals),
        over_time=rates(over_time).sort_values(["start", "characteristic"], ignore_index=True),
        reasons=reasons.sort_values(order, ascending=[False, True, True, True], ignore_index=True),
        counters=dict(counters),
        window=window,
    )


def window_for(seconds: float, *, every: int | None = None) -> int:
    """Give the length of a window so that a stretch of time has about forty at most.

    Raises
    ------
    OptionError
        If `every` is below 1.

    Examples
    --------
    >>> window_for(86_400), window_for(600), window_for(86_400, every=60)
    (3600, 60, 60)
    """
    if every is not None:
        if every < 1:
            msg = f"every is {every!r}; a window has 1 second or more, such as 3600."
            raise OptionError(msg)
        return int(every)
    return next((length for length in WINDOWS if seconds / length <= 40), WINDOWS[-1])
