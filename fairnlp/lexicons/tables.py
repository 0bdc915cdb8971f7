"""The word lists that the project ships: a CSV, and a TOML that names source and licence."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import LexiconError, MissingDataError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["describe", "folder", "load_table", "read_table"]

_PACKAGE = Path(__file__).parent.parent


def folder() -> Path:
    """Find the folder of word lists: inside an installed package, or beside it in a checkout."""
    for place in (_PACKAGE / "shipped" / "lexicons", _PACKAGE.parent / "lexicons"):
        if place.is_dir():
            return place
    msg = "The word lists are missing; mend with: pip install --force-reinstall fairnlp."
    raise MissingDataError(msg)


@cache
def load_table(name: str) -> pd.DataFrame:
    """Load a word list.

    Parameters
    ----------
    name : str
        File name without ending, such as ``"gender_nouns"``.

    Returns
    -------
    DataFrame
        Columns as the TOML beside the CSV describes; all text, an empty cell is ``""``. "None",
        "NA" and the like are words, not missing values.

    Raises
    ------
    MissingDataError
        If there is no such list.
    LexiconError
        As for `read_table`.
    """
    path = folder() / f"{name}.csv"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder().glob("*.csv")))
        msg = f"There is no word list {name!r}; there are {known}."
        raise MissingDataError(msg)
    return read_table(path)


def read_table(path: Path) -> pd.DataFrame:
    """Read a word list from its file; see `load_table`.

    Raises
    ------
    LexiconError
        If the TOML lacks a source or a licence, the columns are not those it describes, or a line
        has more or fewer cells than the header.
    """
    about = describe(path)
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file, strict=True)
        try:
            columns, *rows = lines
        except (csv.Error, ValueError) as error:  # a quotation mark without its pair; no line
            msg = f"{path.name}, line {lines.line_num}: {error}."
            raise LexiconError(msg) from error
    for number, row in enumerate(rows, 2):
        if len(row) != len(columns):
            msg = f"{path.name}, row {number}: it has {len(row)} cells, not {len(columns)}: {row}."
            raise LexiconError(msg)
    if columns != list(about["columns"]):
        described = list(about["columns"])
        msg = f"{path.name} has {columns}; {path.stem}.toml describes {described}."
        raise LexiconError(msg)
    return pd.DataFrame(rows, columns=columns, dtype="str")


def describe(path: Path) -> Mapping[str, Any]:
    """Read the TOML beside a word list.

    Raises
    ------
    LexiconError
        If it is missing, or lacks a title, source, licence or columns.
    """
    toml = path.with_suffix(".toml")
    if not toml.is_file():
        msg = f"{path.name} has no {toml.name} beside it that names its title, source and licence."
        raise LexiconError(msg)
    about = tomllib.loads(toml.read_text(encoding="utf-8"))
    if missing := [key for key in ("title", "source", "licence", "columns") if not about.get(key)]:
        msg = f"{toml.name} lacks {', '.join(missing)}."
        raise LexiconError(msg)
    return about
