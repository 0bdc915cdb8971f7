"""Which of many test cases a reader should see first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.frames import check_frame
from fairnlp.report.data import PAIRS, VALUES_BEHIND

if TYPE_CHECKING:
    from fairnlp.metamorphic.btc import Found

__all__ = ["HOW", "draw_cases", "telling"]

HOW = (
    "One a template. Of each template with a BTC (or of as many as are named below, drawn at "
    "random) one mutant is drawn for each class and label, unflagged where there is one, and the "
    "BTCs among these are ranked: first those without a flagged value, then those whose scores lie "
    "furthest apart, then the shortest."
)
"""How `draw_cases` and `telling` choose, for the reader."""


def draw_cases(found: Found, *, templates: int = 200, seed: int = 0) -> pd.DataFrame:
    """Draw test cases that speak of all templates alike.

    A template with 30 values a class can have 900 BTCs, and one in which only pronouns change has
    one at most, which a draw from all BTCs would hardly ever meet.

    Parameters
    ----------
    found : Found
        Of one system and characteristic.
    templates : int
        At most how many templates to draw from.
    seed : int
        Seed of the draw.

    Returns
    -------
    DataFrame, one row a BTC
        See `Found.pairs`. Of each template one mutant is drawn for each class and label, from
        those with an unflagged value if there are any; the BTCs among these are the rows.
    """
    rng = np.random.default_rng(seed)
    with_btc = found.table.loc[found.table["btcs"] > 0, "template_id"].astype("str").to_numpy()
    if len(with_btc) > templates:
        with_btc = rng.choice(with_btc, templates, replace=False)
    rows = found.predictions
    rows = rows[rows["template_id"].isin(set(with_btc)) & rows["label"].notna()]
    flagged = found.values.loc[found.values["flag"] != "", ["class", "value_id"]]
    keys = pd.MultiIndex.from_frame(rows[["class", "value_id"]].astype("str"))
    ranked = rows.assign(
        _flagged=keys.isin(pd.MultiIndex.from_frame(flagged.astype("str"))),
        _turn=rng.random(len(rows)),
    ).sort_values(["_flagged", "_turn"], kind="stable")
    first = ranked.drop_duplicates(["template_id", "class", "label"]).index
    return replace(found, predictions=rows.loc[rows.index.isin(first)]).pairs()


def telling(pairs: pd.DataFrame, values: pd.DataFrame, *, limit: int = 5) -> pd.DataFrame:
    """Choose the most telling test cases of each system and characteristic; see `HOW`.

    Parameters
    ----------
    pairs : DataFrame
        See ``report.data.PAIRS``; `draw_cases` gives them.
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
