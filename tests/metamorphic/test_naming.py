from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError
from fairnlp.metamorphic.btc import count_btcs, name_btcs
from tests.metamorphic.oracles import predictions
from tests.metamorphic.test_counting import tables


def _as_set(pairs: pd.DataFrame) -> set[tuple[str, frozenset[str]]]:
    return {
        (
            row.template_id,
            frozenset([f"{row.class_a}/{row.value_a}", f"{row.class_b}/{row.value_b}"]),
        )
        for row in pairs.itertuples()
    }


@given(tables)
def test_naming_all_gives_each_pair_that_differs_once(frame):
    expected = set()
    for template_id, group in frame[frame["label"].notna()].groupby("template_id"):
        for a, b in combinations(group.to_dict("records"), 2):
            if a["class"] != b["class"] and a["label"] != b["label"]:
                names = (f"{side['class']}/{side['value_id']}" for side in (a, b))
                expected.add((template_id, frozenset(names)))
    named = name_btcs(frame)
    assert len(named) == count_btcs(frame)["btcs"].sum() == len(expected)
    assert _as_set(named) == expected


@given(tables, st.integers(0, 12), st.integers(0, 3))
def test_a_sample_holds_different_pairs_from_among_all(frame, limit, seed):
    everything = _as_set(name_btcs(frame))
    drawn = name_btcs(frame, limit=limit, seed=seed)
    assert len(_as_set(drawn)) == len(drawn) == min(limit, len(everything))
    assert _as_set(drawn) <= everything
    pd.testing.assert_frame_equal(drawn, name_btcs(frame, limit=limit, seed=seed))


def test_every_pair_is_drawn_equally_often():
    frame = predictions({"A": {"male": "+-", "female": "-+"}, "B": {"male": "+++", "female": "--"}})
    total = 2 + 6  # A: + of men with - of women and - with +; B: 3 * 2
    draws = pd.concat([name_btcs(frame, limit=4, seed=seed) for seed in range(120)])
    counts = draws.groupby(["template_id", "value_a", "value_b"]).size()
    assert len(counts) == total
    # 4 of 8, 120 times: 60 each, standard deviation sqrt(120 * 1/2 * 1/2) = 5.5
    assert counts.between(60 - 4 * 5.5, 60 + 4 * 5.5).all()


def test_both_sides_carry_their_own_label_and_score():
    frame = predictions({"A": {"male": "+-", "female": "-"}})
    frame["score"] = [0.75, 0.25, 0.5]
    assert name_btcs(frame).to_dict("records") == [
        {
            "template_id": "A",
            "class_a": "male",
            "value_a": "m0",
            "label_a": "positive",
            "score_a": 0.75,
            "class_b": "female",
            "value_b": "f0",
            "label_b": "negative",
            "score_b": 0.5,
        }
    ]


def test_a_sample_of_very_many_pairs_names_only_those():
    signs = "+-" * 5_000
    frame = predictions({"A": {"male": signs, "female": signs}})
    assert count_btcs(frame)["btcs"].tolist() == [50_000_000]  # 2 * 5,000 * 5,000
    drawn = name_btcs(frame, limit=20, seed=1)
    assert len(drawn) == 20
    assert (drawn["label_a"] != drawn["label_b"]).all()


def test_pairs_of_a_system_carry_its_name():
    frame = predictions({"A": {"male": "+", "female": "-"}}, system="vader")
    assert name_btcs(frame).loc[0, "system"] == "vader"


def test_a_negative_limit_is_refused():
    with pytest.raises(OptionError, match="limit is -1"):
        name_btcs(predictions({}), limit=-1)
