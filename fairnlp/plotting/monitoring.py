"""Plots of a monitor: the rate of biased predictions over time, and what a sample misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.dates as mdates
import numpy as np
from matplotlib.ticker import PercentFormatter

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["biased_rate", "saved_against_missed"]

_TOLD = (1, 2, 4, 6, 10, 15, 20)  # sizes of sample that are written at their points
_NEEDED = {
    "start": "datetime, UTC",
    "characteristic": "str",
    "applicable": "int",
    "rate": "float in [0, 1]",
    "low": "float",
    "high": "float",
}


def biased_rate(over_time: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Show the share of applicable predictions that are biased, window by window.

    Parameters
    ----------
    over_time : DataFrame
        ``start``, ``characteristic``, ``applicable``, ``rate``, ``low`` and ``high``, as
        `Summary.over_time` has them. A window without an applicable prediction draws nothing.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        A line a characteristic; the bars are the intervals, wide where few predictions came.
    """
    check_frame(over_time, _NEEDED, name="over_time")
    ax = ax or style.sized_axes(6, shown=True)
    known = over_time[over_time["applicable"] > 0]
    names = list(dict.fromkeys(known["characteristic"]))
    # Side by side, so that the bars of several characteristics do not hide each other.
    gaps = np.diff(np.unique(mdates.date2num(known["start"].to_numpy())))
    apart = 0.12 * gaps.min() if len(gaps) else 0.0
    for number, name in enumerate(names):
        some = known[known["characteristic"] == name].sort_values("start")
        rate, low, high = (some[column].to_numpy(dtype=float) for column in ("rate", "low", "high"))
        n = int(some["applicable"].sum())
        ax.errorbar(
            mdates.date2num(some["start"].to_numpy()) + apart * (number - (len(names) - 1) / 2),
            rate,
            yerr=np.clip([rate - low, high - rate], 0, None),
            marker=style.MARKERS[number % len(style.MARKERS)],
            color=style.CLASSES[number % len(style.CLASSES)],
            linewidth=1,
            markersize=5,
            capsize=2,
            label=f"{name} (n = {n:,})",
        )
    locator = mdates.AutoDateLocator()
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(mdates.ConciseDateFormatter(locator))
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_ylabel("biased, of the applicable")
    style.legend_below(ax)
    style.finish(ax, title="How many predictions are biased?", xlabel="time (UTC)")
    ax.grid(axis="x", visible=False)
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    return ax


def saved_against_missed(
    curves: pd.DataFrame, *, mark: int | None = None, ax: Axes | None = None
) -> Axes:
    """Show what each size of sample saves, and the share of biased texts that it misses.

    Parameters
    ----------
    curves : DataFrame
        ``x``, ``saved`` and ``missed``, as `monitor.curve.saved_and_missed` gives them; with
        ``strategy``, one curve each. With ``biased`` of ``texts``, the title tells them.
    mark : int, optional
        An x to point out.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        To the right, less is asked; to the top, more is missed.
    """
    needed = {"x": "int", "saved": "float in [0, 1]", "missed": "float in [0, 1]"}
    check_frame(curves, needed, name="curves")
    ax = ax or style.sized_axes(6, shown=True)
    frame = curves if "strategy" in curves else curves.assign(strategy="two steps")
    known = frame.dropna(subset=["saved", "missed"])
    for number, (name, some) in enumerate(known.groupby("strategy", sort=False, observed=True)):
        colour = style.CLASSES[(number + 4) % len(style.CLASSES)]
        sign = style.MARKERS[number % len(style.MARKERS)]
        ax.plot(some["saved"], some["missed"], marker=sign, color=colour, markersize=4, label=name)
        told = some[some["x"].isin(_TOLD)]
        for x, *place in zip(told["x"], told["saved"], told["missed"], strict=True):
            ax.annotate(f"{x}", (place[0], place[1]), (5, 4), textcoords="offset points", size=8)
        chosen = some[some["x"] == mark]
        ax.plot(
            chosen["saved"], chosen["missed"], "o", color=style.FLAGGED, markersize=11, mfc="none"
        )
    ax.set_ylim(bottom=0)
    style.show_percent(ax, highest=1.0)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_ylabel("biased texts that are missed")
    if frame["strategy"].nunique() > 1:
        style.legend_below(ax)
    found = ""
    if {"biased", "texts"} <= set(curves) and len(curves):
        found = f" ({curves['biased'].iloc[0]:,} of {curves['texts'].iloc[0]:,} texts are biased)"
    xlabel = "mutants that need not be asked about"
    return style.finish(ax, title=f"What does a sample of X save and miss?{found}", xlabel=xlabel)
