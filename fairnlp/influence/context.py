"""Context features: what each adds to the score, and whether that differs between groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.influence.context_groups import CONTEXT_GROUPS, compare_groups
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
            {"feature": feature, "group": group} | compare_groups(part, group, pairs, confidence)
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
