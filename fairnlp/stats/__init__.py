"""Statistics on arrays: intervals, proportions, agreement, paired tests and their correction."""

from fairnlp.stats.agreement import cohen_kappa, krippendorff_alpha
from fairnlp.stats.multiplicity import adjust, benjamini_hochberg, holm
from fairnlp.stats.paired import signed_rank
from fairnlp.stats.paired_table import paired_tests
from fairnlp.stats.pairs import effect_interval, mean_difference, pair_means
from fairnlp.stats.proportions import sample_size, wilson
from fairnlp.stats.resampling import ratio_interval

__all__ = [
    "adjust",
    "benjamini_hochberg",
    "cohen_kappa",
    "effect_interval",
    "holm",
    "krippendorff_alpha",
    "mean_difference",
    "pair_means",
    "paired_tests",
    "ratio_interval",
    "sample_size",
    "signed_rank",
    "wilson",
]
