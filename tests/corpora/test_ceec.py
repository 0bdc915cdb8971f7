"""A corpus of sentences in pairs: one about the cognate, one about the synonym."""

from __future__ import annotations

import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.corpora.ceec import CEEC, CEEC_PAIRS, ceec, ceec_pairs
from fairnlp.corpora.cognates import CANDIDATES


@pytest.fixture(scope="module")
def corpus():
    return ceec("French")


def test_each_pair_has_ten_sentences_an_emotion_on_each_side(corpus):
    assert list(corpus) == list(CEEC)
    assert len(corpus) == 339 * 2 * 40
    counts = corpus.groupby(["pair_id", "side", "emotion"]).size()
    assert set(counts) == {10}
    assert len(counts) == 339 * 2 * 4


def test_the_two_sentences_of_a_pair_differ_in_the_object_alone(corpus):
    row = corpus[corpus["pair_id"] == "fra-boutique"]
    assert row["sentence"].tolist()[:2] == [
        "Talking about boutique made me feel angry.",
        "Talking about dress shop made me feel angry.",
    ]
    blanks = [
        sentence.replace(thing, "_", 1)
        for sentence, thing in zip(corpus["sentence"], corpus["object"], strict=True)
    ]
    key = ["pair_id", "emotion_word", "template"]
    forms = corpus.assign(blank=blanks).groupby(key)["blank"].agg(["nunique", "size"])
    assert (forms["nunique"] == 1).all()
    assert (forms["size"] == 2).all()


def test_underscores_stay_when_asked_for():
    sentences = ceec("French", underscores=True)["sentence"]
    assert "Talking about dress_shop made me feel angry." in set(sentences)


def test_options_go_through_to_the_pairs():
    table = pd.DataFrame([("Paris", "Paris", "", "yes", "capital_city")], columns=list(CANDIDATES))
    words = pd.DataFrame({"word": ["sad"], "emotion": ["sadness"]})
    made = ceec(
        "French",
        variant="plain",
        candidates=table,
        words=words,
        templates=["<object>? I am <emotion word>.", "Of <object>: <emotion word>."],
    )
    assert made["sentence"].tolist() == [
        "Paris? I am sad.",
        "capital city? I am sad.",
        "Of Paris: sad.",
        "Of capital city: sad.",
    ]
    assert made["side"].tolist() == ["cognate", "synonym"] * 2
    none = {"candidates": table, "words": words}
    assert ceec("French", variant="plain", proper_names=False, **none).empty
    assert ceec("French", variant="plain", multiword=False, **none).empty
    assert ceec("French", variant="plain", exclude=["paris"], **none).empty


def test_the_spelling_of_the_emotion_words_can_be_corrected():
    words = [set(ceec("ita", spelling=name)["emotion_word"]) for name in ("published", "corrected")]
    assert words[0] - words[1] == {"dissapointed"}
    assert words[1] - words[0] == {"disappointed"}


def test_it_is_reached_by_its_public_name(corpus):
    pd.testing.assert_frame_equal(fn.corpora.ceec("fra"), corpus)
    assert "ceec" in fn.corpora.available()["name"].tolist()


def test_wrong_options_are_refused():
    with pytest.raises(OptionError, match="needs <object> and <emotion word>, each once"):
        ceec("French", templates=["I like <object>."])
    with pytest.raises(UnknownChoiceError, match="Unknown spelling"):
        ceec("French", spelling="mine")
    with pytest.raises(UnknownChoiceError, match="Unknown language"):
        ceec("Klingon")
    with pytest.raises(SchemaError, match="lacks `emotion`"):
        ceec("French", words=pd.DataFrame({"word": ["sad"]}))


def test_the_two_sentences_of_a_pair_stand_beside_each_other():
    corpus = ceec("Italian")
    pairs = ceec_pairs(corpus)
    assert list(pairs.columns) == list(CEEC_PAIRS)
    assert len(pairs) == len(corpus) / 2
    first = pairs.iloc[0]
    assert (first["unit"], first["emotion_word"]) == ("arsenal/armory", "angry")
    for side in ("cognate", "synonym"):
        assert first[f"sentence_{side}"] == f"Talking about {first[side]} made me feel angry."
    # A sentence without its counterpart is in no pair.
    assert len(ceec_pairs(corpus.drop(index=0))) == len(pairs) - 1
    assert ceec_pairs(corpus.head(0)).empty
    with pytest.raises(SchemaError, match="lacks `pair_id`"):
        ceec_pairs(corpus.drop(columns="pair_id"))


def test_the_two_sentences_of_a_pair_have_one_template():
    """LEX-08, LEX-09: no contraction against a full form, no short text against a long one."""
    templates = [
        "I didn't say that <object> made me feel <emotion word>.",
        "<object> <emotion word>",
    ]
    pairs = ceec_pairs(ceec("Italian", templates=templates))
    assert set(pairs["template"]) == set(templates)
    for row in pairs.itertuples():
        one = row.sentence_cognate.replace(row.cognate, "<object>", 1)
        other = row.sentence_synonym.replace(row.synonym, "<object>", 1)
        assert one == other == row.template.replace("<emotion word>", row.emotion_word)
