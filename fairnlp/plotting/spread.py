"""Plot of means over trained models, each with its spread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["means_with_spread"]

_NEEDED = {
    "row": "str, what a row is",
    "series": "str, what tells the marks of a row apart",
    "mean": "float",
    "sd": "float, standard deviation over the models; NaN for a single one",
}


def means_with_spread(
    table: pd.DataFrame, *, title: str, xlabel: str, ax: Axes | None = None
) -> Axes:
    """Show means of several series beside each other, each with one standard deviation.

    Parameters
    ----------
    table : DataFrame
        ``row``, ``series``, ``mean``, ``sd``; one mark a row and series. A missing mean draws
        nothing, and a missing standard deviation no bar, as for a figure of a paper.
    title, xlabel : str
        A question that the plot answers; what was measured.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
    """
    check_frame(table, _NEEDED, name="table")
    rows, series = (list(pd.unique(table[name])) for name in ("row", "series"))
    ax = ax or style.sized_axes(2 * len(rows), shown=True)
    shifts = np.linspace(-0.3, 0.3, len(series)) if len(series) > 1 else [0.0]
    for number, (name, shift) in enumerate(zip(series, shifts, strict=True)):
        some = table[(table["series"] == name) & table["mean"].notna()]
        ax.errorbar(
            some["mean"],
            np.array([rows.index(row) for row in some["row"]]) + shift,
            xerr=some["sd"].fillna(0),
            fmt=style.MARKERS[number % len(style.MARKERS)],
            color=style.CLASSES[number % len(style.CLASSES)],
            markersize=5,
            capsize=2,
            label=name,
        )
    style.list_rows(ax, rows)
    style.legend_below(ax)
    return style.finish(ax, title=title, xlabel=f"{xlabel}; bars: one standard deviation")
