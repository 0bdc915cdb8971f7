"""Plot of paired tests: which of two groups gets the higher scores, and how surely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["paired_effects"]

_NEEDED = {
    "row": "str, what a row is",
    "series": "str, what tells the dots of a row apart",
    "effect": "float in [-1, 1]",
    "effect_low": "float",
    "effect_high": "float",
}


def paired_effects(
    tests: pd.DataFrame, *, first: str, second: str, title: str, ax: Axes | None = None
) -> Axes:
    """Show the matched-pairs rank-biserial effects of paired tests, with their intervals.

    Parameters
    ----------
    tests : DataFrame
        ``row``, ``series``, and ``effect``, ``effect_low``, ``effect_high`` as of
        `fairnlp.stats.paired_tests`; one dot a row and series. A missing effect draws nothing.
    first, second : str
        The groups: with an effect of 1 all differing pairs have the higher score for the first.
    title : str
        A question that the plot answers.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
    """
    check_frame(tests, _NEEDED, name="tests")
    names = list(dict.fromkeys(tests["row"]))
    series = list(dict.fromkeys(tests["series"]))
    ax = ax or style.sized_axes(2 * len(names), shown=True)
    ax.axvline(0, color=style.GREY, linewidth=1, zorder=0)
    for number, name in enumerate(series):
        some = tests[tests["series"] == name]
        effect, low, high = (
            some[column].to_numpy(dtype=float) for column in ("effect", "effect_low", "effect_high")
        )
        shift = 0.14 * (number - (len(series) - 1) / 2)
        ax.errorbar(
            effect,
            some["row"].map(names.index).to_numpy() + shift,
            xerr=np.clip([effect - low, high - effect], 0, None),
            fmt=style.MARKERS[number % len(style.MARKERS)],
            color=style.CLASSES[number % len(style.CLASSES)],
            markersize=5,
            capsize=2,
            label=name,
        )
    style.list_rows(ax, names)
    ax.set_xlim(-1.08, 1.08)
    style.legend_below(ax, "")
    xlabel = f"{second} scored higher   ←   rank-biserial effect over pairs   →   {first} higher"
    return style.finish(ax, title=title, xlabel=xlabel)
