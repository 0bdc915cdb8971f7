"""Which of many test cases a reader should see first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairnlp.core.frames import check_frame
from fairnlp.report.data import PAIRS, VALUES_BEHIND

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HOW", "telling"]

HOW = (
    "One a template. First those in which no value is flagged, then those whose scores lie "
    "furthest apart, then the shortest."
)
"""How `telling` chooses, for the reader."""


def telling(pairs: pd.DataFrame, values: pd.DataFrame, *, limit: int = 5) -> pd.DataFrame:
    """Choose the most telling test cases of each system and characteristic; see `HOW`.

    Parameters
    ----------
    pairs : DataFrame
        See ``report.data.PAIRS``.
    values : DataFrame
        See ``report.data.VALUES_BEHIND``; says which values are flagged.
    limit : int
        How many a system and characteristic.

    Returns
    -------
    DataFrame
        Rows of `pairs`, systems in order of appearance, with ``flag_a`` and ``flag_b`` (str, empty
        without a flag) and ``score_difference`` (float, NaN where the scores are unknown).
    """
    check_frame(pairs, PAIRS, name="pairs")
    check_frame(values, VALUES_BEHIND, name="values")
    groups = ["system", "characteristic"]
    flags = values[[*groups, "class", "value_id", "flag"]]
    chosen = pairs.assign(
        score_difference=(
            (pairs["score_a"] - pairs["score_b"]).abs() if "score_a" in pairs else np.nan
        ),
        _group=pairs.groupby(groups, sort=False, observed=True).ngroup(),
        _length=pairs["text_a"].str.len(),
    )
    for side in "ab":
        names = {column: f"{column.removesuffix('_id')}_{side}" for column in flags.columns[2:]}
        keys = [*groups, f"class_{side}", f"value_{side}"]
        chosen = chosen.merge(flags.rename(columns=names), on=keys, how="left")
        chosen[f"flag_{side}"] = chosen[f"flag_{side}"].fillna("")
    chosen["_flagged"] = (chosen["flag_a"] != "") | (chosen["flag_b"] != "")
    ranked = chosen.sort_values(
        ["_group", "_flagged", "score_difference", "_length"],
        ascending=[True, True, False, True],
        kind="stable",
    )
    once = ranked.drop_duplicates(["_group", "template_id"])
    best = once.groupby("_group", sort=False).head(limit)
    return best.drop(columns=["_group", "_flagged", "_length"]).reset_index(drop=True)
