from __future__ import annotations

import pytest

from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.words import (
    PRONOUNS,
    gender_nouns,
    gendered_words,
    other,
    person_nouns,
    titles,
)


def test_a_pronoun_has_a_form_for_each_gender_and_only_her_and_his_have_two_roles():
    forms = [form for role in PRONOUNS.values() for form in role.values()]
    assert sorted({form for form in forms if forms.count(form) > 1}) == ["her", "his"]
    assert all(set(role) == {"male", "female"} for role in PRONOUNS.values())


@pytest.mark.parametrize(
    ("noun", "counterpart"),
    [
        ("grandmothers", "grandfathers"),  # NOUN-03
        ("girlfriend", "boyfriend"),  # NOUN-04
        ("husband", "wife"),  # NOUN-05
        ("stepbrother", "stepsister"),
        ("mothers-in-law", "fathers-in-law"),  # NOUN-06
        ("bride", "groom"),
        ("bridegroom", "bride"),
        ("lord", "lady"),
        ("lady", "gentleman"),
    ],
)
def test_a_noun_leads_to_its_counterpart_of_the_same_number(noun, counterpart):
    known = gender_nouns()[noun]
    assert known.forms[other(known.gender)] == counterpart
    assert known.forms[known.gender] == noun
    assert gender_nouns()[counterpart].plural == known.plural


def test_there_and_back_again_gives_the_noun_or_the_way_is_marked_as_one_way():
    nouns = gender_nouns()

    def swap(word):
        return nouns[word].forms[other(nouns[word].gender)]

    lost = {word for word in nouns if swap(swap(word)) != word}
    assert lost == {"bridegroom", "bridegrooms", "lord", "lords"}


def test_noun_07_a_form_that_serves_for_any_gender_is_marked():
    assert gender_nouns()["actor"].neutral
    assert not gender_nouns()["actress"].neutral


def test_a_title_has_a_counterpart_or_serves_for_any_gender():
    assert titles()["mrs"].forms == {"male": "Mr", "female": "Mrs"}
    assert titles()["dr"].gender == ""
    assert titles()["dr"].forms == {}
    assert titles()["queen"].before_first_name
    assert not titles()["mrs"].before_first_name


def test_the_lists_of_nouns_do_not_overlap():
    assert not gendered_words().keys() & gender_nouns().keys()
    assert not person_nouns() & gender_nouns().keys()
    assert not person_nouns() & gendered_words().keys()
    assert set(gendered_words().values()) == {"male", "female"}


def test_names_are_no_words_and_words_are_found_in_any_case():
    assert is_word("Grace")
    assert is_word("GRACE")
    assert not is_word("Stallone")
    assert not is_word("")
