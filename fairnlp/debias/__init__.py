"""Change the lexicon of a tool so that two words count alike, and check what else that moves."""

from __future__ import annotations

from fairnlp.debias.checks import in_sentences, leak_check, retest
from fairnlp.debias.debiased import Debiased, load
from fairnlp.debias.entries import can_patch
from fairnlp.debias.lexicon import lexicon
from fairnlp.debias.reasons import KINDS

__all__ = [
    "KINDS",
    "Debiased",
    "can_patch",
    "in_sentences",
    "leak_check",
    "lexicon",
    "load",
    "retest",
]
