from __future__ import annotations

import pytest

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.corpora import rationales
from fairnlp.corpora.eraser import Document
from fairnlp.corpora.film_sentences import SIZES, film_sentences
from fairnlp.text.words import cut, words

OPINION = "honestly the plot was a complete mess , not fun at all ."
PLAIN = "they drive to the old house by the sea ."


def review(number: int, split: str, label: str, span: tuple[int, int] | None) -> Document:
    tokens = [*OPINION.split(), *PLAIN.split(), "the", "end", "."]
    return Document(
        name=f"{label}-{number}",
        split=split,
        label=label,
        tokens=tokens,
        ends=[13, 23, 26],
        spans=[span] if span else [],
        where="reviews",
    )


@pytest.fixture
def documents():
    short, long = (4, 7), (1, 12)
    return [
        *(review(number, "train", label, short) for number in range(6) for label in ("neg", "pos")),
        *(review(number, "train", label, long) for number in (6, 7) for label in ("neg", "pos")),
        *(review(number, "test", "neg", short) for number in range(8, 12)),
    ]


def counts(frame) -> dict[str, int]:
    return frame["label"].value_counts().to_dict()


def test_raw_takes_any_rationale_and_others_of_the_same_reviews(documents):
    frame = film_sentences(documents, variant="raw", folds=2)
    assert counts(frame) == {"neg": 8, "pos": 8, "other": 16}  # the last sentence is too short
    assert set(frame["split"]) == {"train"}
    assert frame["text_id"].iloc[:2].tolist() == ["neg-0-000", "neg-0-001"]


def test_short_leaves_out_sentences_with_a_long_rationale(documents):
    frame = film_sentences(documents, variant="short", folds=2)
    assert counts(frame) == {"neg": 6, "pos": 6, "other": 16}


def test_clean_takes_others_from_reviews_in_which_all_is_marked(documents):
    frame = film_sentences(documents, variant="clean", folds=2)
    assert counts(frame) == {"neg": 6, "pos": 6, "other": 4}
    assert set(frame.loc[frame["label"] == "other", "split"]) == {"test"}
    assert set(frame.loc[frame["label"] != "other", "split"]) == {"train"}


def test_cleanc_marks_no_function_words(documents):
    marked = {}
    for variant in ("clean", "cleanc"):
        row = film_sentences(documents, variant=variant, folds=2).iloc[0]
        pairs = zip(cut(row["text"], row["tokens"]), row["rationale"], strict=True)
        marked[variant] = [word for word, mark in pairs if mark]
    assert marked == {"clean": ["a", "complete", "mess"], "cleanc": ["complete", "mess"]}


def test_sentences_of_a_review_share_a_fold_and_seeds_draw_others(documents):
    frame = film_sentences(documents, variant="raw", folds=3, seed=1)
    assert (frame.groupby("group")["fold"].nunique() == 1).all()
    again = film_sentences(documents, variant="raw", folds=3, seed=1)
    assert frame["fold"].tolist() == again["fold"].tolist()
    few = {"neg": 2, "pos": 2, "other": 2}
    draws = {
        tuple(film_sentences(documents, variant="raw", sizes=few, folds=2, seed=seed)["text_id"])
        for seed in range(5)
    }
    assert len(draws) > 1
    assert {len(draw) for draw in draws} == {6}


def test_what_cannot_be_drawn_is_refused(documents):
    with pytest.raises(UnknownChoiceError, match="Unknown variant 'cleen'.* Did you mean 'clean'"):
        film_sentences(documents, variant="cleen")
    with pytest.raises(UnknownChoiceError, match="Unknown class of sentences 'negative'"):
        film_sentences(documents, sizes={"negative": 3})
    with pytest.raises(OptionError, match="'pos' has 0"):
        film_sentences(documents, sizes={"pos": 0})
    train = [document for document in documents if document.split == "train"]
    with pytest.raises(OptionError, match="No sentence is 'other' in the variant 'clean'"):
        film_sentences(train, variant="clean")


def test_the_film_reviews_give_what_is_known_of_them(data_dir):
    path = data_dir / "movie_rationales.jsonl.gz"
    for variant, other in (("raw", SIZES["other"]), ("clean", 3538)):
        frame = rationales("movies", path=path, sentences=True, variant=variant)
        assert counts(frame) == SIZES | {"other": other}
        assert frame.attrs["moved"] == []
        assert all(words(row.text) == row.tokens for row in frame.head(200).itertuples())
        assert (frame.groupby("fold")["label"].nunique() == 3).all()
