"""Detecting and reducing bias in a high-stakes domain (Zhong et al. 2019), on other corpora."""

from __future__ import annotations

from fairnlp.papers.high_stakes.cases import CORPORA
from fairnlp.papers.high_stakes.reproducing import SCORERS, reproduce
from fairnlp.papers.high_stakes.settings import OPTIONS, PAPER_SETTING

__all__ = ["CORPORA", "OPTIONS", "PAPER_SETTING", "SCORERS", "reproduce"]
