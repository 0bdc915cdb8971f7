"""Whether what a context feature adds to the score differs between two groups of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CONTEXT_GROUPS", "compare_groups"]

CONTEXT_GROUPS = {
    "feature": "str",
    "group": "str, the column that divides the texts",
    "mean_marked": "float, mean contribution where it is True",
    "mean_others": "float, where it is False",
    "difference": "float",
    "low": "float, interval of the difference",
    "high": "float",
    "effect": "float, difference in standard deviations: Hedges' g, or of pairs Cohen's d",
    "p": "float",
    "p_adjusted": "float, over the features",
    "verdict": "str",
    "test": "str",
    "n_marked": "int, texts; or pairs",
    "n_others": "int",
    "left_out": "int, texts that were not annotated, or pairs of which one side is missing",
}


def compare_groups(
    part: pd.DataFrame, group: str, pairs: str | None, confidence: float
) -> dict[str, float | int | str]:
    """Compare the contributions of one feature; see `ContextShares.by_group`."""
    known = part[part[group].notna()]
    marked = known[group].astype(bool)
    if pairs:
        return _paired(known.assign(marked=marked), pairs, confidence, len(part) - len(known))
    sides = [known.loc[side, "contribution"].to_numpy() for side in (marked, ~marked)]
    if min(map(len, sides)) < 2:
        msg = (
            f"{group!r} divides the texts into {len(sides[0])} and {len(sides[1])}; each group "
            "needs two or more."
        )
        raise OptionError(msg)
    found: dict[str, float | int | str] = {
        "mean_marked": float(sides[0].mean()),
        "mean_others": float(sides[1].mean()),
        "difference": float(sides[0].mean() - sides[1].mean()),
        "n_marked": len(sides[0]),
        "n_others": len(sides[1]),
        "left_out": len(part) - len(known),
        "test": "Welch's t",
    }
    spread = [float(side.var(ddof=1)) for side in sides]
    if not any(spread):  # a feature that adds the same everywhere
        level = found["difference"]
        return found | {"low": level, "high": level, "effect": np.nan, "p": np.nan}
    test = stats.ttest_ind(*sides, equal_var=False)
    interval = test.confidence_interval(confidence)
    n = np.array([len(side) for side in sides])
    pooled = np.sqrt(((n - 1) @ np.array(spread)) / (n.sum() - 2))
    small = 1 - 3 / (4 * n.sum() - 9)  # Hedges' correction
    return found | {
        "low": float(interval.low),
        "high": float(interval.high),
        "effect": float(small * (sides[0].mean() - sides[1].mean()) / pooled),
        "p": float(test.pvalue),
    }


def _paired(
    known: pd.DataFrame, pairs: str, confidence: float, unmarked: int
) -> dict[str, float | int | str]:
    if known.duplicated([pairs, "marked"]).any():
        msg = f"{pairs!r} has two texts of one group in a pair; give one marked and one not."
        raise OptionError(msg)
    table = known.pivot(index=pairs, columns="marked", values="contribution")
    whole = table.reindex(columns=[True, False]).dropna()
    if len(whole) < 2:
        msg = f"{pairs!r} makes {len(whole)} pairs of a marked and another text; two are needed."
        raise OptionError(msg)
    difference = (whole[True] - whole[False]).to_numpy(dtype=float)
    found: dict[str, float | int | str] = {
        "mean_marked": float(whole[True].mean()),
        "mean_others": float(whole[False].mean()),
        "difference": float(difference.mean()),
        "n_marked": len(whole),
        "n_others": len(whole),
        "left_out": len(table) - len(whole) + unmarked,
        "test": "paired t",
    }
    spread = difference.std(ddof=1)
    if spread == 0:
        level = found["difference"]
        return found | {"low": level, "high": level, "effect": np.nan, "p": np.nan}
    test = stats.ttest_1samp(difference, 0)
    interval = test.confidence_interval(confidence)
    return found | {
        "low": float(interval.low),
        "high": float(interval.high),
        "effect": float(difference.mean() / spread),
        "p": float(test.pvalue),
    }
