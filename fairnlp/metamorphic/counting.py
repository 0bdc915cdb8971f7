"""Counts of bias-uncovering test cases per template, without ever naming a pair."""

from __future__ import annotations

import numpy as np
import pandas as pd

from fairnlp.core.frames import check_frame

__all__ = ["NEEDED", "count_btcs", "group_keys"]

NEEDED = {
    "template_id": "str",
    "class": "str",
    "value_id": "str",
    "label": "str, missing where the system gave none",
}
"""The columns of `core.frames.PREDICTIONS` that counting needs; `score` is optional."""


def group_keys(predictions: pd.DataFrame) -> list[str]:
    """Columns that tell one group of comparable mutants: the template, and the system if given."""
    return ["system", "template_id"] if "system" in predictions else ["template_id"]


def count_btcs(predictions: pd.DataFrame) -> pd.DataFrame:
    """Count the bias-uncovering test cases (BTCs) of each template.

    A BTC is a pair of mutants of one template, of different classes, with different labels
    (Asyrofi et al. 2021, section 3). With two labels the count of a template is the sum over the
    pairs of classes of pos(a) neg(b) + neg(a) pos(b). The same comparison within a class, of two
    male names say, is the placebo: it shows how jumpy the system is when no class changes.

    Parameters
    ----------
    predictions : DataFrame
        One row a mutant; see ``core.frames.PREDICTIONS``. A missing label marks a mutant that the
        system failed on: it is left out of every pair and counted as invalid. With a column
        ``system``, each system is counted by itself.

    Returns
    -------
    DataFrame, one row a template (and system), in order of appearance
        ``template_id`` (after ``system``, if given), ``n_mutants`` (with a label), ``n_invalid``,
        ``pairs`` (of mutants of different classes), ``btcs`` (those with different labels),
        ``placebo_pairs`` (within a class), ``placebo_differs`` (those with different labels);
        ``score_difference`` and ``placebo_score_difference``: mean absolute difference of the
        scores in those pairs, in units of the score, NaN without pairs or where a mutant has no
        score.

    Raises
    ------
    SchemaError
        If a column is missing.

    Notes
    -----
    The time grows with the number of mutants, not of pairs; only the score differences need a
    sort. A class that is missing from a template simply has no mutants there.

    Examples
    --------
    >>> predictions = pd.DataFrame(
    ...     {
    ...         "template_id": ["A"] * 3 + ["B"] * 2,
    ...         "class": ["cook", "judge", "pilot", "cook", "judge"],
    ...         "value_id": "-",
    ...         "label": ["1", "0", "0", "1", "1"],
    ...     }
    ... )
    >>> count_btcs(predictions)[["template_id", "pairs", "btcs"]]
      template_id  pairs  btcs
    0           A      3     2
    1           B      1     0
    """
    check_frame(predictions, NEEDED, name="predictions")
    keys = group_keys(predictions)
    groups = predictions.groupby(keys, sort=False, observed=True, dropna=False)
    group = groups.ngroup().to_numpy()
    table = predictions.loc[~predictions.duplicated(keys), keys].reset_index(drop=True)
    class_ = pd.factorize(predictions["class"])[0]
    label = pd.factorize(predictions["label"])[0]  # missing: -1
    valid = label >= 0
    n_groups, n_classes = len(table), class_.max(initial=0) + 1

    table["n_mutants"] = np.bincount(group[valid], minlength=n_groups)
    table["n_invalid"] = np.bincount(group[~valid], minlength=n_groups)
    every = table["n_mutants"].to_numpy()
    group, class_, label = group[valid], class_[valid], label[valid]
    n_labels = label.max(initial=0) + 1
    by_class = group * n_classes + class_
    same_class = _pairs_within(by_class, n_classes, n_groups)
    same_label = _pairs_within(group * n_labels + label, n_labels, n_groups)
    same_both = _pairs_within(by_class * n_labels + label, n_classes * n_labels, n_groups)
    all_pairs = every * (every - 1) // 2
    table["pairs"] = all_pairs - same_class
    table["btcs"] = table["pairs"] - (same_label - same_both)
    table["placebo_pairs"] = same_class
    table["placebo_differs"] = same_class - same_both

    between, within = np.full(n_groups, np.nan), np.full(n_groups, np.nan)
    if "score" in predictions:
        score = predictions["score"].to_numpy(dtype=float, na_value=np.nan)[valid]
        if not np.isnan(score).all():
            # Measured from the smallest, so that equal scores differ by exactly 0.
            score = score - pd.Series(score).groupby(group).transform("min").to_numpy()
            inside = _absolute_differences(score, by_class, by_class // n_classes, n_groups)
            total = _absolute_differences(score, group, group, n_groups)
            between = _ratio(np.maximum(total - inside, 0), table["pairs"].to_numpy())
            within = _ratio(inside, same_class)
    table["score_difference"], table["placebo_score_difference"] = between, within
    return table


def _pairs_within(cell: np.ndarray, cells_per_group: int, n_groups: int) -> np.ndarray:
    """Count, for each group, the pairs whose two members are in one cell."""
    found, index = pd.factorize(cell)[::-1]
    size = np.bincount(index, minlength=len(found))
    pairs = np.zeros(n_groups, dtype=np.int64)
    np.add.at(pairs, found // cells_per_group, size * (size - 1) // 2)
    return pairs


def _absolute_differences(
    score: np.ndarray, cell: np.ndarray, group: np.ndarray, n_groups: int
) -> np.ndarray:
    """Sum, for each group, |x - y| over the pairs that are in one cell.

    In a sorted cell of n scores, the one with rank k (from 0) is the larger of k pairs and the
    smaller of n - 1 - k, so it enters the sum 2k - n + 1 times.
    """
    order = np.lexsort((score, cell))
    cell, score, group = cell[order], score[order], group[order]
    first = np.flatnonzero(np.r_[True, cell[1:] != cell[:-1]]) if len(cell) else np.array([], int)
    size = np.diff(np.r_[first, len(cell)])
    rank = np.arange(len(cell)) - np.repeat(first, size)
    times = 2 * rank - np.repeat(size, size) + 1
    return np.bincount(group, weights=times * score, minlength=n_groups)


def _ratio(total: np.ndarray, n: np.ndarray) -> np.ndarray:
    return np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)
