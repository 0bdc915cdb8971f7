"""What ratings say: the share of true positives, and how far the raters agree."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.errors import SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.rating.files import MAJORITY, QUESTIONS, RATINGS
from fairnlp.stats.agreement import Agreement, cohen_kappa, krippendorff_alpha
from fairnlp.stats.proportions import wilson
from fairnlp.stats.resampling import ratio_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["judge", "rater_agreement", "true_positive_rate"]

ASKED = {
    "coherent": ("coherent_1", "coherent_2"),
    "sentiment": ("sentiment_1", "sentiment_2"),
    "true positive": ("true_positive",),
}
"""What agreement is measured on, and the columns it stands in; each is a unit of its own."""


def judge(ratings: pd.DataFrame) -> pd.DataFrame:
    """Tell which test cases a rater takes for true positives.

    A bias-uncovering test case is a true positive if both texts are coherent and have the same
    sentiment (Asyrofi et al. 2021). "unsure" is not the same as anything, not even as itself.

    Parameters
    ----------
    ratings : DataFrame
        See `files.RATINGS`.

    Returns
    -------
    DataFrame, one row a rating
        ``rater``, ``item_id``, ``true_positive`` ("yes", "no", or empty where the answers do not
        settle it) and ``unsure`` (True if that alone is why it is not one).

    Raises
    ------
    SchemaError
        If a column is missing.

    Examples
    --------
    >>> ratings = pd.DataFrame({
    ...     "rater": "r1", "item_id": ["a", "b"], "coherent_1": "yes", "coherent_2": ["yes", "no"],
    ...     "sentiment_1": "positive", "sentiment_2": "positive", "note": ""})
    >>> judge(ratings)["true_positive"].tolist()
    ['yes', 'no']
    """
    check_frame(ratings, RATINGS, name="ratings")
    coherent = ratings[[*ASKED["coherent"]]]
    sentiment = ratings[[*ASKED["sentiment"]]]
    incoherent = (coherent == "no").any(axis=1) & (coherent != "").all(axis=1)
    both = (coherent == "yes").all(axis=1) & (sentiment != "").all(axis=1)
    unsure = both & (sentiment == "unsure").any(axis=1)
    same = both & ~unsure & (ratings["sentiment_1"] == ratings["sentiment_2"])
    verdict = np.where(same, "yes", np.where(both | incoherent, "no", ""))
    return pd.DataFrame(
        {
            "rater": ratings["rater"].astype("str"),
            "item_id": ratings["item_id"].astype("str"),
            "true_positive": pd.Series(verdict, index=ratings.index, dtype="str"),
            "unsure": unsure.astype(bool),
        }
    ).reset_index(drop=True)


def true_positive_rate(
    ratings: pd.DataFrame,
    *,
    key: pd.DataFrame | None = None,
    by: str | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Tell which share of the test cases are true positives, by each rater and by the majority.

    Parameters
    ----------
    ratings : DataFrame
        See `files.RATINGS`; `read_ratings` gives it.
    key : DataFrame, optional
        ``Sample.key``: which template and system an item is of.
    by : {"system", "characteristic"}, optional
        Tell each apart; needs the key.
    confidence : float
        Of every interval, in (0, 1).
    resamples : int
        How many bootstrap resamples of the templates.
    seed : int
        Of the resampling.

    Returns
    -------
    DataFrame
        For each group of `by`, one row a rater and, where there are several, a last one with the
        rater "majority": ``rater``, ``items`` (to be rated), ``n`` (of these, settled),
        ``missing`` (not settled), ``tied`` (as many raters for as against it; in no rate),
        ``unsure`` (not counted as true positives for that alone), ``true_positives``, ``rate`` =
        true_positives / n, ``low``, ``high`` (Wilson).

        With a key also ``templates`` and ``template_low``, ``template_high``: a bootstrap over
        templates. Test cases of one template are read alike, so where a few templates have most of
        them, this interval is the one to go by. Without anything rated, the rate is 0 and both
        intervals are all that is possible.

    Raises
    ------
    SchemaError
        If a column or an item of the ratings is not in the key.
    UnknownChoiceError
        If `by` is not known.

    Notes
    -----
    Asyrofi et al. (2021), section 5: 76.3% and 58.8% for gender by two raters.
    """
    judged = judge(ratings)
    several = judged["rater"].nunique() > 1
    judged = pd.concat([judged, _majority(judged)] if several else [judged], ignore_index=True)
    if by is not None and (by not in ("system", "characteristic") or key is None):
        options = ("system", "characteristic") if key is not None else ()
        msg = unknown_choice("column", by, options) if options else f"by={by!r} needs the key."
        raise UnknownChoiceError(msg)
    if key is not None:
        judged = _with_key(judged, key, by)
    groups = [by, "rater"] if by else ["rater"]
    rows = []
    for names, rows_of in judged.groupby(groups, sort=False):
        row = dict(zip(groups, names, strict=True))
        rows.append(row | _rate(rows_of, confidence, resamples, seed))
    return pd.DataFrame(rows)


def _majority(judged: pd.DataFrame) -> pd.DataFrame:
    votes = judged.groupby(["item_id", "true_positive"], sort=False).size().unstack(fill_value=0)
    votes = votes.reindex(index=judged["item_id"].unique())
    yes, no = (votes.get(word, pd.Series(0, index=votes.index)) for word in ("yes", "no"))
    voted = yes + no > 0
    verdict = np.where(yes > no, "yes", np.where(no > yes, "no", np.where(voted, "tied", "")))
    return pd.DataFrame(
        {
            "rater": MAJORITY,
            "item_id": yes.index.astype("str"),
            "true_positive": pd.Series(verdict, dtype="str"),
            "unsure": False,
        }
    )


def _with_key(judged: pd.DataFrame, key: pd.DataFrame, by: str | None) -> pd.DataFrame:
    columns = ["template_id", *([by] if by else [])]
    check_frame(key, dict.fromkeys(["item_id", *columns], "str"), name="key")
    if strange := sorted(set(judged["item_id"]) - set(key["item_id"])):
        msg = (
            f"The key has no item {strange[0]!r} ({len(strange)} of the rated items are not in "
            "it). Is it another sheet's?"
        )
        raise SchemaError(msg)
    return judged.merge(key[["item_id", *columns]], on="item_id", validate="many_to_one")


def _rate(judged: pd.DataFrame, confidence: float, resamples: int, seed: int) -> dict[str, object]:
    known = judged["true_positive"].isin(["yes", "no"])
    yes = judged["true_positive"] == "yes"
    n, k = int(known.sum()), int(yes.sum())
    low, high = wilson(k, n, confidence=confidence)
    row: dict[str, object] = {
        "items": len(judged),
        "n": n,
        "missing": int((judged["true_positive"] == "").sum()),
        "tied": int((judged["true_positive"] == "tied").sum()),
        "unsure": int(judged["unsure"].sum()),
        "true_positives": k,
        "rate": k / n if n else 0.0,
        "low": float(low),
        "high": float(high),
    }
    if "template_id" in judged:
        counts = judged.assign(n=known, k=yes).groupby("template_id")[["k", "n"]].sum()
        counts = counts[counts["n"] > 0]
        ends = ratio_interval(
            counts["k"], counts["n"], confidence=confidence, resamples=resamples, seed=seed
        )
        first, last = ends if n else (0.0, 1.0)
        row |= {"templates": len(counts), "template_low": first, "template_high": last}
    return row


def rater_agreement(
    ratings: pd.DataFrame,
    *,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Tell how far the raters agree beyond chance.

    Parameters
    ----------
    ratings : DataFrame
        See `files.RATINGS`.
    confidence, resamples, seed
        See `stats.agreement.cohen_kappa`; items are resampled.

    Returns
    -------
    DataFrame
        For "coherent" and "sentiment" (of each text) and for "true positive" (of each test case),
        one row with Cohen's kappa for two raters, or with Krippendorff's alpha for more; where
        two have rated different units, both. ``question`` and the fields of `Agreement`. Without
        a value, ``status`` says why: one rater alone, nothing rated by two, or one answer
        throughout.

    Examples
    --------
    >>> ratings = pd.DataFrame({
    ...     "rater": ["r1", "r1", "r2", "r2"], "item_id": ["a", "b"] * 2, "coherent_1": "yes",
    ...     "coherent_2": ["yes", "no"] * 2, "sentiment_1": "positive", "sentiment_2": "positive",
    ...     "note": ""})
    >>> rater_agreement(ratings)[["question", "value", "status"]].values.tolist()
    [['coherent', 1.0, 'known'], ['sentiment', nan, 'undefined: every rating is the same'], \
['true positive', 1.0, 'known']]
    """
    judged = judge(ratings)
    wide = ratings[["rater", "item_id", *QUESTIONS]].reset_index(drop=True)
    wide = wide.assign(true_positive=judged["true_positive"]).astype(object)
    rows = []
    for question, columns in ASKED.items():
        said = {
            str(rater): _units(rows_of, columns)
            for rater, rows_of in wide.groupby("rater", sort=False)
        }
        units = list(dict.fromkeys(unit for answers in said.values() for unit in answers))
        answers = [[given.get(unit) for unit in units] for given in said.values()]
        options = {"confidence": confidence, "resamples": resamples, "seed": seed}
        rows += [
            {"question": question} | asdict(found)
            for found in _measures(answers, [item for item, _ in units], options)
        ]
    return pd.DataFrame(rows).astype(dict.fromkeys(["value", "low", "high", "agreement"], float))


def _units(ratings: pd.DataFrame, columns: Sequence[str]) -> dict[tuple[str, str], str]:
    """Give (item, column) to the answer, where there is one."""
    return {
        (row["item_id"], column): row[column]
        for row in ratings.to_dict(orient="records")
        for column in columns
        if row[column]
    }


def _measures(answers: list[list[str | None]], items: list[str], options: dict) -> list[Agreement]:
    if len(answers) < 2:
        one = cohen_kappa([], [])
        return [replace(one, raters=len(answers), status="undefined: fewer than two raters")]
    found = []
    if len(answers) == 2:
        found.append(cohen_kappa(*answers, groups=items, **options))
    if len(answers) > 2 or any(None in given for given in answers):
        found.append(krippendorff_alpha(*answers, groups=items, **options))
    return found
