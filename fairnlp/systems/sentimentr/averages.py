"""From the scores of sentences to those of texts, in the three ways of the R package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fairnlp.core.errors import SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.systems.outputs import is_missing

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AVERAGES", "Average", "as_texts", "average"]

Average = Literal["downweighted_zero", "mean", "weighted_mixed"]

AVERAGES = ("downweighted_zero", "mean", "weighted_mixed")
"""The ways to average the sentences of a text; the first is the package's own."""


def average(sentences: pd.DataFrame, *, how: Average = "downweighted_zero") -> pd.DataFrame:
    """Average the sentences of each text; see `sentiment_by`.

    Parameters
    ----------
    sentences : DataFrame
        As from `sentiment`.
    how : {"downweighted_zero", "mean", "weighted_mixed"}
        The first, the default of the R package, is the sum by n + sqrt(ln(1 + z)), with n scores
        that are not 0 and z that are. The last is the same with negative scores counted four times
        where a text has both signs.
    """
    if how not in AVERAGES:
        raise UnknownChoiceError(unknown_choice("average", how, AVERAGES))
    score = sentences["sentiment"]
    groups = sentences.assign(zero=score == 0, up=score > 0, down=score < 0).groupby("element_id")
    found = groups.agg(
        word_count=("word_count", "sum"),
        sd=("sentiment", "std"),
        total=("sentiment", "sum"),
        n=("sentiment", "size"),
        zeros=("zero", "sum"),
        up=("up", "any"),
        down=("down", "any"),
    )
    total = found["total"]
    if how == "weighted_mixed":
        negative = score.clip(upper=0).groupby(sentences["element_id"]).sum()
        total = total.where(~(found["up"] & found["down"]), total + 3 * negative)
    weight = found["n"] - found["zeros"] + np.sqrt(np.log1p(found["zeros"]))
    found["ave_sentiment"] = total / (found["n"] if how == "mean" else weight)
    return found[["word_count", "sd", "ave_sentiment"]].reset_index()


def as_texts(texts: Any) -> list[str | None]:
    """Give texts as a list, with None for the missing ones; anything else is refused."""
    if isinstance(texts, str):
        msg = f"One text came where a list of texts is needed: [{texts[:20]!r}...]."
        raise SchemaError(msg)
    items = list(texts)
    for row, text in enumerate(items):
        if not isinstance(text, str):
            if not is_missing(text):
                msg = f"Row {row}: a {type(text).__name__} is not a text: {text!r:.60}."
                raise SchemaError(msg)
            items[row] = None
    return items
