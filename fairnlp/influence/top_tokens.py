"""Which words are again and again the most influential."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.frames import check_frame
from fairnlp.influence.frames import INFLUENCES
from fairnlp.influence.ranks import NOISE, no_signal
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["TOP_TOKENS", "top_tokens"]

TOP_TOKENS = {
    "token": "str",
    "first": "int, how often no word of the text has a higher influence",
    "second": "int, how often one has",
    "first_or_second": "int",
    "occurrences": "int, how often the word stands in the texts",
    "share": "float, first_or_second / occurrences",
    "low": "float, Wilson interval of the share",
    "high": "float",
    "texts": "int, texts that were counted",
    "left_out": "int, texts without signal, or whose influences are not all known",
}


def top_tokens(
    influences: pd.DataFrame,
    *,
    words: Iterable[str] | None = None,
    lower: bool = True,
    tolerance: float = NOISE,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Count how often each word is the first or second most influential of its text.

    Parameters
    ----------
    influences : DataFrame
        What `leave_one_out` gives.
    words : iterable of str, optional
        Only these; by default all words that are first or second at least once.
    lower : bool
        Whether to count "On" with "on".
    tolerance : float
        See `influence_ranks`. Words that are tied share the better rank, so that a text may have
        several first words. A text in which no word moves the system is left out and counted.
    confidence : float
        In (0, 1).

    Returns
    -------
    DataFrame, one row a word
        The columns of `TOP_TOKENS`; those that come first most often stand first.

    Raises
    ------
    SchemaError
        If a column is missing.

    Notes
    -----
    Zhong et al. (2019), table 3: "a" is first or second 15 times of 32.

    Examples
    --------
    >>> from fairnlp.influence import leave_one_out
    >>> texts = ["good and bad", "good news", "the news"]
    >>> found = top_tokens(leave_one_out("afinn", texts), words=["good", "bad"])
    >>> found[["token", "first", "second", "occurrences", "share", "texts", "left_out"]]
      token  first  second  occurrences  share  texts  left_out
    0  good      2       0            2    1.0      2         1
    1   bad      0       0            1    0.0      2         1
    """
    check_frame(influences, INFLUENCES, name="influences")
    groups = influences.groupby("text_id", sort=False, observed=True)
    silent = [
        name
        for name, part in groups
        if no_signal(part["influence"].to_numpy(dtype=float), tolerance)
    ]
    counted = influences[~influences["text_id"].isin(silent)]
    tokens = counted["token"].str.lower() if lower else counted["token"].astype("str")
    table = (
        pd.DataFrame(
            {
                "token": tokens,
                "first": counted["rank"].eq(0).astype(int),
                "second": counted["rank"].eq(1).astype(int),
                "occurrences": 1,
            }
        )
        .groupby("token", sort=True)
        .sum()
    )
    table["first_or_second"] = table["first"] + table["second"]
    if words is None:
        table = table[table["first_or_second"] > 0]
    else:
        wanted = [word.lower() if lower else word for word in words]
        table = table.reindex(list(dict.fromkeys(wanted)), fill_value=0)
    table = table.rename_axis("token").reset_index()
    table["share"] = table["first_or_second"] / table["occurrences"].where(table["occurrences"] > 0)
    low, high = wilson(table["first_or_second"], table["occurrences"], confidence=confidence)
    table["low"], table["high"] = low, high
    table["texts"], table["left_out"] = len(groups) - len(silent), len(silent)
    order = ["first_or_second", "first"]
    return table.sort_values(order, ascending=False, kind="stable", ignore_index=True)[
        list(TOP_TOKENS)
    ]
