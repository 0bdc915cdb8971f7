"""What the paper of the Cognate Equity Evaluation Corpus reports."""

from __future__ import annotations

import pandas as pd

__all__ = ["REPORTED", "beside_reported", "tool_of"]

REPORTED = {
    "paper_pairs": "float, pairs of the language in the paper; NaN where it gives none",
    "paper_pairs_differ": "float, how many of them the tool scores differently; likewise",
    "paper_says": "str, what it says of tests; empty where nothing",
}
"""Columns that stand beside ours."""

_PAIRS = {"French": 292, "Spanish": 32}
_DIFFER = {
    ("French", "sentimentr"): 133,
    ("French", "textblob"): 19,
    ("French", "textblob-subjectivity"): 20,
    ("Spanish", "sentimentr"): 6,
    ("Spanish", "textblob"): 0,
    ("Spanish", "textblob-subjectivity"): 0,
}
_TOOLS = ("vader", "afinn", "textblob", "textblob-subjectivity", "sentimentr")


def tool_of(system: str) -> str:
    """Tell which tool of the paper a system is; empty for none.

    Examples
    --------
    >>> tool_of("SentimentR algorithm, syuzhet key"), tool_of("textblob"), tool_of("linear")
    ('sentimentr', 'textblob', '')
    """
    name = system.lower().split(" ")[0]
    return name if name in _TOOLS else ""


def beside_reported(table: pd.DataFrame) -> pd.DataFrame:
    """Add what the paper reports of the same language, tool and emotion.

    Parameters
    ----------
    table : DataFrame
        ``language``, ``system``, ``state`` (``"before"`` or ``"after"`` debiasing), ``emotion``.

    Returns
    -------
    DataFrame
        With the columns `REPORTED`.
    """
    tools = [tool_of(system) for system in table["system"]]
    before = table["state"] == "before"
    differ = [_DIFFER.get(key) for key in zip(table["language"], tools, strict=True)]
    says = [
        _said(language, state, emotion) if tool else ""
        for language, state, emotion, tool in zip(
            table["language"], table["state"], table["emotion"], tools, strict=True
        )
    ]
    return table.assign(
        paper_pairs=table["language"].map(_PAIRS).astype(float),
        paper_pairs_differ=pd.Series(differ, index=table.index, dtype=float).where(before),
        paper_says=pd.Series(says, index=table.index, dtype="str"),
    )


def _said(language: str, state: str, emotion: str) -> str:
    if language == "Italian":
        return "bias in no tool" if state == "before" else ""
    if state == "before":
        return ""
    if language == "Spanish":
        return "identical in all tools"
    if language == "French" and emotion != "joy":
        return "no difference in any tool"
    return ""
