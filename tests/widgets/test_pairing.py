"""Pairs of sentences, chosen and shown, with systems whose answers are known."""

from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.corpora import build_eec, ceec, ceec_pairs, eec_pairs
from fairnlp.debias import lexicon
from fairnlp.systems import as_system
from fairnlp.systems.wordscores import WordScores
from fairnlp.widgets.pairing import PairState
from tests.papers.test_ceec import CANDIDATES, WORDS
from tests.widgets.toys import Failing

LISTED = WordScores(WORDS, name="listed")


def french() -> pd.DataFrame:
    return ceec_pairs(ceec("French", variant="plain", candidates=CANDIDATES))


def state(*systems, **more) -> PairState:
    return PairState({"French": french(), **more}, systems or (LISTED,))


def test_it_starts_with_the_first_of_everything():
    shown = state()
    assert (shown.group, shown.system, shown.emotion) == ("French", "listed", "anger")
    assert (shown.unit, shown.number, shown.sides) == (
        "deficit/shortage",
        0,
        ("cognate", "synonym"),
    )
    assert shown.emotions == ["anger", "fear", "joy", "sadness"]
    assert len(shown.units) == 4


def test_scores_of_the_two_sides_stand_beside_each_other():
    """deficit -2; angry -3."""
    sentences = state().sentences
    assert len(sentences) == 10
    row = sentences.iloc[0]
    assert row["emotion_word"] == "angry"
    assert row[["first", "second", "difference"]].tolist() == [-5.0, -3.0, -2.0]
    assert row[["first_label", "second_label", "error"]].tolist() == ["negative", "negative", ""]
    assert sentences["differs"].all()


def test_pairs_can_be_narrowed_to_those_that_differ_and_stepped_through():
    shown = state()
    shown.show_only_differing(True)
    assert shown.units == ["deficit/shortage", "syndicate/crime syndicate"]
    shown.step(1)
    assert shown.unit == "syndicate/crime syndicate"
    with pytest.raises(OptionError, match="no pair in this direction"):
        shown.step(1)
    shown.step(-1)
    with pytest.raises(UnknownChoiceError, match="Unknown pair 'bazaar/market'"):
        shown.choose_unit("bazaar/market")
    shown.show_only_differing(False)
    assert (shown.unit, len(shown.units)) == ("deficit/shortage", 4)


def test_where_no_pair_differs_it_is_said():
    shown = state(WordScores({"nothing": 1.0}))
    shown.show_only_differing(True)
    assert (shown.unit, shown.units, shown.scored_words()) == ("", [], None)
    assert shown.sentences.empty
    assert "no pair differs" in shown.to_html()
    with pytest.raises(OptionError, match="no sentence 0"):
        shown.choose_sentence(0)
    shown.show_only_differing(False)
    assert shown.unit == "deficit/shortage"


def test_the_words_that_count_are_marked_and_listed():
    page = state("vader").to_html()
    assert 'class="fn-changed" title="counts −1.70">deficit</mark>' in page
    assert 'class="fn-changed" title="counts −1.00">shortage</mark>' in page
    assert 'class="fn-scored" title="counts −2.30">angry</mark>' in page
    assert "<td>deficit</td><td>−1.7</td><td>−1.7</td><td>–</td>" in page
    assert "differ in 10 of 10 sentences" in page


def test_a_debiased_tool_shows_that_nothing_differs():
    vader = as_system("vader")
    rows = french()[["cognate", "synonym"]].drop_duplicates()
    pairs = rows.set_axis(["word", "partner"], axis=1)
    shown = PairState({"French": french()}, {"French": [vader, lexicon(vader, pairs)]})
    shown.choose_system("vader (debiased)")
    assert not shown.sentences["differs"].any()
    assert "differ in 0 of 10 sentences" in shown.to_html()


def test_a_system_that_cannot_tell_its_words_says_so():
    shown = state(as_system(lambda text: len(text), takes="one", threshold=40, name="length"))
    assert shown.scored_words() is None
    assert "does not tell which words count" in shown.to_html()
    silent = state(WordScores({"nothing": 1.0}))
    assert "No word of the two sentences counts." in silent.to_html()


def test_a_system_that_fails_is_an_answer_and_is_escaped():
    shown = state(Failing("deficit"))
    row = shown.sentences.iloc[0]
    assert "cannot read <deficit>" in row["error"]
    assert not shown.sentences["differs"].any()
    assert "cannot read &lt;deficit&gt;" in shown.to_html()


def test_a_text_is_asked_about_once():
    class Asked:
        name = "asked"

        def __init__(self):
            self.texts = []

        def labels(self, texts):
            self.texts += texts
            return ["positive"] * len(texts)

        def scores(self, texts):
            return [0.0] * len(texts)

    system = Asked()
    shown = state(system)
    for _ in range(3):
        shown.to_html()
        shown.show_only_differing(True)
        shown.show_only_differing(False)
    assert len(system.texts) == len(set(system.texts)) == 4 * 10 * 2


def test_another_group_keeps_what_it_has_too():
    people = pd.DataFrame(
        {"name": ["Tia", "Ian"], "gender": ["female", "male"], "group": ["a", "a"]}
    )
    corpus = build_eec(names=people)
    gender = eec_pairs(corpus, by="gender", form="wide")
    shown = state(LISTED, "vader", gender=gender)
    shown.choose_system("vader")
    shown.choose_emotion("joy")
    shown.choose_sentence(3)
    shown.choose_group("gender")
    assert (shown.system, shown.emotion, shown.sides) == ("vader", "joy", ("female", "male"))
    assert shown.emotions[-1] == "none"
    assert shown.number == 3
    shown.choose_emotion("none")
    shown.show_only_differing(True)
    assert shown.units == ["a name 1"]  # Tia is an entry of VADER
    page = shown.to_html()
    assert 'title="counts +2.30">Tia</mark>' in page
    assert "in the market" in page  # the template names the sentence, where there are several
    shown.choose_group("French")
    assert (shown.emotion, shown.unit) == ("anger", "deficit/shortage")


def test_systems_may_be_those_of_a_group():
    pairs = {"one": french(), "two": french()}
    shown = PairState(pairs, {"one": ["vader", "afinn"], "two": ["vader", LISTED]})
    shown.choose_system("afinn")
    shown.choose_group("two")
    assert shown.system == "listed"  # at the same place
    with pytest.raises(OptionError, match="no systems for two"):
        PairState(pairs, {"one": ["vader"]})


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (
            lambda shown: shown.choose_group("Greek"),
            "Unknown group 'Greek'; choose one of 'French'",
        ),
        (lambda shown: shown.choose_system("afin"), "Unknown system 'afin'"),
        (lambda shown: shown.choose_emotion("rage"), "Unknown emotion 'rage'"),
        (lambda shown: shown.choose_unit("a/b"), "Unknown pair 'a/b'"),
        (lambda shown: shown.choose_sentence(10), "no sentence 10; there are 10, from 0"),
    ],
)
def test_what_is_not_there_cannot_be_chosen(step, message):
    shown = state()
    with pytest.raises((OptionError, UnknownChoiceError), match=message):
        step(shown)
    assert (shown.group, shown.system, shown.emotion) == ("French", "listed", "anger")


def test_pairs_and_systems_that_are_none_are_refused():
    with pytest.raises(SchemaError, match="`pairs of French` lacks `unit`"):
        PairState({"French": french().drop(columns="unit")}, [LISTED])
    with pytest.raises(OptionError, match="two columns sentence_"):
        PairState({"French": french().drop(columns="sentence_synonym")}, [LISTED])
    with pytest.raises(OptionError, match="Each group needs pairs"):
        PairState({}, [LISTED])
    with pytest.raises(OptionError, match="There is no system"):
        PairState({"French": french()}, [])
    with pytest.raises(OptionError, match="name of its own"):
        PairState({"French": french()}, ["vader", "vader"])
