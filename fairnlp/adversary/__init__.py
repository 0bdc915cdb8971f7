"""Insertion of neutral words into texts, and how often a label flips with it."""

from fairnlp.adversary.gaps import Gap, Insertion, gaps, insert
from fairnlp.adversary.insertion import AttackSet, insert_unigrams
from fairnlp.adversary.language_model import LanguageModel, load_language_model
from fairnlp.adversary.training import train_language_model
from fairnlp.adversary.trigrams import TrigramModel

__all__ = [
    "AttackSet",
    "Gap",
    "Insertion",
    "LanguageModel",
    "TrigramModel",
    "gaps",
    "insert",
    "insert_unigrams",
    "load_language_model",
    "train_language_model",
]
