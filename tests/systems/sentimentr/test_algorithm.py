"""The score of a sentence: by hand, and against a slow second way on any words."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.systems.sentimentr.algorithm import Scorer
from fairnlp.systems.sentimentr.cleaning import clean, count_words

POLARITY = {"good": 0.75, "bad": -0.75, "too much": -2.0, "so so": 0.0, "of hope": 0.5}
SHIFTERS = {"not": 1, "never": 1, "very": 2, "barely": 3, "kind of": 3, "but": 4, "even so": 4}
SCORER = Scorer(POLARITY, SHIFTERS)


def one(sentence):
    words, scores = SCORER.score([sentence])
    return int(words[0]), float(scores[0])


def slowly(sentence):
    """Score a sentence as the rules read, one word after the other."""
    text = clean([sentence])
    n = int(count_words([text])[0])
    for term in [*sorted(POLARITY), *sorted(SHIFTERS)]:
        if " " in term:
            text = re.sub(f"(?<!~~){term}", term.replace(" ", "~~"), text)
    tokens = [token.replace("~~", " ") for token in text.split()]
    total = 0.0
    for at, token in enumerate(tokens):
        if token not in POLARITY:
            continue
        before = [i for i in range(at) if tokens[i] in (",", ";", ":")]
        after = [i for i in range(at + 1, len(tokens)) if tokens[i] in (",", ";", ":")]
        low = before[-1] + 1 if before else max(0, at - 5)
        high = after[0] - 1 if after else min(len(tokens) - 1, at + 2)
        window = {i: SHIFTERS.get(tokens[i]) for i in range(low, high + 1) if i != at}
        tags = list(window.values())
        odd = tags.count(1) % 2
        more = (1 - odd) * tags.count(2) * 0.8
        less = (-odd * tags.count(2) - tags.count(3)) * 0.8
        buts = sum(tag == 4 and i < at for i, tag in window.items())
        if buts:
            more += 1 + 0.25 * buts
        elif 4 in tags:
            less -= 1
        if less <= -1:
            less = -0.999
        total += (1 + (more + less)) * (POLARITY[token] * (-1) ** odd)
    return n, total / math.sqrt(n) if n else 0.0


@pytest.mark.parametrize(
    ("sentence", "words", "score"),
    [
        ("Good.", 1, 0.75),
        ("not good", 2, -0.75 / math.sqrt(2)),
        ("NOT good", 2, -0.75 / math.sqrt(2)),  # LEX-02: no letter case hides a negation
        ("never not good", 3, 0.75 / math.sqrt(3)),
        ("very good", 2, 1.8 * 0.75 / math.sqrt(2)),
        ("not very good", 3, -0.2 * 0.75 / math.sqrt(3)),  # turned into a de-amplifier
        ("barely barely good", 3, 0.001 * 0.75 / math.sqrt(3)),  # the floor
        ("but good", 2, 2.25 * 0.75 / math.sqrt(2)),
        ("good but", 2, 0.001 * 0.75 / math.sqrt(2)),
        ("not, good", 2, 0.75 / math.sqrt(2)),  # a pause ends the window
        ("not,good", 2, 0.0),  # the mark sticks to the word
        ("not a b c d e good", 7, 0.75 / math.sqrt(7)),  # six words back: out of reach
        (", not a b c d e good", 7, -0.75 / math.sqrt(7)),  # unless a pause opens the window
        ("good a not", 3, -0.75 / math.sqrt(3)),
        ("good a b not", 4, 0.75 / math.sqrt(4)),
        ("too  much", 2, 0.0),
        ("too much", 2, -2 / math.sqrt(2)),
        ("mankind of hope", 3, 0.0),  # "kind of" is found inside, and spoils "of hope"
        ("sugar-good", 2, 0.75 / math.sqrt(2)),
        ("'good'", 1, 0.0),
        ("12345 !!!", 0, 0.0),
        ("", 0, 0.0),
    ],
)
def test_a_sentence_scores_as_reckoned_by_hand(sentence, words, score):
    assert one(sentence) == (words, pytest.approx(score, abs=1e-12))
    assert slowly(sentence) == (words, pytest.approx(score, abs=1e-12))


soup = st.lists(
    st.sampled_from(
        [*POLARITY, *SHIFTERS, *"a b film too much of so even kind mankind hope I'm".split()]
        + [*",;:'-.8", ",,", "é", "\0", "Ⓐ", "GOOD", "x\ty"]
    ),
    max_size=18,
).map(" ".join)


@given(sentences=st.lists(soup | st.text(max_size=30), min_size=1, max_size=5))
def test_any_sentences_score_as_the_slow_way_scores_each(sentences):
    words, scores = SCORER.score(sentences)
    assert len(words) == len(sentences)
    for sentence, n, score in zip(sentences, words, scores, strict=True):
        assert (n, pytest.approx(score, abs=1e-12)) == slowly(sentence)


@given(sentences=st.lists(soup, max_size=6))
def test_equal_sentences_and_other_neighbours_change_nothing(sentences):
    _, scores = SCORER.score(sentences)
    _, again = SCORER.score([*sentences[::-1], *sentences])
    assert np.array_equal(again[len(sentences) :], scores)


def test_lex_05_a_phrase_fires_and_one_that_is_broken_up_is_told():
    scorer = Scorer({"too much": -2, "too much time": -1, "sugar-free": 1, "dress shop": 1}, {})
    terms = ["too much", "too much time", "sugar-free", "dress shop", "unknown"]
    assert scorer.fires(terms) == [True, False, False, True, False]


def test_words_of_scripts_without_spaces_are_counted_by_icu():
    pytest.importorskip("icu4py")
    assert count_words(clean(["ภาษาไทย good", "𝒳 don't"]).split("\0")).tolist() == [3, 2]
