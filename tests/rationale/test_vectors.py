from __future__ import annotations

import gzip

import numpy as np
import pytest

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.rationale import corpus_vectors, read_vectors
from fairnlp.rationale.vectors import _company, _ppmi
from tests.rationale.posts import posts

TEXTS = [["the", "red", "cup"], ["The", "blue", "cup"], ["a", "red", "door"], ["a", "blue", "door"]]


def test_words_of_the_same_company_are_near():
    made = corpus_vectors(TEXTS * 3, size=4, window=2)
    at = {
        word: made.matrix[row] / np.linalg.norm(made.matrix[row])
        for row, word in enumerate(made.words)
    }
    assert at["red"] @ at["blue"] > 0.9 > at["red"] @ at["cup"]
    np.testing.assert_allclose(np.linalg.norm(made.matrix, axis=1), 2, rtol=1e-5)


def test_ppmi_is_the_definition():
    """Against the formula, cell by cell, on a text of which the pairs can be listed."""
    texts = [[0, 1, 2], [0, 1]]
    pairs = [(0, 1), (1, 0), (1, 2), (2, 1), (0, 1), (1, 0)]
    table = _ppmi(_company(texts, window=1), 3).toarray()
    count = np.zeros((3, 3))
    for pair in pairs:
        count[pair] += 1
    context = count.sum(axis=0) ** 0.75 / (count.sum(axis=0) ** 0.75).sum()
    for word in range(3):
        for other in range(3):
            share = count[word, other] / count[word].sum()
            want = max(0, np.log(share / context[other])) if share else 0
            assert table[word, other] == pytest.approx(want)


def test_company_stays_within_a_text():
    first, second = _company([[0, 1], [2]], window=5)
    assert sorted(zip(first.tolist(), second.tolist(), strict=True)) == [(0, 1), (1, 0)]


def test_the_same_seed_gives_the_same_vectors_on_any_number_of_threads():
    from threadpoolctl import threadpool_limits

    tokens = [text.split() for text in posts(60)["text"]]
    made = []
    for threads in (1, 2):
        with threadpool_limits(limits=threads):
            made.append(corpus_vectors(tokens, size=8, seed=3))
    np.testing.assert_array_equal(made[0].matrix, made[1].matrix)


def test_the_unknown_word_is_in_the_middle():
    made = corpus_vectors([*TEXTS * 2, ["one", "rare", "thing"]], size=3, min_count=2)
    assert "rare" not in made.words
    np.testing.assert_allclose(made.unknown, made.matrix.mean(axis=0))


def test_fewer_words_give_fewer_numbers():
    assert corpus_vectors(TEXTS, size=100).size == 7  # six words and the unknown one


@pytest.mark.parametrize("texts", [[], [[]], [["alone"]], [["once", "each"]]])
def test_texts_that_tell_nothing_are_refused(texts):
    with pytest.raises(OptionError, match="beside another word"):
        corpus_vectors(texts, min_count=2)


def test_a_count_below_one_is_refused():
    with pytest.raises(OptionError, match="window is 0"):
        corpus_vectors(TEXTS, window=0)


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("head", ["", "3 2\n"], ids=["glove", "word2vec"])
def test_both_text_formats_are_read(tmp_path, head):
    file = write(tmp_path / "v.txt", f"{head}Cup 1 2\ncup 9 9\nnaïve -1 0.5\n. . 3 4\n")
    made = read_vectors(file)
    assert made.words == ("cup", "naïve", ". .")
    scale = np.sqrt(np.mean(np.square([1, 2, -1, 0.5, 3, 4])))
    np.testing.assert_allclose(made.matrix * scale, [[1, 2], [-1, 0.5], [3, 4]], rtol=1e-6)
    np.testing.assert_allclose(made.unknown, made.matrix.mean(axis=0), rtol=1e-6)
    assert (made.source, made.size) == ("v.txt", 2)


def test_only_the_words_asked_for_are_kept_and_coverage_is_told(tmp_path):
    packed = tmp_path / "v.txt.gz"
    packed.write_bytes(gzip.compress(b"cup 1 2\ndoor 3 4\n"))
    made = read_vectors(packed, words={"Cup", "tea"})
    assert made.words == ("cup",)
    assert made.coverage([["A", "cup"], ["Cup", "tea"]]) == 0.5
    assert np.isnan(made.coverage([[]]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("cup 1 2\ndoor 3\n", "line 2: 1 numbers; 2 are needed"),
        ("cup 1 2\ndoor 3 4 5\n", "line 2: 3 numbers; 2 are needed"),
        ("2 3\ncup 1 2\n", "line 2: 2 numbers; 3 are needed"),
        ("cup 1 2\ndoor 3 x\n", "line 2: .*'x'"),
        ("cup 1 2\ndoor nan 4\n", "line 2: a number is not finite"),
        ("cup 1 2\n\n", "line 2: 0 numbers"),
        ("cup\n", "line 1: 0 numbers; 1 are needed"),
    ],
)
def test_the_line_that_is_wrong_is_told(tmp_path, content, message):
    with pytest.raises(SchemaError, match=message):
        read_vectors(write(tmp_path / "v.txt", content))


def test_a_file_without_what_is_needed_is_refused(tmp_path):
    with pytest.raises(MissingDataError, match="There is no file"):
        read_vectors(tmp_path / "none.txt")
    with pytest.raises(OptionError, match="no vectors in 0 lines"):
        read_vectors(write(tmp_path / "empty.txt", ""))
    with pytest.raises(OptionError, match="none of the 1 words asked for in 1 lines"):
        read_vectors(write(tmp_path / "v.txt", "cup 1 2\n"), words=["tea"])
    (tmp_path / "v.bin").write_bytes(b"2 2\ncup \xff\xfe\n")
    with pytest.raises(SchemaError, match="line 2: not UTF-8.*binary"):
        read_vectors(tmp_path / "v.bin")
