"""Test cases as plain HTML, which shows without widgets and in a saved notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fairnlp.core.marking import fragment, side_by_side

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["found_html"]

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
            *(side_by_side(pair) for pair in pairs.to_dict(orient="records")),
        ]
    return fragment("\n".join(parts))
