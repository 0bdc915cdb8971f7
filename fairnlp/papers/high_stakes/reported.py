"""The figures that Zhong et al. (2019) report for posts on social media, which are private."""

from __future__ import annotations

import pandas as pd

__all__ = ["FLIPS", "MODELS", "SECOND_ORDER", "TOKENS", "WORDS"]

MODELS = pd.DataFrame(
    [
        ("svm", 63.5, 1.70, 0.60, 0.13),
        ("cnn", 69.4, 1.42, 0.54, 0.17),
        ("lstm", 68.0, 1.73, 0.50, 0.15),
        ("lstm_rationale", 69.8, 0.86, 0.69, 0.14),
    ],
    columns=["model", "macro_f1_vote", "mean_rank", "first", "second"],
).assign(macro_f1_vote=lambda table: table["macro_f1_vote"] / 100)
"""Macro-F1 of the vote of five runs, mean rationale rank, and the shares of rank 0 and 1; the CNN
is the one with vectors of the domain."""

WORDS = ("a", "on", "da", "into", "of", "that")

FLIPS = pd.DataFrame(
    [
        ("svm", 44.16, 121.00, 37.44, 117.72, 36.84, 74.48),
        ("cnn", 26.56, 36.00, 8.52, 21.68, 19.20, 7.52),
        ("lstm", 16.16, 40.28, 21.52, 26.92, 13.20, 13.12),
        ("lstm_rationale", 13.52, 23.16, 12.40, 10.28, 11.40, 8.96),
    ],
    columns=["model", *WORDS],
).melt(id_vars="model", var_name="unigram", value_name="mean")
"""Flips to aggression of 800 texts, mean over five runs and five folds."""

TOKENS = pd.DataFrame([("a", 15, 32), ("on", 24, 51)], columns=["token", "first", "second"])
"""How often of 419 texts a word is the most influential, and how often the second; LSTM."""

SECOND_ORDER = {"still first": 379, "now second": 33, "n": 419}
"""Texts in which the first word stays first once the least influential is gone."""
