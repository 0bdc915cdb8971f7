"""Models that are told where people saw the reason: training, folds and runs, votes."""

from __future__ import annotations

from fairnlp.rationale.comparing import compare
from fairnlp.rationale.ensemble import Vote, summarise, votes
from fairnlp.rationale.files import load, save
from fairnlp.rationale.folds import PAPER, cross_train
from fairnlp.rationale.recipe import MODELS, Recipe
from fairnlp.rationale.result import CrossTrained
from fairnlp.rationale.training import train
from fairnlp.rationale.vectors import WordVectors, corpus_vectors, read_vectors

__all__ = [
    "MODELS",
    "PAPER",
    "CrossTrained",
    "Recipe",
    "Vote",
    "WordVectors",
    "compare",
    "corpus_vectors",
    "cross_train",
    "load",
    "read_vectors",
    "save",
    "summarise",
    "train",
    "votes",
]
