"""Plots that set counts beside each other on a scale of powers of ten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.ticker import StrMethodFormatter

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["counts_beside"]


def counts_beside(counts: pd.DataFrame, *, title: str, xlabel: str, ax: Axes | None = None) -> Axes:
    """Show counts of several series beside each other, such as ours beside those of a paper.

    Parameters
    ----------
    counts : DataFrame
        ``row`` (what was counted), ``series`` (who counted) and ``n`` (0 or more).
    title, xlabel : str
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        One marker a series, each with its number; the scale is logarithmic from 1 on, with 0 at
        its left end.
    """
    check_frame(counts, {"row": "str", "series": "str", "n": "int"}, name="counts")
    rows, series = (list(pd.unique(counts[name])) for name in ("row", "series"))
    ax = ax or style.sized_axes(2 * len(rows), shown=True)
    colours = (style.BETWEEN, style.WITHIN, *style.CLASSES)
    shifts = np.linspace(-0.3, 0.3, len(series)) if len(series) > 1 else [0.0]
    for number, (name, shift) in enumerate(zip(series, shifts, strict=True)):
        some = counts[counts["series"] == name]
        where = np.array([rows.index(row) for row in some["row"]]) + shift
        ax.plot(
            some["n"],
            where,
            linestyle="",
            marker=style.MARKERS[number % len(style.MARKERS)],
            color=colours[number % len(colours)],
            markersize=7,
            label=name,
        )
        for n, y in zip(some["n"], where, strict=True):
            ax.annotate(
                f"{n:,}",
                (n, y),
                xytext=(7, 0),
                textcoords="offset points",
                va="center",
                fontsize=8.5,
                color=style.INK,
            )
    style.list_rows(ax, rows)
    ax.set_xscale("symlog", linthresh=1)  # a plain logarithm has no place for 0
    ax.set_xlim(-0.15, max(counts["n"].max(), 1) * 8)
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    style.legend_below(ax)
    return style.finish(ax, title=title, xlabel=xlabel)
