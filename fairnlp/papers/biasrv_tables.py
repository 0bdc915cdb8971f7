"""The tables of BiasRV: what was flagged and at what cost, what each strategy saves and misses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.frames import check_frame
from fairnlp.monitor.misses import worst_miss
from fairnlp.papers.biasrv_replay import OUTCOMES, studied
from fairnlp.stats.proportions import wilson
from fairnlp.stats.resampling import ratio_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "REPORTED",
    "STREAM",
    "SUMMARY",
    "TABLE",
    "strategy_table",
    "stream_table",
    "summary_table",
]

REPORTED = {
    "texts": 25_000,
    "templates": 3_042,
    "biased": 15,
    "cost": 6.838,
    "saved": 0.7381,
    "missed": 0.067,
}
"""What the paper reports: BERT on 25,000 IMDB test reviews, X = 4, alpha = 0.10, one draw."""

KEY = {"system": "str", "curation": "str, 'sound' or 'paper'"}

SUMMARY = {
    **KEY,
    "texts": "int",
    "templates": "int, texts with mutants",
    "with_values": "int, of these with a place for a name: 30 mutants a gender and not 1",
    "draws": "int, draws of names",
    "biased": "float, texts that the full check flags, mean over draws",
    "biased_least": "int, in the draw with the fewest",
    "biased_most": "int, in the draw with the most",
    "biased_rate": "float, share of templates",
    "held_out": "int, templates whose text the system was not trained on",
    "held_out_biased_rate": "float, share of these",
    "cost": "float, predictions of mutants by the full check for each text",
    "saved": "float, share of these that two steps with X = 4 save",
    "missed": "float, share of biased texts that these miss",
}

TABLE = {
    **KEY,
    "kind": "str, the strategy, and the curve that it is a point of",
    "option": "str",
    "texts": "int, for which the full check has more than one mutant of each class or one; a draw",
    "draws": "int",
    "mutants": "int, all draws",
    "asked": "int, mutants that were asked about",
    "saved": "float, share of mutants that were not, in [0, 1]",
    "saved_low": "float, 95% bootstrap over texts",
    "saved_high": "float",
    "cost": "float, mutants asked about for each text of the corpus",
    "stages": "float, batches for each text with mutants",
    "biased": "int, texts and draws that the full check flags",
    "biased_texts": "int, different texts among these",
    "missed": "int, of these, that the strategy does not",
    "missed_rate": "float, NaN where none is biased",
    "missed_low": "float, 95% bootstrap over texts; Wilson of `biased_texts` if none or all missed",
    "missed_high": "float",
    "expected_missed": "float, mean of `misses.miss_probability`; NaN but for two_step",
    "worst_miss": "float, `misses.worst_miss` of 30 names; NaN but for two_step, and 0 if certain",
    "wrong": "int, texts and draws that it flags and the full check does not",
}

STREAM = {
    **KEY,
    "kind": "str",
    "option": "str",
    "tenth": "int, of the stream, from 1 to 10",
    "mutants": "int",
    "asked": "int",
    "saved": "float",
    "biased": "int",
    "missed": "int",
}


@dataclass(frozen=True, kw_only=True)
class Of:
    """What a table is of.

    Parameters
    ----------
    system, curation : str
    texts : int
        How many texts the corpus has.
    """

    system: str
    curation: str
    texts: int


def summary_table(outcomes: pd.DataFrame, originals: pd.DataFrame, *, of: Of) -> pd.DataFrame:
    """Sum up what the full check flags and costs, and what the paper's two steps save and miss.

    Parameters
    ----------
    outcomes : DataFrame
        Of one system: columns as `biasrv_replay.OUTCOMES`, and ``draw``.
    originals : DataFrame
        One row a template: ``template_id``, ``takes_value``, ``trained_on``.
    of : Of

    Returns
    -------
    DataFrame, one row
        Columns as `SUMMARY`.
    """
    check_frame(outcomes, {**OUTCOMES, "draw": "int"}, name="outcomes")
    full = outcomes[outcomes["kind"] == "full"]
    two = outcomes[(outcomes["kind"] == "two_step") & (outcomes["option"] == "x=4")]
    by_draw = full.groupby("draw")["biased"].sum()
    seen = originals.loc[originals["trained_on"], "template_id"]
    new = full[~full["template_id"].isin(seen)]
    draws = full["draw"].nunique()
    row = {
        "system": of.system,
        "curation": of.curation,
        "texts": of.texts,
        "templates": len(originals),
        "with_values": int(originals["takes_value"].sum()),
        "draws": draws,
        "biased": by_draw.mean(),
        "biased_least": by_draw.min(),
        "biased_most": by_draw.max(),
        "biased_rate": full["biased"].mean(),
        "held_out": len(originals) - len(seen),
        "held_out_biased_rate": new["biased"].mean(),
        "cost": full["mutants"].sum() / (of.texts * draws),
        "saved": 1 - two["asked"].sum() / two["mutants"].sum(),
        "missed": _share(two["biased"] & ~two["found"], two["biased"]),
    }
    return pd.DataFrame([row], columns=list(SUMMARY))


def strategy_table(
    outcomes: pd.DataFrame,
    *,
    of: Of,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Pool what each strategy saves and misses over all draws of names.

    Parameters
    ----------
    outcomes, of
        See `summary_table`.
    resamples, seed
        Of the bootstrap: templates are drawn anew, each with its outcomes of all draws.

    Returns
    -------
    DataFrame, one row a strategy
        Columns as `TABLE`.
    """
    worst = {(one.kind, one.option): worst_miss(one.x) for one in studied() if one.x is not None}
    rows = []
    for (kind, option), some in outcomes.groupby(["kind", "option"], sort=False):
        missed = some["biased"] & ~some["found"]
        counts = pd.DataFrame(
            {
                "mutants": some["mutants"],
                "spared": some["mutants"] - some["asked"],
                "biased": some["biased"].astype(int),
                "missed": missed.astype(int),
            }
        )
        by_text = counts.groupby(some["template_id"], sort=False).sum()
        saved, missed_in = (
            ratio_interval(by_text[part], by_text[whole], resamples=resamples, seed=seed)
            for part, whole in (("spared", "mutants"), ("missed", "biased"))
        )
        biased_texts = int((by_text["biased"] > 0).sum())
        if some["certain"].all():
            missed_in = (0.0, 0.0)  # it cannot miss
        elif biased_texts and by_text["missed"].sum() in (0, by_text["biased"].sum()):
            # The bootstrap of nothing but equal outcomes has no spread.
            all_missed = biased_texts if by_text["missed"].any() else 0
            low, high = wilson(all_missed, biased_texts)
            missed_in = float(low), float(high)
        draws = some["draw"].nunique()
        rows.append(
            {
                "system": of.system,
                "curation": of.curation,
                "kind": kind,
                "option": option,
                "texts": some["template_id"].nunique(),
                "draws": draws,
                "mutants": some["mutants"].sum(),
                "asked": some["asked"].sum(),
                "saved": counts["spared"].sum() / max(some["mutants"].sum(), 1),
                "saved_low": saved[0],
                "saved_high": saved[1],
                "cost": some["asked"].sum() / (of.texts * draws),
                "stages": some["stages"].mean(),
                "biased": some["biased"].sum(),
                "biased_texts": biased_texts,
                "missed": missed.sum(),
                "missed_rate": _share(missed, some["biased"]),
                "missed_low": missed_in[0],
                "missed_high": missed_in[1],
                "expected_missed": some.loc[some["biased"], "expected_miss"].mean(),
                "worst_miss": worst.get(
                    (str(kind), str(option)), 0.0 if some["certain"].all() else np.nan
                ),
                "wrong": (some["found"] & ~some["biased"]).sum(),
            }
        )
    return pd.DataFrame(rows, columns=list(TABLE))


def stream_table(
    outcomes: pd.DataFrame,
    *,
    of: Of,
    kinds: Sequence[str] = ("adaptive", "adaptive, labels alone"),
) -> pd.DataFrame:
    """Follow strategies that learn along the stream, a tenth of the texts at a time.

    Parameters
    ----------
    outcomes, of
        See `summary_table`.
    kinds : sequence of str
        The strategies.

    Returns
    -------
    DataFrame, one row a strategy and tenth
        Columns as `STREAM`; all draws together.
    """
    some = outcomes[outcomes["kind"].isin(kinds)]
    last = some["place"].max() + 1 if len(some) else 1
    some = some.assign(tenth=some["place"] * 10 // last + 1, missed=some["biased"] & ~some["found"])
    sums = ["mutants", "asked", "biased", "missed"]
    table = some.groupby(["kind", "option", "tenth"], sort=False)[sums].sum().reset_index()
    table = table.assign(
        system=of.system, curation=of.curation, saved=1 - table["asked"] / table["mutants"]
    )
    return table[list(STREAM)]


def _share(part: pd.Series, of: pd.Series) -> float:
    return float(part.sum() / of.sum()) if of.sum() else float("nan")
