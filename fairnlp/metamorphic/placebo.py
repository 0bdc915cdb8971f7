"""The difference between classes beyond that within a class, and its interval."""

from __future__ import annotations

import numpy as np
import pandas as pd

from fairnlp.stats.resampling import bootstrap_weights, percentile_interval

__all__ = ["difference_interval"]

BLOCK = 4_000_000
"""How many numbers the largest array of a step may hold."""


def difference_interval(
    predictions: pd.DataFrame, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """Give the bootstrap interval of the BTC rate minus the placebo rate.

    Templates are resampled, and so are the values of each class. Resampling the templates alone
    would take the few names at hand for all names: a system that reacts to two of them, which
    happen to be of one class, would then show a difference between the classes.

    Parameters
    ----------
    predictions : DataFrame
        One system's, as for `count_btcs`. An empty `value_id` says that no value was drawn; such
        a mutant is there in every resample of its template.
    confidence : float
        In (0, 1).
    resamples : int
        How many resamples.
    seed : int
        Seed of the draw.

    Returns
    -------
    low, high : float
        NaN without a pair between the classes or within one.

    Notes
    -----
    A bootstrap with two crossed factors (Owen 2007, "The pigeonhole bootstrap"), by percentiles.
    A value that is drawn twice is never paired with itself: that pair would always agree and the
    placebo rate would be too low.
    """
    rows = predictions[predictions["label"].notna()]
    label, labels = pd.factorize(rows["label"])
    template, templates = pd.factorize(rows["template_id"])
    if len(rows) == 0:
        return np.nan, np.nan
    value = rows[["class", "value_id"]].groupby(
        ["class", "value_id"], sort=False, observed=True, dropna=False
    )
    column = value.ngroup().to_numpy()
    values = rows.loc[~rows.duplicated(["class", "value_id"]), ["class", "value_id"]]
    class_ = pd.factorize(values["class"])[0]
    drawn = (values["value_id"].notna() & (values["value_id"].astype("str") != "")).to_numpy()

    # One row a template: the label of each value, -1 where it has none. Templates with the same
    # row are one kind; most are unanimous, so there are few kinds.
    table = np.full((len(templates), len(values)), -1, dtype=np.int16)
    table[template, column] = label
    kinds, counts = np.unique(table, axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    width = max(kinds.size, len(kinds) * len(labels))
    differences = [
        _difference(weights, kinds, class_, _value_weights(class_, drawn, len(weights), rng))
        for weights in bootstrap_weights(
            counts, resamples=resamples, rng=rng, block=max(1, BLOCK // width) * len(kinds)
        )
    ]
    return percentile_interval(np.concatenate(differences), confidence=confidence)


def _value_weights(
    class_: np.ndarray, drawn: np.ndarray, resamples: int, rng: np.random.Generator
) -> np.ndarray:
    """Tell how often each value comes in each resample: rows are resamples."""
    weights = np.ones((resamples, len(class_)))
    for number in np.unique(class_):
        of_class = np.flatnonzero((class_ == number) & drawn)
        if len(of_class):
            share = np.full(len(of_class), 1 / len(of_class))
            weights[:, of_class] = rng.multinomial(len(of_class), share, size=resamples)
    return weights


def _difference(
    weights: np.ndarray, kinds: np.ndarray, class_: np.ndarray, values: np.ndarray
) -> np.ndarray:
    """Compute the difference of the two rates in each resample.

    With N mutants, of which N_c of class c, M_l of label l and M_cl of both: pairs between the
    classes (N^2 - sum N_c^2) / 2, those with equal labels sum_l (M_l^2 - sum_c M_cl^2) / 2; within
    a class, pairs with different labels (N_c^2 - sum_l M_cl^2) / 2.
    """
    shape = (len(values), len(kinds))
    n_labels = kinds.max() + 1
    everyone, squares, singles, alike = (np.zeros(shape) for _ in range(4))
    of_label = np.zeros((n_labels, *shape))
    for number in np.unique(class_):
        here = class_ == number
        of_class = np.zeros(shape)
        for label in range(n_labels):
            among = (kinds[:, here] == label).T.astype(float)
            both = values[:, here] @ among
            of_label[label] += both
            of_class += both
            alike += both**2
            singles += values[:, here] ** 2 @ among
        everyone += of_class
        squares += of_class**2
    pairs = (everyone**2 - squares) / 2
    btcs = pairs - ((of_label**2).sum(axis=0) - alike) / 2
    placebo_pairs = (squares - singles) / 2
    placebo_differs = (squares - alike) / 2
    rates = []
    for top, bottom in ((btcs, pairs), (placebo_differs, placebo_pairs)):
        total, n = (weights * top).sum(axis=1), (weights * bottom).sum(axis=1)
        rates.append(np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0))
    return rates[0] - rates[1]
