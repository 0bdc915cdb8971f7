"""Tables are checked when they are made, and edited without a change to the first."""

from __future__ import annotations

import copy
import logging
import pickle

import pytest

from fairnlp.core.errors import LexiconError
from fairnlp.systems.sentimentr import Tables, sentiment


def tables(**polarity):
    return Tables(polarity={"good": 0.75, **polarity}, shifters={"not": 1}, key="toy")


@pytest.mark.parametrize("value", ["-1.8", None, True, float("nan"), float("inf"), [1]])
def test_lex_06_a_value_of_a_wrong_type_is_refused_by_name(value):
    with pytest.raises(LexiconError, match="penury"):
        tables(penury=value)
    with pytest.raises(LexiconError, match="penury"):
        tables().edited(add={"penury": value})


def test_lex_06_capitals_are_put_in_lower_case_with_a_warning(caplog):
    with caplog.at_level(logging.WARNING):
        edited = tables().edited(add={"Boutique": 1.5})
    assert edited.polarity["boutique"] == 1.5
    assert "Boutique" in caplog.text
    assert sentiment(["Boutique"], tables=edited)["sentiment"][0] == 1.5


def test_a_word_cannot_be_in_both_tables():
    with pytest.raises(LexiconError, match="'not'"):
        Tables(polarity={"not": -1}, shifters={"not": 1}, key="toy")


def test_a_shifter_of_no_known_kind_is_refused():
    with pytest.raises(LexiconError, match="'so' is of kind 5"):
        Tables(polarity={"good": 1}, shifters={"so": 5}, key="toy")


def test_an_edit_leaves_the_first_tables_as_they_are():
    first = tables()
    edited = first.edited(drop=["good"], add={"fine": 0.5, "dress shop": -0.25})
    assert dict(first.polarity) == {"good": 0.75}
    assert dict(edited.polarity) == {"dress shop": -0.25, "fine": 0.5}
    assert (first.key, edited.key) == ("toy", "toy (edited)")
    assert edited.edited(drop=["fine"]).key == "toy (edited)"
    with pytest.raises(TypeError):
        first.polarity["bad"] = -1


def test_an_edit_that_changes_nothing_gives_the_same_tables():
    first = tables()
    assert first.edited(drop=["Good", "unknown"]) is first


@pytest.mark.parametrize(
    ("add", "reason"),
    [
        ({"not": 1.0}, "a valence shifter: not"),
        ({"good": 1.0}, "there already: good"),
        ([("fine", 1), ("Fine", 2)], "given twice: fine, Fine"),
    ],
)
def test_what_an_edit_leaves_out_is_told(add, reason, caplog):
    with caplog.at_level(logging.WARNING):
        assert tables().edited(add=add).polarity == tables().polarity
    assert reason in caplog.text


def test_the_hash_is_that_of_the_content_and_not_of_the_order():
    one = Tables(polarity={"a": 1, "b": 2}, shifters={}, key="one")
    two = Tables(polarity={"b": 2.0, "a": 1.0}, shifters={}, key="two")
    assert one.sha256 == two.sha256 != tables().sha256


def test_words_that_no_text_can_make_count_are_listed():
    assert tables(**{"sugar-free": 1, "so so": 1, "it's": 1}).silent == ["sugar-free"]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
def test_tables_can_be_copied_and_sent_to_another_process(again):
    first = tables(boutique=0.5)
    assert again(first) == first
    assert again(first).scorer.score(["Boutique"])[1].tolist() == [0.5]


def test_only_the_two_tables_of_the_package_are_called_sentimentr():
    theirs = Tables(polarity={}, shifters={}, key="Jockers-Rinker", shifter_list="lexicon")
    assert theirs.title == "SentimentR"
    assert tables().title == "SentimentR algorithm, toy key"
    assert theirs.edited(add={"boutique": 1}).title == (
        "SentimentR algorithm, Jockers-Rinker (edited) key"
    )
