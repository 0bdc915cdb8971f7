from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from fairnlp.metamorphic.counting import count_btcs
from fairnlp.metamorphic.placebo import difference_interval
from tests.metamorphic.oracles import predictions


def _difference(frame: pd.DataFrame) -> float:
    total = count_btcs(frame).sum(numeric_only=True)
    return total["btcs"] / total["pairs"] - total["placebo_differs"] / total["placebo_pairs"]


def _sensitive_to_names(seed: int, *, classes: float, templates: int = 60, names: int = 8):
    """Make a system whose score is a text's, plus a name's, plus `classes` for one class."""
    rng = np.random.default_rng(seed)
    text = rng.normal(scale=4, size=(templates, 1, 1))
    name = rng.normal(size=(1, 2, names))
    score = text + name + classes * np.array([0, 1]).reshape(1, 2, 1)
    return predictions(
        {
            f"t{number}": {
                class_: "".join("+" if x > 0 else "-" for x in row)
                for class_, row in zip(("male", "female"), rows, strict=True)
            }
            for number, rows in enumerate(score)
        }
    )


def _slow_interval(frame: pd.DataFrame, resamples: int, seed: int) -> np.ndarray:
    """Do the same by writing out every resample and comparing every pair."""
    rng = np.random.default_rng(seed)
    labels = {tuple(key): label for *key, label in frame.iloc[:, :4].to_numpy()}
    templates = frame["template_id"].unique()
    values = {c: list(v.unique()) for c, v in frame.groupby("class", sort=False)["value_id"]}
    drawn = []
    for _ in range(resamples):
        some = [(c, v) for c, names in values.items() for v in rng.choice(names, len(names))]
        counts = np.zeros(4)
        for template_id in rng.choice(templates, len(templates)):
            for a, b in combinations(some, 2):
                if a != b:
                    place = 0 if a[0] != b[0] else 2
                    counts[place] += 1
                    counts[place + 1] += labels[template_id, *a] != labels[template_id, *b]
        drawn.append(counts[1] / counts[0] - counts[3] / counts[2])
    return np.quantile(drawn, [0.1, 0.9])


def test_the_interval_equals_that_of_writing_out_every_resample():
    frame = predictions(
        {
            "A": {"male": "+++-+", "female": "---+-"},
            "B": {"male": "++--+", "female": "+---+"},
            "C": {"male": "+++++", "female": "+++++"},
            "D": {"male": "+++++", "female": "+-+++"},
        }
    )
    expected = _slow_interval(frame, resamples=2000, seed=1)
    got = difference_interval(frame, confidence=0.8, resamples=20_000, seed=2)
    np.testing.assert_allclose(got, expected, atol=0.03)


def test_one_odd_name_is_no_difference_between_the_classes():
    # 1 of 30 names: 30 of 900 pairs between the classes, 29 of 870 within them, both 1/30
    frame = predictions({str(n): {"male": "+" * 30, "female": "-" + "+" * 29} for n in range(5)})
    assert _difference(frame) == pytest.approx(0, abs=1e-12)
    low, high = difference_interval(frame)
    assert low <= 0 <= high


def test_a_system_that_reacts_to_names_alone_is_rarely_said_to_react_to_classes():
    above = [
        difference_interval(_sensitive_to_names(seed, classes=0), resamples=300)[0] > 0
        for seed in range(60)
    ]
    assert sum(above) <= 6  # 2.5% expected of an exact interval; P(more than 6 of 60) < 0.001


def test_a_system_that_reacts_to_the_class_is_found():
    found = [
        difference_interval(_sensitive_to_names(seed, classes=3), resamples=300)[0] > 0
        for seed in range(10)
    ]
    assert all(found)


def test_the_interval_holds_the_difference_that_was_seen():
    for seed in range(10):
        frame = _sensitive_to_names(seed, classes=1)
        low, high = difference_interval(frame, resamples=500)
        assert low <= _difference(frame) <= high


def test_mutants_without_a_value_are_in_every_resample():
    frame = predictions({"A": {"male": "++", "female": "++"}})
    bare = predictions({"B": {"male": "+", "female": "-"}}).assign(value_id="")
    low, high = difference_interval(pd.concat([frame, bare]), resamples=500)
    # B alone: 1 of 1 pair, and no placebo; A alone: 0 of 4
    assert low == 0
    assert high == pytest.approx(1 / (1 + 4 * 0), abs=1)
    assert high > 0


def test_invalid_mutants_are_left_out():
    frame = predictions(
        {"A": {"male": "++-?", "female": "+--?"}, "B": {"male": "+?", "female": "-"}}
    )
    valid = frame[frame["label"].notna()]
    assert difference_interval(frame) == difference_interval(valid)


@pytest.mark.parametrize("labels", [{}, {"A": {"male": "+", "female": "-"}}])
def test_without_a_pair_within_a_class_the_interval_is_not_a_number(labels):
    assert np.isnan(difference_interval(predictions(labels))).all()
