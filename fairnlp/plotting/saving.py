"""What strategies of a monitor save, against what they miss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import PercentFormatter

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["saved_missed", "saved_along"]

_LINES = ("-", "--", "-.", ":", "-", "--")


def saved_missed(
    points: pd.DataFrame, *, title: str, missed: str = "missed", ax: Axes | None = None
) -> Axes:
    """Show what strategies save against what they miss, one curve a strategy.

    Parameters
    ----------
    points : DataFrame
        ``kind`` (the curve), ``saved`` and ``missed_rate`` (shares in [0, 1]), ``label`` (written
        at the point; empty for none), in the order of the curve.
    title : str
    missed : str
        What is missed, for the label of the axis.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Saved on the x axis, missed on the y axis: the best is at the lower right.
    """
    contract = {"kind": "str", "saved": "float", "missed_rate": "float", "label": "str"}
    check_frame(points, contract, name="points")
    ax = ax or style.sized_axes(8, shown=True)
    colours = (style.BETWEEN, style.WITHIN, *style.CLASSES)
    for number, (kind, some) in enumerate(points.groupby("kind", sort=False)):
        colour = colours[number % len(colours)]
        ax.plot(
            some["saved"],
            some["missed_rate"],
            linestyle=_LINES[number % len(_LINES)],
            marker=style.MARKERS[number % len(style.MARKERS)],
            color=colour,
            markersize=5,
            linewidth=1.3,
            label=kind,
            clip_on=False,
        )
        for x, y, label in zip(some["saved"], some["missed_rate"], some["label"], strict=True):
            if label:
                ax.annotate(
                    label,
                    (x, y),
                    xytext=(-6, 4),
                    textcoords="offset points",
                    ha="right",
                    fontsize=8,
                    color=colour,
                )
    ax.set_xlim(0, 1)
    highest = float(np.nanmax(points["missed_rate"])) if points["missed_rate"].notna().any() else 0
    top = max(highest * 1.1, 0.01)
    ax.set_ylim(-top / 40, top)  # so that a curve at 0 is not hidden by the axis
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylabel(missed)
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    style.legend_below(ax)
    return style.finish(ax, title=title, xlabel="predictions of mutants saved")


def saved_along(stream: pd.DataFrame, *, title: str, ax: Axes | None = None) -> Axes:
    """Show what strategies that learn save along the stream.

    Parameters
    ----------
    stream : DataFrame
        ``kind``, ``tenth`` (1 to 10) and ``saved`` (share in [0, 1]).
    title : str
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
    """
    check_frame(stream, {"kind": "str", "tenth": "int", "saved": "float"}, name="stream")
    ax = ax or style.sized_axes(5, shown=True)
    colours = (style.BETWEEN, style.WITHIN, *style.CLASSES)
    for number, (kind, some) in enumerate(stream.groupby("kind", sort=False)):
        ax.plot(
            some["tenth"],
            some["saved"],
            linestyle=_LINES[number % len(_LINES)],
            marker=style.MARKERS[number % len(style.MARKERS)],
            color=colours[number % len(colours)],
            label=kind,
        )
    ax.set_xticks(sorted(stream["tenth"].unique()))
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylabel("predictions of mutants saved")
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    style.legend_below(ax)
    return style.finish(ax, title=title, xlabel="tenth of the stream of texts")
