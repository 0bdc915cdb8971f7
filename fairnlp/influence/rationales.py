"""Rationale ranks over many texts: the mean, the shares at 0 and 1, and what chance would give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.core.marking import fragment
from fairnlp.influence.chance import rank_chance
from fairnlp.influence.frames import INFLUENCES, OK
from fairnlp.influence.masks import mask_of, masks_by_text
from fairnlp.influence.measures import left_out, left_out_html, mean_row
from fairnlp.influence.ranks import NOISE, NoSignal, rationale_rank, worst_rationale_rank
from fairnlp.stats.paired import signed_rank
from fairnlp.stats.pairs import mean_difference
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RANKS", "RationaleRanks", "rationale_ranks"]

RANKS = {
    "text_id": "str",
    "status": "str, 'ok', or why there is no rank",
    "rank": "Int64, words with a higher influence than the best of the marked ones",
    "worst_rank": "Int64, the same with every tie against the marked words",
    "words": "int",
    "marked": "int, words that people marked",
    "chance_rank": "float, expected rank of words in random order",
    "chance_first": "float, probability that a marked word comes first in random order",
    "chance_second": "float, probability that the first marked word comes second",
}
"""Columns of `RationaleRanks.table`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RationaleRanks:
    """The rationale rank of each text, and their mean.

    Parameters
    ----------
    table : DataFrame
        One row a text that was measured; see `RANKS`.
    named : mapping of str to str
        System, method, operator.
    """

    table: pd.DataFrame
    named: Mapping[str, str]

    def summary(
        self, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
    ) -> pd.DataFrame:
        """Sum up the texts that have a rank.

        Parameters
        ----------
        confidence : float
            Of all intervals, in (0, 1).
        resamples, seed
            Of the bootstrap over texts.

        Returns
        -------
        DataFrame, one row
            What was measured; ``mean_rank`` with ``mean_low``, ``mean_high`` (bootstrap over
            texts), ``mean_worst`` (ties against the marked words), ``first`` and ``second`` (the
            shares of texts with rank 0 and 1, with Wilson intervals), ``chance_rank``,
            ``chance_first``, ``chance_second`` (their expectation for the same texts in random
            order), ``below_chance`` (mean of rank minus its expectation, with interval), ``n``
            and ``left_out``.
        """
        known = self.table[self.table["status"] == OK]
        options = {"confidence": confidence, "resamples": resamples, "seed": seed}
        ranks = known["rank"].astype(float)
        mean = mean_row(ranks, **options)  # type: ignore[arg-type]
        below = mean_difference(ranks, known["chance_rank"], **options)  # type: ignore[arg-type]
        row: dict[str, object] = {
            **self.named,
            "mean_rank": mean["mean"],
            "mean_low": mean["low"],
            "mean_high": mean["high"],
            "mean_worst": known["worst_rank"].astype(float).mean(),
        }
        for place, name in enumerate(("first", "second")):
            ends = wilson((ranks == place).sum(), len(known), confidence=confidence)
            row |= {name: (ranks == place).mean()}
            row |= {f"{name}_low": float(ends[0]), f"{name}_high": float(ends[1])}
        for name in ("chance_rank", "chance_first", "chance_second"):
            row[name] = known[name].mean()
        row |= {
            "below_chance": below.value,
            "below_low": below.low,
            "below_high": below.high,
            "n": len(known),
            "left_out": len(self.table) - len(known),
        }
        return pd.DataFrame([row])

    @property
    def left_out(self) -> pd.Series:
        """How many texts have no rank, by reason."""
        return left_out(self.table["status"])

    def minus(
        self,
        other: RationaleRanks,
        *,
        confidence: float = 0.95,
        resamples: int = 2000,
        seed: int = 0,
    ) -> pd.DataFrame:
        """Compare with the ranks of another model on the same texts.

        Parameters
        ----------
        other : RationaleRanks
        confidence, resamples, seed
            Of the bootstrap over texts.

        Returns
        -------
        DataFrame, one row
            ``difference``: mean of this rank minus the other over texts that have both, negative
            where this model puts the marked words further to the front; ``low``, ``high``;
            ``p`` and ``effect`` of the signed-rank test; ``n``; ``differing``.

        Raises
        ------
        OptionError
            If no text has both ranks.
        """
        both = self.table.merge(other.table, on="text_id", suffixes=("", "_other"))
        both = both[(both["status"] == OK) & (both["status_other"] == OK)]
        if both.empty:
            msg = "No text has a rank in both; measure both systems on the same texts."
            raise OptionError(msg)
        ranks = both["rank"].astype(float), both["rank_other"].astype(float)
        mean = mean_difference(*ranks, confidence=confidence, resamples=resamples, seed=seed)
        test = signed_rank(*ranks)
        row = {
            "difference": mean.value,
            "low": mean.low,
            "high": mean.high,
            "p": test.p,
            "effect": test.effect,
            "n": mean.n,
            "differing": test.n_nonzero,
        }
        return pd.DataFrame([row])

    def _repr_html_(self) -> str:
        table = self.summary().T.to_html(header=False, float_format="{:.3f}".format)
        return fragment(table + left_out_html(self.left_out))


def rationale_ranks(
    influences: pd.DataFrame, rationales: pd.DataFrame, *, tolerance: float = NOISE
) -> RationaleRanks:
    """Give the rationale rank of each text that was measured.

    Parameters
    ----------
    influences : DataFrame
        What `leave_one_out` gives for the texts that count: in the paper those of the test folds
        that are predicted positive.
    rationales : DataFrame
        As `core.frames.RATIONALES`; further texts are passed over. Texts without a rationale are
        left out and counted.
    tolerance : float
        See `influence_ranks`.

    Returns
    -------
    RationaleRanks

    Raises
    ------
    SchemaError
        If a column is missing, a text has no rationale row, or its words are others.

    Notes
    -----
    Zhong et al. (2019), table 4. Texts in which nothing tells one word from another are left out
    (see `NoSignal`): by the count alone they would have the best rank.

    Examples
    --------
    >>> from fairnlp.influence import leave_one_out
    >>> corpus = pd.DataFrame({
    ...     "text_id": ["a", "b"], "text": ["a good film", "a dull film"],
    ...     "tokens": [[(0, 1), (2, 6), (7, 11)]] * 2,
    ...     "rationale": [[False, True, False], None]})
    >>> found = rationale_ranks(leave_one_out("afinn", corpus), corpus)
    >>> found.summary()[["mean_rank", "first", "chance_rank", "n", "left_out"]]
       mean_rank  first  chance_rank  n  left_out
    0        0.0    1.0          1.0  1         1
    >>> found.left_out.to_dict()
    {'no rationale': 1}
    """
    check_frame(influences, INFLUENCES, name="influences")
    masks = masks_by_text(rationales)
    rows = []
    for text_id, part in influences.groupby("text_id", sort=False, observed=True):
        mask = mask_of(str(text_id), part, masks)
        values = part["influence"].to_numpy(dtype=float)
        rank = rationale_rank(values, mask, tolerance=tolerance)
        worst = worst_rationale_rank(values, mask, tolerance=tolerance)
        marked = 0 if mask is None else int(mask.sum())
        row: dict[str, object] = {"text_id": str(text_id), "words": len(part), "marked": marked}
        if isinstance(rank, NoSignal) or isinstance(worst, NoSignal):
            row["status"] = rank.reason if isinstance(rank, NoSignal) else OK
        else:
            chance = rank_chance(len(part), marked)
            row |= {
                "status": OK,
                "rank": rank,
                "worst_rank": worst,
                "chance_rank": chance.mean,
                "chance_first": chance.first,
                "chance_second": chance.second,
            }
        rows.append(row)
    kinds = {name: kind.split(",")[0] for name, kind in RANKS.items()}
    table = pd.DataFrame(rows, columns=list(RANKS)).astype(kinds)
    return RationaleRanks(table=table, named=_named(influences))


def _named(influences: pd.DataFrame) -> dict[str, str]:
    """Say what was measured, where it is the same for all texts."""
    names = ("system", "method", "operator")
    return {name: " / ".join(map(str, influences[name].unique())) for name in names}
