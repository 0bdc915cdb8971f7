"""Models that are told where people saw the reason: training, folds and runs, votes."""

from __future__ import annotations

from fairnlp.rationale.recipe import MODELS, Recipe
from fairnlp.rationale.training import train
from fairnlp.rationale.vectors import WordVectors, corpus_vectors, read_vectors

__all__ = [
    "MODELS",
    "Recipe",
    "WordVectors",
    "corpus_vectors",
    "read_vectors",
    "train",
]
