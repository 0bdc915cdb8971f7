from __future__ import annotations

import logging

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import MissingDataError, SchemaError, UnknownChoiceError
from fairnlp.corpora import read

ROWS = [("She left.", "pos"), ('He said "no",\nand "yes".', "neg"), ("NA", "pos"), ("", "neg")]


@pytest.fixture
def frame():
    return pd.DataFrame(ROWS, columns=["text", "label"])


def write(frame: pd.DataFrame, path) -> None:
    match path.suffix:
        case ".csv":
            frame.to_csv(path, index=False)
        case ".tsv":
            frame.to_csv(path, index=False, sep="\t")
        case ".parquet":
            frame.to_parquet(path)
        case ".jsonl":
            frame.to_json(path, orient="records", lines=True)


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet", "jsonl"])
def test_every_kind_of_file_gives_the_same_texts(frame, tmp_path, kind):
    write(frame, path := tmp_path / f"mine.{kind}")
    texts = read(path)
    assert texts[["text", "label"]].to_numpy().tolist() == [list(row) for row in ROWS]
    assert texts["text_id"].tolist() == [f"mine-{row:06d}" for row in range(4)]
    assert set(texts["source"]) == {f"mine.{kind}"}
    pd.testing.assert_frame_equal(
        texts, read(frame).assign(text_id=texts["text_id"], source=f"mine.{kind}")
    )


def test_each_line_of_a_text_file_is_a_text(tmp_path):
    (tmp_path / "a.txt").write_bytes("One.\r\n\r\nTwo\u2028still\x0btwo.\nNone\n".encode())
    assert read(tmp_path / "a.txt")["text"].tolist() == [
        "One.",
        "",
        "Two\u2028still\x0btwo.",
        "None",
    ]


@pytest.mark.parametrize("word", ["NA", "None", "nan", "null", "N/A", "", "inf", "1.0"])
def test_words_that_look_like_nothing_are_texts(tmp_path, word):
    (tmp_path / "a.csv").write_text(f'text,label\nx,1\n"{word}",0\n')
    texts = read(tmp_path / "a.csv")
    assert texts["text"].tolist() == ["x", word]
    assert texts["label"].tolist() == ["1", "0"]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_missing_texts_are_empty_and_told_with_their_rows(missing, caplog):
    """LEX-12: the run goes on."""
    frame = pd.DataFrame({"text": pd.Series(["x", missing, "nan", missing], dtype="object")})
    with caplog.at_level(logging.WARNING):
        texts = read(frame)
    assert texts["text"].tolist() == ["x", "", "nan", ""]
    assert caplog.messages == ["data frame: 2 rows have no text and are empty: 1, 3."]


def test_null_in_json_is_missing(tmp_path, caplog):
    (tmp_path / "a.jsonl").write_text('{"text": null}\n{"text": "null"}\n\n{"label": 3}\n')
    assert read(tmp_path / "a.jsonl")["text"].tolist() == ["", "null", ""]
    assert "2 rows have no text" in caplog.text


def test_columns_can_be_named(tmp_path):
    (tmp_path / "a.csv").write_text("id,review,stars,text\n007,Fine.,5,x\n008,Bad.,1,y\n")
    texts = read(tmp_path / "a.csv", text="review", label="stars", text_id="id")
    assert texts.to_numpy().tolist() == [
        ["007", "Fine.", "5", "a.csv"],
        ["008", "Bad.", "1", "a.csv"],
    ]


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ([1, 0], ["1", "0"]),
        ([True, False], ["True", "False"]),
        ([1.0, None], ["1", None]),
        ([0.5, None], ["0.5", None]),
        (["a", None], ["a", None]),
    ],
)
def test_labels_are_words(labels, told):
    got = read(pd.DataFrame({"text": ["x", "y"], "label": labels}))["label"]
    assert got.astype("object").where(got.notna(), None).tolist() == told


def test_a_frame_is_not_changed_and_its_index_does_not_matter(frame):
    frame.index = [3, 3, 1, 0]
    before = frame.copy()
    assert read(frame)["text"].tolist() == [text for text, _ in ROWS]
    pd.testing.assert_frame_equal(frame, before)


def test_html_goes_unless_it_is_wanted():
    frame = pd.DataFrame({"text": ["One.<br>Two."]})
    assert read(frame)["text"].tolist() == ["One. Two."]
    assert read(frame, clean=False)["text"].tolist() == ["One.<br>Two."]


def test_a_draw_keeps_the_ids_of_the_rows():
    frame = pd.DataFrame({"text": [str(row) for row in range(50)]})
    texts = read(frame, limit=5, seed=1)
    assert texts["text_id"].tolist() == [f"frame-{int(text):06d}" for text in texts["text"]]


def test_a_mark_at_the_start_of_a_file_is_no_part_of_a_name(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"\xef\xbb\xbftext\nx\n")
    assert read(tmp_path / "a.csv")["text"].tolist() == ["x"]


def test_bytes_that_are_not_utf8_are_named_and_an_encoding_helps(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"text\nplain\ncaf\xe9\n")
    with pytest.raises(
        SchemaError, match=r"a\.csv, line 3: byte 14 of the file \(b'\\xe9'\) is not utf-8"
    ):
        read(tmp_path / "a.csv")
    assert read(tmp_path / "a.csv", encoding="cp1252")["text"].tolist() == ["plain", "café"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", r"a\.csv has no texts"),
        ("a.csv", "text\n", r"a\.csv has no texts"),
        ("a.txt", "", r"a\.txt has no texts"),
        ("a.jsonl", "\n", r"a\.jsonl has no texts"),
        ("a.csv", "txt,label\nx,y\n", r"a\.csv: .*'text'; choose .*'txt', 'label'\. Did .*'txt'"),
        ("a.csv", "text,text_id\nx,1\ny,1\nz,1\n", r"2 rows have a 'text_id' that .* as '1'"),
        ("a.csv", "text,text_id\nx,1\ny,\n", r"row 1: there is no 'text_id'"),
        ("a.csv", "text,label\nx,y,z\n", r"more fields than the first line"),
        ("a.csv", "text,label\nx,y\nx,y,z\n", r"a\.csv cannot be read as \.csv: .*line 3"),
        ("a.csv", 'text,label\n"x,y\n', r"a\.csv cannot be read as \.csv"),
        ("a.jsonl", '{"text": "x"}\n{"text": \n', r"Line 2 is not JSON"),
        ("a.jsonl", '["x"]\n', r"Line 1 is not a JSON object"),
        ("a.jsonl", '{"text": 5}\n', r"row 0: the text is of type int: 5"),
        ("a.jsonl", '{"text": "\\ud800"}\n', r"row 0: character 0 of the text is a lone surrogate"),
        ("a.parquet", "no parquet", r"a\.parquet cannot be read as \.parquet"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_told_why(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(SchemaError, match=message):
        read(tmp_path / name)


def test_a_missing_file_and_an_unknown_kind_are_named(tmp_path):
    with pytest.raises(MissingDataError, match=r"There is no file .*gone\.csv"):
        read(tmp_path / "gone.csv")
    with pytest.raises(
        UnknownChoiceError, match=r"Unknown kind of file '\.tvs'.*Did you mean '\.tsv'"
    ):
        read(tmp_path / "a.tvs")


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")), min_size=1
    )
)
def test_any_text_comes_back_from_csv_as_it_was(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("any") / "a.csv"
    frame = pd.DataFrame({"n": range(len(texts)), "text": texts})
    frame.to_csv(path, index=False, quoting=1, lineterminator="\n")
    assert read(path, clean=False)["text"].tolist() == texts
