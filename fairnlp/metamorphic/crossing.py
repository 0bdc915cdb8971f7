"""Test cases of crossed characteristics: by what the two mutants of a pair differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.characteristics.crossed import BETWEEN, JOIN
from fairnlp.core.errors import OptionError
from fairnlp.metamorphic.counting import count_btcs
from fairnlp.stats.resampling import ratio_interval

if TYPE_CHECKING:
    from fairnlp.metamorphic.found import Found

__all__ = ["CROSSED", "crossed_table"]

CROSSED = {
    "factor": "str, what the two mutants of a pair differ in; 'neither' is the placebo",
    "pairs": "int",
    "btcs": "int, pairs with different labels",
    "rate": "float in [0, 1], btcs / pairs; NaN without pairs",
    "low": "float, bootstrap interval over templates; NaN without pairs",
    "high": "float",
}
"""Columns of `crossed_table`."""


def crossed_table(
    found: Found, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> pd.DataFrame:
    """Count the test cases of crossed characteristics by what the mutants of a pair differ in.

    Parameters
    ----------
    found : Found
        Of mutants of two crossed characteristics, such as ``"gender+country"``.
    confidence : float
        Of every interval, in (0, 1).
    resamples : int
        How many bootstrap resamples.
    seed : int
        Of the resampling.

    Returns
    -------
    DataFrame
        See `CROSSED`. Four rows: pairs that differ in the first characteristic only, in the second
        only, in both, and in neither (two values of one cell). If pairs that differ in both differ
        more often than either alone would tell, the two work together.

    Raises
    ------
    OptionError
        If the mutants are not of crossed characteristics.
    """
    name = found.mutants.characteristic
    if JOIN not in name:
        msg = f"{name!r} is one characteristic; curate for two, such as 'gender+country'."
        raise OptionError(msg)
    names = name.split(JOIN, 1)
    told = found.predictions
    rows = told[["template_id", "value_id", "label"]].astype("str").assign(label=told["label"])
    classes = told["class"].astype("str").str.split(BETWEEN, n=1, expand=True)
    whole = _counts(rows.assign(**{"class": told["class"].astype("str")}), rows["template_id"])
    counted = {}
    for place, factor in enumerate(names):
        # within one class of the other, so that nothing but this one differs
        cell = rows["template_id"] + "\n" + classes[1 - place]
        counted[factor] = _counts(
            rows.assign(template_id=cell, **{"class": classes[place]}), rows["template_id"]
        )
    first, second = counted.values()
    both = whole[["pairs", "btcs"]] - first[["pairs", "btcs"]] - second[["pairs", "btcs"]]
    placebo = whole[["placebo_pairs", "placebo_differs"]].set_axis(["pairs", "btcs"], axis=1)
    table = []
    for factor, counts in {**counted, " and ".join(names): both, "neither": placebo}.items():
        pairs, btcs = int(counts["pairs"].sum()), int(counts["btcs"].sum())
        low, high = ratio_interval(
            counts["btcs"],
            counts["pairs"],
            confidence=confidence,
            resamples=resamples,
            seed=seed,
        )
        rate = btcs / pairs if pairs else float("nan")
        table.append((factor, pairs, btcs, rate, low, high))
    return pd.DataFrame(table, columns=[*CROSSED])


def _counts(predictions: pd.DataFrame, templates: pd.Series) -> pd.DataFrame:
    """Counts of `count_btcs`, summed over the groups of one template."""
    of_group = dict(zip(predictions["template_id"], templates, strict=True))
    counts = count_btcs(predictions)
    template = counts["template_id"].map(of_group)
    columns = ["pairs", "btcs", "placebo_pairs", "placebo_differs"]
    return counts.groupby(template, sort=False)[columns].sum()
