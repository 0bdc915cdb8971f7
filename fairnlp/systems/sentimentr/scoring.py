"""Scores of texts: a frame of sentences, and their average for each text, as in the R package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.systems.sentimentr.averages import as_texts, average
from fairnlp.systems.sentimentr.keys import load
from fairnlp.systems.sentimentr.sentences import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.systems.sentimentr.averages import Average
    from fairnlp.systems.sentimentr.tables import Tables

__all__ = ["sentiment", "sentiment_by"]


def sentiment(texts: Sequence[str | None], *, tables: Tables | None = None) -> pd.DataFrame:
    """Score every sentence of some texts.

    Parameters
    ----------
    texts : sequence of str
        A column of a frame will do. A missing text (None, NaN) is one missing sentence.
    tables : Tables, optional
        By default ``load("auto")``; ``load("auto").title`` tells whether that is SentimentR.

    Returns
    -------
    DataFrame, one row a sentence, in order
        ``element_id``: number of the text, from 1; ``sentence_id``: of the sentence in it, from 1;
        ``sentence``; ``word_count``: missing where there is no word; ``sentiment``: 0 where
        nothing is known. There is no bound: -1 to 1 is usual.

    Raises
    ------
    SchemaError
        Naming the row of what is no text.

    Notes
    -----
    What the R package sentimentr 2.9.1 gives with its default options, to the last digits.

    References
    ----------
    Rinker (2021), sentimentr: calculate text polarity sentiment, version 2.9.

    Examples
    --------
    >>> from fairnlp.systems.sentimentr import Tables
    >>> tables = Tables(polarity={"good": 0.75}, shifters={"not": 1, "very": 2}, key="mine")
    >>> sentiment(["Good. Not very good."], tables=tables)
       element_id  sentence_id        sentence  word_count  sentiment
    0           1            1           Good.           1   0.750000
    1           1            2  Not very good.           3  -0.086603
    """
    parts = [[None] if text is None else split(text) for text in as_texts(texts)]
    sentences = [sentence for part in parts for sentence in part]
    # Most sentences of mutants are the same as in the other mutants.
    places = {sentence: at for at, sentence in enumerate(dict.fromkeys(sentences))}
    distinct = ["" if sentence is None else sentence for sentence in places]
    words, scores = (tables or load()).scorer.score(distinct)
    at = np.array([places[sentence] for sentence in sentences], dtype=np.int64)
    sizes = np.array([len(part) for part in parts], dtype=np.int64)
    firsts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    return pd.DataFrame(
        {
            "element_id": np.repeat(np.arange(1, len(parts) + 1), sizes),
            "sentence_id": np.arange(len(sentences)) - firsts + 1,
            "sentence": pd.Series(sentences, dtype="str"),
            "word_count": pd.Series(words[at], dtype="Int64").replace(0, pd.NA),
            "sentiment": scores[at],
        }
    )


def sentiment_by(
    texts: Sequence[str | None],
    *,
    tables: Tables | None = None,
    how: Average = "downweighted_zero",
) -> pd.DataFrame:
    """Score texts: the average of their sentences.

    Parameters
    ----------
    texts, tables
        See `sentiment`.
    how : {"downweighted_zero", "mean", "weighted_mixed"}
        See `average`.

    Returns
    -------
    DataFrame, one row a text, in order
        ``element_id``: from 1; ``word_count``; ``sd``: standard deviation of the sentences' scores,
        missing where there is one; ``ave_sentiment``.

    Examples
    --------
    >>> from fairnlp.systems.sentimentr import Tables
    >>> tables = Tables(polarity={"good": 1}, shifters={}, key="mine")
    >>> sentiment_by(["Good. A film.", "", None], tables=tables)
       element_id  word_count        sd  ave_sentiment
    0           1           3  0.707107       0.545686
    1           2           0       NaN       0.000000
    2           3           0       NaN       0.000000
    """
    return average(sentiment(texts, tables=tables), how=how)
