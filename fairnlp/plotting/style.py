"""What all plots share: colours that colour-blind readers can tell apart, sizes, and axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import seaborn as sns
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from matplotlib.transforms import ScaledTranslation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

__all__ = ["BETWEEN", "CLASSES", "FLAGGED", "GREY", "INK", "WITHIN", "sized_axes"]

# Okabe and Ito (2008): told apart with any of the usual colour vision deficiencies. Shapes and
# fills differ too, so that nothing hangs on colour alone.
BETWEEN, WITHIN = "#0072B2", "#E69F00"
FLAGGED = "#D55E00"
CLASSES = ("#CC79A7", "#009E73", "#56B4E9", "#D55E00", "#0072B2", "#E69F00")
MARKERS = ("o", "s", "D", "^", "v", "P")
GREY, INK = "0.75", "0.15"

WIDTH = 7.2  # inches; with letters of 10 points, legible at the width of a page


def sized_axes(rows: int, *, shown: bool = False) -> Axes:
    """Make axes that are high enough for some rows.

    Parameters
    ----------
    rows : int
        How many categories are listed from top to bottom.
    shown : bool
        True for a figure that a notebook shows; False for one that is only saved, which then
        needs no closing.

    Returns
    -------
    Axes
    """
    size = (WIDTH, 1.7 + 0.42 * max(rows, 2))
    if shown:
        return plt.subplots(figsize=size, layout="constrained")[1]
    return Figure(figsize=size, layout="constrained").subplots()


def list_rows(ax: Axes, labels: Sequence[str]) -> None:
    """Put one label a row, the first on top."""
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(max(len(labels), 1) - 0.5, -0.5)
    ax.set_ylabel("")
    ax.tick_params(axis="y", length=0)


def show_percent(ax: Axes, *, highest: float) -> None:
    """Let the x axis show shares from 0 to a little above the highest, as per cent."""
    right = min(max(highest, 1e-4) * 1.08, 1.02)
    ax.set_xlim(-right / 60, right)
    digits = 0 if right > 0.1 else 1 if right > 0.01 else 2
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=digits))


def legend_below(ax: Axes, title: str = "") -> None:
    """Put the legend below the x label, where it hides nothing and takes no width."""
    figure = ax.get_figure(root=True)
    if figure is None or not ax.get_legend_handles_labels()[0]:
        return
    down = ScaledTranslation(0, -0.5, figure.dpi_scale_trans)  # inches: ticks and x label
    ax.legend(
        title=title or None,
        frameon=False,
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=ax.transAxes + down,
        borderaxespad=0,
        ncols=3,
        alignment="left",
    )


def finish(ax: Axes, *, title: str, xlabel: str) -> Axes:
    """Set title and label, and take away what carries no meaning."""
    ax.set_title(title, loc="left", fontsize=11, color=INK)
    ax.set_xlabel(xlabel)
    ax.grid(axis="x", color="0.9", linewidth=0.8)
    ax.set_axisbelow(True)
    sns.despine(ax=ax, left=True)
    return ax
