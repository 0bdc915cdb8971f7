"""Context features: shares and groups by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.influence import context_shares, leave_one_out
from tests.influence.oracles import Words

W = np.array([[1.0, -1.0], [0.5, 0.0]])  # a row a feature, a column a class


class Joined(Words):
    context_features = ("mood", "hour")

    def token_probabilities(self, tokens, context=None):
        assert context is not None
        return super().token_probabilities(tokens, context[:, :1])

    def context_contributions(self, texts, context):
        return context[:, :, None] * W[None]


@pytest.fixture
def frame():
    rng = np.random.default_rng(0)
    n = 12
    return pd.DataFrame(
        {
            "text_id": [f"t{i}" for i in range(n)],
            "text": "gone",
            "context:hour": rng.normal(size=n),
            "context:mood": np.where(np.arange(n) % 2, 2.0, 0.0) + rng.normal(size=n) / 9,
            "annotated:needed": [bool(i % 2) for i in range(n)],
            "pair": [f"p{i // 2}" for i in range(n)],
        }
    )


def test_shares_are_weight_times_value_by_the_models_order(frame):
    found = context_shares(Joined({}), frame, target="other")
    first = found.table[found.table["text_id"] == "t1"].set_index("feature")
    assert first.loc["mood", "contribution"] == pytest.approx(frame["context:mood"][1])
    assert first.loc["hour", "contribution"] == pytest.approx(frame["context:hour"][1] / 2)
    assert first["share"].sum() == pytest.approx(1)
    assert found.summary()["feature"].tolist() == ["mood", "hour"]
    centred = context_shares(Joined({}), frame, target="loss", centred=True).table
    by_hand = -frame["context:hour"][0] / 4
    assert centred.loc[1, "contribution"] == pytest.approx(by_hand)


def test_influence_takes_the_columns_in_the_models_order(frame):
    found = leave_one_out(Joined({"gone": 1.0}), frame, target="loss")
    mood = frame["context:mood"].to_numpy()
    want = 1 / (1 + np.exp(-1 - mood)) - 1 / (1 + np.exp(-mood))
    np.testing.assert_allclose(found["influence"], want)


def test_groups_are_compared_as_welch_does(frame):
    found = context_shares(Joined({}), frame, target="other").by_group(frame, "annotated:needed")
    table = found.set_index("feature")
    a, b = (frame.loc[frame["annotated:needed"] == side, "context:mood"] for side in (True, False))
    test = stats.ttest_ind(a, b, equal_var=False)
    assert table.loc["mood", "difference"] == pytest.approx(a.mean() - b.mean())
    assert table.loc["mood", "p"] == pytest.approx(test.pvalue)
    assert table.loc["mood", "low"] < a.mean() - b.mean() < table.loc["mood", "high"]
    assert table.loc["mood", "verdict"] == "differs"
    assert table.loc["hour", "verdict"] == "no difference seen"
    assert table.loc["hour", "p_adjusted"] >= table.loc["hour", "p"]
    assert table.loc["mood", ["n_marked", "n_others", "left_out"]].tolist() == [6, 6, 0]


def test_pairs_are_tested_as_pairs(frame):
    shares = context_shares(Joined({}), frame, target="other")
    found = shares.by_group(frame, "annotated:needed", pairs="pair").set_index("feature")
    a, b = (
        frame.loc[frame["annotated:needed"] == side, "context:mood"].to_numpy()
        for side in (True, False)
    )
    assert found.loc["mood", "p"] == pytest.approx(stats.ttest_rel(a, b).pvalue)
    assert found.loc["mood", "test"] == "paired t"
    assert found.loc["mood", "n_marked"] == 6
    with pytest.raises(OptionError, match="two texts of one group"):
        shares.by_group(frame.assign(pair="p"), "annotated:needed", pairs="pair")
    with pytest.raises(OptionError, match="makes 0 pairs"):
        shares.by_group(frame.assign(pair=frame["text_id"]), "annotated:needed", pairs="pair")


def test_texts_that_were_not_annotated_are_left_out(frame):
    notes = frame["annotated:needed"].astype(object)
    notes[0] = None
    frame["annotated:needed"] = notes
    found = context_shares(Joined({}), frame, target="other").by_group(frame, "annotated:needed")
    assert found[["n_marked", "n_others", "left_out"]].values.tolist() == [[6, 5, 1]] * 2


def test_a_feature_that_is_the_same_everywhere_is_not_tested(frame):
    frame["context:hour"] = 0.0
    found = context_shares(Joined({}), frame, target="other").by_group(frame, "annotated:needed")
    assert found.set_index("feature").loc["hour", "verdict"] == "not testable"


def test_what_does_not_fit_is_said(frame):
    with pytest.raises(OptionError, match="takes no context features"):
        context_shares("vader", frame, target="x")
    with pytest.raises(UnknownChoiceError, match="choose one of"):
        context_shares(Joined({}), frame, target="x")
    with pytest.raises(SchemaError, match="context:hour"):
        context_shares(Joined({}), frame.drop(columns="context:hour"), target="loss")
    with pytest.raises(OptionError, match="2 context features; none came"):
        context_shares(Joined({}), ["gone"], target="loss")
    shares = context_shares(Joined({}), frame, target="loss")
    with pytest.raises(SchemaError, match="one row for each text"):
        shares.by_group(frame[1:], "annotated:needed")
    with pytest.raises(OptionError, match="into 12 and 0"):
        shares.by_group(frame.assign(all=True), "all")
