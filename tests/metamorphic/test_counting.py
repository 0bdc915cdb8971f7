from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import SchemaError
from fairnlp.metamorphic.btc import count_btcs
from tests.metamorphic.oracles import pairs_by_hand, predictions

COUNTS = ["pairs", "btcs", "placebo_pairs", "placebo_differs"]

tables = st.lists(
    st.dictionaries(
        st.sampled_from(["cook", "judge", "pilot"]), st.text("+-o?", min_size=1, max_size=5)
    ),
    max_size=5,
).map(lambda rows: predictions({f"t{number}": row for number, row in enumerate(rows) if row}))


@pytest.mark.parametrize("order", [["A", "B"], ["B", "A"]])
def test_a_class_missing_from_a_template_leaves_the_others_counted(order):
    """ST-06: cook-judge and cook-pilot in A differ, whatever the order of the templates."""
    labels = {
        "A": {"cook": "+", "judge": "-", "pilot": "-"},
        "B": {"cook": "+", "judge": "+"},
    }
    table = count_btcs(predictions({key: labels[key] for key in order})).set_index("template_id")
    assert table.index.tolist() == order
    assert table["btcs"].to_dict() == {"A": 2, "B": 0}
    assert table["pairs"].to_dict() == {"A": 3, "B": 1}
    assert table["placebo_pairs"].sum() == 0


def test_two_labels_give_the_sum_of_pos_times_neg():
    table = count_btcs(predictions({"A": {"male": "+++-", "female": "+----"}}))
    # pos(m) neg(f) + neg(m) pos(f) = 3 * 4 + 1 * 1; within: 3 * 1 men and 1 * 4 women
    assert table[COUNTS].iloc[0].tolist() == [4 * 5, 13, 6 + 10, 3 + 4]


@given(tables)
def test_counts_equal_those_of_looking_at_every_pair(frame):
    table = count_btcs(frame)
    got = dict(zip(table["template_id"], map(tuple, table[COUNTS].to_numpy()), strict=True))
    assert got == pairs_by_hand(frame)


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(frame, random):
    rows = list(range(len(frame)))
    random.shuffle(rows)
    there, back = (
        count_btcs(part).set_index("template_id").sort_index() for part in (frame, frame.iloc[rows])
    )
    pd.testing.assert_frame_equal(there, back)


@given(tables)
def test_exchanging_the_names_of_the_classes_changes_nothing(frame):
    other = frame.assign(**{"class": frame["class"].map({"cook": "pilot", "pilot": "cook"})})
    other["class"] = other["class"].fillna("judge")
    pd.testing.assert_frame_equal(count_btcs(frame), count_btcs(other))


def test_a_mutant_without_a_label_is_counted_and_in_no_pair():
    """RUN-02: one of four mutants of each class is invalid; the rest decides."""
    table = count_btcs(predictions({"A": {"male": "+++?", "female": "---?"}}))
    assert table[["n_mutants", "n_invalid"]].iloc[0].tolist() == [6, 2]
    assert table[COUNTS].iloc[0].tolist() == [9, 9, 6, 0]


def test_a_template_without_any_label_stays_in_the_table():
    table = count_btcs(predictions({"A": {"male": "?", "female": "?"}, "B": {"male": "+"}}))
    assert table["template_id"].tolist() == ["A", "B"]
    assert table["n_invalid"].tolist() == [2, 0]
    assert table[COUNTS].to_numpy().sum() == 0


def test_each_system_is_counted_by_itself():
    both = pd.concat(
        [
            predictions({"A": {"male": "+", "female": "-"}}, system="one"),
            predictions({"A": {"male": "+", "female": "+"}}, system="two"),
        ]
    )
    table = count_btcs(both)
    assert table[["system", "template_id", "btcs"]].to_numpy().tolist() == [
        ["one", "A", 1],
        ["two", "A", 0],
    ]


def test_categories_and_words_count_alike():
    frame = predictions({"A": {"male": "+-", "female": "--?"}, "B": {"male": "+"}})
    keys = ["template_id", "class", "value_id", "label"]
    table = count_btcs(frame.astype(dict.fromkeys(keys, "category")))
    pd.testing.assert_frame_equal(
        table.astype({"template_id": "str"}), count_btcs(frame).astype({"template_id": "str"})
    )


def test_no_predictions_give_an_empty_table_with_all_columns():
    table = count_btcs(predictions({}))
    assert len(table) == 0
    assert {"template_id", *COUNTS} <= set(table)


@given(
    st.lists(
        st.tuples(st.sampled_from("AB"), st.sampled_from("mf"), st.integers(-4, 4)), max_size=12
    )
)
def test_score_differences_equal_those_of_looking_at_every_pair(rows):
    frame = pd.DataFrame(rows, columns=["template_id", "class", "score"]).assign(
        value_id="-", label="x"
    )
    frame["score"] /= 4  # quarters: sums are exact
    for row in count_btcs(frame).itertuples():
        group = frame[frame["template_id"] == row.template_id]
        gaps = np.abs(np.subtract.outer(group["score"].to_numpy(), group["score"].to_numpy()))
        same = np.equal.outer(group["class"].to_numpy(), group["class"].to_numpy())
        upper = np.triu(np.ones_like(same, dtype=bool), k=1)
        for got, where in (
            (row.score_difference, upper & ~same),
            (row.placebo_score_difference, upper & same),
        ):
            expected = gaps[where].mean() if where.any() else np.nan
            np.testing.assert_allclose(got, expected)


def test_equal_scores_differ_by_exactly_nothing():
    frame = predictions({"A": {"male": "+" * 7, "female": "+" * 7}}, score=0.1 + 0.2)
    assert count_btcs(frame)["score_difference"].tolist() == [0.0]


def test_a_score_that_is_missing_makes_the_difference_unknown():
    frame = predictions({"A": {"male": "+", "female": "+"}, "B": {"male": "+", "female": "+"}})
    frame["score"] = [0.25, 0.5, 0.25, np.nan]
    assert count_btcs(frame)["score_difference"].tolist() == [0.25, pytest.approx(np.nan, nan_ok=1)]


def test_a_frame_without_labels_is_refused_by_name():
    with pytest.raises(SchemaError, match="`predictions` lacks `label`"):
        count_btcs(predictions({}).drop(columns="label"))
