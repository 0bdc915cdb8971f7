"""Pairs of words that a tool scores differently, counted, and what debiasing moves elsewhere."""

from __future__ import annotations

import pandas as pd

from fairnlp.papers.ceec_reported import REPORTED

__all__ = ["LEAKS", "PAIRS", "TOOLS", "count_pairs"]

PAIRS = {
    "language": "str",
    "system": "str",
    "pair_id": "str",
    "cognate": "str",
    "synonym": "str",
    "n": "int, sentences about each of the two",
    "differ_before": "int, in how many the scores differ",
    "differ_after": "float, the same after debiasing; NaN for a system that was not debiased",
    "largest_after": "float, largest difference after debiasing, without sign; likewise",
    "kind": "str, why it differs still, or what is to be known: see `fairnlp.debias.KINDS`",
    "why": "str, the same as a sentence",
}
"""Columns of the pairs one by one; one row a pair and system."""

LEAKS = {
    "language": "str",
    "system": "str",
    "texts": "str, 'held-out pairs' or 'reviews'",
    "what": "str, 'score' or 'label' of a text, or 'pair': whether its two scores differ",
    "n": "int",
    "moved": "int, in how many it is another one after debiasing",
    "share": "float",
    "low": "float, Wilson interval of the share",
    "high": "float",
}
"""Columns of what debiasing moves elsewhere."""


TOOLS = {
    "language": "str",
    "system": "str",
    "pairs": "int",
    "differ_before": "int, pairs of which any sentence differs",
    "differ_after": "float, the same after debiasing; NaN for a system that was not debiased",
    **{name: told for name, told in REPORTED.items() if name != "paper_says"},
    "kinds": "str, why pairs differ still, each kind with its number",
}
"""Columns of `count_pairs`."""


def count_pairs(pairs: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Count the pairs that a tool scores differently.

    Parameters
    ----------
    pairs : DataFrame
        Columns as `PAIRS`.
    table : DataFrame
        ``language``, ``system``, ``state`` and the columns `REPORTED`.

    Returns
    -------
    DataFrame, one row a language and system
        Columns as `TOOLS`.
    """
    key = ["language", "system"]
    first = table[table["state"] == "before"].drop_duplicates(key)
    rows = []
    for of, some in pairs.groupby(key, sort=False):
        still = some[some["differ_after"] > 0]
        known = some["differ_after"].notna().any()
        kinds = still["kind"].value_counts()
        rows.append(
            dict(zip(key, of, strict=True))
            | {
                "pairs": len(some),
                "differ_before": int((some["differ_before"] > 0).sum()),
                "differ_after": float(len(still)) if known else float("nan"),
                "kinds": ", ".join(f"{kind} {n}" for kind, n in kinds.items()),
            }
        )
    reported = first[[*key, "paper_pairs", "paper_pairs_differ"]]
    return pd.DataFrame(rows).merge(reported, on=key, how="left")[[*TOOLS]]
