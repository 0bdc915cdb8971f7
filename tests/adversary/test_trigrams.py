from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fairnlp.adversary import TrigramModel
from fairnlp.core.errors import OptionError
from fairnlp.text.words import cut, words
from tests.adversary.toys import OTHERS, TEXTS


def by_hand(texts: list[str], d: float):
    """The same model, one word at a time."""
    rows = [["<", "<", *(w.lower() for w in cut(t, words(t))), ">"] for t in texts]
    grams = {
        n: Counter(tuple(r[i - n + 1 : i + 1]) for r in rows for i in range(2, len(r)))
        for n in (1, 2, 3)
    }
    known = {w for r in rows for w in r[2:]}
    size = len(known) + 1  # the unknown word; the edges are one

    def p(word: str, context: tuple[str, ...]) -> float:
        n = len(context)
        followers = {g: c for g, c in grams[n + 1].items() if g[:-1] == context}
        total = sum(followers.values())
        lower = p(word, context[1:]) if context else 1 / size
        if not total:
            return lower
        return (max(grams[n + 1][(*context, word)] - d, 0) + d * len(followers) * lower) / total

    def log_p(text: str) -> float:
        row = ["<", "<", *(w.lower() for w in cut(text, words(text))), ">"]
        row = [w if w in known or w == "<" else "?" for w in row]
        return sum(np.log(p(row[i], (row[i - 2], row[i - 1]))) for i in range(2, len(row)))

    return log_p


def test_log_p_is_what_counting_by_hand_gives():
    model, log_p = TrigramModel(TEXTS, discount=0.6), by_hand(TEXTS, 0.6)
    given = [*TEXTS[::7], *OTHERS, ""]
    np.testing.assert_allclose(model.log_probabilities(given), [log_p(text) for text in given])


def test_insertions_are_what_each_text_alone_scores():
    model = TrigramModel(TEXTS)
    tokens = [cut(text, words(text)) for text in [*TEXTS[::9], *OTHERS]]
    positions = [range(len(one) + 1) for one in tokens]
    tables = model.insertions(tokens, positions, ["a", "on"])
    for one, table in zip(tokens, tables, strict=True):
        made = [
            [*one[:at], unigram, *one[at:]] for unigram in ("a", "on") for at in range(len(one) + 1)
        ]
        np.testing.assert_allclose(table.ravel(), model.token_log_probabilities(made))
    assert model.insertions([], [], ["a"]) == []


def test_perplexity():
    told = TrigramModel(TEXTS).perplexity(["the cook", "zebra ."]).iloc[0]
    assert (told["n_words"], told["n_texts"], told["unknown"]) == (6, 2, 0.25)


def test_a_discount_out_of_range_is_refused():
    with pytest.raises(OptionError, match="discount is 1"):
        TrigramModel(TEXTS, discount=1)
