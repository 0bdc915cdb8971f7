"""Detecting and reducing bias in a high-stakes domain (Zhong et al. 2019), on other corpora."""

from __future__ import annotations

from fairnlp.papers.high_stakes.attack import SCORERS
from fairnlp.papers.high_stakes.cases import CORPORA, VARIANT
from fairnlp.papers.high_stakes.reproducing import reproduce
from fairnlp.papers.high_stakes.result import read_kept
from fairnlp.papers.high_stakes.settings import OPTIONS, PAPER_SETTING

__all__ = ["CORPORA", "OPTIONS", "PAPER_SETTING", "SCORERS", "VARIANT", "read_kept", "reproduce"]
