"""Tables of what was measured of the trained models, each figure with spread and number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.adversary.flip_tables import flip_table
from fairnlp.influence.frames import OK
from fairnlp.influence.top_tokens import top_tokens
from fairnlp.papers.high_stakes import reported as paper
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "TRAINED_BY",
    "flips_of_words",
    "ranks_by_model",
    "ranks_of_models",
    "second_order_of_models",
    "spread",
    "token_ratio",
    "tokens_of_models",
]

TRAINED_BY = ["setting", "model", "fold", "run"]
"""Columns that name a trained model."""

_KIND = ["setting", "model"]


def spread(values: pd.Series) -> dict[str, float | int]:
    """Give mean, standard deviation, range and number of what trained models have."""
    known = values.dropna()
    return {
        "mean": float(known.mean()) if len(known) else np.nan,
        "sd": float(known.std()) if len(known) > 1 else np.nan,
        "lowest": float(known.min()) if len(known) else np.nan,
        "highest": float(known.max()) if len(known) else np.nan,
        "trained": len(known),
    }


def ranks_by_model(ranks: pd.DataFrame) -> pd.DataFrame:
    """Give the mean rationale rank of each trained model.

    Parameters
    ----------
    ranks : DataFrame
        Of `measure_model`, with `TRAINED_BY`.

    Returns
    -------
    DataFrame, one row a trained model and mask
        `TRAINED_BY`, ``mask``; ``mean_rank``, ``first``, ``second`` (shares of rank 0 and 1),
        ``chance_rank``, ``chance_first``, ``n`` (texts with a rank) and ``left_out``.
    """
    rows = []
    for key, part in ranks.groupby([*TRAINED_BY, "mask"], sort=False, observed=True):
        known = part[part["status"] == OK]
        rank = known["rank"].astype(float)
        rows.append(
            dict(zip([*TRAINED_BY, "mask"], key, strict=True))
            | {
                "mean_rank": rank.mean(),
                "first": (rank == 0).mean() if len(known) else np.nan,
                "second": (rank == 1).mean() if len(known) else np.nan,
                "chance_rank": known["chance_rank"].mean(),
                "chance_first": known["chance_first"].mean(),
                "n": len(known),
                "left_out": len(part) - len(known),
            }
        )
    return pd.DataFrame(rows)


def ranks_of_models(ranks: pd.DataFrame) -> pd.DataFrame:
    """Table 4: the rationale rank of each kind of model.

    Parameters
    ----------
    ranks : DataFrame
        Of `measure_model`, with `TRAINED_BY`.

    Returns
    -------
    DataFrame, one row a setting, kind of model and mask
        ``mean_rank`` (mean over trained models of their mean over texts) with ``sd``, ``lowest``,
        ``highest`` over ``trained`` models; ``first``, ``second`` (mean shares of rank 0 and 1);
        ``chance_rank``, ``chance_first`` (words in random order); ``texts`` (ranks in all),
        ``left_out``; and the paper's ``paper_rank``, ``paper_first``, ``paper_second``.
    """
    by_model = ranks_by_model(ranks)
    rows = []
    for key, part in by_model.groupby([*_KIND, "mask"], sort=False, observed=True):
        found = spread(part["mean_rank"])
        rows.append(
            dict(zip([*_KIND, "mask"], key, strict=True))
            | {"mean_rank": found.pop("mean")}
            | found
            | {
                name: part[name].mean()
                for name in ("first", "second", "chance_rank", "chance_first")
            }
            | {"texts": int(part["n"].sum()), "left_out": int(part["left_out"].sum())}
        )
    reported = paper.MODELS[["model", "mean_rank", "first", "second"]].rename(
        columns={"mean_rank": "paper_rank", "first": "paper_first", "second": "paper_second"}
    )
    return pd.DataFrame(rows).merge(reported, on="model", how="left")


def tokens_of_models(
    influences: pd.DataFrame, asked: Sequence[str], most: int = 15
) -> pd.DataFrame:
    """Table 3: which words are most often the first or second in influence.

    Parameters
    ----------
    influences : DataFrame
        Of `measure_model`, with `TRAINED_BY`.
    asked : sequence of str
        Words that are given whatever their place.
    most : int
        How many of the others.

    Returns
    -------
    DataFrame, one row a setting, kind of model and word
        ``token``, ``asked`` (bool), ``first``, ``second``, ``first_or_second`` (sums over all
        trained models), ``occurrences``, ``share`` with its Wilson interval ``low``, ``high``,
        ``texts`` (texts times trained models); ``paper_first``, ``paper_second``, ``paper_texts``.
    """
    parts = []
    for key, part in influences.groupby(_KIND, sort=False, observed=True):
        # The same text is measured once in each run.
        named = part["run"].astype("str") + "-" + part["text_id"].astype("str")
        table = top_tokens(part.assign(text_id=named))
        flag = table["token"].isin(list(asked))
        table = pd.concat([table[flag], table[~flag].head(most)]).assign(asked=flag)
        parts.append(table.assign(**dict(zip(_KIND, map(str, key), strict=True))))
    names = {"first": "paper_first", "second": "paper_second"}
    reported = paper.TOKENS.rename(columns=names).assign(model="lstm")
    reported["paper_texts"] = paper.SECOND_ORDER["n"]
    columns = [*_KIND, "token", "asked", "first", "second", "first_or_second", "occurrences",
               "share", "low", "high", "texts"]  # fmt: skip
    return pd.concat(parts, ignore_index=True)[columns].merge(
        reported, on=["model", "token"], how="left"
    )


def token_ratio(influences: pd.DataFrame, asked: Sequence[str]) -> pd.DataFrame:
    """Compare how often the asked words come first or second with chance, trained model by model.

    Returns
    -------
    DataFrame, one row a trained model
        `TRAINED_BY`; ``occurrences`` of the asked words, ``top`` (first or second), ``expected``
        (words in random order) and ``ratio`` = top / expected.
    """
    lower = influences["token"].str.lower()
    sizes = influences.groupby([*TRAINED_BY, "text_id"], observed=True)["token"].transform("size")
    rows = influences[TRAINED_BY].assign(
        occurrences=lower.isin(list(asked)).astype(int),
        top=(lower.isin(list(asked)) & (influences["rank"] < 2)).astype(int),
        expected=np.where(lower.isin(list(asked)), np.minimum(1, 2 / sizes), 0.0),
    )
    table = rows.groupby(TRAINED_BY, sort=False, observed=True).sum().reset_index()
    return table.assign(ratio=table["top"] / table["expected"].where(table["expected"] > 0))


def second_order_of_models(second: pd.DataFrame) -> pd.DataFrame:
    """Sum up whether the first word stays first once the least influential one is gone.

    Returns
    -------
    DataFrame, one row a setting, kind of model and place
        ``place``, ``texts``, ``share``, ``low``, ``high`` (Wilson), ``n`` (texts times trained
        models), ``paper_share``.
    """
    rows = []
    for key, part in second.groupby(_KIND, sort=False, observed=True):
        ranks = part.loc[part["status"] == OK, "rank_after"]
        counts = [int((ranks == 0).sum()), int((ranks == 1).sum()), int((ranks > 1).sum())]
        low, high = wilson(counts, len(ranks))
        for number, place in enumerate(("still first", "now second", "further down")):
            told = paper.SECOND_ORDER.get(place)
            rows.append(
                dict(zip(_KIND, key, strict=True))
                | {
                    "place": place,
                    "texts": counts[number],
                    "share": counts[number] / len(ranks) if len(ranks) else np.nan,
                    "low": float(low[number]),
                    "high": float(high[number]),
                    "n": len(ranks),
                    "paper_share": told / paper.SECOND_ORDER["n"]
                    if told is not None and key[1] == "lstm"
                    else np.nan,
                }
            )
    return pd.DataFrame(rows)


def flips_of_words(flips: pd.DataFrame, asked: Sequence[str]) -> pd.DataFrame:
    """Tables 5 and 12: flips with each inserted word.

    Parameters
    ----------
    flips : DataFrame
        Of `measure_model`, with `TRAINED_BY`.
    asked : sequence of str
        Words that were inserted whatever the corpus; the others were found by the rule.

    Returns
    -------
    DataFrame, one row a setting, kind of model, word and direction
        What `adversary.flip_table` gives, with ``words`` ("asked" or "by rule") and
        ``paper_mean``. The unigram "all" is the sum over the words of its kind.
    """
    parts = []
    for name, part in flips.groupby("setting", sort=False, observed=True):
        for kind, some in _by_kind(part, asked):
            parts.append(flip_table(some).assign(setting=name, words=kind))
    table = pd.concat(parts, ignore_index=True)
    reported = paper.FLIPS.rename(columns={"mean": "paper_mean"}).assign(direction="to_target")
    table = table.merge(reported, on=["model", "unigram", "direction"], how="left")
    first = ["setting", "model", "words", "unigram", "direction"]
    return table[[*first, *(column for column in table if column not in first)]]


def _by_kind(flips: pd.DataFrame, asked: Sequence[str]) -> list[tuple[str, pd.DataFrame]]:
    given = flips["unigram"].isin(list(asked))
    kinds = [("asked", flips[given]), ("by rule", flips[~given])]
    return [(kind, some) for kind, some in kinds if len(some)]
