from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.corpora import available, describe
from fairnlp.corpora.contents import draw


def corpus(*texts: str, **columns: list) -> pd.DataFrame:
    ids = [f"t{number}" for number in range(len(texts))]
    return pd.DataFrame({"text_id": ids, "text": list(texts)} | columns)


def test_duplicates_and_empty_texts_are_counted_apart():
    told = describe(
        corpus("abc", "", " \t", "abc", "abc", "ABC", label=["x", "y", "y", "x", "x", "x"])
    )
    assert told == {
        "texts": 6,
        "empty": 2,
        "duplicates": 2,  # the second and the third "abc"; blanks are not told as duplicates
        "characters": 3.0,
        "labels": {"x": 4, "y": 2},
    }
    assert json.loads(json.dumps(told)) == told


def test_a_corpus_without_labels_or_texts_can_be_described():
    assert describe(corpus("ab"))["labels"] == {}
    assert describe(corpus())["characters"] is None


def test_a_frame_that_is_no_corpus_is_refused():
    with pytest.raises(SchemaError, match="lacks `text_id`"):
        describe(pd.DataFrame({"text": ["x"]}))


def test_a_draw_is_the_one_that_numpy_gives_in_the_order_of_the_rows():
    rows = np.random.default_rng(7).choice(100, 10, replace=False)
    drawn = draw(corpus(*map(str, range(100))), limit=10, seed=7)
    assert drawn["text"].tolist() == [str(row) for row in sorted(rows)]
    assert drawn.index.tolist() == list(range(10))


@given(st.integers(1, 30), st.integers(1, 40), st.integers(0, 5))
def test_a_draw_has_no_row_twice_and_keeps_the_order(rows, limit, seed):
    drawn = draw(corpus(*map(str, range(rows))), limit=limit, seed=seed)["text"].astype(int)
    assert len(drawn) == min(rows, limit)
    assert drawn.is_monotonic_increasing
    assert drawn.is_unique


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit):
    with pytest.raises(OptionError, match=f"at least 1, or None for all texts; it is {limit}"):
        draw(corpus("x"), limit=limit, seed=0)


def test_what_is_not_here_is_listed_with_what_gets_it(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path))
    table = available().set_index("name")
    assert not table.loc["reviews, archive", "present"]
    assert table.loc["reviews, archive", "get"].endswith("download=True)")
    assert (table["get"] == "").tolist() == table["present"].tolist()
    assert not table[["texts", "source", "terms", "call"]].isna().any(axis=None)
