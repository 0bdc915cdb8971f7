from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.metamorphic.gaps import GAPS, score_gaps


def scored(rows: list[tuple[str, str, str, float]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["template_id", "class", "value_id", "score"])
    return frame.assign(label="positive")


def two_by_names(shift: float, noise: dict[str, float], templates: int = 20) -> pd.DataFrame:
    """Scores that are the template's, plus the name's, plus a shift for women."""
    rows = [
        (f"t{t}", class_, name, t / templates + noise[name] + (shift if class_ == "f" else 0))
        for t in range(templates)
        for class_, names in (("m", ("Al", "Bo", "Ed")), ("f", ("Di", "Fay", "Ida")))
        for name in names
    ]
    return scored(rows)


QUIET = dict.fromkeys(("Al", "Bo", "Ed", "Di", "Fay", "Ida"), 0.0)


def test_the_gap_is_the_shift_that_was_put_in():
    (row,) = score_gaps(two_by_names(0.25, QUIET)).to_dict("records")
    assert row["gap"] == pytest.approx(0.25)
    assert (row["low"], row["high"]) == (pytest.approx(0.25), pytest.approx(0.25))
    assert (row["templates"], row["templates_up"], row["templates_down"]) == (20, 20, 0)
    assert row["verdict"] == "scores differ"


def test_one_odd_name_is_no_difference_between_the_classes():
    (row,) = score_gaps(two_by_names(0.0, QUIET | {"Fay": 0.9})).to_dict("records")
    assert row["gap"] == pytest.approx(0.3)  # 0.9 of one name of three
    assert row["low"] <= 0
    assert row["verdict"] == "no difference of scores seen"


def test_the_sign_is_that_of_the_second_class_minus_the_first():
    frame = two_by_names(0.25, QUIET)
    back = frame.assign(**{"class": frame["class"].map({"m": "f", "f": "m"})})
    there, here = score_gaps(frame).iloc[0], score_gaps(back).iloc[0]
    assert (there["class_a"], here["class_a"]) == ("m", "f")  # the one that comes first
    assert here["gap"] == pytest.approx(there["gap"])  # so women are now below by as much


def test_a_template_without_values_counts_as_one_template():
    frame = scored([("a", "m", "", 0.5), ("a", "f", "", 0.75)])
    (row,) = score_gaps(pd.concat([frame, two_by_names(0.25, QUIET)])).to_dict("records")
    assert row["templates"] == 21
    assert row["gap"] == pytest.approx(0.25)


def test_three_classes_give_three_rows_in_the_order_they_come():
    frame = scored([("a", c, "", s) for c, s in (("x", 0.0), ("y", 0.5), ("z", 0.25))])
    table = score_gaps(frame)
    assert list(zip(table["class_a"], table["class_b"], table["gap"], strict=True)) == [
        ("x", "y", 0.5),
        ("x", "z", 0.25),
        ("y", "z", -0.25),
    ]


def test_systems_without_scores_give_no_rows_and_all_columns():
    frame = scored([("a", "m", "", np.nan), ("a", "f", "", np.nan)])
    assert list(score_gaps(frame).columns) == [*GAPS]
    assert len(score_gaps(frame)) == 0


def test_the_same_seed_gives_the_same_interval():
    frame = two_by_names(0.1, QUIET | {"Di": 0.2, "Al": 0.1})
    pd.testing.assert_frame_equal(score_gaps(frame, seed=3), score_gaps(frame, seed=3))


def test_equal_scores_do_not_differ_even_in_their_last_digit():
    names = [("m", name) for name in "abc"] + [("f", name) for name in "defgh"]
    rows = [(f"t{t}", c, name, 0.1 * t) for t in range(1, 40) for c, name in names]
    (row,) = score_gaps(scored(rows)).to_dict("records")
    assert (row["gap"], row["low"], row["high"]) == (0.0, 0.0, 0.0)
    assert (row["templates_up"], row["templates_down"]) == (0, 0)
