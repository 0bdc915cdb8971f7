from __future__ import annotations

import json

import pandas as pd
import pytest

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError, UnknownChoiceError
from fairnlp.corpora import rationales

ROWS = [
    {"text": "The rotten plan sank.", "label": "bad", "spans": [[4, 10]], "fold": 1},
    {"text": "So dull.", "label": "bad", "spans": [3, 4, 5, 6], "fold": 0},
    {"text": "It rained.", "label": "other", "spans": [], "fold": 1},
    {"text": "NA", "label": "other", "spans": None, "fold": 0},
]
WANTED = [[False, True, False, False, False], [False, True, False], [False] * 3, None]


def test_a_table_of_your_own_gives_the_same_from_every_kind_of_file(tmp_path):
    lines, table = tmp_path / "mine.jsonl", tmp_path / "mine.csv"
    lines.write_text("\n".join(json.dumps(row) for row in ROWS))
    cells = [row | {"spans": "" if row["spans"] is None else row["spans"]} for row in ROWS]
    pd.DataFrame(cells).to_csv(table, index=False)
    for source in (lines, table, pd.DataFrame(ROWS)):
        corpus = rationales(source)
        assert corpus["rationale"].tolist() == WANTED
        assert corpus["fold"].tolist() == [1, 0, 1, 0]
        assert corpus["text"].tolist() == [row["text"] for row in ROWS]
    assert rationales(table)["text_id"].iloc[0] == "mine-000000"


def test_groups_and_features_come_along(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(
        "text_id,text,label,spans,group,context:age,annotated:irony\n"
        "a,One.,x,[],g,0.5,true\nb,Two.,y,[],g,2,0\nc,Three.,y,[],h,-1,False\n"
    )
    corpus = rationales(path, folds=2)
    assert corpus["context:age"].tolist() == [0.5, 2.0, -1.0]
    assert corpus["annotated:irony"].tolist() == [True, False, False]
    assert corpus["fold"].tolist()[0] == corpus["fold"].tolist()[1]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("b,x,\"[[1, 2, 3]]\",0,0", "mine.csv, line 3: too many values"),
        ("b,x,{},0,0", "mine.csv, line 3: `spans` must be a list such as"),
        ("b,x,rotten,0,0", "mine.csv, line 3: Expecting value"),
        ("b,x,\"[[0, 9], [7, 9]]\",0,0", r"mine.csv, line 3: the span \(7, 9\) is not in the text"),
        ("b,x,[],0,perhaps", "line 3: `annotated:irony` must be true or false, not 'perhaps'"),
        ("b,x,[],-1,0", "line 3: `fold` must be a whole number from 0 on, not '-1'"),
        ("b,x,[],1.5,0", "line 3: invalid literal"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named(tmp_path, row, message):
    path = tmp_path / "mine.csv"
    path.write_text(f"text,label,spans,fold,annotated:irony\na,x,[],0,1\n{row}\n")
    with pytest.raises(SchemaError, match=message):
        rationales(path)


def test_columns_that_are_missing_are_named():
    with pytest.raises(SchemaError, match="data frame, row 0: label, spans missing; it has text"):
        rationales(pd.DataFrame({"text": ["a"]}))
    with pytest.raises(SchemaError, match="data frame, row 0: the text is of type int"):
        rationales(pd.DataFrame({"text": [1], "label": ["a"], "spans": [[]]}))


def test_data_that_is_not_there_is_told_with_its_address(monkeypatch, tmp_path):
    monkeypatch.delenv("FAIRNLP_TEST_DATA", raising=False)
    with pytest.raises(MissingDataError, match=r"'movies' is not on this machine\. Get it from"):
        rationales("movies")
    monkeypatch.setenv("FAIRNLP_TEST_DATA", str(tmp_path))
    with pytest.raises(MissingDataError, match=r"looked for .*movie_rationales.jsonl.gz"):
        rationales("movies")
    with pytest.raises(MissingDataError, match=r"looked for .*nowhere"):
        rationales("hatexplain", path=tmp_path / "nowhere")


def test_what_is_not_known_is_refused(tmp_path):
    with pytest.raises(UnknownChoiceError, match="Unknown corpus with rationales 'movie'"):
        rationales("movie")
    with pytest.raises(MissingDataError, match="There is no file or folder"):
        rationales(tmp_path / "mine.csv")
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(ROWS[0]))
    with pytest.raises(OptionError, match="`sentences` is for documents"):
        rationales(path, sentences=True)
