"""Test cases as plain HTML, which shows without widgets and in a saved notebook."""

from __future__ import annotations

from html import escape
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

__all__ = ["found_html", "marked_html"]

SHOWN = {
    "templates": "templates",
    "templates_with_btc": "templates with a BTC",
    "mutants": "mutants",
    "invalid": "invalid",
    "pairs": "pairs",
    "btcs": "BTCs",
    "rate": "BTC rate",
    "placebo_pairs": "pairs within a class",
    "placebo_rate": "placebo rate",
}
"""Column of the summary to its heading."""


def marked_html(
    text: str, spans: Iterable[tuple[str, str, int, int]], *, around: int | None = None
) -> str:
    """Mark the changed words of a mutant.

    Parameters
    ----------
    text : str
        The mutant.
    spans : iterable of (old, new, start, end)
        What differs from the original text, with offsets in `text`; without overlap.
    around : int, optional
        Show only so many characters on each side of a change; by default the whole text.

    Returns
    -------
    str
        HTML, escaped. The old word is the tooltip of the new one.

    Examples
    --------
    >>> marked_html("She is <i>fine</i>.", [("He", "She", 0, 3)])
    '<mark title="was: He">She</mark> is &lt;i&gt;fine&lt;/i&gt;.'
    >>> marked_html("A long way on she sat down to rest.", [("he", "she", 14, 17)], around=4)
    '… on <mark title="was: he">she</mark> sat…'
    """
    pieces, position, last = [], 0, len(text)
    ordered = sorted(spans, key=itemgetter(2))
    if not ordered and around is not None:
        return escape(text[: 2 * around]) + ("…" if 2 * around < last else "")
    for old, new, start, end in ordered:
        pieces.append(_between(text, position, start, around))
        title = escape(f"was: {old}", quote=True)
        pieces.append(f'<mark title="{title}">{escape(new)}</mark>')
        position = end
    pieces.append(_between(text, position, last, around))
    return "".join(pieces)


def _between(text: str, start: int, end: int, around: int | None) -> str:
    """Give the unchanged part, cut where it is far from the changes at its ends."""
    head = around if start > 0 else 0  # what comes before the first change ends at it
    tail = around if end < len(text) else 0
    if around is None or head is None or tail is None or end - start <= head + tail:
        return escape(text[start:end])
    return f"{escape(text[start : start + head])}…{escape(text[end - tail : end])}"


def found_html(
    summary: pd.DataFrame, minority: pd.DataFrame, pairs: pd.DataFrame, *, system: str
) -> str:
    """Lay out what was found with one system: verdict, counts, words behind them, a few pairs."""
    row = summary.iloc[0]
    counts = summary[list(SHOWN)].rename(columns=SHOWN)
    parts = [
        f"<h4>{escape(system)}: {escape(row['verdict'])}</h4>",
        f"<p>Rate minus placebo rate: {row['difference']:+.4f} "
        f"({row['confidence']:.0%} interval {row['difference_low']:+.4f} to "
        f"{row['difference_high']:+.4f}).</p>",
        counts.to_html(index=False, float_format="{:.4f}".format),
    ]
    behind = minority[minority["minority"] > 0].head(5)
    if len(behind):
        parts += [
            "<h5>Values behind the labels that few mutants have</h5>",
            behind.to_html(index=False, float_format="{:.3f}".format),
        ]
    if len(pairs):
        parts += [
            f"<h5>{len(pairs)} of {row['btcs']:,} test cases, drawn at random</h5>",
            "<table>",
            *(_pair_html(pair) for _, pair in pairs.iterrows()),
            "</table>",
        ]
    return "\n".join(parts)


def _pair_html(pair: pd.Series) -> str:
    cells = "".join(
        f"<td style='text-align:left;vertical-align:top'>"
        f"<b>{escape(str(pair[f'label_{mark}']))}</b> ({escape(str(pair[f'class_{mark}']))})<br>"
        f"{marked_html(pair[f'text_{mark}'], pair[f'spans_{mark}'], around=60)}</td>"
        for mark in "ab"
    )
    return f"<tr>{cells}</tr>"
