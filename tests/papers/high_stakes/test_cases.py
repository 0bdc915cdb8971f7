from __future__ import annotations

import json

import pytest

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.papers.high_stakes.cases import make_case

ROWS = [
    ("You on about a rotten plan", "bad", [[15, 21]]),
    ("A dull day on a bus", "bad", [[2, 6]]),
    ("Off to lunch", "other", None),
    ("A walk on the hill", "other", None),
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.jsonl"
    rows = [{"text": text, "label": label, "spans": spans} for text, label, spans in ROWS]
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def test_the_planted_posts_come_with_their_halves_and_words():
    case = make_case("planted", quick=True, strength=0.3)
    assert list(case.tests) == ["ordinary", "reversed"]
    assert case.tests["reversed"]["text_id"].equals(case.frame["text_id"])
    assert (case.target, case.asked) == ("complaint", ("a", "on", "into", "of", "that", "just"))
    assert case.frame.attrs["strength"] == 0.3
    assert len(case.context) == 4
    assert case.groups == ["annotated:context needed", "annotated:weekend"]


def test_a_corpus_of_your_own_is_asked_about_words_that_it_has(file):
    case = make_case(str(file), folds=2)
    assert case.target == "bad"  # the one class with rationales
    assert case.asked == ("a", "on")
    assert case.tests == {}
    assert make_case(str(file), folds=2, target="other").target == "other"
    with pytest.raises(UnknownChoiceError, match="Unknown target 'worse'"):
        make_case(str(file), folds=2, target="worse")


def test_several_classes_with_rationales_need_a_word_on_which(file):
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    rows[2]["spans"] = [[0, 3]]
    file.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(OptionError, match=r"Classes with rationales: \['bad', 'other'\]"):
        make_case(str(file), folds=2)


def test_a_corpus_that_is_not_there_is_refused():
    with pytest.raises(UnknownChoiceError, match="Unknown corpus 'plantd'.*Did you mean 'planted'"):
        make_case("plantd")


def test_film_sentences_come_with_vectors_of_whole_reviews(data_dir):
    path = data_dir / "movie_rationales.jsonl.gz"
    case = make_case("movies", path=path, variant="cleanc", quick=True)
    assert case.target == "neg"
    assert case.frame["label"].value_counts().to_dict() == {"other": 1500, "pos": 300, "neg": 150}
    assert case.vectors is not None
    assert any("part of what is learned may be the reviews" in said for said in case.told)
