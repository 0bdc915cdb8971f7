"""What a system looked at: how much each word of a text moves it."""

from fairnlp.influence.leave_one_out import leave_one_out
from fairnlp.influence.ranks import (
    NoSignal,
    influence_ranks,
    rank_chance,
    rationale_rank,
    worst_rationale_rank,
)

__all__ = [
    "NoSignal",
    "influence_ranks",
    "leave_one_out",
    "rank_chance",
    "rationale_rank",
    "worst_rationale_rank",
]
