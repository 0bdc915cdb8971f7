"""A table of paired tests: for each tool and group, per sentence and per pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.stats.multiplicity import NOT_TESTABLE, adjust
from fairnlp.stats.paired import NO_DIFFERENCE, signed_rank
from fairnlp.stats.pairs import effect_interval, mean_difference, pair_means

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.stats.multiplicity import Correction
    from fairnlp.stats.paired import Method

__all__ = ["PAIRED_SCORES", "PAIRED_TESTS", "paired_tests"]

PAIRED_SCORES = {
    "pair_id": "str, what the sentences of one pair have in common",
    "x": "float, score of one side",
    "y": "float, score of the other side",
}
"""One row a sentence pair, beside the columns that say which tool and group it belongs to."""

PAIRED_TESTS = {
    "sentences": "int, sentence pairs with both scores",
    "sentences_differ": "int",
    "V": "float, sum of the ranks of positive x - y over sentences",
    "p": "float, of the test over sentences; NaN without any",
    "p_adjusted": "float",
    "pairs": "int, pairs with both scores",
    "pairs_differ": "int, pairs of which any sentence differs",
    "pairs_up": "int, pairs whose mean of x is higher",
    "pairs_down": "int, pairs whose mean of x is lower",
    "pair_V": "float, as V over the means of pairs",
    "pair_p": "float, of the test over the means of pairs",
    "pair_p_adjusted": "float",
    "pair_p_exact": "float, exact p; NaN with 50 differing pairs or more",
    "least_p": "float, no exact p of so many differing pairs can be lower",
    "pair_method": "str, see `SignedRank`",
    "effect": "float, matched-pairs rank-biserial of the means of pairs, -1 ... 1",
    "effect_low": "float, bootstrap over pairs",
    "effect_high": "float",
    "mean_difference": "float, mean over pairs of x - y, units of the score",
    "mean_low": "float, bootstrap over pairs",
    "mean_high": "float",
    "family": "str, the tests that were corrected together",
    "family_size": "int, how many they are",
    "verdict": "str, by `pair_p_adjusted`: one of `VERDICTS`",
}
"""Columns of `paired_tests` after those of `by`."""

VERDICTS = ("differs", "no difference seen", NO_DIFFERENCE, NOT_TESTABLE)


def paired_tests(
    scores: pd.DataFrame,
    *,
    by: Sequence[str],
    family: Sequence[str],
    correction: Correction = "holm",
    method: Method = "r",
    alpha: float = 0.05,
    tolerance: float = 1e-10,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """Test each group of paired scores, once over sentences and once over pairs.

    The test over sentences is what papers report. It takes near copies for independent, so the
    verdict stands on the test over pairs.

    Parameters
    ----------
    scores : DataFrame
        Columns as `PAIRED_SCORES`, and those of `by`.
    by : sequence of str
        Columns that tell the tests apart, such as ``["system", "emotion"]``.
    family : sequence of str
        Those of `by` that tell one family of tests from another: ``["system"]`` corrects the
        tests of each system together, ``[]`` all tests of the table.
    correction : {"holm", "benjamini-hochberg"}
        See `adjust`. Tests in which nothing differs count as tests.
    method : {"r", "exact", "normal"}
        See `signed_rank`.
    alpha : float
        Level of the verdict.
    tolerance : float
        In units of the score: differences smaller than that are noise of floats.
    confidence, resamples, seed
        Of the bootstrap intervals; see `mean_difference`.

    Returns
    -------
    DataFrame
        One row a test, in the order in which groups first come: the columns of `by`, then
        `PAIRED_TESTS`. Empty if `scores` is.

    Raises
    ------
    SchemaError
        If a column is missing.
    OptionError
        If `by` is empty, `family` names what is not in `by`, or an option is out of its range.

    Examples
    --------
    >>> scores = pd.DataFrame({
    ...     "system": "vader", "pair_id": ["a", "a", "b", "b"],
    ...     "x": [0.1, 0.3, 0.0, 0.2], "y": [0.2, 0.5, 0.3, 0.6]})
    >>> table = paired_tests(scores, by=["system"], family=[])
    >>> table[["system", "sentences", "pairs", "V", "pair_p", "least_p", "effect"]]
      system  sentences  pairs    V    pair_p  least_p  effect
    0  vader          4      2  0.0  0.5       0.5     -1.0
    """
    columns = PAIRED_SCORES | dict.fromkeys(by, "what tells tests apart")
    check_frame(scores, columns, name="scores")
    if not by:
        msg = "`by` is empty; name the columns that tell the tests apart, such as ['system']."
        raise OptionError(msg)
    if unknown := [column for column in family if column not in by]:
        msg = f"`family` names {unknown}, which are not in `by`; it can be of {list(by)}."
        raise OptionError(msg)
    rows = []
    for key, group in scores.groupby(list(by), sort=False, observed=True, dropna=False):
        x, y = group["x"].to_numpy(dtype=float), group["y"].to_numpy(dtype=float)
        pairs = pair_means(x, y, group["pair_id"], tolerance=tolerance)
        sentence = signed_rank(x, y, method=method, tolerance=tolerance)
        pair = signed_rank(pairs["x"], pairs["y"], method=method, tolerance=tolerance)
        mean = mean_difference(
            pairs["x"], pairs["y"], confidence=confidence, resamples=resamples, seed=seed
        )
        low, high = effect_interval(
            pairs["x"],
            pairs["y"],
            tolerance=tolerance,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
        )
        rows.append(
            dict(zip(by, key, strict=True))
            | {
                "sentences": sentence.n,
                "sentences_differ": sentence.n_nonzero,
                "V": sentence.V,
                "p": sentence.p,
                "pairs": pair.n,
                "pairs_differ": int((pairs["differing"] > 0).sum()),
                "pairs_up": pair.n_positive,
                "pairs_down": pair.n_negative,
                "pair_V": pair.V,
                "pair_p": pair.p,
                "pair_p_exact": pair.p_exact,
                "least_p": pair.least_p,
                "pair_method": pair.method,
                "effect": pair.effect,
                "effect_low": low,
                "effect_high": high,
                "mean_difference": mean.value,
                "mean_low": mean.low,
                "mean_high": mean.high,
            }
        )
    table = pd.DataFrame(rows, columns=[*by, *(c for c in PAIRED_TESTS if c not in _LATER)])
    return _corrected(table, list(family), correction, alpha)[[*by, *PAIRED_TESTS]]


_LATER = ("p_adjusted", "pair_p_adjusted", "family", "family_size", "verdict")


def _corrected(
    table: pd.DataFrame, family: list[str], correction: Correction, alpha: float
) -> pd.DataFrame:
    """Add what depends on the whole family."""
    if table.empty:
        return table.reindex(columns=[*table.columns, *_LATER])
    names = pd.Series("all tests of the table", index=table.index, dtype="str")
    if family:
        values = table[family].itertuples(index=False)
        named = [", ".join(f"{c} {v}" for c, v in zip(family, row, strict=True)) for row in values]
        names = pd.Series(named, index=table.index, dtype="str")
    parts = []
    for name, part in table.groupby(names, sort=False):
        sentences = adjust(part["p"], family=str(name), method=correction, alpha=alpha)
        pairs = adjust(part["pair_p"], family=str(name), method=correction, alpha=alpha)
        verdict = pairs.table["verdict"].mask(part["pair_method"] == NO_DIFFERENCE, NO_DIFFERENCE)
        parts.append(
            part.assign(
                p_adjusted=sentences.table["p_adjusted"],
                pair_p_adjusted=pairs.table["p_adjusted"],
                family=str(name),
                family_size=pairs.size,
                verdict=verdict,
            )
        )
    return pd.concat(parts).sort_index()
