"""Flips over many trained models: mean, spread and interval, and two kinds of model compared."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd

from fairnlp.adversary.flips import FLIPS
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.stats.multiplicity import adjust
from fairnlp.stats.paired import signed_rank
from fairnlp.stats.pairs import mean_difference
from fairnlp.stats.resampling import ratio_interval

__all__ = ["ALL", "compare_flips", "flip_table"]

ALL = "all"
"""What tables call the unigrams together."""

Direction = Literal["to_target", "from_target", "changed"]
DIRECTIONS: tuple[Direction, ...] = ("to_target", "from_target", "changed")

TRAINED = {"model": "str, the kind of model", "fold": "int", "run": "int"}
"""What tells trained models apart, beside the columns of `FLIPS`."""


def flip_table(
    counts: pd.DataFrame,
    *,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Sum up the flips of trained models, by kind of model, unigram and direction.

    Parameters
    ----------
    counts : DataFrame
        What `count_flips` gives for each trained model, with ``model``, ``fold`` and ``run``.
    confidence : float
        Of the interval, in (0, 1).
    resamples : int
        How often the trained models are drawn anew.
    seed : int
        Of the draw.

    Returns
    -------
    DataFrame, one row a model, unigram (and "all", their sum) and direction
        ``model``, ``unigram``, ``direction`` ("to_target", "from_target", "changed"); ``n``
        (texts of the attack set), ``trained`` (models), ``mean`` (flips of a trained model),
        ``sd``, ``low``, ``high`` (bootstrap over the trained models; those of several folds share
        most of their training texts, so that it says how another training would come out, not
        another corpus), ``lowest``, ``highest``; ``possible`` (mean number of texts that could
        flip in this direction) and ``target_before`` (mean number that had the target at first).

    Raises
    ------
    SchemaError
        If a column is missing, or a trained model has a unigram twice.

    Notes
    -----
    Zhong et al. (2019), table 12: mean over 5 runs and 5 folds.

    Examples
    --------
    >>> counts = pd.DataFrame({
    ...     "model": "LSTM", "fold": 0, "run": [0, 1], "unigram": "on", "n": 800,
    ...     "target_before": [100, 80], "target_after": 120, "to_target": [30, 50],
    ...     "from_target": [10, 10], "changed": [45, 65]})
    >>> table = flip_table(counts).set_index(["unigram", "direction"])
    >>> table.loc[("on", "to_target"), ["trained", "mean", "possible"]].tolist()
    [2.0, 40.0, 710.0]
    """
    whole = _with_all(counts)
    rows = []
    for (model, unigram), some in whole.groupby(["model", "unigram"], sort=False, observed=True):
        for direction in DIRECTIONS:
            flips = some[direction].to_numpy(dtype=float)
            low, high = ratio_interval(
                flips, np.ones(len(flips)), confidence=confidence, resamples=resamples, seed=seed
            )
            rows.append(
                {
                    "model": model,
                    "unigram": unigram,
                    "direction": direction,
                    "n": int(some["n"].iloc[0]),
                    "trained": len(some),
                    "mean": float(flips.mean()),
                    "sd": float(flips.std(ddof=1)) if len(flips) > 1 else np.nan,
                    "low": low,
                    "high": high,
                    "lowest": int(flips.min()),
                    "highest": int(flips.max()),
                    "possible": float(_possible(some, direction).mean()),
                    "target_before": float(some["target_before"].mean()),
                }
            )
    return pd.DataFrame(rows)


def compare_flips(
    counts: pd.DataFrame,
    first: str,
    second: str,
    *,
    direction: Direction = "to_target",
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Compare the flips of two kinds of model, trained model by trained model.

    Parameters
    ----------
    counts : DataFrame
        See `flip_table`. Trained models of equal ``fold`` and ``run`` make a pair.
    first, second : str
        Kinds of model, such as ``"LSTM + attention"`` and ``"LSTM + rationale"``.
    direction : {"to_target", "from_target", "changed"}
    confidence, resamples, seed
        Of the interval of the difference.

    Returns
    -------
    DataFrame, one row a unigram, then one for all together
        ``unigram``, ``pairs``, ``mean_first``, ``mean_second``, ``difference`` (first less
        second), ``low``, ``high`` (paired bootstrap), ``fewer`` (pairs in which the second has
        fewer flips), ``V``, ``p`` (Wilcoxon's signed-rank test, two-sided), ``effect`` (rank
        biserial), ``p_adjusted`` (Holm over the unigrams; the row "all" is a family of its own),
        ``verdict``; ``before_first``, ``before_second``: mean number of texts with the target
        before the insertion. Where these differ, so may the flips for that alone.

    Raises
    ------
    SchemaError
        If a column is missing.
    UnknownChoiceError
        If a model or the direction is not known.
    OptionError
        If the two share no pair.
    """
    if direction not in DIRECTIONS:
        raise UnknownChoiceError(unknown_choice("direction", direction, DIRECTIONS))
    whole = _with_all(counts)
    for name in (first, second):
        if name not in set(whole["model"]):
            known = whole["model"].unique().tolist()
            raise UnknownChoiceError(unknown_choice("model", name, known))
    sides = [whole[whole["model"] == name] for name in (first, second)]
    both = sides[0].merge(
        sides[1], on=["unigram", "fold", "run"], suffixes=("_first", "_second"), sort=False
    )
    if both.empty:
        msg = f"{first!r} and {second!r} have no fold and run in common, so nothing is paired."
        raise OptionError(msg)
    rows = []
    for unigram, some in both.groupby("unigram", sort=False, observed=True):
        x, y = (some[f"{direction}_{side}"].to_numpy(float) for side in ("first", "second"))
        test = signed_rank(x, y)
        gap = mean_difference(x, y, confidence=confidence, resamples=resamples, seed=seed)
        rows.append(
            {
                "unigram": unigram,
                "pairs": len(some),
                "mean_first": float(x.mean()),
                "mean_second": float(y.mean()),
                "difference": gap.value,
                "low": gap.low,
                "high": gap.high,
                "fewer": int((y < x).sum()),
                "V": test.V,
                "p": test.p,
                "effect": test.effect,
                "before_first": float(some["target_before_first"].mean()),
                "before_second": float(some["target_before_second"].mean()),
            }
        )
    table = pd.DataFrame(rows)
    together = table["unigram"] == ALL
    parts = [
        adjust(table.loc[rows_of, "p"], family=f"{first} and {second}, {direction}, {what}").table
        for rows_of, what in ((~together, "by unigram"), (together, "all unigrams"))
    ]
    return table.join(pd.concat(parts)[["p_adjusted", "verdict"]])


def _with_all(counts: pd.DataFrame) -> pd.DataFrame:
    """Add the sum over the unigrams of each trained model."""
    check_frame(counts, TRAINED | FLIPS, name="counts")
    keys = [*TRAINED]
    if (twice := counts.duplicated([*keys, "unigram"])).any():
        row = counts[twice].iloc[0]
        msg = (
            f"The unigram {row['unigram']!r} comes twice for model {row['model']!r}, fold "
            f"{row['fold']}, run {row['run']}."
        )
        raise SchemaError(msg)
    sets = counts.groupby(keys, sort=False)["unigram"].agg(frozenset)
    if sets.nunique() > 1:
        msg = "The trained models were not all attacked with the same unigrams."
        raise SchemaError(msg)
    numbers = [name for name in FLIPS if name != "unigram"]
    every = counts.groupby(keys, sort=False, observed=True)[numbers].sum().reset_index()
    return pd.concat([counts[[*keys, *FLIPS]], every.assign(unigram=ALL)], ignore_index=True)


def _possible(counts: pd.DataFrame, direction: Direction) -> pd.Series:
    if direction == "changed":
        return counts["n"]
    had: pd.Series = counts["target_before"]
    return had if direction == "from_target" else counts["n"] - had
