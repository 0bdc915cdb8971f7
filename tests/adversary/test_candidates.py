from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.adversary import candidate_unigrams, influential_unigrams
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError


@pytest.fixture(scope="module")
def corpus():
    rng = np.random.default_rng(0)
    rows = []
    for label, awful, on, of in (("angry", 0.5, 0.6, 0.2), ("calm", 0.05, 0.2, 0.5)):
        for _ in range(120):
            said = ["bus", "The", "stop"]
            said += [
                word for word, p in (("awful", awful), ("On", on), ("of", of)) if rng.random() < p
            ]
            rows.append({"text": " ".join(rng.permutation(said)), "label": label})
    return pd.DataFrame(rows)


def test_unigrams_that_speak_for_the_label_come_with_what_helps_to_pick(corpus):
    found = candidate_unigrams(corpus, target="angry", C=1.0)
    frame = found.frame.set_index("unigram")
    assert list(frame.index) == ["awful", "on"]
    assert frame["weight"].is_monotonic_decreasing
    with_on = corpus["text"].str.contains("On")
    assert frame.loc["on", "in_target"] == (with_on & (corpus["label"] == "angry")).sum()
    assert frame.loc["on", "in_others"] == (with_on & (corpus["label"] == "calm")).sum()
    assert frame.loc["on", "share_target"] == frame.loc["on", "in_target"] / 120
    assert frame.loc["awful", "scored_by"] == "VADER, AFINN"
    assert found.neutral() == ["on"]
    assert found.neutral(0) == []
    assert (found.n_texts, found.n_target, found.n_unigrams) == (240, 120, 6)
    assert (found.C, found.chosen_by) == (1.0, "given")


def test_c_is_chosen_by_cross_validation(corpus):
    found = candidate_unigrams(corpus, target="angry", seed=1)
    assert found.chosen_by == "cross-validation"
    again = candidate_unigrams(corpus, target="angry", seed=1)
    pd.testing.assert_frame_equal(found.frame, again.frame)
    pd.testing.assert_frame_equal(
        found.frame, candidate_unigrams(corpus, target="angry", C=found.C, seed=1).frame
    )


def test_influential_unigrams():
    influences = pd.DataFrame(
        {
            "text_id": ["a"] * 3 + ["b"] * 3,
            "token": ["On", "we", "go", "awful", "on", "we"],
            "influence": [0.4, 0.1, 0.2, 0.9, 0.3, np.nan],
            "rank": pd.array([0, 2, 1, 0, 1, pd.NA], dtype="Int64"),
        }
    )
    found = influential_unigrams(influences).set_index("unigram")
    assert found.index[0] == "on"
    assert found.loc["on", ["n", "top", "share", "neutral"]].tolist() == [2, 2, 1.0, True]
    assert found.loc["on", "mean_influence"] == pytest.approx(0.35)
    assert found.loc["we", ["n", "top"]].tolist() == [1, 0]
    assert not found.loc["awful", "neutral"]
    with pytest.raises(OptionError, match="within is 0"):
        influential_unigrams(influences, within=0)
    with pytest.raises(SchemaError, match="rank"):
        influential_unigrams(influences.drop(columns="rank"))


def test_what_cannot_be_weighed_is_refused(corpus):
    with pytest.raises(UnknownChoiceError, match="'angry'"):
        candidate_unigrams(corpus, target="angri")
    with pytest.raises(OptionError, match="C is 0"):
        candidate_unigrams(corpus, target="angry", C=0)
    with pytest.raises(OptionError, match="there must be both"):
        candidate_unigrams(corpus[:120], target="angry")
    with pytest.raises(OptionError, match="lower min_texts"):
        candidate_unigrams(corpus, target="angry", min_texts=500)
