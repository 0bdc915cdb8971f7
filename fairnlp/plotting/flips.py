"""Plots of inserted words: how many labels flip, and how natural the texts are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.plotting import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["flips_by_unigram", "naturalness_by_unigram"]

_NEEDED = {
    "model": "str",
    "unigram": "str",
    "direction": "str",
    "n": "int",
    "trained": "int",
    "mean": "float",
    "low": "float",
    "high": "float",
}
_TITLES = {
    "to_target": "How many labels flip to the target with one more word?",
    "from_target": "How many labels flip away from the target with one more word?",
    "changed": "How many labels change with one more word?",
}


def flips_by_unigram(
    table: pd.DataFrame,
    *,
    direction: str = "to_target",
    published: pd.DataFrame | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Show the mean number of flips by unigram and model, with intervals.

    Parameters
    ----------
    table : DataFrame
        What `adversary.flip_table` gives; the rows "all" are not drawn.
    direction : {"to_target", "from_target", "changed"}
    published : DataFrame, optional
        Figures to set beside, such as a paper's: ``model``, ``unigram``, ``mean``. They are drawn
        hollow, in the colour of the model of the same name.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    SchemaError
        If a column is missing.
    UnknownChoiceError
        If the direction is not known.
    """
    if direction not in _TITLES:
        raise UnknownChoiceError(unknown_choice("direction", direction, _TITLES))
    check_frame(table, _NEEDED, name="table")
    rows = table[(table["direction"] == direction) & (table["unigram"] != "all")]
    paper = pd.DataFrame(columns=["model", "unigram", "mean"]) if published is None else published
    check_frame(paper, {"model": "str", "unigram": "str", "mean": "float"}, name="published")
    paper = paper[paper["unigram"] != "all"]
    unigrams = list(dict.fromkeys([*rows["unigram"], *paper["unigram"]]))
    models = list(dict.fromkeys([*rows["model"], *paper["model"]]))
    ax = ax or style.sized_axes(len(unigrams) * -(-7 * max(2, len(models)) // 10), shown=True)
    shifts = np.linspace(-0.28, 0.28, len(models)) if len(models) > 1 else [0.0]
    for number, (model, shift) in enumerate(zip(models, shifts, strict=True)):
        look: dict[str, Any] = {
            "color": style.CLASSES[number % len(style.CLASSES)],
            "marker": style.MARKERS[number % len(style.MARKERS)],
            "linestyle": "",
        }
        some = rows[rows["model"] == model]
        if len(some):
            mean, low, high = (some[name].to_numpy(dtype=float) for name in ("mean", "low", "high"))
            ax.errorbar(
                mean,
                [unigrams.index(word) + shift for word in some["unigram"]],
                xerr=np.clip([mean - low, high - mean], 0, None),
                capsize=3,
                label=f"{model}\n({int(some['trained'].max()):,} trained)",
                **look,
            )
        given = paper[paper["model"] == model]
        if len(given):
            ax.plot(
                given["mean"].astype(float),
                [unigrams.index(word) + shift for word in given["unigram"]],
                markerfacecolor="none",
                label=f"{model}\n(published)",
                **look,
            )
    sizes = rows.groupby("unigram", sort=False)["n"].max()
    style.list_rows(
        ax,
        [f"{word}\n{sizes[word]:,} texts" if word in sizes else str(word) for word in unigrams],
    )
    ax.set_xlim(left=0)
    style.legend_below(ax)
    return style.finish(
        ax, title=_TITLES[direction], xlabel="flips, mean of the trained models with 95% intervals"
    )


def naturalness_by_unigram(attack: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Show how natural the kept insertions are, unigram by unigram.

    Parameters
    ----------
    attack : DataFrame
        `AttackSet.frame`: ``unigram`` and ``naturalness``.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        One outline a unigram. To the right of 0, the language model takes the text with the new
        word for likelier than the one without it.
    """
    check_frame(attack, {"unigram": "str", "naturalness": "float"}, name="attack")
    ax = ax or style.sized_axes(7, shown=True)
    values = attack["naturalness"].to_numpy(dtype=float)
    edges = np.histogram_bin_edges(values, bins=30) if len(values) else np.array([-1.0, 1.0])
    for number, (unigram, some) in enumerate(attack.groupby("unigram", sort=False, observed=True)):
        ax.hist(
            some["naturalness"],
            bins=edges.tolist(),
            histtype="step",
            linewidth=1.8,
            linestyle=("-", "--", "-.", ":")[number // len(style.CLASSES) % 4],
            color=style.CLASSES[number % len(style.CLASSES)],
            label=f"{unigram}, {len(some):,} texts",
        )
    ax.axvline(0, color=style.GREY, linewidth=1, zorder=0)
    ax.set_ylabel("texts")
    style.legend_below(ax)
    return style.finish(
        ax,
        title="How natural are the texts with one more word?",
        xlabel="naturalness: log p with the word less log p without it",
    )
