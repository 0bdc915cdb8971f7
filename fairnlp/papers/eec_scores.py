"""Scores of the sentences of the Equity Evaluation Corpus, put into pairs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError

__all__ = ["APART", "PAIRED", "names_apart", "paired_scores"]

PAIRED = {
    "pair_id": "str, who is compared, such as 'she/he': their sentences are near copies",
    "emotion": "str, 'none' where there is no emotion word",
    "x": "float, mean score of the first side",
    "y": "float, mean score of the second side",
    "difference": "str, the sides, such as 'female - male'",
}
"""Columns of `paired_scores`."""

APART = ("between", "within")


def paired_scores(pairs: pd.DataFrame, score: pd.Series) -> pd.DataFrame:
    """Give the mean score of each side of each pair.

    Parameters
    ----------
    pairs : DataFrame
        As of `fairnlp.corpora.eec_pairs`, long.
    score : Series of float
        By the id of the sentence.

    Returns
    -------
    DataFrame, one row a pair
        Columns as `PAIRED`.

    Raises
    ------
    OptionError
        If there are more than two sides.
    """
    sides = list(dict.fromkeys(pairs["side"]))
    if len(sides) > 2:
        msg = f"Two groups are compared; {', '.join(sides)} came: drop the rows of the others."
        raise OptionError(msg)
    if pairs.empty:
        return pd.DataFrame(columns=[*PAIRED])
    rows = pairs.assign(score=pairs["id"].map(score))
    key = ["pair_id", "unit", "emotion"]
    means = rows.groupby([*key, "side"], sort=False)["score"].mean().unstack("side")
    means = means.reindex(columns=sides).set_axis(["x", "y"][: len(sides)], axis=1).reset_index()
    emotion = means["emotion"].where(means["emotion"] != "", "none")
    told = " - ".join(sides)
    return means.assign(pair_id=means["unit"], emotion=emotion, difference=told)[[*PAIRED]]


def names_apart(corpus: pd.DataFrame, score: pd.Series) -> pd.DataFrame:
    """Tell how far scores of two names lie apart, between groups and within one.

    A system that reacts to names as such moves within a group as well: only what goes beyond that
    is of the group.

    Parameters
    ----------
    corpus : DataFrame
        See `reproduce`; its rows with names count.
    score : Series of float
        By the id of the sentence.

    Returns
    -------
    DataFrame, one row for gender and race and each emotion
        ``between``: mean absolute difference over all pairs of names that differ in the one group
        alone; ``within``: of names that are alike in both. Units of the score.
    """
    named = corpus[corpus["race"] != ""]
    named = named.assign(
        score=named["id"].map(score),
        emotion=named["emotion"].where(named["emotion"] != "", "none"),
    )
    cells = {
        key: cell.pivot(index=["emotion", "template", "emotion_word"], columns="person",
                        values="score").sort_index()
        for key, cell in named.groupby(["gender", "race"], sort=False)
    }  # fmt: skip
    within = [_apart(cell, cell) for cell in cells.values() if cell.shape[1] > 1]
    parts = []
    for place, by in enumerate(("gender", "race")):
        between = [
            _apart(cells[a], cells[b])
            for a, b in combinations(cells, 2)
            if a[place] != b[place] and a[1 - place] == b[1 - place]
        ]
        parts.append(pd.DataFrame({"by": by, "between": _mean(between), "within": _mean(within)}))
    found = pd.concat(parts).rename_axis("emotion").reset_index()
    return found[["by", "emotion", *APART]]


def _apart(first: pd.DataFrame, second: pd.DataFrame) -> pd.Series:
    """Mean absolute difference of each sentence, over pairs of two different names."""
    a, b = first.to_numpy(), second.reindex(first.index).to_numpy()
    far = np.abs(a[:, :, None] - b[:, None, :]).mean(axis=(1, 2))
    if first is second:  # a name lies 0 apart from itself
        far = far * a.shape[1] / (a.shape[1] - 1)
    return pd.Series(far, index=first.index)


def _mean(parts: list[pd.Series]) -> pd.Series:
    if not parts:
        return pd.Series(dtype=float)
    return pd.concat(parts).groupby("emotion", sort=False).mean()
