"""Lists of words with scores: what is wrong with a file is told with its line."""

from __future__ import annotations

import logging

import pytest

from fairnlp.core.errors import LexiconError, MissingDataError, OptionError
from fairnlp.runs.tested import given_systems
from fairnlp.systems import as_system
from fairnlp.systems.wordscores import WordScores, check_scores, read_scores


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "mine.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_a_list_makes_a_system(file):
    path = file('word,score\ngood,2\n"no fun",-3\nno,-1\ncan\'t stand,-3\n')
    system = as_system(str(path))
    texts = ["A GOOD film, no  fun at all.", "Goods and nothing.", "I can't stand it"]
    assert system.name == "mine"
    assert system.scores(texts).tolist() == [-1, 0, -3]
    assert system.labels(texts) == ["negative", "positive", "negative"]
    assert system.lexicon == {"good", "no fun", "no", "can't stand"}
    assert as_system(path, name="other", cut=1).labels(["No", "Good"]) == ["negative", "positive"]
    assert [given.name for given in given_systems([path])] == ["mine"]
    with pytest.raises(OptionError, match="threshold"):
        as_system(path, threshold=0.5)


def test_each_system_has_a_lexicon_of_its_own():
    scores = {"good": 2}
    one, two = WordScores(scores), WordScores(scores)
    one.entries["good"] = -2
    assert (one.score("good"), two.score("good"), scores) == (-2, 2, {"good": 2})


def test_lex_10_of_two_entries_the_last_one_counts_and_both_are_listed(file, caplog):
    with caplog.at_level(logging.WARNING):
        table = read_scores(file("word,score\nlol,-1\ngood,2\nLOL,3\n"))
    assert table["word"].tolist() == ["good", "lol"]
    assert table["score"].tolist() == [2, 3]
    assert table["replaced"].tolist() == [(), (2,)]
    assert "lol (lines 2, 4)" in caplog.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("word;score\ngood;2\n", r"line 1: the columns are \['word;score'\].*with a comma"),
        ("word\tscore\ngood\t2\n", "line 1: the columns are"),
        ("good,2\nbad,-2\n", "line 1: the columns are"),
        ("", "mine.csv is empty"),
        ("word,score\ngood,2\nbad\n", "line 3: it has 1 cells"),
        ("word,score\ngood,2\nbad,-1,8\n", "line 3: it has 3 cells"),
        ("word,score\ngood,much\n", "line 2: the score of 'good' is 'much'"),
        ("word,score\ngood,nan\n", "line 2: the score of 'good' is 'nan'"),
        ("word,score\ngood,inf\n", "line 2: the score of 'good' is 'inf'"),
        ("word,score\ngood,\n", "line 2: the score of 'good' is ''"),
        ("word,score\n ,2\n", "line 2: the word is missing"),
        ('word,score\n"good,2\n', "mine.csv, line 2"),
        (b"word,score\ngood,2\ncaf\xe9,1\n", "line 3: it is not UTF-8"),
    ],
)
def test_a_bad_row_is_told_with_its_line(file, content, said):
    with pytest.raises(LexiconError, match=said):
        read_scores(file(content))


def test_a_mark_at_the_start_and_blank_lines_do_no_harm(file):
    table = read_scores(file("\ufeffx,y\r\ngood,2\r\n\r\nNA,1\r\n"))
    assert table["word"].tolist() == ["good", "na"]
    assert table["line"].tolist() == [2, 4]


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(MissingDataError, match="There is no file"):
        as_system(tmp_path / "mine.csv")


def test_lex_06_a_wrong_type_is_refused_and_capitals_are_put_in_lower_case(caplog):
    with pytest.raises(LexiconError, match="The score of 'penury' is '-1.8', of type str"):
        check_scores({"penury": "-1.8", "Boutique": 1.5})
    with caplog.at_level(logging.WARNING):
        assert check_scores({"penury": -1.8, "Boutique": 1.5}) == {"penury": -1.8, "boutique": 1.5}
    assert "Boutique" in caplog.text
    with pytest.raises(LexiconError, match="'boutique' is there twice"):
        check_scores({"boutique": 1, "Boutique": 1.5})


@pytest.mark.parametrize("word", ["", "  ", None, 3])
def test_what_is_no_word_is_refused(word):
    with pytest.raises(LexiconError, match="is no word"):
        check_scores({word: 1.0})


def test_a_list_without_words_is_no_system():
    with pytest.raises(LexiconError, match="has no words"):
        WordScores({})
