"""The twins compared: attention that is free, and attention that is drawn to the rationale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.papers.high_stakes.settings import PLAIN, TRAINED
from fairnlp.papers.high_stakes.tables import TRAINED_BY, ranks_by_model, token_ratio
from fairnlp.rationale.comparing import compare

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["CLAIMS", "PLANTED_CLAIMS", "claims", "compare_twins", "values_of_models"]

CLAIMS = {
    "rank": "the mean rationale rank falls",
    "flips": "flips by neutral words fall",
    "macro-F1": "macro-F1 stays within 1.5 points, or rises",
}
"""What must show again on any corpus with rationales, if the paper's findings are general: of
attention that is drawn to the rationale, against attention that is free."""

PLANTED_CLAIMS = {
    "ratio": "the LSTM leans on planted words: at least 2 times chance",
    "rank": "the mean rationale rank falls to a half or less",
    "flips": "flips by planted words fall by 30% or more",
    "reversed": "macro-F1 rises on the reversed half",
}
"""What must show on the planted corpus, whose truth is known."""

WITHIN = 0.015
RATIO, HALF, FEWER = 2.0, -0.5, -0.3


def values_of_models(
    measured: Mapping[str, pd.DataFrame],
    results: pd.DataFrame,
    predictions: pd.DataFrame,
    *,
    asked: Sequence[str],
    target: str,
) -> pd.DataFrame:
    """Give the figures of each trained model in one long frame.

    Parameters
    ----------
    measured : mapping of str to DataFrame
        Of `measure_model`, with `TRAINED_BY`.
    results, predictions : DataFrame
        Of `rationale.cross_train`, with ``setting``.
    asked : sequence of str
        Words that were inserted whatever the corpus.
    target : str
        The class that is looked for.

    Returns
    -------
    DataFrame
        `TRAINED_BY`, ``measure``, ``value``.
    """
    parts = list(_values(measured, results, predictions, asked, target))
    return pd.concat(parts, ignore_index=True)[[*TRAINED_BY, "measure", "value"]]


def _values(
    measured: Mapping[str, pd.DataFrame],
    results: pd.DataFrame,
    predictions: pd.DataFrame,
    asked: Sequence[str],
    target: str,
) -> Iterator[pd.DataFrame]:
    for column, name in (("macro_f1", "macro-F1"), (f"f1:{target}", f"F1 of {target}")):
        yield results.assign(measure=name + ", " + results["test"], value=results[column])
    hit = predictions.assign(value=(predictions["predicted"] == target).astype(float))
    keys = [*TRAINED_BY, "test"]
    given = hit.groupby(keys, sort=False, observed=True)["value"].mean().reset_index()
    yield given.assign(measure=f"share given {target}, " + given["test"])
    if len(measured["ranks"]):
        ranks = ranks_by_model(measured["ranks"])
        for column, name in (("mean_rank", "mean rationale rank"), ("first", "share of rank 0")):
            yield ranks.assign(measure=name + ", " + ranks["mask"], value=ranks[column])
    if len(measured["influences"]):
        ratio = token_ratio(measured["influences"], asked)
        yield ratio.assign(measure="asked words first or second, over chance", value=ratio["ratio"])
    flips = measured["flips"]
    given_by = flips["unigram"].isin(list(asked))
    for name, some in (("asked", flips[given_by]), ("by rule", flips[~given_by])):
        if len(some):
            total = some.groupby(TRAINED_BY, sort=False, observed=True)["to_target"].sum()
            yield total.reset_index(name="value").assign(measure=f"flips, words {name}")
    total = flips.groupby(TRAINED_BY, sort=False, observed=True)["to_target"].sum()
    yield total.reset_index(name="value").assign(measure="flips, all words")


def compare_twins(values: pd.DataFrame) -> pd.DataFrame:
    """Test whether the twins differ, trained model by trained model.

    Parameters
    ----------
    values : DataFrame
        Of `values_of_models`.

    Returns
    -------
    DataFrame, one row a setting and measure
        What `rationale.compare` gives; the measures of a setting are one family.
    """
    parts = []
    for name, part in values.groupby("setting", sort=False, observed=True):
        twins = part[part["model"].isin([PLAIN, TRAINED])]
        table = compare(twins, [(PLAIN, TRAINED)], value="value", by=["measure"])
        table.insert(0, "setting", name)
        parts.append(table)
    return pd.concat(parts, ignore_index=True)


def claims(compared: pd.DataFrame, *, planted: bool = False) -> pd.DataFrame:
    """Set the paper's claims beside what came out.

    Parameters
    ----------
    compared : DataFrame
        Of `compare_twins`.
    planted : bool
        Whether the corpus is the planted one, of which more can be claimed.

    Returns
    -------
    DataFrame, one row a setting, claim and measure
        ``setting``, ``claim``, ``measure``, ``plain``, ``trained`` (means over the models),
        ``difference`` with ``low``, ``high``, ``change`` (difference / plain), ``n`` (pairs of
        models), ``better`` (pairs in which the trained one is), ``p_adjusted`` and ``shows``:
        "yes", "not significant" if the means differ as claimed but the test does not tell them
        apart, or "no". Macro-F1 that stays, and shares that are claimed, go by the means alone.
    """
    rows = [
        _row(row, text, shows)
        for row in compared.to_dict("records")
        for text, shows in _judged(row, planted=planted)
    ]
    return pd.DataFrame(rows)


def _judged(row: Mapping[Any, Any], *, planted: bool) -> Iterator[tuple[str, str]]:
    measure, change = str(row["measure"]), row["difference"] / (row["first_mean"] or np.nan)
    if measure.startswith("mean rationale rank"):
        yield CLAIMS["rank"], _tested(row, -row["difference"])
        if planted:
            yield PLANTED_CLAIMS["rank"], _yes(change <= HALF)
    elif measure.startswith("flips"):
        yield CLAIMS["flips"], _tested(row, -row["difference"])
        if planted and measure.endswith("asked"):
            yield PLANTED_CLAIMS["flips"], _yes(change <= FEWER)
    elif measure.startswith("macro-F1, reversed"):
        yield PLANTED_CLAIMS["reversed"], _tested(row, row["difference"])
    elif measure.startswith("macro-F1"):
        yield CLAIMS["macro-F1"], _yes(row["difference"] >= -WITHIN)
    elif planted and measure.startswith("asked words"):
        yield PLANTED_CLAIMS["ratio"], _yes(row["first_mean"] >= RATIO)


def _tested(row: Mapping[Any, Any], gain: float) -> str:
    if not gain > 0:
        return "no"
    return "yes" if row["p_adjusted"] < 0.05 else "not significant"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _row(row: Mapping[Any, Any], claim: str, shows: str) -> dict[str, object]:
    down = str(row["measure"]).startswith(("mean rationale rank", "flips", "asked words"))
    return {
        "setting": row["setting"],
        "claim": claim,
        "measure": row["measure"],
        "plain": row["first_mean"],
        "trained": row["second_mean"],
        "difference": row["difference"],
        "low": row["low"],
        "high": row["high"],
        "change": row["difference"] / row["first_mean"] if row["first_mean"] else np.nan,
        "n": row["n"],
        "better": row["lower"] if down else row["higher"],
        "p_adjusted": row["p_adjusted"],
        "shows": shows,
    }
