"""From what was measured to the result: every table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.influence.rationales import RANKS
from fairnlp.papers.high_stakes import tables
from fairnlp.papers.high_stakes.context import context_by_group
from fairnlp.papers.high_stakes.result import HighStakes
from fairnlp.papers.high_stakes.twins import claims, compare_twins, values_of_models

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from fairnlp.papers.high_stakes.cases import Case
    from fairnlp.papers.high_stakes.settings import Setting

__all__ = ["assemble"]


def assemble(
    frames: Mapping[str, pd.DataFrame],
    *,
    case: Case,
    settings: Sequence[Setting],
    manifest: dict[str, Any],
) -> HighStakes:
    """Make the tables of what was measured.

    Parameters
    ----------
    frames : mapping of str to DataFrame
        The steps of `measure_model`, ``results``, ``predictions`` and ``summary``, with
        ``setting``.
    case : Case
    settings : sequence of Setting
    manifest : dict

    Returns
    -------
    HighStakes
    """
    asked = list(case.asked)
    results, predictions = frames["results"], frames["predictions"]
    values = values_of_models(frames, results, predictions, asked=asked, target=case.target)
    compared = compare_twins(values)
    ranks, looked_at = frames["ranks"], frames["influences"]
    first = ["setting", "model", "test"]
    summary = frames["summary"]
    made = {
        "models": summary[[*first, *(c for c in summary if c not in first)]],
        "ranks": tables.ranks_of_models(ranks),
        "ranks_by_text": ranks[[*tables.TRAINED_BY, "mask", *RANKS]],
        "tokens": tables.tokens_of_models(looked_at, asked),
        "flips": tables.flips_of_words(frames["flips"], asked),
        "second_order": tables.second_order_of_models(frames["second"]),
        "context": context_by_group(frames["context"], case),
        "values": values,
        "twins": compared,
        "claims": claims(compared, planted=case.name == "planted"),
    }
    told = [*case.told, *(f"Setting {one.name!r}: {one.told}." for one in settings)]
    return HighStakes(tables=made, manifest=manifest | {"told": told})
