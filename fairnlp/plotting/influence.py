"""Plots of influence: a shaded text, the ranks of rationales, the words that come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.textpath import TextPath
from matplotlib.ticker import PercentFormatter

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.influence.chance import rank_distribution
from fairnlp.influence.show import AGAINST, FOR
from fairnlp.plotting import style
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["rank_shares", "shaded_words", "top_words"]

_WORDS = {
    "token": "str",
    "start": "int",
    "end": "int",
    "influence": "float",
}
_RANKS = {
    "series": "str, what tells the bars of a rank apart, such as the system",
    "status": "str, 'ok' where there is a rank",
    "rank": "int",
    "words": "int",
    "marked": "int",
}
_TOP = {
    "token": "str",
    "first_or_second": "int",
    "occurrences": "int",
    "share": "float",
    "low": "float",
    "high": "float",
}

LETTER, LINE = 0.6, 1.6
"""Width of a letter of even width, and height of a line, in heights of the font."""


def shaded_words(
    words: pd.DataFrame,
    *,
    title: str,
    marked: Sequence[bool] | None = None,
    line_length: int = 64,
    ax: Axes | None = None,
) -> Axes:
    """Show the words of one text, shaded by influence, underlined where people marked them.

    Parameters
    ----------
    words : DataFrame
        The rows of one text of what `fairnlp.leave_one_out` gives.
    title : str
        What is shown.
    marked : sequence of bool, optional
        One a word.
    line_length : int
        Letters in a line.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
    """
    check_frame(words, _WORDS, name="words")
    if marked is not None and len(marked) != len(words):
        msg = f"Each word needs its mark; {len(marked)} marks came for {len(words)} words."
        raise OptionError(msg)
    values = words["influence"].to_numpy(dtype=float)
    scale = float(np.nanmax(np.abs(values), initial=0.0))
    places = list(_laid_out(words, line_length))
    lines = max((line for line, _ in places), default=0) + 1
    ax = ax or style.sized_axes(lines, shown=True)
    font = FontProperties(family="monospace")
    for number, (token, (line, column)) in enumerate(zip(words["token"], places, strict=True)):
        x, y, width = column * LETTER, -line * LINE, len(token) * LETTER
        value = values[number]
        if scale and np.isfinite(value) and value:
            box = Rectangle((x, y - 0.3), width, 1.25, color=FOR if value > 0 else AGAINST)
            box.set(alpha=0.7 * abs(value) / scale, linewidth=0, gid="influence")
            ax.add_patch(box)
        if marked is not None and marked[number]:
            ax.plot([x, x + width], [y - 0.35] * 2, color=style.INK, linewidth=2, gid="marked")
        path = TextPath((x, y), token.replace("$", r"\$"), size=1, prop=font)
        ax.add_patch(PathPatch(path, color=style.INK, linewidth=0))
    ax.set_xlim(-0.3, line_length * LETTER + 0.3)
    ax.set_ylim(-(lines - 1) * LINE - 0.8, 1.3)
    ax.set_aspect("equal", anchor="NW")
    ax.set_axis_off()
    ax.set_title(title, loc="left", fontsize=11, color=style.INK)
    said = f"orange: speaks for the target (darkest {scale:.3f}); blue: against it"
    if marked is not None:
        said += "; underlined: marked by people"
    ax.text(0, -0.02, said, transform=ax.transAxes, fontsize=8, color="0.35", va="top")
    return ax


def _laid_out(words: pd.DataFrame, line_length: int) -> Iterator[tuple[int, int]]:
    """Give the line and the column of each word; what stood together stays so where it can."""
    line = column = before = 0
    for token, start, end in zip(words["token"], words["start"], words["end"], strict=True):
        column += int(start > before and column > 0)
        before = int(end)
        if column and column + len(token) > line_length:
            line, column = line + 1, 0
        yield line, column
        column += len(token)


def rank_shares(ranks: pd.DataFrame, *, title: str, most: int = 4, ax: Axes | None = None) -> Axes:
    """Show how often the first of the marked words has which influence rank.

    Parameters
    ----------
    ranks : DataFrame
        The tables of `fairnlp.influence.rationale_ranks`, one below the other, with a column
        ``series`` that names each. Texts without a rank are left out.
    title : str
        A question that the plot answers.
    most : int
        Ranks above it go together.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Bars with 95% Wilson intervals; a line a rank for words in random order.
    """
    check_frame(ranks, _RANKS, name="ranks")
    known = ranks[ranks["status"] == "ok"]
    names = list(dict.fromkeys(known["series"]))
    ax = ax or style.sized_axes(5, shown=True)
    places = np.arange(most + 2)
    width = 0.8 / max(1, len(names))
    for number, name in enumerate(names):
        some = known[known["series"] == name]
        capped = np.minimum(some["rank"].to_numpy(dtype=int), most + 1)
        counts = np.bincount(capped, minlength=most + 2)
        low, high = wilson(counts, len(some))
        share = counts / len(some)
        ax.bar(
            places + (number - (len(names) - 1) / 2) * width,
            share,
            width * 0.92,
            yerr=np.clip([share - low, high - share], 0, None),
            error_kw={"elinewidth": 1, "capsize": 2, "ecolor": style.INK},
            color=style.CLASSES[number % len(style.CLASSES)],
            hatch=("", "//", "..", "xx")[number % 4],
            edgecolor="white",
            label=f"{name} (n = {len(some):,})",
        )
    if len(known):
        # Each text counts once, however many series have it.
        texts = known[["words", "marked"]].itertuples(index=False)
        chance = np.mean([rank_distribution(*map(int, row), most=most) for row in texts], axis=0)
        chance = np.append(chance, 1 - chance.sum())
        ax.hlines(
            chance, places - 0.45, places + 0.45, color=style.INK, linestyle="--", label="chance"
        )
    ax.set_xticks(places, [*map(str, range(most + 1)), f"{most + 1} or more"])
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylabel("texts")
    style.legend_below(ax)
    style.finish(ax, title=title, xlabel="rationale rank: words with a higher influence")
    ax.grid(axis="x", visible=False)
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    return ax


def top_words(
    tokens: pd.DataFrame,
    *,
    title: str,
    limit: int = 12,
    highlight: Collection[str] = (),
    ax: Axes | None = None,
) -> Axes:
    """Show which words are most often the first or second most influential.

    Parameters
    ----------
    tokens : DataFrame
        What `fairnlp.influence.top_tokens` gives.
    title : str
        A question that the plot answers.
    limit : int
        How many words to show, from the top of the frame.
    highlight : collection of str
        Words to draw in another colour and shape, such as those that should not matter.
    ax : Axes, optional
        By default, axes of a new figure.

    Returns
    -------
    Axes
        Shares of the occurrences of each word, with 95% Wilson intervals.
    """
    check_frame(tokens, _TOP, name="tokens")
    shown = tokens[tokens["occurrences"] > 0].head(limit)
    ax = ax or style.sized_axes(len(shown), shown=True)
    odd = shown["token"].isin(list(highlight)).to_numpy()
    places = np.arange(len(shown))
    share, low, high = (shown[name].to_numpy(dtype=float) for name in ("share", "low", "high"))
    kinds = [(~odd, style.BETWEEN, "o", "other words"), (odd, style.FLAGGED, "D", "highlighted")]
    for chosen, colour, marker, label in kinds:
        if not chosen.any():
            continue
        ax.errorbar(
            share[chosen],
            places[chosen],
            xerr=np.clip([(share - low)[chosen], (high - share)[chosen]], 0, None),
            fmt=marker,
            color=colour,
            markersize=5,
            capsize=2,
            label=label if odd.any() else None,
        )
    for place, top, n in zip(places, shown["first_or_second"], shown["occurrences"], strict=True):
        ax.text(1.04, float(place), f"{top:,} of {n:,}", va="center", fontsize=9, color="0.35")
    style.list_rows(ax, shown["token"].tolist())
    ax.set_xlim(-0.02, 1.2)
    ax.set_xticks(np.linspace(0, 1, 6))
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    style.legend_below(ax)
    return style.finish(
        ax, title=title, xlabel="occurrences at which the word is first or second in influence"
    )
