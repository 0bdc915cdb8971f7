from __future__ import annotations

import gzip

import pytest

from fairnlp.core.errors import MissingDataError, SchemaError, UnknownChoiceError
from fairnlp.corpora.records import read_records


def test_rows_come_with_the_line_they_start_on(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(b'text,spans\n"one\ntwo",[]\n\nNA,\n')
    assert list(read_records(path)) == [
        (2, {"text": "one\ntwo", "spans": "[]"}),
        (5, {"text": "NA", "spans": ""}),
    ]


def test_packed_files_and_json_lines_are_read(tmp_path):
    path = tmp_path / "mine.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n\n{"a": null}\n'))
    assert list(read_records(path)) == [(1, {"a": 1}), (3, {"a": None})]
    tabs = tmp_path / "mine.tsv"
    tabs.write_text("a\tb\n1\t2\n")
    assert list(read_records(tabs)) == [(2, {"a": "1", "b": "2"})]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b'{"a": 1}\n{a}\n', "a.jsonl, line 2 is not JSON"),
        ("a.jsonl", b"[1]\n", r"a.jsonl, line 1 is not a JSON object: \[1\]"),
        ("a.csv", b"a,b\n1,2\n3\n", "a.csv, line 3: 1 cells, but 2 columns"),
        ("a.csv", b'a,b\n1,2\n"3,4\n', "a.csv, line 3: .* Are all quotation marks closed"),
        ("a.csv", b"a,b\n\xff,2\n", "a.csv, line 2: this is not UTF-8"),
        ("a.csv.gz", b"a,b\n", "a.csv.gz cannot be unpacked"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SchemaError, match=message):
        list(read_records(tmp_path / name))


def test_a_file_that_is_missing_or_of_another_kind_is_refused(tmp_path):
    with pytest.raises(MissingDataError, match="There is no file"):
        list(read_records(tmp_path / "a.csv"))
    with pytest.raises(UnknownChoiceError, match=r"Unknown kind of file '.xlsx'"):
        list(read_records(tmp_path / "a.xlsx"))
