from __future__ import annotations

import json

import pytest

from fairnlp.core.errors import MissingDataError, SchemaError
from fairnlp.corpora import rationales
from fairnlp.corpora.eraser import as_marked, read_documents
from fairnlp.corpora.spans import snap
from fairnlp.text.words import cut, words

DOCS = {
    "one": "the plot is a dull mess .\nit 's long .\n",
    "two": "what a fine cast !\n\nsee it .\n",
}
EVIDENCE = {
    "one": [[{"docid": "one", "start_token": 3, "end_token": 6}]],
    "two": [[{"docid": "two", "start_token": 2, "end_token": 4}, {"docid": "two", "start_token": 4,
            "end_token": 4}]],
}  # fmt: skip


def annotation(name: str, label: str) -> str:
    return json.dumps({"annotation_id": name, "classification": label, "evidences": EVIDENCE[name]})


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    for name, text in DOCS.items():
        (tmp_path / "docs" / name).write_text(text)
    (tmp_path / "train.jsonl").write_text(annotation("one", "NEG") + "\n")
    (tmp_path / "test.jsonl").write_text(annotation("two", "POS") + "\n")
    return tmp_path


def marked_words(frame) -> list[list[str]]:
    return [
        [word for word, mark in zip(cut(text, tokens), marks, strict=True) if mark]
        for text, tokens, marks in zip(
            frame["text"], frame["tokens"], frame["rationale"], strict=True
        )
    ]


def test_a_folder_is_read_with_its_splits(folder):
    first, second = read_documents(folder)
    assert (first.name, first.split, first.label, first.ends) == ("one", "train", "neg", [7, 11])
    assert (second.split, second.ends, second.spans) == ("test", [5, 8], [(2, 4), (4, 4)])
    frame = rationales(folder, folds=2)
    assert frame["text"].tolist() == [
        "the plot is a dull mess . it 's long .",
        "what a fine cast ! see it .",
    ]
    assert marked_words(frame) == [["a", "dull", "mess"], ["fine", "cast"]]
    assert frame["split"].tolist() == ["train", "test"]


def test_documents_may_be_in_one_file(folder):
    for name in DOCS:
        (folder / "docs" / name).unlink()
    lines = [json.dumps({"docid": name, "document": text}) for name, text in DOCS.items()]
    (folder / "docs.jsonl").write_text("\n".join(lines))
    assert [document.name for document in read_documents(folder)] == ["one", "two"]
    (folder / "docs.jsonl").write_text(lines[0])
    with pytest.raises(MissingDataError, match=r"docs.jsonl has no document 'two'"):
        read_documents(folder)


def test_a_part_of_a_document_keeps_what_is_marked_in_it(folder):
    document, _ = read_documents(folder)
    part = as_marked(document, 4, 7)
    assert part.text == "dull mess ."
    assert part.spans == [(0, 9)]
    assert snap(part.text, words(part.text), part.spans) == ([True, True, False], [])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidences": [[{"docid": "one", "start_token": 3, "end_token": 99}]]},
         r"train.jsonl, line 1: the rationale \(3, 99\) is not in the 11 tokens"),
        ({"evidences": [[{"docid": "one", "start_token": 0, "end_token": 1}],
                        [{"docid": "two", "start_token": 0, "end_token": 1}]]},
         r"train.jsonl, line 1: the evidence is in several documents, \['one', 'two'\]"),
        ({"evidences": [[{"docid": "one", "start_token": "x", "end_token": 1}]]},
         "train.jsonl, line 1: invalid literal"),
    ],
)  # fmt: skip
def test_evidence_that_cannot_be_used_is_named(folder, change, message):
    row = json.loads(annotation("one", "NEG")) | change
    (folder / "train.jsonl").write_text(json.dumps(row))
    with pytest.raises(SchemaError, match=message):
        read_documents(folder)


def test_a_field_that_is_missing_is_named(folder):
    (folder / "train.jsonl").write_text('{"annotation_id": "one"}')
    with pytest.raises(SchemaError, match=r"line 1: 'evidences' is missing; it has annotation_id"):
        read_documents(folder)


def test_a_folder_without_annotation_is_refused(tmp_path):
    with pytest.raises(MissingDataError, match="so it is no ERASER folder"):
        read_documents(tmp_path)


def test_one_line_a_document_is_read_too(tmp_path):
    line = {"id": "a", "split": "test", "label": "pos", "tokens": "so good . yes .",
            "sentence_ends": [3, 5], "rationales": [[1, 2]]}  # fmt: skip
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(line))
    (document,) = read_documents(path)
    assert list(document.sentences()) == [(0, 3), (3, 5)]
    path.write_text(json.dumps(line | {"sentence_ends": [3, 4]}))
    with pytest.raises(SchemaError, match="the ends of sentences must rise up to 5"):
        read_documents(path)
