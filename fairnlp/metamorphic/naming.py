"""The pairs behind the counts: all of them, or a uniform sample, without listing the rest."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.metamorphic.counting import NEEDED, count_btcs, group_keys

__all__ = ["name_btcs"]

SIDES = {"class": "class", "value_id": "value", "label": "label", "score": "score"}
"""Column of the predictions to its name in a pair, where `_a` or `_b` is added."""


def name_btcs(
    predictions: pd.DataFrame, *, limit: int | None = None, seed: int = 0
) -> pd.DataFrame:
    """Name bias-uncovering test cases: pairs of mutants of different classes and labels.

    Parameters
    ----------
    predictions : DataFrame
        As for `count_btcs`.
    limit : int, optional
        How many to draw, uniformly and without replacement, from all that there are; those that
        are not drawn are never made. By default all are named, which can be very many: ask
        `count_btcs` first.
    seed : int
        Seed of the draw.

    Returns
    -------
    DataFrame, one row a pair
        ``template_id`` (after ``system``, if given), ``class_a``, ``value_a``, ``label_a``,
        ``score_a`` (if there are scores), and the same with ``_b``. Sorted by template, classes
        and labels in order of appearance; `a` is the class that appears first.

    Examples
    --------
    >>> predictions = pd.DataFrame(
    ...     {
    ...         "template_id": "A",
    ...         "class": ["female", "female", "male"],
    ...         "value_id": ["Ada", "Rose", "Ian"],
    ...         "label": ["negative", "positive", "negative"],
    ...     }
    ... )
    >>> name_btcs(predictions)[["value_a", "label_a", "value_b", "label_b"]]
      value_a   label_a value_b   label_b
    0    Rose  positive     Ian  negative
    """
    if limit is not None and limit < 0:
        msg = f"limit is {limit}; give a number of pairs from 0 on, or None for all."
        raise OptionError(msg)
    check_frame(predictions, NEEDED, name="predictions")
    keys = group_keys(predictions)
    counts = count_btcs(predictions)["btcs"].to_numpy()
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    wanted = np.arange(total)
    if limit is not None and limit < total:
        wanted = np.sort(np.random.default_rng(seed).choice(total, limit, replace=False))
    # Pairs are numbered through all templates; only the templates that hold a wanted one matter.
    homes, first = np.unique(np.searchsorted(ends, wanted, side="right"), return_index=True)
    group = predictions.groupby(keys, sort=False, observed=True, dropna=False).ngroup().to_numpy()
    class_, label = (pd.factorize(predictions[key])[0] for key in ("class", "label"))
    rows = np.flatnonzero(np.isin(group, homes) & (label >= 0))
    rows = rows[np.lexsort((label[rows], class_[rows], group[rows]))]
    numbers = np.split(wanted, first[1:])
    members = np.split(rows, np.searchsorted(group[rows], homes[1:]))
    empty = np.array([], dtype=int)
    left, right = [empty], [empty]
    for home, some, mutants in zip(homes, numbers, members, strict=False):
        a, b = _unrank(some - (ends[home] - counts[home]), mutants, class_, label)
        left.append(a)
        right.append(b)
    sides = [np.concatenate(left), np.concatenate(right)]
    pairs = predictions[keys].iloc[sides[0]].reset_index(drop=True)
    for side, mark in zip(sides, "ab", strict=True):
        for column, name in SIDES.items():
            if column in predictions:
                pairs[f"{name}_{mark}"] = predictions[column].iloc[side].reset_index(drop=True)
    return pairs


def _unrank(
    wanted: np.ndarray, members: np.ndarray, class_: np.ndarray, label: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Give both rows of the pairs number `wanted` (sorted) of one template.

    The mutants of one class and label are a cell; `members` has them side by side. The pairs of
    two cells are numbered like the fields of a table, and pairs of cells one after another.
    """
    change = (np.diff(class_[members]) != 0) | (np.diff(label[members]) != 0)
    cells = np.split(members, np.flatnonzero(change) + 1)
    left, right, done = [], [], 0
    for a, b in combinations(cells, 2):
        if class_[a[0]] == class_[b[0]] or label[a[0]] == label[b[0]]:
            continue
        low, high = np.searchsorted(wanted, [done, done + len(a) * len(b)])
        row, column = np.divmod(wanted[low:high] - done, len(b))
        left.append(a[row])
        right.append(b[column])
        done += len(a) * len(b)
    return np.concatenate(left), np.concatenate(right)
