from __future__ import annotations

import pytest

from fairnlp.core.errors import LexiconError, MissingDataError
from fairnlp.lexicons.catalogue import check_list, shipped
from fairnlp.lexicons.concept_lint import check_concepts
from fairnlp.lexicons.concepts import read_concepts, shipped_lists
from tests.characteristics.lists import write

WORDS = "concept,cat,dog,cat_plural,dog_plural,part_of_speech,ambiguous,only_from\n"
CLASSES = ["cat", "dog"]


@pytest.fixture
def lint(tmp_path):
    def check(rows, **head):
        path = write(tmp_path, rows, **{"classes": CLASSES, "part_of_speech": "noun", **head})
        return [(found.line, found.rule) for found in check_concepts(path)]

    return check


@pytest.mark.parametrize("name", shipped_lists())
def test_nothing_is_wrong_with_a_shipped_list(name):
    assert check_concepts(shipped_lists()[name]) == []


# --- reading ---------------------------------------------------------------------------------


def test_a_row_gives_a_concept_with_its_forms(tmp_path):
    rows = f"{WORDS}x,cat,dog,cats,dogs,noun,yes,dog\ny,feline,canine,,,adjective,,\n"
    first, second = read_concepts(write(tmp_path, rows, classes=CLASSES)).concepts
    assert first.forms == {"cat": "cat", "dog": "dog"}
    assert first.plurals == {"cat": "cats", "dog": "dogs"}
    assert (first.part_of_speech, first.ambiguous, first.only_from) == ("noun", True, ("dog",))
    assert (second.line, second.plurals, second.ambiguous, second.only_from) == (3, {}, False, ())


def test_words_that_look_like_missing_values_stay_words(tmp_path):
    """ "Nan", "None" and "NA" are names and codes."""
    rows = "name,gender,class\nNan,female,cat\nNone,male,cat\nNA,female,dog\nnull,male,dog\n"
    names = read_concepts(write(tmp_path, rows, classes=CLASSES, kind="names")).names
    assert names["name"].tolist() == ["Nan", "None", "NA", "null"]
    assert not names.isna().to_numpy().any()
    rows = "concept,cat,dog\nx,None,NA\n"
    (concept,) = read_concepts(
        write(tmp_path, rows, classes=CLASSES, part_of_speech="noun")
    ).concepts
    assert concept.forms == {"cat": "None", "dog": "NA"}


def test_a_list_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(MissingDataError, match=r"There is no .*pets\.toml"):
        read_concepts(tmp_path / "pets.toml")
    write(tmp_path, "concept,cat,dog\nx,cat,dog\n", classes=CLASSES)
    (tmp_path / "pets.csv").unlink()
    with pytest.raises(MissingDataError, match=r"There is no .*pets\.csv, which pets\.toml"):
        read_concepts(tmp_path / "pets.toml")


# --- what makes a list unusable --------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "head", "wanted"),
    [
        ("concept,cat,dog\nx,cat,dog\n", {"colour": "red"}, (0, "key")),
        ("concept,cat,dog\nx,cat,dog\n", {"name": None}, (0, "key")),
        ("concept,cat,dog\nx,cat,dog\n", {"classes": ["cat"]}, (0, "classes")),
        ("concept,cat,dog\nx,cat,dog\n", {"classes": ["cat", "cat"]}, (0, "classes")),
        ("concept,cat,dog\nx,cat,dog\n", {"classes": ["cat", "cow"]}, (0, "columns")),
        ("concept,cat,dog\n", {}, (0, "empty")),
        ("concept,cat,dog\nx,cat,\n", {}, (2, "empty")),
        ("concept,cat,dog\nx,cat,dog\n", {"part_of_speech": "verb"}, (2, "part of speech")),
        ("concept,cat,dog\nx,cat,dog\n", {"about": "animal"}, (0, "about")),
        ("concept,cat,dog\nx,cat,dog\n", {"elsewhere": "go"}, (0, "elsewhere")),
        ("concept,cat,dog\nx,cat,dog\n", {"kind": "verbs"}, (0, "kind")),
        ("concept,cat,dog,cat_plural\nx,cat,dog,cats\n", {}, (0, "columns")),
        (f"{WORDS}x,cat,dog,cats,,noun,,\n", {}, (2, "empty")),
        (f"{WORDS}x,cat,dog,,,noun,,cow\n", {}, (2, "only_from")),
        (f"{WORDS}x,cat,dog,,,noun,perhaps,\n", {}, (2, "ambiguous")),
        ("name,gender,class\nTom,male,cat\nRex,male,cow\n", {"kind": "names"}, (3, "class")),
        ("name,gender,class\nTom,m,cat\n", {"kind": "names"}, (2, "gender")),
        ("name,class\nTom,cat\n", {"kind": "names"}, (0, "columns")),
    ],
)
def test_a_list_that_cannot_be_used_is_linted_and_refused(tmp_path, lint, rows, head, wanted):
    assert wanted in lint(rows, **head)
    with pytest.raises(LexiconError, match=wanted[1]):
        read_concepts(tmp_path / "pets.toml")


def test_equally_many_names_a_class_and_gender_are_needed(lint):
    rows = ["Tom,male,cat", "Mia,female,cat", "Rex,male,dog", "Ida,female,dog"]
    head = {"kind": "names"}
    assert lint("name,gender,class\n" + "\n".join(rows), **head) == []
    assert lint("name,gender,class\n" + "\n".join(rows[:3]), **head) == [(0, "number")]
    assert lint("name,gender,class\n" + "\n".join([*rows, "Max,male,dog"]), **head) == [
        (0, "number")
    ]


@pytest.mark.parametrize("key", ["title", "source", "licence"])
def test_a_list_without_a_title_source_or_licence_is_linted(tmp_path, key):
    path = write(tmp_path, "concept,cat,dog\nx,cat,dog\n", classes=CLASSES, **{key: None})
    (finding,) = check_concepts(path)
    assert (finding.rule, key in finding.detail) == ("file", True)


def test_a_file_that_is_no_toml_or_cut_wrongly_is_linted(tmp_path):
    path = write(tmp_path, "concept,cat,dog\nx,cat\n", classes=CLASSES)
    assert [found.rule for found in check_concepts(path)] == ["file"]
    path.write_text("title = ", encoding="utf-8")
    assert [found.rule for found in check_concepts(path)] == ["file"]


# --- what is wrong with words ----------------------------------------------------------------


def test_a_word_that_leads_to_two_rows_has_no_way_back(lint):
    rows = "x,cat,dog,cats,dogs,noun,,\n"
    assert lint(f"{WORDS}{rows}y,kitten,dog,kittens,dogs,noun,,\n") == [
        (3, "way back"),
        (3, "way back"),
    ]
    assert lint(f"{WORDS}{rows}y,kitten,dog,kittens,dogs,noun,,cat\n") == []
    # another part of speech is another word
    assert lint(f"{WORDS}{rows}y,feline,dog,,,adjective,,\n") == []


def test_a_word_that_no_row_looks_for_has_no_way_back(lint):
    assert lint(f"{WORDS}y,kitten,puppy,,,noun,,cat\n") == [(2, "way back")]


def test_two_classes_with_one_word_are_linted(lint):
    assert lint(f"{WORDS}x,cat,cat,,,noun,,\n") == [(2, "alike")]


def test_plurals_spelling_blanks_and_duplicates_are_linted(lint):
    assert lint(f"{WORDS}x,cat,dog,cat,dogs,noun,,\n") == [(2, "number")]
    assert lint(f"{WORDS}x,stray cat,dog,stray cats,dogs,noun,,\n") == []
    assert lint(f"{WORDS}x,cta,dog,,,noun,,\n") == [(2, "spelling")]
    assert lint(f"{WORDS}x,cta,dog,,,noun,,\n", checked=["cta"]) == []
    assert lint(f"{WORDS}x,cat,dog,,,noun,,\n", checked=["cta"]) == [(0, "checked")]
    assert (2, "blank") in lint('concept,cat,dog\nx,"cat ",dog\n')
    assert (3, "duplicate") in lint("concept,cat,dog\nx,cat,dog\nx,kitten,puppy\n")


# --- which check, which lists ----------------------------------------------------------------


def test_the_check_that_fits_is_taken(tmp_path):
    assert check_list("titles") == check_list("race") == []
    path = write(tmp_path, "concept,cat,dog\nx,cat,\n", classes=CLASSES, part_of_speech="noun")
    assert [found.rule for found in check_list(path)] == ["empty"]
    assert check_list(str(path.with_suffix(".csv"))) == check_list(path)
    with pytest.raises(MissingDataError, match=r"There is no cats; .*age.*titles"):
        check_list("cats")


def test_the_shipped_lists_are_told_with_source_and_licence():
    table = shipped()
    assert not (table[["title", "source", "licence"]] == "").to_numpy().any()
    assert table.loc[table["characteristic"], "name"].tolist() == list(shipped_lists())
    assert table.set_index("name").loc["race", "rows"] == 40
