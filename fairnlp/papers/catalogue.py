"""The papers that can be reproduced by name."""

from __future__ import annotations

from typing import Any

from fairnlp.core.registry import load

__all__ = ["PAPERS", "reproduce"]

PAPERS = {
    "biasfinder": "fairnlp.papers.biasfinder:reproduce",
    "biasrv": "fairnlp.papers.biasrv:reproduce",
    "ceec": "fairnlp.papers.ceec:reproduce",
    "eec": "fairnlp.papers.eec:reproduce",
    "high-stakes": "fairnlp.papers.high_stakes:reproduce",
}


def reproduce(paper: str, **options: Any) -> Any:
    """Do anew what a paper did, and set it beside what the paper reports.

    Parameters
    ----------
    paper : str
        A key of `PAPERS`.
    **options
        Those of the paper, such as ``limit=2000``; see its module's ``reproduce``, such as
        `papers.biasfinder.reproduce`.

    Returns
    -------
    object
        The paper's result, with ``.table``, ``.why`` (sentences that say why the figures differ)
        and ``.save(folder)``.

    Raises
    ------
    UnknownChoiceError
        If there is no such paper.

    Examples
    --------
    >>> import fairnlp as fn
    >>> fn.reproduce("biasfinder", limit=500).table  # doctest: +SKIP
    """
    return load("paper", paper, PAPERS)(**options)
