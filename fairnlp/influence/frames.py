"""The frame that every measure of influence gives, and the others read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.influence.ranks import NOISE, influence_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairnlp.influence.items import Item

__all__ = ["INFLUENCES", "OK", "InfluenceFrame", "influence_frame"]

INFLUENCES = {
    "text_id": "str",
    "position": "int, number of the word in its text, from 0",
    "token": "str, the word as it stands in the text",
    "start": "int, offset in the text",
    "end": "int, offset in the text",
    "influence": "float, in units of the measure; positive: the word raises it; NaN if not known",
    "rank": "Int64, how many words of the text have a higher influence; missing if not known",
    "whole": "float, what the system says of the whole text",
    "status": "str, 'ok', or why the influence is not known",
    "system": "str",
    "target": "str, the class whose probability is measured, the label, or 'score'",
    "measure": "str, 'probability', 'score', 'label' (1 if the system gives it, else 0)",
    "method": "str, such as 'leave one out'",
    "operator": "str, what was put in the place of a word, such as 'unknown'",
    "replacement": "str, the word itself; empty if there is none",
}
"""One row a word, in the order of the texts and of their words."""

OK = "ok"


class InfluenceFrame(pd.DataFrame):
    """A data frame with the columns of `INFLUENCES` that a notebook shows as shaded texts.

    What is selected from it is a plain data frame.
    """

    def _repr_html_(self) -> str | None:
        from fairnlp.influence.show import influence_html

        if any(column not in self for column in INFLUENCES):
            return pd.DataFrame(self)._repr_html_()  # type: ignore[operator]
        return influence_html(self)

    @property
    def _constructor(self) -> Callable[..., pd.DataFrame]:
        return pd.DataFrame


def influence_frame(
    items: Sequence[Item],
    influences: np.ndarray,
    *,
    whole: np.ndarray,
    statuses: Sequence[str],
    targets: Sequence[str],
    tolerance: float = NOISE,
    **named: str,
) -> InfluenceFrame:
    """Lay out influences, one row a word.

    Parameters
    ----------
    items : sequence of Item
    influences : ndarray of float
        Of the words of all items, one after another.
    whole : ndarray of float
        One an item.
    statuses : sequence of str
        One a word.
    targets : sequence of str
        One an item.
    tolerance : float
        See `influence_ranks`.
    **named : str
        The columns that are the same everywhere.

    Returns
    -------
    InfluenceFrame
    """
    counts = [len(item.spans) for item in items]
    spans = np.array([span for item in items for span in item.spans]).reshape(-1, 2).astype(int)
    ends = np.cumsum([0, *counts])
    ranks = [
        influence_ranks(influences[low:high], tolerance=tolerance)
        for low, high in zip(ends, ends[1:], strict=False)
    ]
    columns = {
        "text_id": _repeat([item.text_id for item in items], counts),
        "position": np.concatenate([np.arange(n) for n in counts] or [np.empty(0, dtype=int)]),
        "token": pd.Series([word for item in items for word in item.tokens], dtype="str"),
        "start": spans[:, 0],
        "end": spans[:, 1],
        "influence": influences,
        "rank": pd.array(np.concatenate([np.empty(0), *ranks]), dtype="Float64").astype("Int64"),
        "whole": np.repeat(whole, counts),
        "status": pd.Series(statuses, dtype="str").astype("category"),
        "target": _repeat(targets, counts),
    } | {name: _repeat([word], [len(spans)]) for name, word in named.items()}
    return InfluenceFrame({name: columns[name] for name in INFLUENCES})


def _repeat(words: Sequence[str], counts: Sequence[int]) -> pd.Categorical:
    codes, categories = pd.factorize(pd.Series(words, dtype="str"))
    return pd.Categorical.from_codes(
        np.repeat(codes, counts).tolist(), categories=pd.Index(categories, dtype="str")
    )
