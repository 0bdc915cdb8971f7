"""Two models compared over the same folds and runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy import stats

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.stats.multiplicity import adjust
from fairnlp.stats.paired import signed_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["compare"]


def compare(
    results: pd.DataFrame,
    pairs: Sequence[tuple[str, str]],
    *,
    value: str = "macro_f1",
    by: Sequence[str] = (),
    test_share: float | None = None,
    confidence: float = 0.95,
    alpha: float = 0.05,
) -> pd.DataFrame:
    """Test whether two models differ in a figure, fold by fold and run by run.

    Parameters
    ----------
    results : DataFrame
        One row a model, fold and run: ``model``, ``fold``, ``run`` and `value`, such as the
        results of `cross_train`, or rationale ranks or flips of the same models. A missing value
        leaves the fold and run out.
    pairs : sequence of (str, str)
        Names of two models each.
    value : str
        The column of the figure.
    by : sequence of str
        Columns that tell further tables apart, such as ``["test"]``; all tests of the call are
        one family.
    test_share : float, optional
        Texts that were tested over texts that were trained on; by default 1 / (folds - 1).
    confidence : float
        Of the interval, in (0, 1).
    alpha : float
        Level of the verdict.

    Returns
    -------
    DataFrame
        One row a pair (and group of `by`): ``first``, ``second``; ``n``, pairs of models;
        ``first_mean``, ``second_mean``; ``difference``, the mean of second - first, with ``low``
        and ``high``; ``effect``, matched-pairs rank-biserial, in [-1, 1], positive where the second
        is higher; ``higher``, ``lower``: pairs in which the second is; ``p``, two-sided;
        ``p_adjusted`` (Holm over all rows); ``verdict``; ``p_signed_rank``, of Wilcoxon's test,
        which takes all pairs for independent.

    Raises
    ------
    SchemaError
        If a column is missing.
    UnknownChoiceError
        If there is no model of a name.
    OptionError
        If a model has two figures for a fold and run.

    Notes
    -----
    The interval and ``p`` are those of the corrected resampled t test (Nadeau and Bengio 2003,
    "Inference for the generalization error"): the training texts of two folds are for the most
    part the same, so the variance of the mean is s^2 (1/n + test/train), not s^2/n. With two
    models a fold and run trained from one seed, all else is equal.

    Examples
    --------
    >>> results = pd.DataFrame({
    ...     "model": ["lstm"] * 4 + ["lstm_rationale"] * 4, "fold": [0, 0, 1, 1] * 2,
    ...     "run": [0, 1] * 4, "macro_f1": [0.60, 0.62, 0.58, 0.61, 0.64, 0.65, 0.63, 0.64]})
    >>> compare(results, [("lstm", "lstm_rationale")], test_share=0.25)[
    ...     ["n", "difference", "low", "high", "effect", "p"]].round(3)
       n  difference    low   high  effect      p
    0  4       0.038  0.016  0.059     1.0  0.012
    """
    names = ["model", "fold", "run", value, *by]
    check_frame(results, dict.fromkeys(names, "of each model"), name="results")
    known = list(dict.fromkeys(results["model"].tolist()))
    if strange := [name for pair in pairs for name in pair if name not in known]:
        raise UnknownChoiceError(unknown_choice("model", strange[0], known))
    if (
        twice := results[results.duplicated(["model", "fold", "run", *by])]
        .head(1)
        .to_dict("records")
    ):
        at = {key: twice[0][key] for key in ("model", "fold", "run")}
        msg = f"There are two figures for {at}; name the columns that tell them apart in by=."
        raise OptionError(msg)
    groups = results.groupby(list(by), sort=False, observed=True) if by else [((), results)]
    rows = []
    for key, group in groups:
        for first, second in pairs:
            wide = group.pivot(index=["fold", "run"], columns="model", values=value)
            both = wide.reindex(columns=[first, second]).dropna()
            folds = both.index.get_level_values("fold").nunique()
            share = 1 / max(folds - 1, 1) if test_share is None else test_share
            rows.append(
                dict(zip(by, key, strict=True))
                | {"first": first, "second": second}
                | _tested(
                    both[first].to_numpy(float), both[second].to_numpy(float), share, confidence
                )
            )
    table = pd.DataFrame(rows)
    corrected = adjust(table["p"], family=f"{value}, pairs of models", alpha=alpha).table
    last = table.pop("p_signed_rank")
    return table.assign(
        p_adjusted=corrected["p_adjusted"], verdict=corrected["verdict"], p_signed_rank=last
    )


def _tested(
    first: np.ndarray, second: np.ndarray, share: float, confidence: float
) -> dict[str, float | int]:
    difference = second - first
    n = difference.size
    ranks = signed_rank(second, first, tolerance=1e-10)
    mean = float(difference.mean()) if n else np.nan
    low = high = p = np.nan
    if n > 1:
        error = float(np.sqrt(difference.var(ddof=1) * (1 / n + share)))
        reach = float(stats.t.ppf((1 + confidence) / 2, n - 1)) * error
        low, high = mean - reach, mean + reach
        if error > 0:
            p = float(2 * stats.t.sf(abs(mean) / error, n - 1))
        else:  # every pair differs by the same
            p = 1.0 if mean == 0 else 0.0
    return {
        "n": n,
        "first_mean": float(first.mean()) if n else np.nan,
        "second_mean": float(second.mean()) if n else np.nan,
        "difference": mean,
        "low": low,
        "high": high,
        "effect": ranks.effect,
        "higher": ranks.n_positive,
        "lower": ranks.n_negative,
        "p": p,
        "p_signed_rank": ranks.p,
    }
