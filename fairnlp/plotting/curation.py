"""Plots of curation: why texts gave no template, and whom the recogniser finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.ticker import StrMethodFormatter

from fairnlp.core.frames import check_frame
from fairnlp.plotting import style
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["recogniser", "refusals"]


def refusals(refused: pd.DataFrame, *, texts: int | None = None, ax: Axes | None = None) -> Axes:
    """Show how many texts gave no template, by reason.

    Parameters
    ----------
    refused : DataFrame
        `Templates.refusals`, one row a text, with ``reason``; or counts: ``reason``, ``texts``.
    texts : int, optional
        How many texts were read; shown in the title.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        One bar a reason, the most frequent on top, each with its count.
    """
    check_frame(refused, {"reason": "str"}, name="refused")
    counts = refused.groupby("reason", sort=False, observed=True)
    sizes = counts["texts"].sum() if "texts" in refused else counts.size()
    sizes = sizes[sizes > 0].sort_values(ascending=False, kind="stable")
    ax = ax or style.sized_axes(len(sizes), shown=True)
    total = int(sizes.sum())
    ax.barh(np.arange(len(sizes)), sizes, height=0.7, color=style.BETWEEN)
    for place, n in enumerate(sizes):
        share = f"{n / total:.0%}" if n / total >= 0.005 else "< 1%"
        ax.text(n, place, f" {n:,} ({share})", va="center", color=style.INK)
    style.list_rows(ax, [str(reason) for reason in sizes.index])
    ax.set_xlim(0, max(sizes.max() * 1.18, 1) if len(sizes) else 1)
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    of = "" if texts is None else f" of {texts:,}"
    return style.finish(ax, title=f"Why did {total:,}{of} texts give no template?", xlabel="texts")


def recogniser(found: pd.DataFrame, *, confidence: float = 0.95, ax: Axes | None = None) -> Axes:
    """Show the share of persons that the recogniser finds, by group of names.

    Parameters
    ----------
    found : DataFrame
        ``group``, ``offered`` (names put into a sentence) and ``found`` (those found as persons);
        with ``gender`` one row for each, with ``place`` (such as "first word") one marker for each.
    confidence : float
        Of the Wilson intervals.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        A template can be made only of persons who are found: groups that are found less often are
        tested less.
    """
    check_frame(found, {"group": "str", "offered": "int", "found": "int"}, name="found")
    frame = (
        found.assign(row=_joined(found, ["group", "gender"]), place=_joined(found, ["place"]))
        .groupby(["row", "place"], sort=False, observed=True)[["offered", "found"]]
        .sum()
        .reset_index()
    )
    rows, places = (list(pd.unique(frame[key])) for key in ("row", "place"))
    ax = ax or style.sized_axes(len(rows), shown=True)
    shifts = np.linspace(-0.16, 0.16, len(places)) if len(places) > 1 else [0.0]
    for number, (place, shift) in enumerate(zip(places, shifts, strict=True)):
        some = frame[(frame["place"] == place) & (frame["offered"] > 0)]
        share = (some["found"] / some["offered"]).to_numpy()
        low, high = wilson(some["found"], some["offered"], confidence=confidence)
        where = np.array([rows.index(row) for row in some["row"]]) + shift
        ax.errorbar(
            share,
            where,
            xerr=np.clip([share - low, high - share], 0, None),
            fmt=style.MARKERS[number],
            color=(style.BETWEEN, style.WITHIN, *style.CLASSES)[number],
            markersize=7,
            capsize=3,
            label=place or None,
        )
        for row, y, right in zip(some.itertuples(), where, high, strict=True):
            ax.text(
                right,
                y,
                f"  {row.found} of {row.offered}",
                va="center",
                fontsize=8.5,
                color=style.INK,
            )
    style.list_rows(ax, rows)
    style.show_percent(ax, highest=1)
    ax.set_xlim(0, 1.18)
    ax.set_xticks(np.linspace(0, 1, 6))
    if any(places):
        style.legend_below(ax, "place in the sentence")
    return style.finish(
        ax,
        title="Whom does the recogniser find?",
        xlabel=f"persons found ({confidence:.0%} Wilson intervals)",
    )


def _joined(frame: pd.DataFrame, columns: list[str]) -> pd.Series:
    """Join the words of some columns that are there; an empty word is passed over."""
    some = [frame[name].astype("str") for name in columns if name in frame]
    if not some:
        return pd.Series("", index=frame.index, dtype="str")
    words = pd.concat(some, axis=1)
    return words.apply(lambda row: ", ".join(word for word in row if word), axis=1).astype("str")
