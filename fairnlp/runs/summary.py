"""The summary of an audit: one row for each system, characteristic and choice of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.runs.steps import step_name
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from fairnlp.core.store import RunFolder
    from fairnlp.metamorphic.btc import Found
    from fairnlp.runs.plan import Plan
    from fairnlp.runs.result import AuditResult

__all__ = ["accuracy", "flag_choices", "summarise"]


def summarise(folder: RunFolder, plan: Plan, result: AuditResult) -> pd.DataFrame:
    """Sum up what was found; see `AuditResult.table`."""
    rows = []
    for given in plan.systems:
        known = accuracy(folder, given.key)
        for characteristic in plan.characteristics:
            found = result.found[given.name, characteristic]
            texts = {"texts": plan.texts}
            for flagged in flag_choices(found):
                summed = found.summary(flagged=flagged, seed=plan.seed).iloc[0].to_dict()
                head = {name: summed.pop(name) for name in ("system", "characteristic", "values")}
                per_1000 = 1000 * summed["templates"] / plan.texts
                rows.append(head | texts | {"templates_per_1000": per_1000} | known | summed)
    return pd.DataFrame(rows)


def flag_choices(found: Found) -> list[bool]:
    """Give the choices of `flagged` to sum up with: False only where a value is flagged."""
    return [True, False] if (found.values["flag"] != "").any() else [True]


def accuracy(folder: RunFolder, key: str) -> dict[str, Any]:
    """Tell how often a system is right on the labelled texts that it was not trained on.

    Texts that it failed on are left out.

    Parameters
    ----------
    folder : RunFolder
    key : str
        See `Given.key`.

    Returns
    -------
    dict
        ``accuracy``, ``accuracy_n``, and ``accuracy_low``, ``accuracy_high`` (Wilson, 95%). NaN
        and 0 without labels, or where the system gives none of the labels of the corpus.
    """
    step = step_name("labels", key)
    right = n = 0
    labels: set[str] = set()
    given: set[str] = set()
    for part in folder.frames(step):
        fresh = part[~part["trained_on"].astype(bool) & part["predicted"].notna()]
        labels |= set(fresh["label"])
        given |= set(fresh["predicted"])
        right += int((fresh["label"] == fresh["predicted"]).sum())
        n += len(fresh)
    if not labels & given:
        right = n = 0
    low, high = wilson(right, n) if n else (np.nan, np.nan)
    return {
        "accuracy": right / n if n else np.nan,
        "accuracy_n": n,
        "accuracy_low": float(low),
        "accuracy_high": float(high),
    }
