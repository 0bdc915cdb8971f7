"""What is measured of one trained model: influences, rationale ranks, flips, context."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.adversary.flips import count_flips
from fairnlp.influence.context import context_shares
from fairnlp.influence.leave_one_out import leave_one_out
from fairnlp.influence.rationales import rationale_ranks
from fairnlp.influence.second_order import second_order

if TYPE_CHECKING:
    from fairnlp.adversary.insertion import AttackSet
    from fairnlp.papers.high_stakes.cases import Case
    from fairnlp.rationale.classifier import TokenModel

__all__ = ["STEPS", "measure_model"]

STEPS = ("influences", "ranks", "second", "flips", "context")
"""Names of the frames that `measure_model` gives."""


def measure_model(
    model: TokenModel, case: Case, attack: AttackSet, *, fold: int
) -> dict[str, pd.DataFrame]:
    """Measure one model on the fold that it was not trained on.

    Parameters
    ----------
    model : TokenModel
        A trained model.
    case : Case
        The corpus.
    attack : AttackSet
        Texts with words inserted: of the whole corpus, as in the paper.
    fold : int
        The fold to test on.

    Returns
    -------
    dict of str to DataFrame
        ``influences``: a row a word of the texts of the fold that are given the class looked for.
        ``ranks``: the rationale rank of those that are of the class, by ``mask`` ("as marked", and
        "content", without function words, where that is another); see `influence.rationales.RANKS`.
        ``second``: what became of the first word once the least one is gone. ``flips``: see
        `adversary.flips.FLIPS`. ``context``: what each context feature adds to the score, a row a
        text of the class and feature; no rows for a model without.
    """
    frame, target = case.frame, case.target
    tested = frame[frame["fold"] == fold]
    given = model.labels(tested["text"].tolist(), _context(model, tested))
    found = tested[np.array(given) == target]
    empty = {step: pd.DataFrame() for step in STEPS}
    corpus = frame if model.context_features else None
    measured = empty | {"flips": count_flips(attack, model, target=target, corpus=corpus)}
    if len(found):
        measured |= _looked_at(model, found, case)
    if model.context_features:
        of_class = tested[tested["label"] == target]
        measured["context"] = context_shares(model, of_class, target=target, centred=True).table
    return measured


def _looked_at(model: TokenModel, found: pd.DataFrame, case: Case) -> dict[str, pd.DataFrame]:
    influences = leave_one_out(model, found, target=case.target, progress=False)
    right = found[found["label"] == case.target]
    ranked = influences[influences["text_id"].isin(right["text_id"])]
    masks = {"as marked": case.frame, "content": case.content}
    ranks = [
        rationale_ranks(ranked, rationales).table.assign(mask=mask)
        for mask, rationales in masks.items()
        if rationales is not None and len(ranked)
    ]
    return {
        "influences": pd.DataFrame(influences),
        "ranks": pd.concat(ranks, ignore_index=True) if ranks else pd.DataFrame(),
        "second": second_order(model, found, target=case.target, progress=False).table,
    }


def _context(model: TokenModel, frame: pd.DataFrame) -> np.ndarray | None:
    if not model.context_features:
        return None
    columns = [f"context:{name}" for name in model.context_features]
    values: np.ndarray = frame[columns].to_numpy(dtype=float)
    return values
