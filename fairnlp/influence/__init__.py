"""What a system looked at: how much each word of a text moves it."""

from fairnlp.influence.agreement import method_agreement
from fairnlp.influence.attention import attention_influence
from fairnlp.influence.chance import rank_chance
from fairnlp.influence.context import context_shares
from fairnlp.influence.faithfulness import faithfulness
from fairnlp.influence.gradients import gradient_influence
from fairnlp.influence.leave_one_out import leave_one_out
from fairnlp.influence.ranks import (
    NoSignal,
    influence_ranks,
    rationale_rank,
    worst_rationale_rank,
)
from fairnlp.influence.rationales import rationale_ranks
from fairnlp.influence.second_order import second_order
from fairnlp.influence.show import shade
from fairnlp.influence.top_tokens import top_tokens

__all__ = [
    "NoSignal",
    "attention_influence",
    "context_shares",
    "faithfulness",
    "gradient_influence",
    "influence_ranks",
    "leave_one_out",
    "method_agreement",
    "rank_chance",
    "rationale_rank",
    "rationale_ranks",
    "second_order",
    "shade",
    "top_tokens",
    "worst_rationale_rank",
]
