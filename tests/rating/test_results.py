"""The share of true positives and the agreement, by arithmetic."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from fairnlp.core.errors import SchemaError, UnknownChoiceError
from fairnlp.rating.results import judge, rater_agreement, true_positive_rate
from fairnlp.stats.proportions import wilson
from tests.rating.toys import ratings

# True, true, not the same, not coherent, unsure, and two that are not settled.
R1 = ["yy++", "yy00", "yy+-", "yn++", "yy??", "yy+ ", ""]
R2 = ["yy--", "yn  ", "yy0-", "ny  ", "yy++", "yy++", ""]


def test_a_case_is_a_true_positive_if_both_texts_are_coherent_and_of_one_sentiment():
    judged = judge(ratings(r1=R1))
    assert judged["true_positive"].tolist() == ["yes", "yes", "no", "no", "no", "", ""]
    assert judged["unsure"].tolist() == [False] * 4 + [True] + [False] * 2


@pytest.mark.parametrize("signs", ["n ++", " n++", "yy +", "y   "])
def test_a_case_that_is_not_settled_has_no_verdict(signs):
    assert judge(ratings(r1=[signs]))["true_positive"].tolist() == [""]


SIGNS = st.tuples(*[st.sampled_from("yn ")] * 2, *[st.sampled_from("+-0? ")] * 2).map("".join)


@given(st.lists(SIGNS, min_size=1, max_size=20))
def test_which_text_is_the_first_does_not_matter(said):
    swapped = [signs[1] + signs[0] + signs[3] + signs[2] for signs in said]
    pd.testing.assert_frame_equal(judge(ratings(r=said)), judge(ratings(r=swapped)))


def test_rates_have_their_n_and_say_what_is_missing():
    rates = true_positive_rate(ratings(r1=R1, r2=R2)).set_index("rater")
    assert rates.index.tolist() == ["r1", "r2", "majority"]
    assert rates["items"].tolist() == [7, 7, 7]
    assert rates["n"].tolist() == [5, 6, 4]
    assert rates["missing"].tolist() == [2, 1, 1]
    assert rates["unsure"].tolist() == [1, 0, 0]
    # r1 2 of 5, r2 3 of 6. Both: i1 yes; i2 and i5 tied; i3, i4 no; i6 yes by r2 alone.
    assert rates["true_positives"].tolist() == [2, 3, 2]
    assert rates["tied"].tolist() == [0, 0, 2]
    assert rates["rate"].tolist() == [2 / 5, 3 / 6, 2 / 4]
    low, high = wilson([2, 3, 2], [5, 6, 4])
    np.testing.assert_allclose(rates[["low", "high"]].T, [low, high])
    assert "templates" not in rates


def test_of_three_raters_two_decide():
    said = ratings(r1=["yy++", "yy++"], r2=["yy++", "yy+-"], r3=["yn++", "yy+-"])
    majority = true_positive_rate(said).iloc[-1]
    assert (majority["true_positives"], majority["n"], majority["tied"]) == (1, 2, 0)


def test_one_rater_is_no_majority():
    assert true_positive_rate(ratings(r1=R1))["rater"].tolist() == ["r1"]


def test_nothing_rated_leaves_all_open():
    row = true_positive_rate(ratings(r1=["", ""]), key=key(2)).iloc[0]
    assert row[["n", "missing", "rate", "low", "high"]].tolist() == [0, 2, 0, 0, 1]
    assert row[["templates", "template_low", "template_high"]].tolist() == [0, 0, 1]


# With the key


def key(n: int, **columns) -> pd.DataFrame:
    given = {"item_id": [f"i{i}" for i in range(1, n + 1)], "template_id": "t"} | columns
    return pd.DataFrame(given)


def test_cases_of_one_template_are_one_unit():
    said = ratings(r1=["yy++"] * 8 + ["yy+-"] * 8)
    two = true_positive_rate(said, key=key(16, template_id=["t"] * 8 + ["u"] * 8)).iloc[0]
    assert (two["templates"], two["rate"]) == (2, 0.5)
    assert (two["template_low"], two["template_high"]) == (0, 1)  # t or u may come twice
    assert two["low"] > 0.25  # as if there were 16 units
    each = true_positive_rate(said, key=key(16, template_id=[f"t{i}" for i in range(16)])).iloc[0]
    assert each["template_low"] == pytest.approx(each["low"], abs=0.07)


def test_systems_are_told_apart():
    said = ratings(r1=["yy++", "yy+-"], r2=["yy++", "yy++"])
    rates = true_positive_rate(said, key=key(2, system=["a", "b"]), by="system")
    assert rates[["system", "rater", "rate"]].to_numpy().tolist() == [
        ["a", "r1", 1.0],
        ["b", "r1", 0.0],
        ["a", "r2", 1.0],
        ["b", "r2", 1.0],
        ["a", "majority", 1.0],
        ["b", "majority", 0.0],  # tied: in no rate
    ]


def test_a_key_of_another_sheet_and_a_column_that_there_is_not_are_refused():
    said = ratings(r1=["yy++", "yy+-"])
    with pytest.raises(SchemaError, match=r"no item 'i2' \(1 of the rated items"):
        true_positive_rate(said, key=key(1))
    with pytest.raises(SchemaError, match="`key` lacks `system`"):
        true_positive_rate(said, key=key(2), by="system")
    with pytest.raises(UnknownChoiceError, match="Unknown column 'sytem'"):
        true_positive_rate(said, key=key(2), by="sytem")
    with pytest.raises(UnknownChoiceError, match="by='system' needs the key"):
        true_positive_rate(said, by="system")


# Agreement


def test_two_raters_get_kappa_for_each_question():
    said = ratings(r1=["yy++", "yn+-", "yy0-", "ny+-"], r2=["yy++", "nn+-", "yy-?", "yy++"])
    found = rater_agreement(said).set_index("question")
    assert found.index.tolist() == ["coherent", "sentiment", "true positive"]
    assert set(found["measure"]) == {"Cohen's kappa"}
    assert found["n"].tolist() == [8, 8, 4]
    for question, columns in (("coherent", "coherent"), ("sentiment", "sentiment")):
        one, two = (
            said[said["rater"] == rater][[f"{columns}_1", f"{columns}_2"]].to_numpy().ravel()
            for rater in ("r1", "r2")
        )
        expected = cohen_kappa_score(one, two)
        assert found.loc[question, "value"] == pytest.approx(expected)
    # r1 yes no no no, r2 yes no no yes: agreement 3/4, by chance 1/4 * 1/2 + 3/4 * 1/2 = 1/2
    assert found.loc["true positive", "value"] == pytest.approx(0.5)


def test_gaps_add_alpha_and_more_raters_have_it_alone():
    two = rater_agreement(ratings(r1=["yy++", "yn  "], r2=["yy++", "yy+-"]))
    sentiment = two[two["question"] == "sentiment"]
    assert sentiment["measure"].tolist() == ["Cohen's kappa", "Krippendorff's alpha"]
    assert sentiment["n"].tolist() == [2, 2]  # those that both have answered
    three = rater_agreement(ratings(r1=R1, r2=R2, r3=R1))
    assert set(three["measure"]) == {"Krippendorff's alpha"}
    assert set(three["raters"]) == {3}


def test_what_is_undefined_says_why():
    same = rater_agreement(ratings(r1=["yy++"] * 3, r2=["yy++"] * 3))
    assert same["value"].isna().all()
    assert set(same["status"]) == {"undefined: every rating is the same"}
    assert same["agreement"].tolist() == [1, 1, 1]
    alone = rater_agreement(ratings(r1=R1))
    assert set(alone["status"]) == {"undefined: fewer than two raters"}
    apart = rater_agreement(ratings(r1=["yy++", ""], r2=["", "yy++"]))
    assert set(apart["status"]) == {"undefined: no unit has two ratings"}


def test_both_texts_of_an_item_are_drawn_together():
    """Each item twice over is no news, so the interval of one side is that of both."""
    said = ratings(r1=["yy++", "nn++"] * 10, r2=["yy++", "nn++", "yy--", "yy--", "nn--"] * 4)
    found = rater_agreement(said).set_index("question").loc["coherent"]
    one = said.assign(coherent_2="")
    half = rater_agreement(one).set_index("question").loc["coherent"]
    assert (found["n"], half["n"]) == (40, 20)
    assert (found["low"], found["high"]) == (half["low"], half["high"])
