from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import RATIONALES, check_frame
from fairnlp.corpora.spans import Marked, rationale_frame, snap, split_folds
from fairnlp.text.words import cut, words

PLAN = "The rotten plan sank."


def marked(text: str, spans: list[tuple[int, int]]) -> list[str]:
    tokens = words(text)
    rationale, _ = snap(text, tokens, spans)
    return [word for word, mark in zip(cut(text, tokens), rationale, strict=True) if mark]


@pytest.mark.parametrize(
    ("span", "found", "moved"),
    [
        ((4, 10), ["rotten"], False),
        ((3, 10), ["rotten"], True),  # starts with a blank
        ((4, 9), ["rotten"], True),  # loses its last letter
        ((4, 12), ["rotten"], True),  # one letter of the next word
        ((4, 15), ["rotten", "plan"], False),
        ((20, 25), ["."], True),  # ends behind the text
        ((6, 8), ["rotten"], True),  # two of six letters
        ((10, 11), [], True),  # a blank alone
        ((7, 7), [], True),  # nothing
    ],
)
def test_a_span_is_put_onto_the_words_it_means(span, found, moved):
    assert marked(PLAN, [span]) == found
    _, shifts = snap(PLAN, words(PLAN), [span])
    assert bool(shifts) is moved
    assert [shift[:2] for shift in shifts] == ([span] if moved else [])


@pytest.mark.parametrize("span", [(-1, 4), (21, 23), (9, 4)])
def test_a_span_that_is_not_in_the_text_is_refused(span):
    with pytest.raises(SchemaError, match=r"span .* is not in the text of 21 characters"):
        snap(PLAN, words(PLAN), [span])


@given(st.text("ab .'", min_size=1), st.data())
def test_spans_of_whole_words_are_not_moved(text, data):
    tokens = words(text)
    wanted = data.draw(st.lists(st.booleans(), min_size=len(tokens), max_size=len(tokens)))
    spans = [span for span, want in zip(tokens, wanted, strict=True) if want]
    assert snap(text, tokens, spans) == (wanted, [])


def test_moved_spans_are_listed_and_told_in_one_warning():
    texts = [
        Marked(text_id=f"t{number}", text=PLAN, label=label, spans=spans)
        for number, (label, spans) in enumerate(
            [("bad", [(3, 10)]), ("bad", [(4, 9), (11, 15)]), ("other", []), ("other", None)]
        )
    ]
    with pytest.warns(UserWarning, match="2 of 3 marked spans") as told:
        frame = rationale_frame(texts, source="plans", folds=2)
    assert len(told) == 1
    check_frame(frame, RATIONALES, name="corpus")
    assert [move["text_id"] for move in frame.attrs["moved"]] == ["t0", "t1"]
    assert frame.attrs["moved"][0] == {
        "text_id": "t0", "start": 3, "end": 10, "word_start": 4, "word_end": 10
    }  # fmt: skip
    # A text in which nothing is marked is another than one for which nobody was asked.
    assert frame["rationale"].tolist() == [
        [False, True, False, False, False],
        [False, True, True, False, False],
        [False] * 5,
        None,
    ]


def test_texts_of_a_group_are_in_one_fold_and_labels_are_spread():
    groups = [f"document {number // 3}" for number in range(300)]
    labels = ["a" if number < 60 else "b" for number in range(300)]
    fold = split_folds(groups, labels, folds=5, seed=3)
    for group in set(groups):
        assert len({fold[row] for row, name in enumerate(groups) if name == group}) == 1
    assert np.bincount(fold[:60]).tolist() == [12] * 5
    assert np.bincount(fold).tolist() == [60] * 5
    assert fold.tolist() == split_folds(groups, labels, folds=5, seed=3).tolist()
    assert fold.tolist() != split_folds(groups, labels, folds=5, seed=4).tolist()


def test_folds_that_are_given_stay():
    texts = [
        Marked(text_id=str(number), text="x", label="a", spans=None, fold=fold)
        for number, fold in enumerate([2, 0, 1])
    ]
    assert rationale_frame(texts, source="mine")["fold"].tolist() == [2, 0, 1]
    mixed = [*texts, Marked(text_id="9", text="x", label="a", spans=None, where="mine.csv, line 5")]
    with pytest.raises(SchemaError, match=r"mine.csv, line 5: this text has no fold"):
        rationale_frame(mixed, source="mine")


def test_one_fold_is_too_few():
    with pytest.raises(OptionError, match="`folds` must be at least 2"):
        split_folds(["a"], ["x"], folds=1, seed=0)


def test_no_texts_and_ids_that_come_twice_are_refused():
    with pytest.raises(SchemaError, match="mine has no texts"):
        rationale_frame([], source="mine")
    twice = [Marked(text_id="a", text="x", label="l", spans=None)] * 2
    with pytest.raises(SchemaError, match="these came before: 'a'"):
        rationale_frame(twice, source="mine")
