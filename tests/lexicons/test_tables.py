from __future__ import annotations

import pytest

from fairnlp.core.errors import LexiconError, MissingDataError
from fairnlp.lexicons.tables import describe, folder, load_table, read_table

LISTS = sorted(path.stem for path in folder().glob("*.csv"))

TOML = 'title = "t"\nsource = "s"\nlicence = "l"\n[columns]\nword = "."\ngender = "."\n'


@pytest.fixture
def make(tmp_path):
    def write(rows, toml=TOML):
        path = tmp_path / "list.csv"
        path.write_text(rows, encoding="utf-8")
        path.with_suffix(".toml").write_text(toml, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", LISTS)
def test_each_shipped_list_names_its_source_and_licence_and_describes_its_columns(name):
    about = describe(folder() / f"{name}.csv")
    assert about["source"]
    assert about["licence"]
    assert all(meaning.endswith(".") for meaning in about["columns"].values())
    assert list(load_table(name).columns) == list(about["columns"])


@pytest.mark.parametrize("name", LISTS)
def test_no_cell_of_a_shipped_list_is_missing(name):
    table = load_table(name)
    assert len(table) > 10
    assert not table.isna().to_numpy().any()
    assert not (table.iloc[:, 0] == "").any()


def test_words_that_look_like_missing_values_stay_words(make):
    table = read_table(make("word,gender\nNone,male\nNA,\nnan,female\nnull,male\n"))
    assert table["word"].tolist() == ["None", "NA", "nan", "null"]
    assert table["gender"].tolist() == ["male", "", "female", "male"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("word,gender\nhag\n", r"row 2: it has 1 cells, not 2"),
        ("word,gender\nhag,female\nlad,male,x\n", r"row 3: it has 3 cells, not 2"),
        ("word,gender\n\nhag,female\n", r"row 2: it has 0 cells"),
        ('word,gender\n"hag,female\n', r"list\.csv, line 2: unexpected end of data"),
        ("", r"list\.csv, line 0"),
        ("word,sex\nhag,female\n", r"list\.csv has \['word', 'sex'\]; list\.toml describes"),
    ],
)
def test_a_list_that_is_cut_wrongly_is_refused_with_its_line(make, rows, message):
    with pytest.raises(LexiconError, match=message):
        read_table(make(rows))


@pytest.mark.parametrize("key", ["title", "source", "licence"])
def test_a_list_without_a_title_source_or_licence_is_refused(make, key):
    toml = "".join(line for line in TOML.splitlines(keepends=True) if not line.startswith(key))
    with pytest.raises(LexiconError, match=f"list.toml lacks {key}"):
        read_table(make("word,gender\nhag,female\n", toml))


def test_a_list_without_a_description_is_refused(tmp_path):
    (tmp_path / "list.csv").write_text("word\nhag\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"has no list\.toml beside it"):
        read_table(tmp_path / "list.csv")


def test_a_list_that_is_not_there_is_an_error_that_names_those_that_are():
    with pytest.raises(MissingDataError, match=r"no word list 'nouns'; there are .*titles"):
        load_table("nouns")
