from __future__ import annotations

import gzip
import json

import pytest

from fairnlp.core.errors import MissingDataError, SchemaError
from fairnlp.corpora import rationales
from fairnlp.text.words import cut

HEAD = "spans,text\n"


def marked(frame) -> list[list[str] | None]:
    return [
        None
        if marks is None
        else [word for word, mark in zip(cut(text, tokens), marks, strict=True) if mark]
        for text, tokens, marks in zip(
            frame["text"], frame["tokens"], frame["rationale"], strict=True
        )
    ]


def test_toxic_spans_of_a_folder_are_read_in_order(tmp_path):
    (tmp_path / "tsd_trial.csv").write_text(HEAD + '"[4, 5, 6, 7]",so dull\n')
    train = HEAD + '"[0, 1, 2, 3, 9, 10, 11, 12]","Dull and\ndrab, that"\n[],It rained\n'
    (tmp_path / "toxic_spans_train.csv.gz").write_bytes(gzip.compress(train.encode()))
    with pytest.warns(UserWarning, match="toxic_spans: 1 of 3 marked spans"):
        frame = rationales("toxic_spans", path=tmp_path, folds=2)
    assert frame["text_id"].tolist() == [
        "toxic_spans_train-00000", "toxic_spans_train-00001", "tsd_trial-00000"
    ]  # fmt: skip
    assert frame["label"].tolist() == ["toxic", "no span", "toxic"]
    assert marked(frame) == [["Dull", "drab"], [], ["dull"]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEAD + '[],a\n"[1, x]",b\n', r"tsd_train.csv, line 3: `spans` must be a list of places"),
        ("text\na\n", r"tsd_train.csv, line 2: spans missing; it has text"),
        (HEAD + "[40],short\n", r"tsd_train.csv, line 2: the span \(40, 41\) is not in the text"),
    ],
)
def test_a_wrong_line_of_toxic_spans_is_named(tmp_path, content, message):
    (tmp_path / "tsd_train.csv").write_text(content)
    with pytest.raises(SchemaError, match=message):
        rationales("toxic_spans", path=tmp_path / "tsd_train.csv")


def test_a_folder_without_toxic_spans_is_refused(tmp_path):
    with pytest.raises(MissingDataError, match="has none of toxic_spans_train.csv"):
        rationales("toxic_spans", path=tmp_path)


def post(labels, rationales_, tokens="a dull grey plan", targets=("None",) * 3) -> dict:
    return {
        "annotators": [
            {"label": label, "annotator_id": number, "target": [target]}
            for number, (label, target) in enumerate(zip(labels, targets, strict=True))
        ],
        "rationales": rationales_,
        "post_tokens": tokens.split(),
    }


def test_hatexplain_goes_by_majorities(tmp_path):
    targets = ("Painters", "Painters", "None")
    content = {
        "one": post(["offensive"] * 3, [[0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]], targets=targets),
        "two": post(["normal", "normal", "offensive"], [[0, 1, 0, 0]]),
        "three": post(["normal", "hatespeech", "offensive"], []),
        # one of two is no majority; an annotator who marked nothing has no say
        "four": post(["hatespeech"] * 2 + ["normal"], [[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]),
    }
    path = tmp_path / "dataset.json"
    path.write_text(json.dumps(content))
    frame = rationales("hatexplain", path=tmp_path, folds=2)
    assert frame["text_id"].tolist() == ["one", "two", "four"]  # three has no majority
    assert frame["label"].tolist() == ["offensive", "normal", "hatespeech"]
    assert marked(frame) == [["dull", "grey"], None, ["dull"]]
    assert frame["annotated:Painters"].tolist() == [True, False, False]
    assert frame["text"].iloc[0] == "a dull grey plan"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{\n'a'", "dataset.json, line 2: this is not JSON"),
        ("[]", "dataset.json must hold one JSON object"),
        ('{"p": {"annotators": []}}', "post 'p': 'post_tokens' is missing"),
        (json.dumps({"p": post(["x"] * 3, [[1, 0]])}), "post 'p': a rationale has another length"),
    ],
)
def test_a_wrong_post_of_hatexplain_is_named(tmp_path, content, message):
    path = tmp_path / "dataset.json"
    path.write_text(content)
    with pytest.raises(SchemaError, match=message):
        rationales("hatexplain", path=path)


def test_the_posts_of_toxic_spans_give_what_is_known_of_them(data_dir):
    with pytest.warns(UserWarning, match="marked spans do not start and end with words"):
        frame = rationales("toxic_spans", path=data_dir)
    assert frame["label"].value_counts().to_dict() == {"toxic": 9707, "no span": 922}
    assert len(frame.attrs["moved"]) < 400
