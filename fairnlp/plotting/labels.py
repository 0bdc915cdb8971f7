"""Plots of the labels and scores of mutants, by class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import seaborn as sns

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.plotting import style
from fairnlp.stats.resampling import ratio_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["labels_by_class", "score_differences"]


def labels_by_class(
    predictions: pd.DataFrame,
    *,
    positive: str = "positive",
    confidence: float = 0.95,
    seed: int = 0,
    ax: Axes | None = None,
) -> Axes:
    """Show the share of mutants with the positive label, by system and class.

    Parameters
    ----------
    predictions : DataFrame
        See ``core.frames.PREDICTIONS``; with a column ``system``, one row a system.
    positive : str
        Which label to count.
    confidence : float
        Of the intervals, bootstrapped over templates.
    seed : int
        Seed of the bootstrap.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        One marker a class; its interval holds the differences between texts, which are the same
        for all classes: look at the distance of the markers, not at the overlap of the lines.
    """
    needed = {"template_id": "str", "class": "str", "label": "str"}
    frame = check_frame(predictions, needed, name="predictions")
    if "system" not in frame:
        frame = frame.assign(system="")
    frame = frame[frame["label"].notna()]
    frame = frame.assign(hit=(frame["label"] == positive).astype(int))
    sums = frame.groupby(["system", "class", "template_id"], sort=False, observed=True)["hit"].agg(
        k="sum", n="size"
    )
    cells = dict(iter(sums.reset_index().groupby(["system", "class"], sort=False, observed=True)))
    systems, classes = (list(pd.unique(frame[key])) for key in ("system", "class"))
    ax = ax or style.sized_axes(len(systems), shown=True)
    shifts = np.linspace(-0.18, 0.18, len(classes)) if len(classes) > 1 else [0.0]
    highest = 0.0
    for number, (class_, shift) in enumerate(zip(classes, shifts, strict=True)):
        here = [place for place, system in enumerate(systems) if (system, class_) in cells]
        parts = [cells[systems[place], class_] for place in here]
        share = np.array([p["k"].sum() / p["n"].sum() for p in parts])
        low, high = np.transpose(
            [
                ratio_interval(part["k"], part["n"], confidence=confidence, seed=seed)
                for part in parts
            ]
        )
        ax.errorbar(
            share,
            np.array(here) + shift,
            xerr=np.clip([share - low, high - share], 0, None),
            fmt=style.MARKERS[number % len(style.MARKERS)],
            color=style.CLASSES[number % len(style.CLASSES)],
            capsize=3,
            label=str(class_),
        )
        highest = max(highest, *high)
    style.list_rows(
        ax,
        [
            f"{system}\n{len(part):,} mutants, {part['template_id'].nunique():,} templates".strip()
            for system, part in frame.groupby("system", sort=False, observed=True)
        ],
    )
    style.show_percent(ax, highest=highest)
    style.legend_below(ax, "class")
    return style.finish(
        ax,
        title=f"How often is a mutant labelled {positive!r}?",
        xlabel=f"mutants ({confidence:.0%} intervals over templates)",
    )


def score_differences(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Show how far scores lie apart between classes and within a class, over templates.

    Parameters
    ----------
    table : DataFrame
        `Found.table` of one system: ``score_difference`` and ``placebo_score_difference``.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Cumulative shares of the templates. Where the line of different classes lies to the right
        of the other, scores differ by class beyond what they do within one.

    Raises
    ------
    OptionError
        If rows of several systems come: their scores have different units.
    """
    needed = {name: "float" for name in ("score_difference", "placebo_score_difference")}
    check_frame(table, needed, name="table")
    if "system" in table and table["system"].nunique() > 1:
        msg = f"Rows of {table['system'].nunique()} systems came; draw each on axes of its own."
        raise OptionError(msg)
    ax = ax or style.sized_axes(6, shown=True)
    shown = (
        ("score_difference", "different classes", style.BETWEEN, "-"),
        ("placebo_score_difference", "one class (placebo)", style.WITHIN, "--"),
    )
    for column, label, colour, line in shown:
        gaps = table[column].dropna().to_numpy()
        if len(gaps):
            said = f"{label}, {len(gaps):,} templates"
            sns.ecdfplot(x=gaps, ax=ax, color=colour, linestyle=line, linewidth=2, label=said)
    if ax.lines:
        style.legend_below(ax, "two mutants of")
    else:
        ax.text(0.5, 0.5, "no scores", ha="center", transform=ax.transAxes)
    ax.set_ylabel("share of templates")
    ax.set_ylim(0, 1.02)
    return style.finish(
        ax,
        title="How far apart are the scores of two mutants?",
        xlabel="mean absolute difference of scores in a template",
    )
