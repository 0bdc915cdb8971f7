from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from fairnlp.adversary import compare_flips, flip_table
from fairnlp.adversary.flip_tables import ALL
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.stats.multiplicity import holm

RNG = np.random.default_rng(0)
ROWS = [
    {
        "model": model,
        "fold": fold,
        "run": run,
        "unigram": unigram,
        "n": 800,
        "target_before": 90,
        "target_after": 100,
        "to_target": int(RNG.poisson(mean)),
        "from_target": int(RNG.poisson(5)),
        "changed": int(RNG.poisson(60)),
    }
    for model, mean in (("plain", 30), ("rationale", 20))
    for fold in range(3)
    for run in range(3)
    for unigram in ("on", "a")
]
COUNTS = pd.DataFrame(ROWS)


def test_the_table_has_mean_spread_and_interval():
    table = flip_table(COUNTS).set_index(["model", "unigram", "direction"])
    some = COUNTS[(COUNTS["model"] == "plain") & (COUNTS["unigram"] == "a")]["to_target"]
    row = table.loc[("plain", "a", "to_target")]
    assert row["mean"] == pytest.approx(some.mean())
    assert row["sd"] == pytest.approx(some.std())
    assert (row["lowest"], row["highest"], row["trained"], row["n"]) == (
        some.min(),
        some.max(),
        9,
        800,
    )
    assert row["low"] < row["mean"] < row["high"]
    assert (row["possible"], row["target_before"]) == (710, 90)
    assert table.loc[("plain", "a", "from_target"), "possible"] == 90
    both = COUNTS[COUNTS["model"] == "plain"].groupby(["fold", "run"])["to_target"].sum()
    assert table.loc[("plain", ALL, "to_target"), "mean"] == pytest.approx(both.mean())
    assert table.loc[("plain", ALL, "to_target"), "n"] == 1600


def test_one_trained_model_has_no_spread():
    table = flip_table(COUNTS[(COUNTS["fold"] == 0) & (COUNTS["run"] == 0)])
    assert table["sd"].isna().all()


def test_models_are_compared_in_pairs():
    shuffled = COUNTS.sample(frac=1, random_state=0)
    found = compare_flips(shuffled, "plain", "rationale").set_index("unigram")
    wide = COUNTS.pivot_table(index=["unigram", "fold", "run"], columns="model", values="to_target")
    for unigram in ("on", "a"):
        some = wide.loc[unigram]
        gap = some["plain"] - some["rationale"]
        row = found.loc[unigram]
        assert row["pairs"] == 9
        assert row["difference"] == pytest.approx(gap.mean())
        assert row["fewer"] == (gap > 0).sum()
        ranks = stats.rankdata(gap[gap != 0].abs())
        assert row["V"] == pytest.approx(ranks[gap[gap != 0] > 0].sum())
    family = found.drop(index=ALL)
    np.testing.assert_allclose(family["p_adjusted"], holm(family["p"]))
    assert found.loc[ALL, "p_adjusted"] == found.loc[ALL, "p"]
    assert found.index[-1] == ALL
    assert found.loc[ALL, "verdict"] == "differs"
    swapped = compare_flips(COUNTS, "rationale", "plain").set_index("unigram")
    assert swapped.loc[ALL, "difference"] == -found.loc[ALL, "difference"]


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(UnknownChoiceError, match="'plain'"):
        compare_flips(COUNTS, "plane", "rationale")
    with pytest.raises(UnknownChoiceError, match="to_target"):
        compare_flips(COUNTS, "plain", "rationale", direction="up")
    apart = COUNTS.assign(run=COUNTS["run"] + 9 * (COUNTS["model"] == "plain"))
    with pytest.raises(OptionError, match="nothing is paired"):
        compare_flips(apart, "plain", "rationale")
    with pytest.raises(SchemaError, match="comes twice"):
        flip_table(pd.concat([COUNTS, COUNTS[:1]]))
    with pytest.raises(SchemaError, match="same unigrams"):
        flip_table(COUNTS[1:])
    with pytest.raises(SchemaError, match="`fold`"):
        flip_table(COUNTS.drop(columns="fold"))
