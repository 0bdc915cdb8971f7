"""Plots of bias-uncovering test cases (BTCs) and of the values behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "btc_rates",
    "templates_with_btc",
    "values_behind",
]


def btc_rates(summary: pd.DataFrame, *, values: str = "all", ax: Axes | None = None) -> Axes:
    """Show the BTC rate of each system beside its placebo rate.

    Parameters
    ----------
    summary : DataFrame
        Rows of `Found.summary`; one row is drawn for each system (and characteristic).
    values : str
        Which of the rows to draw: ``"all"``, or ``"without flagged"``.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Filled dots: share of the pairs of different classes that got different labels. Open
        squares: the same within a class. Lines: the intervals of the summary.
    """
    needed = dict.fromkeys(
        ["system", "values", "pairs", "rate", "rate_low", "rate_high", "confidence"], "see summary"
    ) | dict.fromkeys(
        ["placebo_pairs", "placebo_rate", "placebo_rate_low", "placebo_rate_high"], "see summary"
    )
    rows = _summary_rows(summary, needed, values)
    ax = ax or style.sized_axes(len(rows), shown=True)
    shown = (
        ("", "pairs", "different classes", style.BETWEEN, "o", style.BETWEEN, -0.14),
        ("placebo_", "placebo_pairs", "one class (placebo)", style.WITHIN, "s", "white", 0.14),
    )
    highest = 0.0
    for prefix, pairs, label, colour, marker, fill, shift in shown:
        some = rows[rows[pairs] > 0]
        rate, low, high = (some[f"{prefix}rate{end}"].to_numpy() for end in ("", "_low", "_high"))
        ax.errorbar(
            rate,
            some.index.to_numpy() + shift,
            xerr=np.clip([rate - low, high - rate], 0, None),
            fmt=marker,
            color=colour,
            markerfacecolor=fill,
            markersize=7,
            capsize=3,
            label=label,
        )
        highest = max([highest, *high])
    labels = [
        f"{name}\n{row.pairs:,} / {row.placebo_pairs:,} pairs"
        for name, row in zip(_row_names(rows), rows.itertuples(), strict=True)
    ]
    style.list_rows(ax, labels)
    style.show_percent(ax, highest=highest)
    style.legend_below(ax, "pairs of mutants of")
    note = "" if values == "all" else f" ({values} values)"
    return style.finish(
        ax,
        title=f"How often do the labels of a pair differ?{note}",
        xlabel=f"pairs with different labels ({_confidence(rows)}intervals over templates)",
    )


def templates_with_btc(
    summary: pd.DataFrame, *, values: str = "all", ax: Axes | None = None
) -> Axes:
    """Show the share of templates with at least one BTC, by system.

    Parameters
    ----------
    summary : DataFrame
        Rows of `Found.summary`.
    values : str
        Which of the rows to draw: ``"all"``, or ``"without flagged"``.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Bars with Wilson intervals; each bar says how many of how many.
    """
    needed = dict.fromkeys(
        [
            "system",
            "values",
            "templates_tested",
            "templates_with_btc",
            "share_with_btc",
            "share_with_btc_low",
            "share_with_btc_high",
            "confidence",
        ],
        "see summary",
    )
    rows = _summary_rows(summary, needed, values)
    ax = ax or style.sized_axes(len(rows), shown=True)
    share = rows["share_with_btc"].to_numpy()
    tested = (rows["templates_tested"] > 0).to_numpy()
    high = np.where(tested, rows["share_with_btc_high"], 0)
    low = np.where(tested, rows["share_with_btc_low"], 0)
    ax.barh(rows.index, share, height=0.6, color=style.BETWEEN)
    ax.errorbar(
        share,
        rows.index,
        xerr=np.clip([share - low, high - share], 0, None),
        fmt="none",
        ecolor=style.INK,
        capsize=3,
    )
    counts = rows[["templates_with_btc", "templates_tested"]].to_numpy()
    for place, (k, n) in enumerate(counts):
        ax.text(high[place], place, f" {k:,} of {n:,}", va="center", color=style.INK)
    style.list_rows(ax, _row_names(rows))
    style.show_percent(ax, highest=max(high, default=0) * 1.25)
    note = "" if values == "all" else f" ({values} values)"
    return style.finish(
        ax,
        title=f"How many templates have a test case?{note}",
        xlabel=f"templates with at least one BTC ({_confidence(rows)}Wilson intervals)",
    )


def values_behind(minority: pd.DataFrame, *, limit: int = 10, ax: Axes | None = None) -> Axes:
    """Show the values whose mutants most often have a label that few mutants have.

    Parameters
    ----------
    minority : DataFrame
        `Found.minority` of one system.
    limit : int
        How many values to show; those without a minority label are never shown.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Bars: mutants with a minority label, of how many. Hatched: the value is also an ordinary
        word or an entry of the system's lexicon.
    """
    needed = {
        "class": "str",
        "value_id": "str",
        "flag": "str",
        "n_mutants": "int",
        "minority": "int",
    }
    check_frame(minority, needed, name="minority")
    behind = minority[minority["minority"] > 0]
    rows = behind.sort_values("minority", ascending=False, kind="stable").head(limit)
    rows = rows.reset_index(drop=True)
    ax = ax or style.sized_axes(len(rows), shown=True)
    kinds = (
        (rows["flag"] == "", "no flag", style.BETWEEN, None),
        (rows["flag"] != "", "also an ordinary word or a lexicon entry", style.FLAGGED, "//"),
    )
    for which, label, colour, hatch in kinds:
        some = rows[which]
        ax.barh(
            some.index,
            some["minority"],
            height=0.6,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            label=label,
        )
    for place, (k, n) in enumerate(rows[["minority", "n_mutants"]].to_numpy()):
        ax.text(k, place, f" {k:,} of {n:,}", va="center", color=style.INK)
    names = rows["name"] if "name" in rows else rows["value_id"]
    style.list_rows(ax, [f"{n} ({c})" for n, c in zip(names, rows["class"], strict=True)])
    if len(rows):
        ax.set_xlim(0, rows["minority"].max() * 1.2)
        style.legend_below(ax)
    else:
        ax.text(0.5, 0.5, "no minority labels", ha="center", transform=ax.transAxes)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return style.finish(
        ax,
        title=f"Which values are behind the minority labels? ({len(rows)} of {len(behind)})",
        xlabel="mutants with a label that less than half of their template has",
    )


def _summary_rows(summary: pd.DataFrame, needed: dict[str, str], values: str) -> pd.DataFrame:
    check_frame(summary, needed, name="summary")
    return summary[summary["values"] == values].reset_index(drop=True)


def _row_names(rows: pd.DataFrame) -> list[str]:
    """Name the rows by system, and by characteristic too where there are several."""
    if "characteristic" not in rows or rows["characteristic"].nunique() < 2:
        return rows["system"].tolist()
    return (rows["system"] + ", " + rows["characteristic"]).tolist()


def _confidence(rows: pd.DataFrame) -> str:
    levels = rows["confidence"].unique()
    return f"{levels[0]:.0%} " if len(levels) == 1 else ""
