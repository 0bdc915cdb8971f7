"""What a smaller sample saves and misses, computed from checks that asked about all mutants."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.monitor.checked import Evidence
from fairnlp.monitor.fairness import Verdict, judge
from fairnlp.monitor.misses import miss_probability, worst_miss

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fairnlp.monitor.checked import Checked

__all__ = ["saved_and_missed"]


def saved_and_missed(
    found: Iterable[Checked | Evidence],
    *,
    x: Iterable[int] | None = None,
    alpha: float | str | Fraction | None = None,
) -> pd.DataFrame:
    """Compute what two steps with each size of sample would save and miss on these texts.

    Parameters
    ----------
    found : iterable of Checked or Evidence
        Checks with the strategy ``"full"``. Those that are not applicable or undecided are left
        out.
    x : iterable of int, optional
        Mutants of each class in the sample; by default 1 to the most that a class has.
    alpha : float, str or Fraction, optional
        By default, that of the checks.

    Returns
    -------
    DataFrame, one row an x
        ``x``; ``saved``: the share of mutants that need not be asked about, on average; ``missed``:
        the share of biased texts that come out as fair, on average over draws, NaN if none is
        biased; ``worst``: the largest probability of a miss that any biased text can have;
        ``biased`` of ``texts``.

    Raises
    ------
    OptionError
        If a check did not ask about all mutants.

    Notes
    -----
    No draw is made: with the counts of all mutants, the probability that a sample agrees with the
    prediction is hypergeometric (`misses.miss_probability`).
    """
    parts = [one for each in found for one in _evidence(each)]
    known = [one for one in parts if one.verdict in (Verdict.FAIR, Verdict.BIASED)]
    for one in known:
        if len(one.answers) < sum(one.n.values()):
            msg = (
                f"A check asked about {len(one.answers)} of {sum(one.n.values())} mutants; use "
                "Monitor(..., strategy='full')."
            )
            raise OptionError(msg)
    most = max((n for one in known for n in one.n.values()), default=0)
    rows = []
    for size in range(1, most + 1) if x is None else x:
        agree = [miss_probability(one.counts, one.prediction, size) for one in known]
        asked = [
            _cost(one, size, probability) for one, probability in zip(known, agree, strict=True)
        ]
        levels = [one.alpha if alpha is None else alpha for one in known]
        biased = [
            probability
            for one, level, probability in zip(known, levels, agree, strict=True)
            if judge(one.counts, level).verdict == Verdict.BIASED
        ]
        worst = [worst_miss(size, one.n, at) for one, at in zip(known, levels, strict=True)]
        total = sum(sum(one.n.values()) for one in known)
        rows.append(
            {
                "x": size,
                "saved": 1 - sum(asked) / total if total else math.nan,
                "missed": float(np.mean(biased)) if biased else math.nan,
                "worst": max(worst, default=math.nan),
                "biased": len(biased),
                "texts": len(known),
            }
        )
    return pd.DataFrame(rows, columns=["x", "saved", "missed", "worst", "biased", "texts"])


def _evidence(one: Checked | Evidence) -> list[Evidence]:
    return [one] if isinstance(one, Evidence) else list(one.by_characteristic.values())


def _cost(one: Evidence, x: int, agree: float) -> float:
    """Mutants that two steps ask about on average."""
    first = sum(min(x, n) for n in one.n.values())
    return agree * first + (1 - agree) * sum(one.n.values())
