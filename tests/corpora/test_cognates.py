"""The rules that make pairs, and the shipped lists they choose from."""

from __future__ import annotations

import hashlib

import pandas as pd
import pytest

from fairnlp.core.errors import MissingDataError, SchemaError, UnknownChoiceError
from fairnlp.corpora import cognates
from fairnlp.corpora.cognates import (
    CANDIDATES,
    cognate_pairs,
    excluded_because,
    folder,
    language_code,
    load_candidates,
)
from fairnlp.lexicons.tables import describe, read_table

SHIPPED = ["French", "Spanish", "Italian"]


def candidates(*rows):
    return pd.DataFrame(rows, columns=list(CANDIDATES))


TOY = candidates(
    ("canal", "canal", "", "", "waterway"),
    ("centre", "centre", "yes", "", "center"),
    ("centre", "centre", "yes", "", "middle_point"),
    ("centre", "centre", "yes", "", "heart"),
    ("Paris", "Paris", "yes", "yes", "capital"),
    ("sofa", "canapé", "yes", "", "couch"),
    ("déjà vu", "déjà vu", "yes", "", "memory"),
)


def pairs(**options):
    found = cognate_pairs("French", candidates=TOY, **options)
    return dict(zip(found["cognate"], found["synonym"], strict=True))


def test_the_plain_variant_takes_every_cognate_with_its_first_synonym():
    assert pairs(variant="plain") == {
        "canal": "waterway",
        "centre": "center",
        "Paris": "capital",
        "sofa": "couch",
        "déjà vu": "memory",
    }


def test_the_paper_size_variant_wants_single_words_and_the_cognate_listed_first():
    found = pairs(variant="paper-size")
    assert found == {"centre": "center", "Paris": "capital", "sofa": "couch"}


def test_the_default_variant_wants_lower_case_and_a_spelling_near_the_origin():
    assert pairs() == {"centre": "center"}


def test_a_near_spelling_gives_way_to_the_next_synonym():
    assert pairs(near_spellings=False) == {"centre": "middle_point"}
    assert pairs(near_spellings=False, multiword=False) == {"centre": "heart"}


def test_multiword_overrules_the_variant():
    assert "déjà vu" in pairs(variant="paper-size", multiword=True)
    assert "déjà vu" not in pairs(variant="plain", multiword=False)


def test_proper_names_and_words_can_be_left_out():
    found = pairs(variant="plain", proper_names=False, exclude=["Middle point", "CENTER", "canal"])
    assert found == {"centre": "heart", "sofa": "couch", "déjà vu": "memory"}


def test_a_pair_id_names_language_and_cognate_once():
    found = cognate_pairs("fra", variant="plain")
    assert found["pair_id"].is_unique
    assert found["pair_id"].tolist() == [f"fra-{word}" for word in found["cognate"]]


# As measured, less the slurs: 762 - 4 and 99 - 2 of plain, 33 - 1 of paper-size.
@pytest.mark.parametrize(
    ("variant", "counts"),
    [("plain", (758, 97, 82)), ("paper-size", (290, 32, 33)), ("both-examples", (339, 32, 31))],
)
def test_the_shipped_lists_give_the_measured_number_of_pairs(variant, counts):
    assert tuple(len(cognate_pairs(name, variant=variant)) for name in SHIPPED) == counts


@pytest.mark.parametrize(
    ("variant", "boutique"),
    [("plain", "dress_shop"), ("paper-size", None), ("both-examples", "dress_shop")],
)
def test_the_pairs_that_the_paper_names_are_there(variant, boutique):
    found = cognate_pairs("French", variant=variant).set_index("cognate")["synonym"]
    assert found["deficit"] == "shortage"
    assert found.get("boutique") == boutique


@pytest.mark.parametrize("name", SHIPPED)
def test_a_synonym_is_no_cognate_and_no_slur(name):
    table = load_candidates(name)
    known = set(table["cognate"].str.casefold())
    assert not table["synonym"].str.replace("_", " ").str.casefold().isin(known).any()
    told = zip(table["cognate"], table["synonym"], strict=True)
    assert [pair for pair in told if excluded_because(*pair)] == []


def test_what_is_left_out_has_a_reason_and_is_never_shown():
    table = read_table(folder() / "excluded.csv")
    assert table["sha256"].str.fullmatch("[0-9a-f]{64}").all()
    assert table["sha256"].is_unique
    assert (table["reason"] != "").all()


def test_a_word_or_a_pair_is_left_out_by_its_hash(monkeypatch):
    listed = {"big cabbage": "a word", "canal/ditch": "a pair"}
    known = {hashlib.sha256(key.encode()).hexdigest(): why for key, why in listed.items()}
    monkeypatch.setattr(cognates, "_reasons", lambda: known)
    assert excluded_because("Big cabbage", "leek") == excluded_because("leek", "big_Cabbage")
    assert excluded_because("leek", "big_Cabbage") == "a word"
    assert excluded_because("canal", "ditch") == "a pair"
    assert excluded_because("ditch", "canal") == excluded_because("canal", "leek") == ""


@pytest.mark.parametrize("code", ["fra", "spa", "ita"])
def test_a_shipped_list_tells_both_licences(code):
    about = describe(folder() / f"{code}.csv")
    assert "CC-BY-SA-3.0" in about["licence"]
    assert "Princeton University" in about["wordnet_licence"]
    assert 'PROVIDED "AS IS"' in about["wordnet_licence"]


def test_languages_go_by_name_or_code():
    assert [language_code(name) for name in ("french", "Latin", "ell")] == ["fra", "lat", "ell"]
    with pytest.raises(UnknownChoiceError, match="Did you mean 'French'"):
        language_code("Frensh")


def test_a_language_that_was_not_built_tells_the_command(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path))
    with pytest.raises(MissingDataError, match="fairnlp corpora build ceec --language German"):
        load_candidates("German")


def test_unknown_variants_and_other_tables_are_refused():
    with pytest.raises(UnknownChoiceError, match="Unknown variant"):
        cognate_pairs("French", variant="nearest")
    with pytest.raises(SchemaError, match="lacks `origin`"):
        cognate_pairs("French", candidates=TOY.drop(columns="origin"))
