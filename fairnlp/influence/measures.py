"""Measures that each text has, and what they are on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.marking import fragment
from fairnlp.influence.frames import OK
from fairnlp.stats.resampling import ratio_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TextMeasures", "left_out", "mean_row"]


@dataclass(frozen=True, kw_only=True, eq=False)
class TextMeasures:
    """One row a text, and the mean of each measure over the texts that have it.

    Parameters
    ----------
    table : DataFrame
        ``text_id``, ``status`` (``"ok"``, or why there is no measure) and the measures, NaN where
        there is none.
    measures : tuple of str
        Columns of `table` that are averaged.
    named : mapping of str to str
        What was measured: system, method, options.
    """

    table: pd.DataFrame
    measures: tuple[str, ...]
    named: Mapping[str, str]

    def summary(
        self, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
    ) -> pd.DataFrame:
        """Give the means with bootstrap intervals over texts.

        Returns
        -------
        DataFrame, one row a measure
            What was measured; ``measure``, ``mean``, ``low``, ``high``, ``n`` (texts that have
            it) and ``left_out`` (texts that do not).
        """
        rows = [
            {**self.named, "measure": name}
            | mean_row(self.table[name], confidence=confidence, resamples=resamples, seed=seed)
            for name in self.measures
        ]
        return pd.DataFrame(rows)

    @property
    def left_out(self) -> pd.Series:
        """How many texts have no measure, by reason."""
        return left_out(self.table["status"])

    def _repr_html_(self) -> str:
        table = self.summary().to_html(index=False, float_format="{:.3f}".format)
        return fragment(table + left_out_html(self.left_out))


def mean_row(
    values: pd.Series, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> dict[str, float | int]:
    """Give the mean of what is known, its bootstrap interval and the numbers."""
    known = values.to_numpy(dtype=float, na_value=np.nan)
    known = known[~np.isnan(known)]
    low, high = ratio_interval(
        known, np.ones(known.size), confidence=confidence, resamples=resamples, seed=seed
    )
    mean = float(known.mean()) if known.size else np.nan
    return {
        "mean": mean,
        "low": low,
        "high": high,
        "n": known.size,
        "left_out": len(values) - known.size,
    }


def left_out(statuses: pd.Series) -> pd.Series:
    """Count the statuses that are not "ok"."""
    found = statuses[statuses != OK].astype("str").value_counts(sort=True)
    return found.rename_axis("reason").rename("texts")


def left_out_html(counts: pd.Series) -> str:
    """Say how many texts were left out, and why."""
    from html import escape

    if counts.empty:
        return "<p>No text was left out.</p>"
    said = "; ".join(f"{escape(str(reason))}: {n:,}" for reason, n in counts.items())
    return f"<p>Texts left out: {said}.</p>"
