"""How far raters agree beyond chance: Cohen's kappa for two, Krippendorff's alpha for more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.stats.proportions import check_confidence
from fairnlp.stats.resampling import bootstrap_weights, percentile_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Agreement", "cohen_kappa", "krippendorff_alpha"]

KNOWN = "known"
NO_OVERLAP = "undefined: no unit has two ratings"
ALL_THE_SAME = "undefined: every rating is the same"


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """How far raters agree.

    Parameters
    ----------
    measure : str
        ``"Cohen's kappa"`` or ``"Krippendorff's alpha"``.
    value : float, optional
        At most 1, for full agreement; 0 is what chance would give. None if it is undefined.
    low, high : float, optional
        Bootstrap interval; None if the value is undefined.
    n : int
        Units with two ratings or more. The others tell nothing of agreement and are left out.
    raters : int
        How many raters there are.
    agreement : float, optional
        Share of agreeing ratings, without correction for chance; None without units.
    status : str
        ``"known"``, or why there is no value. When all raters give one and the same answer
        throughout, chance would agree as well, and neither measure says anything.
    """

    measure: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    raters: int
    agreement: float | None
    status: str


def cohen_kappa(
    first: Sequence[object],
    second: Sequence[object],
    *,
    groups: Sequence[object] | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Agreement:
    """Compare two raters.

    Parameters
    ----------
    first, second : sequence
        What each says of each unit; None or NaN where nothing was said.
    groups : sequence, optional
        What the units belong to: units of one group are drawn together in the bootstrap. By
        default each is its own.
    confidence : float
        Of the interval, in (0, 1).
    resamples : int
        How many bootstrap resamples.
    seed : int
        Of the resampling.

    Returns
    -------
    Agreement

    Raises
    ------
    OptionError
        If the sequences differ in length.

    Notes
    -----
    Cohen (1960), unweighted: (agreement - expected) / (1 - expected), where the expected
    agreement is that of two raters who answer at random, each with the shares that were observed.

    Examples
    --------
    >>> found = cohen_kappa(["yes", "yes", "no", "no"], ["yes", "yes", "no", "yes"])
    >>> found.agreement, found.value  # expected by chance: 1/2 * 3/4 + 1/2 * 1/4 = 1/2
    (0.75, 0.5)
    """
    codes, k = _codes(first, second)
    both = np.all(codes >= 0, axis=1)
    cells = codes[both, 0] * k + codes[both, 1]
    features = np.zeros((len(cells), k * k))
    features[np.arange(len(cells)), cells] = 1
    return _measured(
        "Cohen's kappa",
        features,
        lambda sums: _kappa(sums.reshape(-1, k, k)),
        groups=_some(groups, both),
        raters=2,
        options=(confidence, resamples, seed),
    )


def krippendorff_alpha(
    *raters: Sequence[object],
    groups: Sequence[object] | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Agreement:
    """Compare two or more raters, of whom not each has rated every unit.

    Parameters
    ----------
    *raters : sequence
        What each says of each unit; None or NaN where nothing was said.
    groups, confidence, resamples, seed
        See `cohen_kappa`.

    Returns
    -------
    Agreement
        Its ``agreement`` weighs a unit by how many ratings it has.

    Raises
    ------
    OptionError
        If there are fewer than two raters, or the sequences differ in length.

    Notes
    -----
    Krippendorff (2011), "Computing Krippendorff's alpha-reliability", for nominal data:
    1 - observed / expected disagreement over the ratings of units that have two or more.

    Examples
    --------
    >>> found = krippendorff_alpha(["yes", "no", "no"], ["yes", "no", "yes"], [None, "no", None])
    >>> round(found.value, 3)  # agreement 5/7; expected (3 * 2 + 4 * 3) / (7 * 6) = 3/7
    0.5
    """
    if len(raters) < 2:
        msg = f"Agreement needs two raters or more; {len(raters)} came."
        raise OptionError(msg)
    codes, k = _codes(*raters)
    counts = (codes[:, :, None] == np.arange(k)).sum(axis=1)
    size = counts.sum(axis=1)
    several = size >= 2
    counts, size = counts[several], size[several]
    agreeing = (counts * (counts - 1)).sum(axis=1) / (size - 1)
    return _measured(
        "Krippendorff's alpha",
        np.column_stack([agreeing, counts]),
        _alpha,
        groups=_some(groups, several),
        raters=len(raters),
        options=(confidence, resamples, seed),
    )


def _codes(*raters: Sequence[object]) -> tuple[np.ndarray, int]:
    """Number the answers, missing ones -1; one row a unit, one column a rater."""
    lengths = sorted({len(rater) for rater in raters})
    if len(lengths) > 1:
        msg = f"Every rater needs one entry a unit; lengths {lengths} came."
        raise OptionError(msg)
    answers = pd.Series([answer for rater in raters for answer in rater], dtype=object)
    codes, found = pd.factorize(answers)
    return codes.reshape(len(raters), -1).T, max(len(found), 1)


def _some(groups: Sequence[object] | None, keep: np.ndarray) -> np.ndarray:
    if groups is None:
        return np.flatnonzero(keep)
    if len(groups) != len(keep):
        msg = f"One group a unit is needed; {len(groups)} came for {len(keep)} units."
        raise OptionError(msg)
    return pd.factorize(pd.Series(list(groups), dtype=object))[0][keep]


def _measured(
    measure: str,
    features: np.ndarray,
    formula: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]],
    *,
    groups: np.ndarray,
    raters: int,
    options: tuple[float, int, int],
) -> Agreement:
    """Put sums over units into a formula, once as they are and once for each resample.

    Written here for arrays, since the packages at hand compute one figure a call and the
    interval needs thousands; the tests hold it against these packages.
    """
    confidence, resamples, seed = options
    check_confidence(confidence)
    known: dict[str, Any] = {"measure": measure, "n": len(features), "raters": raters}
    if not len(features):
        return _undefined(known, None, NO_OVERLAP)
    value, agreement = (float(figure[0]) for figure in formula(features.sum(axis=0)[None]))
    if np.isnan(value):
        return _undefined(known, agreement, ALL_THE_SAME)
    _, group = np.unique(groups, return_inverse=True)
    clusters = np.zeros((group.max() + 1, features.shape[1]))
    np.add.at(clusters, group, features)
    kinds, counts = np.unique(clusters, axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    drawn = [
        formula(weights @ kinds)[0]
        for weights in bootstrap_weights(counts, resamples=resamples, rng=rng)
    ]
    low, high = percentile_interval(np.concatenate(drawn), confidence=confidence)
    return Agreement(**known, value=value, low=low, high=high, agreement=agreement, status=KNOWN)


def _undefined(known: dict[str, Any], agreement: float | None, status: str) -> Agreement:
    return Agreement(**known, value=None, low=None, high=None, agreement=agreement, status=status)


def _kappa(tables: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give kappa and the agreement of each table of counts; NaN if one answer is all there is."""
    n = tables.sum(axis=(1, 2))
    observed = np.trace(tables, axis1=1, axis2=2) / n
    expected = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1) / n**2
    return _beyond_chance(observed, expected), observed


def _alpha(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give alpha and the agreement, from the agreeing ratings and the count of each answer."""
    counts = sums[:, 1:]
    n = counts.sum(axis=1)
    observed = sums[:, 0] / n
    expected = (counts * (counts - 1)).sum(axis=1) / (n * (n - 1))
    return _beyond_chance(observed, expected), observed


def _beyond_chance(observed: np.ndarray, expected: np.ndarray) -> np.ndarray:
    undefined = np.isclose(expected, 1, rtol=0, atol=1e-12)
    return np.where(undefined, np.nan, (observed - expected) / np.where(undefined, 1, 1 - expected))
