"""Rates of each class and their gaps, by counting and by a second method."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.metamorphic.group_gaps import (
    CLASS_RATES,
    EQUALITY_GAPS,
    class_rates,
    equality_gaps,
)
from tests.metamorphic.oracles import predictions

# A and B are positive in truth, C and D negative.
TRUTH = {"A": "positive", "B": "positive", "C": "negative", "D": "negative"}
LABELS = {
    "A": {"male": "++", "female": "+-"},
    "B": {"male": "++", "female": "--"},
    "C": {"male": "+-", "female": "--"},
    "D": {"male": "--", "female": "-?"},
}


def test_rates_are_counts_divided():
    rates = class_rates(predictions(LABELS), TRUTH)
    assert list(rates.columns) == list(CLASS_RATES)
    assert rates["class"].tolist() == ["all", "male", "female"]
    assert rates["templates"].tolist() == [4, 4, 4]
    assert rates["n"].tolist() == [15, 8, 7]  # one failed
    assert rates["n_positive"].tolist() == [8, 4, 4]
    assert rates["n_negative"].tolist() == [7, 4, 3]
    assert rates["positive_rate"].tolist() == [6 / 15, 5 / 8, 1 / 7]
    assert rates["fpr"].tolist() == [1 / 7, 1 / 4, 0 / 3]
    assert rates["fnr"].tolist() == [3 / 8, 0 / 4, 3 / 4]


def test_the_gaps_are_those_of_dixon():
    row = equality_gaps(predictions(LABELS), TRUTH)
    assert list(row.columns) == list(EQUALITY_GAPS)
    row = row.iloc[0]
    assert (row["classes"], row["templates"]) == (2, 4)
    assert row["fped"] == pytest.approx(abs(1 / 7 - 1 / 4) + 1 / 7)
    assert row["fned"] == pytest.approx(3 / 8 + abs(3 / 8 - 3 / 4))
    assert row["fped_low"] <= row["fped"] <= row["fped_high"]


SIGNS = st.text("+-?0", min_size=0, max_size=3)
TABLES = st.dictionaries(
    st.sampled_from("ABCD"), st.fixed_dictionaries({"male": SIGNS, "female": SIGNS}), min_size=1
)


@given(TABLES)
def test_rates_are_those_of_scikit_learn(labels):
    frame = predictions(labels)
    frame["label"] = frame["label"].replace("0", "neutral")  # not positive
    said = frame[frame["label"].notna()]
    if set(said["template_id"]) <= {"C", "D"} and not {"positive", "negative"} <= set(
        said["label"]
    ):
        return  # nothing shows that these are the labels
    rates = class_rates(frame, TRUTH, resamples=5).set_index("class")
    for name in rates.index:
        of = said if name == "all" else said[said["class"] == name]
        true = of["template_id"].map(TRUTH) == "positive"
        tn, fp, fn, tp = confusion_matrix(
            true, of["label"] == "positive", labels=[False, True]
        ).ravel()
        row = rates.loc[name]
        assert row[["n_negative", "n_positive"]].tolist() == [fp + tn, fn + tp]
        assert row["fpr"] == pytest.approx(fp / (fp + tn)) if fp + tn else np.isnan(row["fpr"])
        assert row["fnr"] == pytest.approx(fn / (fn + tp)) if fn + tp else np.isnan(row["fnr"])


def test_the_order_of_the_classes_does_not_matter():
    turned = {name: dict(reversed(classes.items())) for name, classes in LABELS.items()}
    one = equality_gaps(predictions(LABELS), TRUTH)
    other = equality_gaps(predictions(turned), TRUTH)
    np.testing.assert_allclose(one[["fped", "fned"]], other[["fped", "fned"]])


def test_a_system_that_treats_the_classes_alike_has_no_gap():
    alike = {
        name: dict.fromkeys(("male", "female"), sign)
        for name, sign in zip("ABCD", "+-+-", strict=True)
    }
    row = equality_gaps(predictions(alike), TRUTH).iloc[0]
    assert row[["fped", "fped_low", "fped_high", "fned", "fned_high"]].tolist() == [0] * 5


def test_templates_are_the_unit_of_the_interval():
    """Ten times the values is not ten times the knowledge."""
    once = {f"t{i}": {"male": "+" if i < 15 else "-", "female": "-"} for i in range(30)}
    tenfold = {t: {c: sign * 10 for c, sign in row.items()} for t, row in once.items()}
    truth = dict.fromkeys(once, "negative")
    few, many = (class_rates(predictions(table), truth) for table in (once, tenfold))
    columns = ["fpr", "fpr_low", "fpr_high"]
    pd.testing.assert_frame_equal(few[columns], many[columns])
    # the binomial interval of 15 of 30 is 0.5 +- 0.179
    np.testing.assert_allclose(few.loc[1, columns].astype(float), [0.5, 0.321, 0.679], atol=0.04)


def test_rates_without_anything_to_divide_by_are_not_known():
    rates = class_rates(predictions({"A": {"male": "+", "female": "?"}}), TRUTH)
    assert rates["class"].tolist() == ["all", "male"]  # no label, no class
    assert rates["fpr"].isna().all()
    assert rates["fpr_low"].isna().all()
    assert rates["fnr"].tolist() == [0, 0]
    row = equality_gaps(predictions({"A": {"male": "+", "female": "?"}}), TRUTH).iloc[0]
    assert np.isnan(row["fped"])


def test_a_class_without_negatives_has_no_fped():
    """A sum over some of the classes would look smaller than it is."""
    table = {"A": {"male": "+", "female": "+"}, "C": {"male": "+"}}
    assert np.isnan(equality_gaps(predictions(table), TRUTH).iloc[0]["fped"])


def test_templates_without_a_true_label_are_left_out():
    part = {"A": "positive", "C": "negative"}
    rates = class_rates(predictions(LABELS), part)
    assert rates["templates"].tolist() == [2, 2, 2]
    pd.testing.assert_frame_equal(rates, class_rates(predictions(LABELS), pd.Series(part)))


def test_no_true_label_at_all_gives_a_row_of_zeros():
    rates = class_rates(predictions(LABELS), {})
    assert rates[["class", "templates", "n"]].to_numpy().tolist() == [["all", 0, 0]]
    assert rates[["positive_rate", "fpr", "fnr_high"]].isna().all(axis=None)


def test_the_positive_label_can_be_named_and_must_exist():
    named = {"A": {"male": "joy", "female": "woe"}}
    frame = predictions({"A": {"male": "+", "female": "-"}})
    frame["label"] = [named["A"][c] for c in frame["class"]]
    assert class_rates(frame, {"A": "joy"}, positive="joy")["fnr"].tolist() == [0.5, 0, 1]
    with pytest.raises(SchemaError, match=r"No true label is 'positive'; they are \['glee'\]"):
        class_rates(frame, {"A": "glee"})


def test_true_labels_of_another_kind_are_no_negatives():
    """Else every text would be negative, and what is predicted positive all wrong."""
    with pytest.raises(SchemaError, match=r"they are \['5 stars'\], the predicted ones \['nega"):
        class_rates(predictions({"A": {"male": "+", "female": "-"}}), {"A": "5 stars"})


def test_options_out_of_range_and_missing_columns_are_refused():
    with pytest.raises(OptionError, match="confidence is 95"):
        class_rates(predictions(LABELS), TRUTH, confidence=95)
    with pytest.raises(OptionError, match="resamples is 0"):
        equality_gaps(predictions(LABELS), TRUTH, resamples=0)
    with pytest.raises(SchemaError, match="lacks `label`"):
        class_rates(predictions(LABELS).drop(columns="label"), TRUTH)
