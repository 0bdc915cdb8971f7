"""The generated corpus is the published one, and the builder makes others of its kind."""

from __future__ import annotations

import hashlib

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.corpora.eec import EEC, build_eec, eec

PUBLISHED = "b28c42433f1341740d7d16150bec67a1b009a8a851d083f63abebc1d081b55db"
"""SHA-256 of the published sentences, sorted and joined by line feeds."""

NO_NAMES = pd.DataFrame(columns=["name", "gender", "group"])


def a_template(text, words=""):
    return pd.DataFrame({"template": [text], "words": [words]})


def a_word(word):
    return pd.DataFrame({"word": [word], "emotion": ["joy"], "kind": ["state"]})


def phrases(*rows):
    return pd.DataFrame(rows, columns=["subject", "object", "gender", "pair"])


@pytest.fixture(scope="module")
def corpus():
    return eec()


def test_the_sentences_are_the_published_ones(corpus):
    joined = "\n".join(sorted(corpus["sentence"]))
    assert hashlib.sha256(joined.encode()).hexdigest() == PUBLISHED


def test_the_columns_are_those_that_are_documented(corpus):
    assert list(corpus.columns) == list(EEC)
    assert corpus["id"].is_unique
    assert not corpus.isna().to_numpy().any()


def test_each_template_has_its_share(corpus):
    counts = corpus["template"].value_counts(sort=False).tolist()
    assert counts == [60 * 20] * 7 + [60] * 4


def test_fields_say_what_the_sentence_holds(corpus):
    for row in corpus.sample(300, random_state=0).itertuples():
        sentence = row.sentence.lower()
        assert row.person.lower() in sentence
        assert row.emotion_word in sentence
        assert (row.emotion == "") == (row.emotion_word == "")
        assert (row.race != "") == row.person[0].isupper()
    assert corpus.groupby("gender").size().to_dict() == {"female": 4320, "male": 4320}
    races = corpus.groupby("race").size().to_dict()
    assert races == {"": 2880, "African American": 2880, "European American": 2880}
    assert set(corpus["emotion"]) == {"anger", "fear", "joy", "sadness", ""}


def test_the_corrected_spelling_changes_one_word_and_nothing_else(corpus):
    corrected = eec(spelling="corrected")
    wrong = corpus["emotion_word"] == "dissapointed"
    assert wrong.sum() == 60 * 4
    assert set(corrected.loc[wrong, "emotion_word"]) == {"disappointed"}
    back = corrected["sentence"].str.replace("disappointed", "dissapointed")
    assert back.tolist() == corpus["sentence"].tolist()


def test_an_unknown_spelling_is_refused():
    with pytest.raises(OptionError, match="'right'; choose one of 'published', 'corrected'"):
        eec(spelling="right")


def test_other_names_take_the_place_of_the_published_ones():
    names = pd.DataFrame({"name": ["Aoi", "Ren"], "gender": ["female", "male"], "group": "Japan"})
    corpus = build_eec(names=names, noun_phrases=phrases())
    assert len(corpus) == 144 * 2
    assert corpus["sentence"].iloc[0] == "Aoi feels angry."
    assert set(corpus["race"]) == {"Japan"}


def test_subject_object_reflexive_article_and_capital_agree():
    corpus = build_eec(
        templates=pd.DataFrame(
            {
                "template": [
                    "<person subject> lost himself/herself in a/an <w> mood.",
                    "We met <person object>.",
                ],
                "words": ["state", ""],
            }
        ),
        names=NO_NAMES,
        noun_phrases=phrases(("she", "her", "female", "p"), ("he", "him", "male", "p")),
        words=a_word("eager"),
    )
    assert corpus["sentence"].tolist() == [
        "She lost herself in an eager mood.",
        "He lost himself in an eager mood.",
        "We met her.",
        "We met him.",
    ]
    assert corpus["person"].tolist() == ["she", "he", "her", "him"]


def test_more_genders_have_their_forms_in_order():
    corpus = build_eec(
        templates=a_template("<person subject> found himself/herself/themself alone."),
        names=NO_NAMES,
        noun_phrases=phrases(("they", "them", "nonbinary", "p"), ("he", "him", "male", "p")),
        genders=("male", "female", "nonbinary"),
    )
    assert corpus["sentence"].tolist() == ["They found themself alone.", "He found himself alone."]


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ({"templates": a_template("It rains.")}, "needs <person subject> or <person object>"),
        ({"templates": a_template("<person subject> is <w>.")}, "none if not; it has"),
        ({"templates": a_template("<person subject> is <w>.", "mood")}, "kind 'mood'; the list ha"),
        ({"templates": a_template("<person subject> is.", "state")}, "one further place if it"),
        (
            {"noun_phrases": phrases(("they", "them", "nonbinary", "p"))},
            "has no form for 'nonbinary': the genders are male, female",
        ),
        (
            {
                "words": pd.concat([a_word("glad")] * 2),
                "templates": a_template("<person subject> is <w>.", "state"),
            },
            "Two sentences are the same: 'Ebony is glad.'",
        ),
    ],
)
def test_lists_that_do_not_fit_are_refused(lists, message):
    with pytest.raises(OptionError, match=message):
        build_eec(**lists)


def test_a_list_without_a_column_is_refused():
    with pytest.raises(SchemaError, match="`words` lacks `kind`"):
        build_eec(words=a_word("glad").drop(columns="kind"))
