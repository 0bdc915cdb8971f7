"""What context features add to the score, compared between groups that people marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.influence.context import CONTEXT_GROUPS, ContextShares

if TYPE_CHECKING:
    from fairnlp.papers.high_stakes.cases import Case

__all__ = ["CONTEXT", "context_by_group"]

CONTEXT = {
    "setting": "str",
    "model": "str",
    "runs": "int, over which the contribution of each text is averaged",
    **CONTEXT_GROUPS,
}
"""Columns of `context_by_group`."""


def context_by_group(context: pd.DataFrame, case: Case) -> pd.DataFrame:
    """Compare what context features add where people marked something with where they did not.

    Parameters
    ----------
    context : DataFrame
        Of `measure_model`: a row a trained model, text of the class and feature.
    case : Case
        The corpus, with columns ``annotated:...``.

    Returns
    -------
    DataFrame, one row a setting, kind of model, group and feature
        See `CONTEXT`. A text counts once: its contributions are averaged over the runs, each from a
        model that was not trained on it.
    """
    rows: list[pd.DataFrame] = []
    if not len(context):
        return pd.DataFrame(columns=[*CONTEXT])
    for (name, model), part in context.groupby(["setting", "model"], sort=False, observed=True):
        each = part.groupby(["text_id", "feature"], sort=False, observed=True)
        means = each[["value", "contribution", "share"]].mean().reset_index()
        shares = ContextShares(table=means, system=str(model), target=case.target)
        for group in case.groups:
            marked = case.frame.set_index("text_id").loc[means["text_id"].unique(), group]
            if marked.nunique() < 2:
                continue  # nothing to compare
            found = shares.by_group(case.frame, group)
            runs = part["run"].nunique()
            rows.append(found.assign(setting=str(name), model=str(model), runs=runs)[[*CONTEXT]])
    return pd.concat(rows, ignore_index=True) if rows else pd.DataFrame(columns=[*CONTEXT])
