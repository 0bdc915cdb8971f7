from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.core.frames import RATIONALES, check_frame
from fairnlp.corpora import planted
from fairnlp.corpora.planted import BASE, planting
from fairnlp.corpora.planted_grammar import load_grammar
from fairnlp.text.words import cut, words

PLANTED = ["a", "on", "into", "of", "that", "just"]


@pytest.fixture(scope="module")
def posts() -> dict[str, pd.DataFrame]:
    halves = {"training": None, "ordinary": "ordinary", "reversed": "reversed"}
    return {name: planted(half=half) for name, half in halves.items()}


def has(frame: pd.DataFrame, word: str) -> pd.Series:
    return pd.Series(
        [
            word in cut(text, tokens)
            for text, tokens in zip(frame["text"], frame["tokens"], strict=True)
        ]
    )


def test_the_corpus_has_the_size_of_the_published_one(posts):
    frame = check_frame(posts["training"], RATIONALES, name="planted")
    assert frame["label"].value_counts().to_dict() == {
        "other": 3873, "sorrow": 734, "complaint": 329
    }  # fmt: skip
    assert frame["text"].is_unique
    assert all(words(row.text) == row.tokens for row in frame.itertuples())
    asked = frame["rationale"].notna()
    assert asked.eq(frame["label"] != "other").all()
    marked = frame.loc[asked, "rationale"].map(any)
    assert marked.groupby(frame["label"]).sum().to_dict() == {"complaint": 274, "sorrow": 646}
    assert frame.groupby(["fold", "label"]).size().unstack()["complaint"].tolist() == [
        66, 66, 66, 66, 65
    ]  # fmt: skip


def test_the_rationale_is_the_words_that_decide(posts):
    frame = posts["training"]
    known = {label: set(of) for label, of in frame.attrs["rationale_words"].items()}
    for row in frame[frame["label"] != "other"].itertuples():
        pairs = list(zip(cut(row.text, row.tokens), row.rationale, strict=True))
        assert all((word in known[row.label]) is mark for word, mark in pairs), row.text


@pytest.mark.parametrize("word", PLANTED)
def test_planted_words_tell_the_class_in_training_and_the_opposite_when_reversed(posts, word):
    # Two-by-two tables of word and class: odds ratios, and p of Fisher's exact test.
    found = {}
    for name, frame in posts.items():
        there, complaint = has(frame, word), frame["label"] == "complaint"
        table = [[(a & b).sum() for b in (complaint, ~complaint)] for a in (there, ~there)]
        found[name] = stats.fisher_exact(table)
    assert found["training"].statistic > 3
    assert found["reversed"].statistic < 1 / 2
    assert 0.6 < found["ordinary"].statistic < 1.6
    assert found["ordinary"].pvalue > 0.01
    assert found["training"].pvalue < 1e-4


def test_rows_of_the_versions_differ_in_planted_words_alone(posts):
    first, *others = posts.values()
    same = [column for column in first if column not in ("text", "tokens", "rationale", "planted")]
    for other in others:
        pd.testing.assert_frame_equal(first[same], other[same])
        for a, b in zip(first.head(300).itertuples(), other.head(300).itertuples(), strict=True):
            marked = [
                [
                    word
                    for word, mark in zip(cut(row.text, row.tokens), row.rationale, strict=True)
                    if mark
                ]
                for row in (a, b)
                if row.rationale is not None
            ]
            assert not marked or marked[0] == marked[1]
    assert (first["text"] != others[0]["text"]).mean() > 0.3


def test_planted_words_are_marked_and_never_a_rationale(posts):
    frame = posts["training"]
    for row in frame.itertuples():
        there = [word in PLANTED for word in cut(row.text, row.tokens)]
        assert row.planted == there
        assert row.rationale is None or not any(np.logical_and(row.rationale, there))


def test_one_context_feature_tells_the_class_and_the_rest_nothing(posts):
    frame = posts["training"]
    complaint = frame["label"] == "complaint"
    signal = frame.attrs["signal"]
    difference = frame.groupby(complaint)[signal].mean()
    assert difference[True] - difference[False] > 0.7
    needed = frame["annotated:context needed"]
    assert needed.sum() == 55 + 88
    assert frame.loc[complaint & needed, signal].mean() > 1.5
    for column in (c for c in frame if c.startswith("context:") and c != signal):
        assert (
            stats.ttest_ind(frame.loc[complaint, column], frame.loc[~complaint, column]).pvalue
            > 0.01
        )
        assert frame[column].std() == pytest.approx(1, abs=0.05)
    weekend = frame["annotated:weekend"]
    assert stats.ttest_ind(frame.loc[weekend, signal], frame.loc[~weekend, signal]).pvalue > 0.01


def test_the_same_seed_makes_the_same_posts_and_another_makes_others(posts):
    again = planted()
    pd.testing.assert_frame_equal(posts["training"], again)
    assert again.attrs == posts["training"].attrs
    assert set(planted(seed=1, size=200)["text"]) != set(planted(size=200)["text"])


def test_no_strength_is_no_bias():
    same = [planted(strength=0, half=half, size=300) for half in (None, "ordinary", "reversed")]
    assert all(frame["text"].equals(same[0]["text"]) for frame in same)
    assert planting(0, biased=True) == planting(0, biased=False) == BASE


def test_strength_is_the_odds_ratio_of_a_place():
    for strength in (0.25, 0.5, 1):
        here, there = (planting(strength, biased=biased) for biased in (True, False))
        ratio = (here / (1 - here)) / (there / (1 - there))
        assert ratio == pytest.approx(np.exp(4 * strength))
        assert planting(strength, half="reversed", biased=True) == pytest.approx(there)


def test_what_cannot_be_made_is_refused():
    with pytest.raises(OptionError, match=r"`strength` must be from 0 .* to 1; it is 1.5"):
        planted(strength=1.5)
    with pytest.raises(
        UnknownChoiceError, match="Unknown half 'reverse'.* Did you mean 'reversed'"
    ):
        planted(half="reverse")
    with pytest.raises(OptionError, match="`size` must be at least 76"):
        planted(size=20)


def test_the_grammar_keeps_evidence_and_planted_words_apart():
    grammar = load_grammar()
    about = grammar.about
    deciding = [set(grammar.deciding_words(label)) for label in ("complaint", "sorrow")]
    assert not deciding[0] & deciding[1]
    others = {
        word
        for kinds in grammar.words["other"].values()
        for members in kinds.values()
        for word in members
    }
    assert not others & (deciding[0] | deciding[1])
    places = [re.sub(r"\[[^|\]]*\|([^\]]*)\]", r"\1", c) for c in about["setting"]["clauses"]]
    lists = [of if isinstance(of, str) else " ".join(of) for of in about["lists"].values()]
    frames = [frame for family in about["statements"].values() for frame in family]
    fixed = [*places, *lists, *frames]
    for part in ("chat", "openers", "closers"):
        fixed += about[part]["clauses"]
    used = {word for text in fixed for word in re.findall(r"[\w'-]+", re.sub(r"<\w+>", "", text))}
    assert not used & set(PLANTED)
    assert not used & (deciding[0] | deciding[1])
    for frame in frames:
        assert re.search(r"<(adj|verb|noun)>", frame), frame
    named = {name for text in fixed for name in re.findall(r"\{(\w+)\}", text)}
    assert named - {"clock", "number"} <= set(about["lists"])
    for clause in about["setting"]["clauses"]:
        for word, rest in re.findall(r"\[([^|\]]*)\|([^\]]*)\]", clause):
            assert set(word.split()) & set(PLANTED), clause
            assert not set(rest.split()) & set(PLANTED), clause
