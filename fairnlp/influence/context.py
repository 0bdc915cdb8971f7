"""Context features: what each adds to the score, and whether that differs between groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scipy import stats

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.influence.items import CONTEXT, context_of, read_items
from fairnlp.stats.multiplicity import adjust
from fairnlp.systems.base import as_system
from fairnlp.systems.tokens import ContextClassifier

if TYPE_CHECKING:
    from fairnlp.stats.multiplicity import Correction

__all__ = ["CONTEXT_GROUPS", "CONTEXT_SHARES", "ContextShares", "context_shares"]

CONTEXT_SHARES = {
    "text_id": "str",
    "feature": "str",
    "value": "float, in the units of the corpus",
    "contribution": "float, what it adds to the score of the class before the softmax",
    "share": "float, 0 ... 1, size of the contribution in that of all features of the text",
}
"""One row a text and feature."""

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


@dataclass(frozen=True, kw_only=True, eq=False)
class ContextShares:
    """What context features add to the score of a class.

    Parameters
    ----------
    table : DataFrame
        See `CONTEXT_SHARES`.
    system, target : str
    """

    table: pd.DataFrame
    system: str
    target: str

    def summary(self) -> pd.DataFrame:
        """Give the means of each feature.

        Returns
        -------
        DataFrame, one row a feature
            ``feature``, ``mean`` (of the contribution), ``sd``, ``mean_size`` (of its absolute
            value), ``mean_share`` and ``n``; the largest size stands first.
        """
        rows = self.table.assign(size=self.table["contribution"].abs())
        table = (
            rows.groupby("feature", sort=False)
            .agg(
                mean=("contribution", "mean"),
                sd=("contribution", "std"),
                mean_size=("size", "mean"),
                mean_share=("share", "mean"),
                n=("contribution", "size"),
            )
            .reset_index()
        )
        return table.sort_values("mean_size", ascending=False, kind="stable", ignore_index=True)

    def by_group(
        self,
        frame: pd.DataFrame,
        group: str,
        *,
        pairs: str | None = None,
        confidence: float = 0.95,
        correction: Correction = "holm",
        alpha: float = 0.05,
    ) -> pd.DataFrame:
        """Compare the contributions where people marked something with those where they did not.

        Parameters
        ----------
        frame : DataFrame
            With ``text_id`` and the column `group`.
        group : str
            A column of bool such as ``"annotated:context needed"``; texts where it is missing are
            left out.
        pairs : str, optional
            A column that says which texts belong together, one marked and one not: the test is
            then one of pairs. Without, the groups are independent.
        confidence, alpha : float
            Of the interval; of the verdict.
        correction : {"holm", "benjamini-hochberg"}
            Over the features.

        Returns
        -------
        DataFrame, one row a feature
            See `CONTEXT_GROUPS`.

        Raises
        ------
        SchemaError
            If a column is missing, or a text is.
        OptionError
            If a group has fewer than two texts, or a pair has two texts of one group.

        Notes
        -----
        Welch's t-test for independent groups, Student's for pairs.
        """
        needed = {"text_id": "str", group: "bool"} | ({pairs: "str"} if pairs else {})
        notes = check_frame(frame, needed, name="frame")[list(needed)]
        notes = notes.assign(text_id=notes["text_id"].astype("str"))
        joined = self.table.merge(notes, on="text_id", how="left", indicator=True)
        if len(joined) != len(self.table) or (joined["_merge"] != "both").any():
            msg = "`frame` needs one row for each text whose context was measured."
            raise SchemaError(msg)
        rows = [
            {"feature": feature, "group": group} | _compared(part, group, pairs, confidence)
            for feature, part in joined.groupby("feature", sort=False)
        ]
        table = pd.DataFrame(rows)
        family = f"{self.system}, context features by {group}"
        corrected = adjust(table["p"], family=family, method=correction, alpha=alpha).table
        table[["p_adjusted", "verdict"]] = corrected[["p_adjusted", "verdict"]]
        return table[list(CONTEXT_GROUPS)]


def context_shares(
    system: Any, texts: Any, *, target: str, context: Any = None, centred: bool = False
) -> ContextShares:
    """Tell what each context feature adds to the score of a class.

    Parameters
    ----------
    system : object
        A `systems.tokens.ContextClassifier`: context features joined before a linear last layer.
    texts : str, sequence of str, or DataFrame
        As for `leave_one_out`.
    target : str
        The class.
    context : array-like, optional
        A row a text; by default the columns ``context:...`` of the frame.
    centred : bool
        Whether to subtract the mean over the classes: what adds the same to all classes changes no
        probability.

    Returns
    -------
    ContextShares

    Raises
    ------
    OptionError
        If the system takes no context features, or there are none.
    UnknownChoiceError
        If there is no such class.

    Notes
    -----
    Zhong et al. (2019): the share of feature k is w_k c_k, which is linear, so that no word has to
    be left out to know it.
    """
    system = as_system(system)
    names = tuple(getattr(system, "context_features", ()) or ())
    if not isinstance(system, ContextClassifier) or not names:
        msg = f"System {system.name!r} takes no context features; train a model on a corpus with."
        raise OptionError(msg)
    if target not in system.classes:
        raise UnknownChoiceError(unknown_choice("target", target, system.classes))
    items = read_items(texts)
    features = context_of(texts, context, len(items), system=system)
    if features is None or features.shape[1] != len(names):
        came = "none" if features is None else str(features.shape[1])
        msg = f"System {system.name!r} takes {len(names)} context features; {came} came."
        raise OptionError(msg)
    found = np.asarray(system.context_contributions([item.text for item in items], features))
    if found.shape != (want := (*features.shape, len(system.classes))):
        msg = f"context_contributions gave shape {found.shape} where {want} is needed."
        raise OptionError(msg)
    if centred:
        found = found - found.mean(axis=2, keepdims=True)
    adds = found[:, :, system.classes.index(target)]
    size = np.abs(adds)
    total = size.sum(axis=1, keepdims=True)
    table = pd.DataFrame(
        {
            "text_id": np.repeat(
                np.array([item.text_id for item in items], dtype=object), len(names)
            ),
            "feature": [name.removeprefix(CONTEXT) for name in names] * len(items),
            "value": features.ravel(),
            "contribution": adds.ravel(),
            "share": np.divide(size, total, out=np.zeros_like(size), where=total > 0).ravel(),
        }
    ).astype({"text_id": "str", "feature": "str"})
    return ContextShares(table=table, system=system.name, target=target)


def _compared(
    part: pd.DataFrame, group: str, pairs: str | None, confidence: float
) -> dict[str, float | int | str]:
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
