"""What a corpus holds, counted; and a reproducible part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import TEXTS, check_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["describe", "draw"]


def describe(texts: pd.DataFrame) -> dict[str, Any]:
    """Count what a reader of results should know of the texts.

    Nothing is dropped for being empty or a duplicate, since that is the reader's choice.

    Parameters
    ----------
    texts : DataFrame
        See ``core.frames.TEXTS``; `label` may be missing.

    Returns
    -------
    dict
        ``texts`` (rows), ``empty`` (no text, or blanks alone), ``duplicates`` (not empty, and
        the exact text of a row before), ``characters`` (mean length of the texts that are not
        empty; None without one) and ``labels`` (label to rows; empty without labels). It can be
        written as JSON.

    Examples
    --------
    >>> import pandas as pd
    >>> texts, labels = ["Fine.", " ", "Fine."], ["x", "y", "x"]
    >>> describe(pd.DataFrame({"text_id": ["a", "b", "c"], "text": texts, "label": labels}))
    {'texts': 3, 'empty': 1, 'duplicates': 1, 'characters': 5.0, 'labels': {'x': 2, 'y': 1}}
    """
    check_frame(texts, TEXTS, name="texts")
    full = texts["text"].fillna("").astype("str")
    full = full[full.str.strip() != ""]
    labels = texts["label"].value_counts().sort_index().to_dict() if "label" in texts else {}
    return {
        "texts": len(texts),
        "empty": len(texts) - len(full),
        "duplicates": int(full.duplicated().sum()),
        "characters": round(float(full.str.len().mean()), 1) if len(full) else None,
        "labels": {str(label): int(count) for label, count in labels.items()},
    }


def draw(texts: pd.DataFrame, *, limit: int | None, seed: int) -> pd.DataFrame:
    """Draw rows without replacement and keep their order.

    Parameters
    ----------
    texts : DataFrame
        What to draw from.
    limit : int or None
        At most so many rows; None for all.
    seed : int
        The same seed, corpus and limit give the same rows.

    Returns
    -------
    DataFrame
        With a new index from 0.

    Raises
    ------
    OptionError
        If `limit` is below 1.
    """
    if limit is not None and limit < 1:
        msg = f"`limit` must be at least 1, or None for all texts; it is {limit!r}."
        raise OptionError(msg)
    if limit is not None and limit < len(texts):
        rows = np.random.default_rng(seed).choice(len(texts), limit, replace=False)
        texts = texts.iloc[np.sort(rows)]
    return texts.reset_index(drop=True)
