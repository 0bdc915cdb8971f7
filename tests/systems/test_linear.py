"""The linear system: scikit-learn's numbers, faster in batches; trained and kept with care."""

from __future__ import annotations

import math
import threading

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from fairnlp.systems.linear import LinearSystem

TERMS = ["bad", "bad film", "film", "good", "good film", "so", "so good", "σας", "1990s"]
PIECES = [
    *"., !-'’",
    " ",
    "\n",
    "bad",
    "film",
    "Good",
    "SO",
    "a",
    "1990s",
    "ΑΣ",
    "ΣΑΣ",
    "İ",
    "_x",
    "ß",
]
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=30)


def fixed(vocabulary=TERMS):
    numbers = np.random.default_rng(0).normal(size=(2, len(vocabulary)))
    return LinearSystem(vocabulary, idf=1 + np.abs(numbers[0]), weights=numbers[1], intercept=0.1)


@given(st.lists(texts, min_size=1, max_size=6))
def test_words_and_pairs_are_counted_as_scikit_learn_counts_them(batch):
    want = CountVectorizer(vocabulary=TERMS, ngram_range=(1, 2)).transform(batch)
    np.testing.assert_array_equal(fixed()._counts(batch).toarray(), want.toarray())


@given(st.lists(texts, min_size=1, max_size=6))
def test_a_score_does_not_depend_on_the_batch(batch):
    """RUN-06: to the last bit."""
    system = fixed()
    together = system.scores([*batch, *batch[::-1]])
    assert together.tolist() == [*(s := [system.scores([t])[0] for t in batch]), *s[::-1]]


def test_an_unknown_text_scores_by_the_intercept_alone():
    """LEX-12."""
    np.testing.assert_allclose(fixed().scores(["", "   ", "xyz"]), [1 / (1 + math.exp(-0.1))] * 3)


def test_no_texts_give_no_answers():
    assert (fixed().labels([]), fixed().scores([]).shape) == ([], (0,))


def test_the_known_words_are_the_single_words():
    assert fixed().known_words == {"bad", "film", "good", "so", "σας", "1990s"}


def test_two_that_write_at_once_leave_one_whole_file(tmp_path):
    path = tmp_path / "model.npz"
    threads = [threading.Thread(target=fixed().save, args=(path,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert LinearSystem.load(path).scores(["good"]) == fixed().scores(["good"])
    assert list(tmp_path.iterdir()) == [path]
