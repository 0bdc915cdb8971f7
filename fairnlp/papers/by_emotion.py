"""Paired tests as the papers print them: a row a tool, a column an emotion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["by_emotion", "rank_sum", "signed_interval"]


def rank_sum(value: float) -> str:
    """Write V: whole or half.

    Examples
    --------
    >>> rank_sum(121366.0), rank_sum(2995.5)
    ('121,366', '2,995.5')
    """
    return f"{value:,.1f}".removesuffix(".0")


def signed_interval(row: Mapping[object, float], name: str, end: str, digits: int) -> str:
    """Write a figure of a row with its interval.

    Examples
    --------
    >>> row = {"effect": 0.5, "effect_low": -0.1, "effect_high": 1}
    >>> signed_interval(row, "effect", "effect", 2)
    '0.50 (-0.10 to 1.00)'
    """
    low, high = row[f"{end}_low"], row[f"{end}_high"]
    return f"{row[name]:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def by_emotion(table: pd.DataFrame, *, rows: Sequence[str]) -> pd.DataFrame:
    """Set the tests of a tool beside each other.

    Parameters
    ----------
    table : DataFrame
        As of `fairnlp.stats.paired_tests`, with ``emotion`` and the columns of `rows`.
    rows : sequence of str
        What tells the rows of the result apart, such as ``["language", "system"]``.

    Returns
    -------
    DataFrame of str
        The columns of `rows`, then a column an emotion: V and p over sentences, as the papers
        have them; how many pairs differ; p over pairs, the same adjusted, and the effect with its
        interval. "nothing differs" where it is so.
    """
    cells = [_cell(row) for row in table.to_dict(orient="records")]
    emotions = list(dict.fromkeys(table["emotion"]))
    wide = (
        table[[*rows]]
        .assign(emotion=table["emotion"], cell=cells)
        .pivot(index=[*rows], columns="emotion", values="cell")
        .reindex(columns=emotions)
        .rename_axis(columns=None)
    )
    order = pd.MultiIndex.from_frame(table[[*rows]].drop_duplicates())
    if len(rows) == 1:
        return wide.reindex(order.get_level_values(0)).reset_index()
    return wide.reindex(order).reset_index()


def _cell(row: Mapping[object, float]) -> str:
    if row["sentences_differ"] == 0:
        return "nothing differs"
    return (
        f"V {rank_sum(row['V'])}, p {row['p']:.2g}; "
        f"{row['pairs_differ']} of {row['pairs']} pairs: p {row['pair_p']:.2g}, adjusted "
        f"{row['pair_p_adjusted']:.2g}, effect {signed_interval(row, 'effect', 'effect', 2)}"
    )
