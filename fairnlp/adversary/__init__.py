"""Insertion of neutral words into texts, and how often a label flips with it."""

from fairnlp.adversary.candidates import Candidates, candidate_unigrams
from fairnlp.adversary.flip_tables import compare_flips, flip_table
from fairnlp.adversary.flips import count_flips
from fairnlp.adversary.gaps import Gap, Insertion, gaps, insert
from fairnlp.adversary.insertion import AttackSet, insert_unigrams
from fairnlp.adversary.language_model import LanguageModel, load_language_model
from fairnlp.adversary.neutral import influential_unigrams
from fairnlp.adversary.training import train_language_model
from fairnlp.adversary.trigrams import TrigramModel

__all__ = [
    "AttackSet",
    "Candidates",
    "Gap",
    "Insertion",
    "LanguageModel",
    "TrigramModel",
    "candidate_unigrams",
    "compare_flips",
    "count_flips",
    "flip_table",
    "gaps",
    "influential_unigrams",
    "insert",
    "insert_unigrams",
    "load_language_model",
    "train_language_model",
]
