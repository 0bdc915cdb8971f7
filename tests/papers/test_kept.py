"""Tables that are kept come back as they were."""

from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import MissingDataError
from fairnlp.papers import kept

CONTRACT = {"word": "str", "kind": "str, empty for none", "n": "int", "share": "float"}


def test_words_that_look_missing_and_missing_numbers_come_back(tmp_path):
    table = pd.DataFrame(
        {
            "word": ["nan", "None", "NA"],  # bread, and two others
            "kind": ["", "capitals", ""],
            "n": [1, 2, 3],
            "share": [0.1, float("nan"), 1 / 3],
        }
    ).astype({"word": "str", "kind": "str"})
    files = kept.keep(tmp_path / "a", {"words": table}, {"paper": "toy"})
    assert [file.name for file in files] == ["words.csv", "manifest.json"]
    tables, manifest = kept.read(tmp_path / "a", {"words": CONTRACT})
    pd.testing.assert_frame_equal(tables["words"], table)
    assert manifest == {"paper": "toy"}


def test_whole_numbers_that_may_be_missing_give_the_same_bytes_again(tmp_path):
    table = pd.DataFrame({"rank": pd.array([0, None, 7], dtype="Int64")})
    kept.keep(tmp_path / "a", {"ranks": table}, {})
    tables, _ = kept.read(tmp_path / "a", {"ranks": {"rank": "Int64"}})
    kept.keep(tmp_path / "b", tables, {})
    assert (tmp_path / "a" / "ranks.csv").read_bytes() == (
        tmp_path / "b" / "ranks.csv"
    ).read_bytes()


def test_an_empty_table_comes_back(tmp_path):
    kept.keep(tmp_path, {"words": pd.DataFrame(columns=[*CONTRACT])}, {})
    tables, _ = kept.read(tmp_path, {"words": CONTRACT})
    assert tables["words"].empty
    assert list(tables["words"]) == list(CONTRACT)


def test_what_is_missing_is_named(tmp_path):
    kept.keep(tmp_path / "toy", {"words": pd.DataFrame({"word": ["a"]})}, {})
    with pytest.raises(MissingDataError, match="toy has no more.csv; make it: fairnlp reproduce"):
        kept.read(tmp_path / "toy", {"words": CONTRACT, "more": CONTRACT})
