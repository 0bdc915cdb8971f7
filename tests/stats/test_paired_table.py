"""The table of paired tests, from scores whose answer is known."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.stats.paired import signed_rank
from fairnlp.stats.paired_table import PAIRED_SCORES, PAIRED_TESTS, VERDICTS, paired_tests


def scores(**tools) -> pd.DataFrame:
    """Six pairs of two sentences a tool; `tools` gives the differences of the pairs."""
    return pd.concat(
        pd.DataFrame(
            {
                "tool": tool,
                "pair_id": [f"pair {i}" for i in range(6) for _ in "ab"],
                "x": np.repeat(np.array(steps, dtype=float), 2) + 0.5,
                "y": 0.5,
            }
        )
        for tool, steps in tools.items()
    )


ALIKE, UP = [0] * 6, [1, 2, 3, 4, 5, 6]
TABLE = {"alike": ALIKE, "up": UP, "mixed": [1, -2, 3, 0, 0, 0]}


def test_each_row_has_the_test_of_sentences_and_of_pairs():
    table = paired_tests(scores(**TABLE), by=["tool"], family=[]).set_index("tool")
    up = table.loc["up"]
    assert (up["sentences"], up["sentences_differ"], up["pairs"]) == (12, 12, 6)
    assert (up["V"], up["pair_V"]) == (78.0, 21.0)
    assert up["p"] == signed_rank(np.repeat(UP, 2), np.zeros(12)).p
    assert up["pair_p"] == up["least_p"] == 2 / 2**6
    assert (up["effect"], up["effect_low"], up["effect_high"]) == (1.0, 1.0, 1.0)
    assert up["mean_difference"] == 3.5
    assert up["mean_low"] < 3.5 < up["mean_high"]
    mixed = table.loc["mixed"]
    assert (mixed["pairs_differ"], mixed["pairs_up"], mixed["pairs_down"]) == (3, 2, 1)
    assert mixed["pair_p_exact"] == signed_rank([1, -2, 3], [0] * 3).p


def test_st_01_a_tool_that_ignores_the_change_is_named_and_has_no_nan():
    """ST-01."""
    row = paired_tests(scores(**TABLE), by=["tool"], family=[]).set_index("tool").loc["alike"]
    assert row["verdict"] == "no difference"
    assert (row["pair_V"], row["pair_p"], row["pair_p_adjusted"], row["effect"]) == (0, 1, 1, 0)
    assert not row.isna().any()


def test_the_family_is_the_caller_s():
    frame = pd.concat(scores(**TABLE).assign(emotion=emotion) for emotion in ("joy", "fear"))
    by = ["tool", "emotion"]
    whole = paired_tests(frame, by=by, family=[])
    assert set(whole["family"]) == {"all tests of the table"}
    assert set(whole["family_size"]) == {6}
    per_tool = paired_tests(frame, by=by, family=["tool"])
    assert set(per_tool["family"]) == {"tool alike", "tool up", "tool mixed"}
    up = per_tool[per_tool["tool"] == "up"]
    np.testing.assert_allclose(up["pair_p_adjusted"], 2 * up["pair_p"])
    assert per_tool[by].to_numpy().tolist() == whole[by].to_numpy().tolist()


def test_st_04_a_tool_without_scores_leaves_the_others_their_p():
    """ST-04."""
    frame = scores(up=UP, silent=ALIKE)
    frame.loc[frame["tool"] == "silent", "x"] = np.nan
    table = paired_tests(frame, by=["tool"], family=[]).set_index("tool")
    assert table["verdict"].to_dict() == {"up": "differs", "silent": "not testable"}
    assert table.loc["up", "pair_p_adjusted"] == table.loc["up", "pair_p"]
    assert set(table["family_size"]) == {1}


def test_float_noise_is_no_difference():
    frame = scores(noisy=ALIKE)
    frame["x"] += 1e-15
    table = paired_tests(frame, by=["tool"], family=[])
    assert table["verdict"].tolist() == ["no difference"]
    assert paired_tests(frame, by=["tool"], family=[], tolerance=0)["pairs_differ"].item() == 6


def test_st_05_an_empty_table_has_its_columns():
    """ST-05."""
    empty = pd.DataFrame(columns=["tool", *PAIRED_SCORES])
    table = paired_tests(empty, by=["tool"], family=[])
    assert table.empty
    assert list(table.columns) == ["tool", *PAIRED_TESTS]


def test_verdicts_are_those_that_are_documented():
    table = paired_tests(scores(**TABLE), by=["tool"], family=[])
    assert set(table["verdict"]) <= set(VERDICTS)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"by": ["tool"], "family": ["emotion"]}, OptionError, r"names \['emotion'\]"),
        ({"by": [], "family": []}, OptionError, "`by` is empty"),
        ({"by": ["emotion"], "family": []}, SchemaError, "lacks `emotion`"),
    ],
)
def test_what_cannot_be_grouped_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        paired_tests(scores(up=UP), **options)
