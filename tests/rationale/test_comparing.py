from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.rationale import compare


def table(first, second, *, runs=2, names=("one", "two")):
    n = len(first)
    return pd.DataFrame(
        {
            "model": [names[0]] * n + [names[1]] * n,
            "fold": [at // runs for at in range(n)] * 2,
            "run": [at % runs for at in range(n)] * 2,
            "flips": [*first, *second],
        }
    )


def test_the_corrected_test_by_hand():
    rng = np.random.default_rng(0)
    first, second = rng.normal(size=10), rng.normal(0.5, size=10)
    found = compare(table(first, second), [("one", "two")], value="flips").iloc[0]
    difference = second - first
    error = np.sqrt(difference.var(ddof=1) * (1 / 10 + 1 / 4))  # five folds: 1 tested, 4 trained
    assert found["n"] == 10
    assert found["difference"] == pytest.approx(difference.mean())
    assert found["p"] == pytest.approx(2 * stats.t.sf(abs(difference.mean() / error), 9))
    assert found["high"] - found["low"] == pytest.approx(2 * stats.t.ppf(0.975, 9) * error)
    assert found["p_signed_rank"] == pytest.approx(stats.wilcoxon(second, first).pvalue)


def test_without_test_texts_it_is_the_paired_t_test():
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=8), rng.normal(size=8)
    found = compare(table(first, second), [("one", "two")], value="flips", test_share=0).iloc[0]
    assert found["p"] == pytest.approx(stats.ttest_rel(second, first).pvalue)


def test_the_order_only_turns_the_sign():
    frame = table([1, 2, 3, 5], [2, 2, 5, 9])
    found = compare(frame, [("one", "two"), ("two", "one")], value="flips")
    assert found["difference"].tolist() == [1.75, -1.75]
    assert found["effect"].tolist() == [1, -1]
    assert found["p"].nunique() == 1
    assert (found["p_adjusted"] == np.minimum(1, 2 * found["p"])).all()
    assert found[["higher", "lower"]].to_numpy().tolist() == [[3, 0], [0, 3]]


def test_models_that_never_differ():
    found = compare(table([1, 2, 3, 4], [1, 2, 3, 4]), [("one", "two")], value="flips").iloc[0]
    assert (found["difference"], found["p"], found["effect"]) == (0, 1, 0)


def test_one_pair_is_not_testable():
    found = compare(table([1], [2]), [("one", "two")], value="flips").iloc[0]
    assert found["n"] == 1
    assert np.isnan(found["p"])
    assert found["verdict"] == "not testable"


def test_a_missing_figure_leaves_its_pair_out():
    found = compare(table([1, np.nan, 3, 4], [2, 2, 5, 9]), [("one", "two")], value="flips")
    assert found.loc[0, "n"] == 3
    assert found.loc[0, "first_mean"] == pytest.approx(8 / 3)


def test_groups_are_one_family():
    frame = pd.concat(
        [table([1, 2, 3, 5], [2, 2, 5, 9]).assign(test=name) for name in ("test", "reversed")]
    )
    found = compare(frame, [("one", "two")], value="flips", by=["test"])
    assert found["test"].tolist() == ["test", "reversed"]
    assert (found["p_adjusted"] > found["p"]).all()
    with pytest.raises(OptionError, match="two figures for .*; name the columns"):
        compare(frame, [("one", "two")], value="flips")


def test_what_is_not_there_is_told():
    frame = table([1, 2], [2, 3])
    with pytest.raises(UnknownChoiceError, match="Unknown model 'three'"):
        compare(frame, [("one", "three")], value="flips")
    with pytest.raises(SchemaError, match="`results` lacks `macro_f1`"):
        compare(frame, [("one", "two")])
