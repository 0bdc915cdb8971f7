from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.papers.high_stakes.twins import CLAIMS, PLANTED_CLAIMS, claims, compare_twins

PLACES = [(fold, run) for fold in range(3) for run in range(2)]


def values(measure: str, plain: list[float], trained: list[float]) -> pd.DataFrame:
    rows = [
        ("paper", model, fold, run, measure, value)
        for model, of in (("lstm", plain), ("lstm_rationale", trained))
        for (fold, run), value in zip(PLACES, of, strict=True)
    ]
    return pd.DataFrame(rows, columns=["setting", "model", "fold", "run", "measure", "value"])


def judged(*parts: pd.DataFrame, planted: bool = False) -> dict[str, str]:
    table = claims(compare_twins(pd.concat(parts, ignore_index=True)), planted=planted)
    return dict(zip(table["claim"], table["shows"], strict=True))


LOW = [1.0, 1.1, 0.9, 1.0, 1.1, 0.9]
HIGH = [3.0, 3.1, 2.9, 3.1, 3.0, 2.9]


def test_a_lower_rank_and_fewer_flips_show():
    found = judged(
        values("mean rationale rank, as marked", HIGH, LOW),
        values("flips, words asked", HIGH, LOW),
        values("macro-F1, test", [0.5] * 6, [0.49] * 6),
        planted=True,
    )
    assert found == {
        CLAIMS["rank"]: "yes",
        PLANTED_CLAIMS["rank"]: "yes",  # a third
        CLAIMS["flips"]: "yes",
        PLANTED_CLAIMS["flips"]: "yes",
        CLAIMS["macro-F1"]: "yes",
    }


def test_what_is_as_claimed_by_the_mean_alone_is_not_significant():
    found = judged(values("flips, words asked", [9, 1, 5, 4, 6, 5], [1, 9, 5, 4, 5, 5]))
    assert found == {CLAIMS["flips"]: "not significant"}


def test_what_is_not_as_claimed_is_said():
    found = judged(
        values("mean rationale rank, as marked", LOW, HIGH),
        values("macro-F1, ordinary", [0.5] * 6, [0.48] * 6),
        values("macro-F1, reversed", HIGH, LOW),
        values("asked words first or second, over chance", [1.9] * 6, [1.0] * 6),
        planted=True,
    )
    assert set(found.values()) == {"no"}
    assert len(found) == 5


def test_the_measures_of_a_setting_are_one_family():
    table = compare_twins(
        pd.concat([values(f"flips, words {n}", HIGH, [x - 0.2 for x in HIGH]) for n in range(4)])
    )
    assert table["n"].tolist() == [6] * 4
    assert table["difference"].tolist() == pytest.approx([-0.2] * 4)
    assert (table["p_adjusted"] >= table["p"]).all()
