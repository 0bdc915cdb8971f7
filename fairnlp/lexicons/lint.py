"""Checks of a word list: what a wrong row would put into a mutant is found before it is used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fairnlp.lexicons.forms import is_known, plurals, takes_an
from fairnlp.lexicons.tables import describe, folder, read_table
from fairnlp.lexicons.words import gender_nouns, gendered_words, other

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

__all__ = ["Finding", "check_table"]

_GENDERS = ("male", "female")
_LOWER_CASE = ("word", "title", "male_plural", "female_plural")
_GENDERED = re.compile(r"\w{2,}(?:(?<!hu)(?<!ger)(?<!sha)man|boy|girl|(?<!witn)ess|ette|trix)")


class Finding(NamedTuple):
    """One thing that is wrong with a word list.

    Parameters
    ----------
    line : int
        Line of the CSV, from 1; 0 where the whole list is meant.
    rule : str
        Such as ``"number"``.
    detail : str
        What stands there, and what would do.
    """

    line: int
    rule: str
    detail: str


def check_table(table: str | Path) -> list[Finding]:
    """Check a word list.

    Parameters
    ----------
    table : str or Path
        Name of a list that fairnlp ships, or the path of a CSV with a TOML beside it.

    Returns
    -------
    list of Finding
        Empty if nothing is wrong. Every list: no row twice, no blanks at the edges, words in lower
        case and names not, genders known, and every word in a dictionary or under ``checked`` in
        the TOML. Pairs of nouns: plurals fit, no article breaks, and the way back leads to where it
        came from unless the row is marked as one-way. Nouns for any gender: none that tells one.
        Words without a counterpart: none that has one.

    Raises
    ------
    LexiconError
        If the list cannot be read.

    Examples
    --------
    >>> check_table("gender_nouns")
    []
    """
    path = table if isinstance(table, Path) else folder() / f"{table}.csv"
    rows = read_table(path)
    columns = set(rows.columns)
    findings = [*_cells(rows), *_spelling(rows, describe(path).get("checked", []))]
    if {"male_plural", "female_plural"} <= columns:
        findings += [*_number(rows), *_sound(rows), *_way_back(rows)]
    elif "title" in columns:
        findings += [*_sound(rows), *_titles(rows)]
    elif columns == {"word"}:
        findings += _neutral(rows)
    elif {"word", "gender"} <= columns:
        findings += _unpaired(rows)
    return sorted(findings)


def _lines(rows: pd.DataFrame) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number in the CSV and the cells of each row."""
    for number, row in enumerate(rows.to_dict(orient="records"), 2):
        yield number, {str(column): cell for column, cell in row.items()}


def _cells(rows: pd.DataFrame) -> Iterator[Finding]:
    key = ["male", "female"] if "male_plural" in rows else [str(rows.columns[0])]
    for line, again in enumerate(rows.duplicated(key), 2):
        if again:
            yield Finding(line, "duplicate", str(rows[key].iloc[line - 2].to_list()))
    for line, row in _lines(rows):
        for column, cell in row.items():
            if cell != cell.strip():
                yield Finding(line, "blank", repr(cell))
            if column in _LOWER_CASE and cell != cell.lower():
                yield Finding(line, "case", f"{cell!r} is not in lower case")
        if "name" in row and not row["name"][:1].isupper():
            yield Finding(line, "case", f"{row['name']!r} has no capital")
        if row.get("gender", "") not in ("", *_GENDERS):
            yield Finding(line, "gender", repr(row["gender"]))


def _spelling(rows: pd.DataFrame, checked: list[str]) -> Iterator[Finding]:
    """Every word is in a dictionary, or was checked by a person."""
    columns = [c for c in ("word", "title", *_GENDERS) if c in rows]
    for line, row in _lines(rows):
        for word in dict.fromkeys(row[column].lower() for column in columns):
            if word and word not in checked and not is_known(word):
                yield Finding(line, "spelling", f"{word!r} is in no dictionary")
    words = {word.lower() for column in columns for word in rows[column]}
    for word in checked:
        if word not in words:
            yield Finding(0, "checked", f"{word!r} is not in the list")


def _number(rows: pd.DataFrame) -> Iterator[Finding]:
    """The plural is that of the singular."""
    for line, row in _lines(rows):
        for gender in _GENDERS:
            singular, plural = row[gender], row[f"{gender}_plural"]
            if plural not in plurals(singular):
                yield Finding(line, "number", f"{plural!r} is no plural of {singular!r}")


def _sound(rows: pd.DataFrame) -> Iterator[Finding]:
    """Both sides take the same article, since the one in the text stays."""
    for line, row in _lines(rows):
        if takes_an(row["male"]) != takes_an(row["female"]):
            yield Finding(line, "article", f"{row['male']!r} and {row['female']!r}")


def _way_back(rows: pd.DataFrame) -> Iterator[Finding]:
    """Each noun has one counterpart, and its counterpart leads back or the row is one-way."""
    ways: dict[str, str] = {}
    for line, row in _lines(rows):
        if row["one_way"] not in ("", "male to female", "female to male"):
            yield Finding(line, "one-way", repr(row["one_way"]))
        if row["neutral"] not in ("", row["male"], row["female"]):
            yield Finding(line, "neutral", f"{row['neutral']!r} is neither side of the row")
        for gender in _GENDERS:
            if row["one_way"] == f"{other(gender)} to {gender}":
                continue
            if row[gender] in ways:
                yield Finding(line, "way back", f"{row[gender]!r} has a counterpart already")
            ways.setdefault(row[gender], row[other(gender)])
    for line, row in _lines(rows):
        for gender in _GENDERS:
            if row["one_way"] == f"{gender} to {other(gender)}" and row[other(gender)] not in ways:
                yield Finding(line, "way back", f"no row leads back from {row[other(gender)]!r}")


def _titles(rows: pd.DataFrame) -> Iterator[Finding]:
    genders = dict(zip(rows["title"], rows["gender"], strict=True))
    for line, row in _lines(rows):
        forms = {gender: row[gender].lower() for gender in _GENDERS}
        wanted = {g: genders.get(forms[g]) == g if row["gender"] else not forms[g] for g in forms}
        if not all(wanted.values()) or (row["gender"] and forms[row["gender"]] != row["title"]):
            yield Finding(line, "title", f"{row['title']!r} stands for {forms}")


def _neutral(rows: pd.DataFrame) -> Iterator[Finding]:
    """A list of nouns for any gender holds none that tells a gender."""
    for line, row in _lines(rows):
        word, noun = row["word"], gender_nouns().get(row["word"])
        if (noun and not noun.neutral) or word in gendered_words() or _GENDERED.fullmatch(word):
            yield Finding(line, "gendered", f"{word!r} tells a gender")


def _unpaired(rows: pd.DataFrame) -> Iterator[Finding]:
    """A list of words without a counterpart holds none that has one."""
    for line, row in _lines(rows):
        if row["word"] in gender_nouns():
            yield Finding(line, "paired", f"{row['word']!r} stands in gender_nouns")
