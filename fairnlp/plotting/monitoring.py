"""Plot of a monitor's verdicts: the rate of biased predictions over time."""

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

__all__ = ["biased_rate"]

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
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0 if ax.get_ylim()[1] > 0.1 else 1))
    ax.set_ylabel("biased, of the applicable")
    style.legend_below(ax)
    style.finish(ax, title="How many predictions are biased?", xlabel="time (UTC)")
    ax.grid(axis="x", visible=False)
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    return ax
