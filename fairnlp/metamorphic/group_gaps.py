"""Error rates of each class of mutants, and how far they are from those of all (FPED, FNED)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.errors import SchemaError
from fairnlp.core.frames import check_frame
from fairnlp.metamorphic.counting import NEEDED
from fairnlp.stats.proportions import check_confidence
from fairnlp.stats.resampling import bootstrap_weights, percentile_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CLASS_RATES", "EQUALITY_GAPS", "class_rates", "equality_gaps"]

CLASS_RATES = {
    "class": "str, 'all' for the first row",
    "templates": "int, with a true label and a labelled mutant of the class",
    "n": "int, mutants of these with a label",
    "positive_rate": "float in [0, 1], share of n that is predicted positive",
    "positive_rate_low": "float, bootstrap interval over templates; NaN where there is none",
    "positive_rate_high": "float",
    "n_negative": "int, of n, mutants of templates that are not positive in truth",
    "fpr": "float in [0, 1], share of n_negative predicted positive; NaN if that is 0",
    "fpr_low": "float",
    "fpr_high": "float",
    "n_positive": "int, of n, mutants of templates that are positive in truth",
    "fnr": "float in [0, 1], share of n_positive not predicted positive; NaN if that is 0",
    "fnr_low": "float",
    "fnr_high": "float",
}
"""Columns of `class_rates`."""

EQUALITY_GAPS = {
    "classes": "int, how many enter",
    "templates": "int",
    "fped": "float, sum over classes of |fpr of all - fpr of the class|; NaN if one has no fpr",
    "fped_low": "float, bootstrap interval over templates; NaN where there is none",
    "fped_high": "float",
    "fned": "float, the same of the false negative rates",
    "fned_low": "float",
    "fned_high": "float",
}
"""Columns of `equality_gaps`."""

RATES = {
    "positive_rate": (("tp", "fp"), ("tp", "fp", "fn", "tn")),
    "fpr": (("fp",), ("fp", "tn")),
    "fnr": (("fn",), ("fn", "tp")),
}
"""Rate to the counts above and below the line."""

CELLS = ("tp", "fp", "fn", "tn")


def class_rates(
    predictions: pd.DataFrame,
    truth: Mapping[str, str] | pd.Series,
    *,
    positive: str = "positive",
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Tell how often the mutants of each class are predicted positive, rightly and wrongly.

    The true label of a mutant is that of the text it was made from: only the person changed.

    Parameters
    ----------
    predictions : DataFrame
        One system's; see ``core.frames.PREDICTIONS``. Mutants without a label are left out.
    truth : mapping of str to str
        Template to true label. Templates that are not in it are left out.
    positive : str
        The label that counts as positive; every other one is not.
    confidence : float
        Of every interval, in (0, 1).
    resamples : int
        How many bootstrap resamples.
    seed : int
        Of the resampling.

    Returns
    -------
    DataFrame
        See `CLASS_RATES`: a row for all mutants together, then one for each class in the order of
        appearance.

    Raises
    ------
    SchemaError
        If a column is missing, or no true label is `positive` and nothing shows that they are
        labels of the system and that `positive` is one.

    Notes
    -----
    Mutants of one template are read alike, so whole templates are resampled.

    Examples
    --------
    >>> predictions = pd.DataFrame({
    ...     "template_id": ["t", "t", "u", "u"], "class": ["male", "female"] * 2,
    ...     "value_id": "", "label": ["positive", "negative", "positive", "positive"]})
    >>> rates = class_rates(predictions, {"t": "negative", "u": "positive"})
    >>> rates[["class", "n", "positive_rate", "fpr", "fnr"]].values.tolist()
    [['all', 4, 0.75, 0.5, 0.0], ['male', 2, 1.0, 1.0, 0.0], ['female', 2, 0.5, 0.0, 0.0]]
    """
    classes, counts = _counts(predictions, truth, positive)
    drawn = _resampled(counts, resamples, seed)
    check_confidence(confidence)
    rows = []
    for place, name in enumerate(classes):
        of_class = counts[:, place]
        total = dict(zip(CELLS, of_class.sum(axis=0).astype(int).tolist(), strict=True))
        row: dict[str, object] = {
            "class": name,
            "templates": int((of_class.sum(axis=1) > 0).sum()),
            "n": sum(total.values()),
            "n_negative": total["fp"] + total["tn"],
            "n_positive": total["fn"] + total["tp"],
        }
        for rate in RATES:
            row[rate] = float(_rates(of_class.sum(axis=0)[None], rate)[0])
            ends = percentile_interval(_rates(drawn[:, place], rate), confidence=confidence)
            row[f"{rate}_low"], row[f"{rate}_high"] = ends
        rows.append(row)
    return pd.DataFrame(rows, columns=[*CLASS_RATES])


def equality_gaps(
    predictions: pd.DataFrame,
    truth: Mapping[str, str] | pd.Series,
    *,
    positive: str = "positive",
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Sum up how far the error rates of the classes are from those of all mutants.

    Parameters
    ----------
    predictions, truth, positive, confidence, resamples, seed
        See `class_rates`.

    Returns
    -------
    DataFrame, one row
        See `EQUALITY_GAPS`.

    Raises
    ------
    SchemaError
        See `class_rates`.

    Notes
    -----
    Dixon et al. (2018), section 5: false positive and false negative equality difference, FPED =
    sum |FPR - FPR_c|, FNED = sum |FNR - FNR_c|. They are sums: more classes give larger ones. They
    are never below 0, so neither is their interval, whether the classes differ or not; which class
    has the higher rate is in `class_rates`.

    Examples
    --------
    >>> predictions = pd.DataFrame({
    ...     "template_id": ["t", "t"], "class": ["male", "female"], "value_id": "",
    ...     "label": ["positive", "negative"]})
    >>> row = equality_gaps(predictions, {"t": "negative"}).iloc[0]
    >>> row[["fped", "fned"]].tolist()  # |0.5 - 1| + |0.5 - 0|; there is no positive text
    [1.0, nan]
    """
    _, counts = _counts(predictions, truth, positive)
    drawn = _resampled(counts, resamples, seed)
    row: dict[str, object] = {
        "classes": counts.shape[1] - 1,
        "templates": len(counts),
    }
    for name, rate in (("fped", "fpr"), ("fned", "fnr")):
        row[name] = float(_equality(counts.sum(axis=0)[None], rate)[0])
        ends = percentile_interval(_equality(drawn, rate), confidence=confidence)
        row[f"{name}_low"], row[f"{name}_high"] = ends
    return pd.DataFrame([row], columns=[*EQUALITY_GAPS])


def _counts(
    predictions: pd.DataFrame, truth: Mapping[str, str] | pd.Series, positive: str
) -> tuple[list[str], np.ndarray]:
    """Count true and false, positive and negative, by template and class (the first is all)."""
    check_frame(predictions, NEEDED, name="predictions")
    known = dict(truth)
    rows = predictions[predictions["label"].notna()]
    ids = rows["template_id"].astype("str")
    rows, ids = rows[ids.isin(known)], ids[ids.isin(known)]
    true = ids.map(known).astype("str").to_numpy()
    said = rows["label"].astype("str").to_numpy()
    if len(rows) and positive not in true and (positive not in said or not set(true) & set(said)):
        msg = (
            f"No true label is {positive!r}; they are {sorted(set(true))}, the predicted ones "
            f"{sorted(set(said))}. Say which one is positive (positive=...), in the same words."
        )
        raise SchemaError(msg)
    template, templates = pd.factorize(ids)
    class_, classes = pd.factorize(rows["class"].astype("str"))
    right, yes = true == positive, said == positive
    cell = np.select([right & yes, ~right & yes, right & ~yes], [0, 1, 2], 3)
    counts = np.zeros((len(templates), len(classes) + 1, len(CELLS)))
    np.add.at(counts, (template, class_ + 1, cell), 1)
    counts[:, 0] = counts.sum(axis=1)
    return ["all", *map(str, classes)], counts


def _resampled(counts: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """Sum the counts over resampled templates; one entry a resample, class and cell."""
    if not len(counts):
        return np.zeros((0, *counts.shape[1:]))
    flat = counts.reshape(len(counts), -1)
    kinds, times = np.unique(flat, axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    sums = [weights @ kinds for weights in bootstrap_weights(times, resamples=resamples, rng=rng)]
    return np.concatenate(sums).reshape(-1, *counts.shape[1:])


def _rates(sums: np.ndarray, rate: str) -> np.ndarray:
    """Give a rate of the counts in the last axis; NaN where there is nothing to divide by."""
    above, below = (
        sums[..., [CELLS.index(c) for c in cells]].sum(axis=-1) for cells in RATES[rate]
    )
    return np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)


def _equality(sums: np.ndarray, rate: str) -> np.ndarray:
    rates = _rates(sums, rate)
    return np.abs(rates[:, :1] - rates[:, 1:]).sum(axis=1)
