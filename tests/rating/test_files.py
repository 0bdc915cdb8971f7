"""Sheets as CSV: what is written is what is read, and what is wrong is named."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.rating.files import ITEMS, RATINGS, read_ratings, read_sheet, sheet_bytes
from tests.rating.toys import ITEMS as THREE

ANSWERS = {
    "i1": {
        "coherent_1": "yes",
        "sentiment_1": "unsure",
        "coherent_2": "no",
        "note": "None",
    },
    "i3": {"note": "NA"},
}


def sheet(path, answers=ANSWERS, items=THREE, rater="r1"):
    path.write_bytes(sheet_bytes(items, answers, rater=rater))
    return path


def edited(path, old: str, new: str):
    text = path.read_bytes().decode("utf-8-sig")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode("utf-8-sig"))
    return path


def test_items_come_back_as_they_were(tmp_path):
    pd.testing.assert_frame_equal(read_sheet(sheet(tmp_path / "s.csv")), THREE)


@given(st.lists(st.text(), min_size=2, max_size=2), st.text())
def test_every_text_and_note_comes_back(tmp_path_factory, texts, note):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    items = pd.DataFrame({"item_id": ["i1"], "text_1": texts[:1], "text_2": texts[1:]})
    sheet(path, {"i1": {"note": note}}, items)
    assert read_sheet(path)[["text_1", "text_2"]].to_numpy().tolist() == [texts]
    assert read_ratings(path)["note"].tolist() == [note]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@a", "'=1", "\t1"])
def test_no_cell_is_a_formula_for_a_spreadsheet(cell, tmp_path):
    sheet(tmp_path / "s.csv", {"i1": {"note": cell}})
    rows = csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text("utf-8-sig"), newline=""))
    assert next(rows)["note"] == f"'{cell}"
    assert read_ratings(tmp_path / "s.csv")["note"][0] == cell


def test_ratings_come_back_with_what_was_not_answered(tmp_path):
    read = read_ratings([sheet(tmp_path / "s.csv")])
    assert list(read.columns) == list(RATINGS)
    assert read["item_id"].tolist() == ["i1", "i2", "i3"]
    assert read["coherent_1"].tolist() == ["yes", "", ""]
    assert read["note"].tolist() == ["None", "", "NA"]  # words, not missing values


def test_a_sheet_without_names_is_of_the_rater_whom_the_file_is_named_after(tmp_path):
    files = [sheet(tmp_path / f"{name}.csv", rater="") for name in ("anna", "ben")]
    assert read_ratings(files)["rater"].unique().tolist() == ["anna", "ben"]


def test_what_a_spreadsheet_saves_is_read(tmp_path):
    """With semicolons, without the texts, in capitals, with empty lines at the end."""
    head = "item_id;coherent_1;sentiment_1;coherent_2;sentiment_2"
    path = tmp_path / "anna.csv"
    path.write_text(f"{head}\ni1;YES;Positive ;yes;neutral\n;;;;\n")
    row = read_ratings(path).iloc[0]
    assert row.tolist() == ["anna", "i1", "yes", "positive", "yes", "neutral", ""]


def test_a_rater_may_leave_out_items(tmp_path):
    one = sheet(tmp_path / "one.csv", rater="r1")
    two = sheet(tmp_path / "two.csv", items=THREE[:1], rater="r2")
    read = read_ratings([two, one])
    assert read["rater"].tolist() == ["r2"] * 3 + ["r1"] * 3


def test_missing_columns_are_named(tmp_path):
    path = edited(sheet(tmp_path / "s.csv"), "coherent_2", "fine_2")
    with pytest.raises(SchemaError, match=r"s\.csv` lacks `coherent_2` \(str, yes, no; or empty\)"):
        read_ratings(path)
    path = edited(path, "text_1", "text")
    with pytest.raises(SchemaError, match="lacks `text_1`"):
        read_sheet(path)


def test_a_value_that_is_not_allowed_is_named_with_its_line(tmp_path):
    path = edited(sheet(tmp_path / "s.csv"), "unsure", "mixed")
    message = (
        r"s\.csv, line 2: sentiment_1 is 'mixed'; allowed are 'positive', 'negative', 'neutral', "
        "'unsure', or empty"
    )
    with pytest.raises(SchemaError, match=message):
        read_ratings(path)


def test_an_item_that_is_not_known_is_named(tmp_path):
    path = sheet(tmp_path / "s.csv")
    with pytest.raises(SchemaError, match="has the item 'i3', which is not among the 2"):
        read_ratings(path, items=THREE[:2])
    other = sheet(tmp_path / "t.csv", items=THREE[:1].assign(item_id="x"), rater="r2")
    with pytest.raises(SchemaError, match=r"t\.csv has the item 'x'"):
        read_ratings([path, other])


def test_an_item_that_comes_twice_is_named(tmp_path):
    path = edited(sheet(tmp_path / "s.csv"), "i2", "i1")
    with pytest.raises(SchemaError, match="item 'i1' comes twice"):
        read_ratings(path)


def test_two_files_of_one_rater_and_two_raters_in_one_file_are_refused(tmp_path):
    files = [sheet(tmp_path / name) for name in ("s.csv", "t.csv")]
    with pytest.raises(SchemaError, match="both of rater 'r1'"):
        read_ratings(files)
    with pytest.raises(SchemaError, match=r"several raters \(r1, r2\)"):
        read_ratings(edited(files[0], ",r1", ",r2"))


@pytest.mark.parametrize("rater", ["majority", "a/b", "..", "an na"])
def test_an_id_that_can_name_no_file_is_refused(tmp_path, rater):
    with pytest.raises(OptionError, match="cannot be the id of a rater"):
        read_ratings(sheet(tmp_path / "s.csv", rater=rater))


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(OptionError, match="No sheet was given"):
        read_ratings([])
    with pytest.raises(MissingDataError, match=r"There is no sheet .*s\.csv"):
        read_ratings(tmp_path / "s.csv")
    (tmp_path / "s.csv").write_bytes("item_id,é".encode("latin-1"))
    with pytest.raises(SchemaError, match="save it from the spreadsheet as 'CSV UTF-8'"):
        read_ratings(tmp_path / "s.csv")
    long = THREE[:1].assign(text_1="x" * (csv.field_size_limit() + 1))
    with pytest.raises(SchemaError, match=r"line \d+, cannot be read as CSV: field larger"):
        read_sheet(sheet(tmp_path / "s.csv", items=long))


def test_an_empty_file_lacks_its_columns(tmp_path):
    (tmp_path / "s.csv").write_bytes(b"")
    with pytest.raises(SchemaError, match="lacks `item_id`"):
        read_sheet(tmp_path / "s.csv")
    assert list(read_sheet(sheet(tmp_path / "t.csv", items=THREE[:0])).columns) == list(ITEMS)
