from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.rationale import Vote, summarise, votes
from fairnlp.rationale.ensemble import class_f1


def told(runs, *, label="a", text_id="t", fold=0, model="m"):
    """One text, a row a run, from the probabilities of a, b and c."""
    rows = [
        {"model": model, "test": "test", "fold": fold, "run": run, "text_id": text_id}
        | {"label": label, "predicted": "abc"[int(np.argmax(given))]}
        | {f"probability:{name}": value for name, value in zip("abc", given, strict=True)}
        for run, given in enumerate(runs)
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("runs", "elected", "n", "tied"),
    [
        ([[0.6, 0.4, 0], [0.6, 0.4, 0], [0, 1, 0]], "a", 2, False),  # most votes, lower mean
        ([[0.6, 0.4, 0], [0.1, 0.9, 0]], "b", 1, True),  # a tie: the higher mean
        ([[0.5, 0.1, 0.4], [0.1, 0.5, 0.4], [0.3, 0.3, 0.4]], "c", 1, True),
        ([[0.5, 0.3, 0.2], [0.3, 0.5, 0.2]], "a", 1, True),  # as equal as can be: the first
        ([[0.41, 0.4, 0.19], [0.41, 0.4, 0.19], [0, 0, 1], [0, 0, 1]], "c", 2, True),
        ([[0.2, 0.3, 0.5]], "c", 1, False),
    ],
)
def test_votes_and_ties(runs, elected, n, tied):
    found = votes(told(runs)).iloc[0]
    assert (found["predicted"], found["votes"], found["tied"]) == (elected, n, tied)
    assert found["runs"] == len(runs)


def test_texts_stay_in_their_order_and_folds_vote_apart():
    frame = pd.concat(
        [told([[1, 0, 0]] * 2, text_id="z"), told([[0, 1, 0]] * 2, text_id="y", fold=1)]
    )
    found = votes(frame)
    assert found["text_id"].tolist() == ["z", "y"]
    assert found["predicted"].tolist() == ["a", "b"]


def test_runs_of_different_texts_cannot_vote():
    frame = told([[1, 0, 0]] * 2)
    frame.loc[1, "text_id"] = "other"
    with pytest.raises(OptionError, match="different texts"):
        votes(frame)


def test_f1_by_hand():
    found = class_f1(list("aabb"), list("abbb"), list("abc"))
    assert found["f1:a"] == pytest.approx(2 / 3)
    assert found["f1:b"] == pytest.approx(4 / 5)
    assert np.isnan(found["f1:c"])
    assert found["macro_f1"] == pytest.approx((2 / 3 + 4 / 5) / 2)


def test_a_class_that_is_never_told_counts_as_nothing():
    assert class_f1(list("ab"), list("aa"), list("ab"))["macro_f1"] == pytest.approx(1 / 3)


def test_the_summary_has_mean_spread_and_vote():
    predictions = pd.concat(
        [
            told([[0.6, 0.4, 0], [0.6, 0.4, 0], [0, 1, 0]], label="a", text_id="x"),
            told([[0.4, 0.6, 0], [0.4, 0.6, 0], [0.9, 0.1, 0]], label="b", text_id="y"),
        ]
    ).sort_values("run", kind="stable")
    results = pd.DataFrame(
        {"model": "m", "test": "test", "fold": 0, "run": [0, 1, 2], "macro_f1": [1.0, 1.0, 0.0]}
        | {"f1:a": [1.0, 1, 0], "f1:b": [1.0, 1, 0], "epochs": [3, 4, 5]}
    )
    found = summarise(results, predictions).iloc[0]
    assert (found["models"], found["folds"], found["runs"], found["texts"]) == (3, 1, 3, 2)
    assert found["macro_f1"] == pytest.approx(2 / 3)
    assert found["sd"] == pytest.approx(np.std([1, 1, 0], ddof=1))
    assert found["macro_f1_vote"] == found["macro_f1_pooled"] == 1
    assert (found["lowest"], found["highest"], found["epochs"]) == (0, 1, 4)


class Fixed:
    def __init__(self, row, classes=("a", "b")):
        self.name, self.classes, self.unknown = "fixed", classes, "<unknown>"
        self.row = np.array(row, dtype=float)

    def probabilities(self, texts, context=None):
        return np.tile(self.row, (len(texts), 1))

    def token_probabilities(self, tokens, context=None):
        return self.probabilities(tokens)


def test_a_vote_is_a_system():
    voted = Vote([Fixed([0.6, 0.4]), Fixed([0.55, 0.45]), Fixed([0, 1])])
    assert voted.labels(["x", "y"]) == ["a", "a"]
    np.testing.assert_allclose(voted.probabilities(["x"]), [[1.15 / 3, 1.85 / 3]])
    np.testing.assert_allclose(voted.token_probabilities([["x"]]), [[1.15 / 3, 1.85 / 3]])
    assert voted.name == "vote of fixed"


def test_models_of_other_classes_cannot_vote():
    with pytest.raises(OptionError, match="same classes"):
        Vote([Fixed([1, 0]), Fixed([1, 0], classes=("a", "c"))])
    with pytest.raises(OptionError, match="one model or more"):
        Vote([])
