"""Plots: each takes a frame and axes and returns the axes."""

from __future__ import annotations

from fairnlp.plotting.beside import counts_beside
from fairnlp.plotting.cases import btc_rates, templates_with_btc, values_behind
from fairnlp.plotting.curation import recogniser, refusals
from fairnlp.plotting.influence import rank_shares, shaded_words, top_words
from fairnlp.plotting.labels import labels_by_class, score_differences
from fairnlp.plotting.monitoring import biased_rate, saved_against_missed
from fairnlp.plotting.save import save_figure
from fairnlp.plotting.style import sized_axes

__all__ = [
    "biased_rate",
    "btc_rates",
    "counts_beside",
    "labels_by_class",
    "rank_shares",
    "recogniser",
    "refusals",
    "save_figure",
    "saved_against_missed",
    "score_differences",
    "shaded_words",
    "sized_axes",
    "templates_with_btc",
    "top_words",
    "values_behind",
]
