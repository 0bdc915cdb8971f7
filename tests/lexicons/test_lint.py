"""NOUN-03, NOUN-04 and NOUN-15: every shipped list is linted, and the lint finds real faults."""

from __future__ import annotations

import pytest

from fairnlp.lexicons.forms import is_known, plurals, takes_an
from fairnlp.lexicons.lint import check_table
from fairnlp.lexicons.tables import folder

LISTS = sorted(path.stem for path in folder().glob("*.csv"))

PAIRS = "male,female,male_plural,female_plural,kind,neutral,one_way"


@pytest.fixture
def lint(tmp_path):
    def check(header, *rows, checked=()):
        path = tmp_path / "list.csv"
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        columns = "".join(f'{name} = "."\n' for name in header.split(","))
        path.with_suffix(".toml").write_text(
            f'title = "t"\nsource = "s"\nlicence = "l"\nchecked = {list(checked)!r}\n'
            f"[columns]\n{columns}",
            encoding="utf-8",
        )
        return [(found.line, found.rule) for found in check_table(path)]

    return check


@pytest.mark.parametrize("name", LISTS)
def test_nothing_is_wrong_with_a_shipped_list(name):
    assert check_table(name) == []


def test_noun_03_a_plural_beside_a_singular_is_found(lint):
    assert lint(PAIRS, "uncle,aunts,uncles,aunts,kin,,") == [(2, "number")]
    assert lint(PAIRS, "uncle,aunt,uncles,aunt,kin,,") == [(2, "number")]
    assert lint(PAIRS, "uncle,aunt,uncles,aunts,kin,,") == []


def test_noun_04_a_word_with_a_letter_missing_is_found(lint):
    row = "boyfriend,girlfiend,boyfriends,girlfiends,kin,,"
    assert lint(PAIRS, row) == [(2, "spelling")]
    assert lint("word,gender", "henchman,male", "hencman,male") == [(3, "spelling")]


def test_noun_04_a_word_that_leads_nowhere_back_is_found(lint):
    rows = ("groom,bride,grooms,brides,kin,,", "bridegroom,bride,bridegrooms,brides,kin,,")
    assert lint(PAIRS, *rows) == [(3, "way back")]
    assert lint(PAIRS, rows[0], rows[1] + "male to female") == []
    assert lint(PAIRS, rows[1] + "male to female") == [(2, "way back")]
    assert lint(PAIRS, rows[0] + "both") == [(2, "one-way")]


def test_noun_15_a_gendered_noun_in_a_list_of_neutral_ones_is_found(lint):
    rows = ("fisherman", "salesperson", "chairperson", "seamstress", "pilot")
    assert lint("word", *rows) == [(2, "gendered"), (5, "gendered")]
    assert lint("word", "human", "witness", "german", checked=["german"]) == []
    assert lint("word", "actor", "actress") == [(3, "gendered")]  # "actor" serves for any gender


def test_a_word_with_a_counterpart_in_a_list_of_words_without_one_is_found(lint):
    assert lint("word,gender", "nephew,male", "hag,female") == [(2, "paired")]


def test_a_pair_that_would_break_an_article_is_found(lint):
    assert lint(PAIRS, "elder,crone,elders,crones,role,,") == [(2, "article")]
    assert lint(PAIRS, "heir,heiress,heirs,heiresses,role,heir,") == []


def test_a_neutral_form_that_is_neither_side_of_the_row_is_found(lint):
    assert lint(PAIRS, "waiter,waitress,waiters,waitresses,role,server,") == [(2, "neutral")]


def test_duplicates_blanks_capitals_and_unknown_genders_are_found(lint):
    rows = ("hag,female", "hag,female", " crone,female", "Vixen,female", "stud,m")
    assert lint("word,gender", *rows) == [
        (3, "duplicate"),
        (4, "blank"),
        (4, "spelling"),
        (5, "case"),
        (6, "gender"),
    ]
    assert lint("name", "Grace", "hope") == [(3, "case")]


def test_a_title_whose_counterpart_is_no_title_is_found(lint):
    header = "title,gender,male,female,before_first_name"
    assert lint(header, "king,male,King,Queen,yes") == [(2, "title")]
    assert lint(header, "king,male,King,Queen,yes", "queen,female,King,Queen,yes") == []
    assert lint(header, "judge,,Judge,,") == [(2, "title")]
    assert lint(header, "king,male,Lord,Queen,", "queen,female,King,Queen,") == [(2, "title")]


def test_a_word_checked_by_hand_needs_no_dictionary_but_must_be_in_the_list(lint):
    assert lint("word,gender", "bimbo,female", checked=["bimbo"]) == []
    assert lint("word,gender", "hag,female", checked=["bimbo"]) == [(0, "checked")]


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("wife", "wives"),
        ("lady", "ladies"),
        ("waitress", "waitresses"),
        ("half-sister", "half-sisters"),
        ("father-in-law", "fathers-in-law"),
        ("frenchwoman", "frenchwomen"),
        ("fiancée", "fiancées"),
    ],
)
def test_plurals_of_nouns_are_known(noun, plural):
    assert plural in plurals(noun)


def test_a_compound_is_known_by_its_parts_and_a_misspelt_one_is_not():
    known = ["stepmom", "granddaughter", "fiancé", "mother-in-law", "choirboy", "bus driver"]
    assert all(map(is_known, known))
    assert not any(map(is_known, ["stpemom", "mother-in-lwa", "girlfiend", "womn"]))


def test_the_article_goes_by_sound_not_by_letter():
    """ART-01."""
    an = ["heiress", "usher", "optician", "honest broker", "hourly hand", "uncle", "uninsured man"]
    a = ["university dean", "one-man band", "European envoy", "user", "hero", "ewe", "woman"]
    assert [word for word in an if not takes_an(word)] == []
    assert [word for word in a if takes_an(word)] == []
