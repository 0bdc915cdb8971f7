"""SentimentR as a system under test."""

from __future__ import annotations

import math
from importlib.util import find_spec

import pytest

import fairnlp as fn
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.runs.tested import given_systems
from fairnlp.systems.prediction import predict
from fairnlp.systems.sentimentr import SentimentR, Tables, sentiment, sentiment_by
from tests.needs import need

TABLES = Tables(
    polarity={"good": 0.75, "bad": -0.75, "miss": -0.5}, shifters={"wasn't": 1}, key="toy"
)


def test_by_name_it_says_in_every_result_which_key_it_has():
    need(find_spec("moodswing"), "moodswing is missing: pip install 'fairnlp[lexicons]'")
    system = fn.as_system("sentimentr", key="syuzhet")
    assert system.name == "SentimentR algorithm, syuzhet key"
    assert (system.info["key"], system.info["words"]) == ("syuzhet", 10_747)
    assert {"abandon", "not"} <= system.lexicon
    assert system.labels(["A wonderful film.", "An awful film.", "A film."]) == [
        "positive",
        "negative",
        "positive",
    ]
    (given,) = given_systems(["sentimentr"])
    assert given.source == "sentimentr"
    assert given.name == fn.as_system("sentimentr").name


def test_it_is_not_called_sentimentr_with_another_key():
    assert SentimentR(TABLES, name="mine").name == "mine"
    with pytest.raises(OptionError, match="not 'sentimentr' but 'SentimentR algorithm, toy key'"):
        SentimentR(TABLES, name="sentimentr")


def test_lex_01_the_typographic_apostrophe_hides_a_negation_unless_straightened():
    texts = ["He said the soup wasn't good.", "He said the soup wasn’t good."]
    plain, straight = SentimentR(TABLES), SentimentR(TABLES, straighten=True)
    score = 0.75 / math.sqrt(6)
    assert plain.scores(texts).tolist() == pytest.approx([-score, 0.75 / math.sqrt(7)])
    assert straight.scores(texts).tolist() == pytest.approx([-score, -score])
    assert straight.info["straighten"]


def test_lex_03_a_title_that_is_a_word_of_the_lexicon_is_flagged_and_can_be_taken_out():
    texts = [f"{title} Adeyemi runs the bakery." for title in ("Miss", "Mr", "Ms")]
    system = SentimentR(TABLES)
    assert "miss" in system.lexicon
    assert system.scores(texts).tolist() == pytest.approx([-0.5 / math.sqrt(5), 0, 0])
    assert SentimentR(TABLES.edited(drop=["miss"])).scores(texts).tolist() == [0, 0, 0]
    assert system.scores(texts)[0] < 0  # the first tables are as they were


def test_lex_09_long_texts_are_scored_by_sentence():
    once, often = SentimentR(TABLES).scores(["Bad good. Bad.", "Bad good. Bad. " * 20])
    assert once == pytest.approx(-0.75 / (1 + math.sqrt(math.log(2))))
    assert often == pytest.approx(-0.75 * 20 / (20 + math.sqrt(math.log(21))))


@pytest.mark.parametrize("text", ["", "   ", "12345 !!!"])
def test_lex_12_a_text_without_words_is_neutral(text):
    frame = sentiment([text], tables=TABLES)
    assert frame["sentiment"].tolist() == [0]
    assert frame["word_count"].isna().all()
    assert SentimentR(TABLES, n_labels=3).labels([text]) == ["neutral"]


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_lex_12_a_missing_text_is_a_missing_sentence_and_the_run_goes_on(missing):
    frame = sentiment(["Good.", missing, "Bad."], tables=TABLES)
    assert frame["sentence"].isna().tolist() == [False, True, False]
    assert frame["sentiment"].tolist() == [0.75, 0, -0.75]
    assert sentiment_by(["Good.", missing], tables=TABLES)["ave_sentiment"].tolist() == [0.75, 0]
    found = predict(SentimentR(TABLES), ["Good.", missing], on_error="record")
    assert found["error"].tolist() == ["", "the text is missing"]


def test_lex_12_what_is_no_text_is_named():
    with pytest.raises(SchemaError, match="Row 1: a int is not a text: 7"):
        sentiment(["Good.", 7], tables=TABLES)
    with pytest.raises(SchemaError, match="a list of texts"):
        sentiment("Good.", tables=TABLES)


def test_no_texts_give_no_rows():
    assert len(sentiment([], tables=TABLES)) == len(sentiment_by([], tables=TABLES)) == 0
    assert SentimentR(TABLES).answers([]).labels == []


def test_an_average_that_is_not_known_is_refused():
    with pytest.raises(UnknownChoiceError, match="'mean'"):
        SentimentR(TABLES, how="median")


def test_scored_words_add_up_to_the_score_of_their_sentence():
    system = SentimentR(TABLES)
    text = "It wasn't good. Miss Adeyemi had a bad day."
    words = system.scored_words(text)
    assert [(word.words, word.entry, word.counts) for word in words] == [
        ("good", 0.75, -0.75),
        ("miss", -0.5, -0.5),
        ("bad", -0.75, -0.75),
    ]
    scores = sentiment([text], tables=TABLES)["sentiment"].tolist()
    assert scores == pytest.approx([-0.75 / math.sqrt(3), -1.25 / math.sqrt(6)])
    assert system.scored_words("") == []
