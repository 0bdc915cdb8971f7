"""SentimentR: the sentence scores of the R package sentimentr, without R."""

from __future__ import annotations

from fairnlp.systems.sentimentr.averages import average
from fairnlp.systems.sentimentr.keys import KEYS, load
from fairnlp.systems.sentimentr.rscript import InR, sentiment_in_r
from fairnlp.systems.sentimentr.scoring import sentiment, sentiment_by
from fairnlp.systems.sentimentr.sentences import split
from fairnlp.systems.sentimentr.tables import Tables
from fairnlp.systems.sentimentr.tool import SentimentR

__all__ = [
    "KEYS",
    "InR",
    "SentimentR",
    "Tables",
    "average",
    "load",
    "sentiment",
    "sentiment_by",
    "sentiment_in_r",
    "split",
]
