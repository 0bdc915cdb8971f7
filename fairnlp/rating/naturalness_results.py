"""What the ratings of naturalness say: shares with intervals, and how far the raters agree."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import SchemaError
from fairnlp.core.frames import check_frame
from fairnlp.rating.files import MAJORITY
from fairnlp.rating.naturalness import KEY, NATURALNESS
from fairnlp.stats.agreement import cohen_kappa, krippendorff_alpha
from fairnlp.stats.proportions import wilson

__all__ = ["naturalness_agreement", "naturalness_rates"]

ALL = "all"


def naturalness_rates(
    ratings: pd.DataFrame, key: pd.DataFrame, *, confidence: float = 0.95
) -> pd.DataFrame:
    """Tell how inserted and original texts read, by each rater and by the majority.

    Parameters
    ----------
    ratings : DataFrame
        See ``NATURALNESS.ratings``; ``read_ratings(files, form=NATURALNESS)`` gives it.
    key : DataFrame
        ``NaturalnessSample.key``.
    confidence : float
        Of every interval, in (0, 1).

    Returns
    -------
    DataFrame
        One row a rater (the last, where there are several, is "majority": what most said, ties in
        ``missing``), kind ("generated", "original"), unigram ("all" first; an original has only
        that) and answer: ``question``, ``answer``, ``items``, ``n`` (answered), ``missing``,
        ``count``, ``share`` = count / n, ``low``, ``high`` (Wilson). Insertions that nobody
        notices are taken for original as often as originals are.

    Raises
    ------
    SchemaError
        If a column is missing, or a rated item is not in the key.
    """
    check_frame(ratings, NATURALNESS.ratings, name="ratings")
    check_frame(key, KEY, name="key")
    if strange := sorted(set(ratings["item_id"]) - set(key["item_id"])):
        msg = f"The key has no item {strange[0]!r}. Is it another sheet's?"
        raise SchemaError(msg)
    said = ratings[["rater", "item_id", *NATURALNESS.questions]]
    if said["rater"].nunique() > 1:
        said = pd.concat([said, _majority(said)], ignore_index=True)
    said = said.merge(key[["item_id", "kind", "unigram"]], on="item_id", validate="many_to_one")
    rows = []
    for rater, by_rater in said.groupby("rater", sort=False):
        for kind in ("generated", "original"):
            of_kind = by_rater[by_rater["kind"] == kind]
            parts = {ALL: of_kind}
            if kind == "generated":
                parts |= {str(name): some for name, some in of_kind.groupby("unigram", sort=True)}
            for unigram, part in parts.items():
                for question, answers in NATURALNESS.questions.items():
                    head = {"rater": rater, "kind": kind, "unigram": unigram, "question": question}
                    rows += [
                        head | _share(part[question], answer, confidence) for answer in answers
                    ]
    return pd.DataFrame(rows)


def _share(given: pd.Series, answer: str, confidence: float) -> dict[str, object]:
    n, count = int((given != "").sum()), int((given == answer).sum())
    low, high = wilson(count, n, confidence=confidence)
    return {
        "answer": answer,
        "items": len(given),
        "n": n,
        "missing": len(given) - n,
        "count": count,
        "share": count / n if n else np.nan,
        "low": float(low),
        "high": float(high),
    }


def _majority(said: pd.DataFrame) -> pd.DataFrame:
    def most(answers: pd.Series) -> str:
        counts = answers[answers != ""].value_counts()
        clear = len(counts) == 1 or (len(counts) > 1 and counts.iloc[0] > counts.iloc[1])
        return str(counts.index[0]) if clear else ""

    voted = said.groupby("item_id", sort=False)[[*NATURALNESS.questions]].agg(most)
    return voted.reset_index().assign(rater=MAJORITY)


def naturalness_agreement(
    ratings: pd.DataFrame, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> pd.DataFrame:
    """Tell how far the raters agree beyond chance.

    Parameters
    ----------
    ratings : DataFrame
        See ``NATURALNESS.ratings``.
    confidence, resamples, seed
        See `stats.agreement.cohen_kappa`.

    Returns
    -------
    DataFrame, one row a question
        ``question`` and the fields of `stats.agreement.Agreement`: Cohen's kappa for two raters,
        Krippendorff's alpha for more; with one rater, ``status`` says that there is none.
    """
    check_frame(ratings, NATURALNESS.ratings, name="ratings")
    items = ratings["item_id"].unique()
    options: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    rows = []
    for question in NATURALNESS.questions:
        wide = ratings.pivot(index="item_id", columns="rater", values=question).reindex(items)
        said = [[answer or None for answer in wide[rater].fillna("")] for rater in wide]
        if len(said) == 2:
            found = cohen_kappa(*said, **options)
        elif len(said) > 2:
            found = krippendorff_alpha(*said, **options)
        else:
            found = cohen_kappa([], [])
        told = asdict(found) | {"raters": len(said)}
        if len(said) < 2:
            told["status"] = "undefined: fewer than two raters"
        rows.append({"question": question} | told)
    return pd.DataFrame(rows).astype(dict.fromkeys(["value", "low", "high", "agreement"], float))
