"""Pairs of sentences that differ in one person alone."""

from __future__ import annotations

import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.corpora.eec import eec
from fairnlp.corpora.pairing import PAIRS, eec_pairs


@pytest.fixture(scope="module")
def corpus():
    return eec()


# 144 sentences but for the person: 7 templates with 20 words, and 4 without.
@pytest.mark.parametrize(
    ("by", "names", "pairs", "sentences"),
    [
        ("gender", "matched", 144 * (10 + 20), 8640),
        ("gender", "together", 144 * (10 + 1), 8640),
        ("race", "matched", 144 * 20, 5760),
        ("race", "together", 144 * 2, 5760),
    ],
)
def test_there_are_as_many_pairs_as_persons_allow(corpus, by, names, pairs, sentences):
    long = eec_pairs(corpus, by=by, names=names)
    assert list(long.columns) == list(PAIRS)
    assert (long["pair_id"].nunique(), len(long)) == (pairs, sentences)
    assert (long.groupby("pair_id")["side"].nunique() == 2).all()
    assert long["id"].is_unique


@pytest.mark.parametrize(("by", "other"), [("gender", "race"), ("race", "gender")])
def test_the_two_sentences_of_a_pair_differ_in_the_group_alone(corpus, by, other):
    long = eec_pairs(corpus, by=by)
    same = long.groupby("pair_id")[["template", "emotion", "emotion_word", other, "match"]]
    assert (same.nunique() == 1).all(axis=None)
    assert (long.groupby("pair_id").size() == 2).all()


def test_together_the_names_of_both_races_are_compared_by_gender(corpus):
    long = eec_pairs(corpus, by="gender", names="together")
    names = long[long["unit"] == "names"].groupby(["pair_id", "side"])
    assert (names.size() == 20).all()
    assert (names["race"].nunique() == 2).all()


def test_wide_pairs_show_both_sentences(corpus):
    wide = eec_pairs(corpus, by="gender", form="wide")
    assert len(wide) == 4320
    row = wide[(wide["unit"] == "she/he") & (wide["emotion_word"] == "vexing")].iloc[0]
    assert row["sentence_female"] == "She found herself in a vexing situation."
    assert row["sentence_male"] == "He found himself in a vexing situation."
    sentences = corpus.set_index("id")["sentence"]
    assert (wide["id_male"].map(sentences) == wide["sentence_male"]).all()
    assert not wide.isna().to_numpy().any()


def test_wide_and_long_have_the_same_pairs_in_the_same_order(corpus):
    long = eec_pairs(corpus, by="race")
    wide = eec_pairs(corpus, by="race", form="wide")
    assert wide["pair_id"].tolist() == long["pair_id"].drop_duplicates().tolist()
    assert long["side"].tolist()[:2] == ["African American", "European American"]


def test_sentences_without_a_counterpart_are_left_out(corpus):
    some = corpus[~corpus["person"].isin(["Ebony", "my uncle"])]
    persons = set(eec_pairs(some, by="gender")["person"])
    assert "Alonzo" not in persons  # the first name of the other list
    assert "my aunt" not in persons
    assert len(persons) == 60 + 2 - 4  # she and he are also her and him


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "age"}, "Unknown `by` 'age'; choose one of 'gender', 'race'"),
        ({"by": "race", "names": "both"}, "Unknown `names` 'both'"),
        ({"by": "race", "form": "broad"}, "Unknown `form` 'broad'"),
        ({"by": "race", "form": "wide", "names": "together"}, "wide needs names='matched'"),
    ],
)
def test_options_that_cannot_be_are_refused(corpus, options, message):
    with pytest.raises(OptionError, match=message):
        eec_pairs(corpus, **options)


def test_a_frame_that_is_no_such_corpus_is_refused(corpus):
    with pytest.raises(SchemaError, match="`corpus` lacks `match`"):
        eec_pairs(corpus.drop(columns="match"), by="race")
