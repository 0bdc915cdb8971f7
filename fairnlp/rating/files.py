"""Sheets of ratings as CSV files that a spreadsheet opens; every cell stays text."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.core.frames import check_frame

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "ITEMS",
    "QUESTIONS",
    "RATINGS",
    "TEST_CASES",
    "Form",
    "check_answer",
    "check_rater",
    "read_ratings",
    "read_sheet",
    "sheet_bytes",
]

ITEMS = {
    "item_id": "str, unique",
    "text_1": "str, the changed words in ⟦ ⟧",
    "text_2": "str, the changed words in ⟦ ⟧",
}
"""What is rated."""

COHERENT = ("yes", "no")
SENTIMENTS = ("positive", "negative", "neutral", "unsure")

QUESTIONS = {
    "coherent_1": COHERENT,
    "sentiment_1": SENTIMENTS,
    "coherent_2": COHERENT,
    "sentiment_2": SENTIMENTS,
}
"""Question (a column) to its answers; an empty cell has not been answered."""


@dataclass(frozen=True, kw_only=True)
class Form:
    """What raters see, and what they are asked.

    Parameters
    ----------
    items : mapping of str to str
        Column to what it holds; ``item_id`` is one.
    questions : mapping of str to tuple of str
        Question (a column) to its answers.
    """

    items: Mapping[str, str]
    questions: Mapping[str, tuple[str, ...]]

    @property
    def ratings(self) -> dict[str, str]:
        """What raters said: the contract of a frame with one row a rater and item."""
        answers = {
            name: f"str, {', '.join(some)}; or empty" for name, some in self.questions.items()
        }
        return {"rater": "str", "item_id": "str", **answers, "note": "str, may be empty"}

    @property
    def columns(self) -> list[str]:
        """The columns of a sheet, in order."""
        return [*self.items, *self.questions, "note", "rater"]


TEST_CASES = Form(items=ITEMS, questions=QUESTIONS)
"""Two texts of a test case: are they coherent, and of which sentiment?"""

RATINGS = TEST_CASES.ratings
"""What raters said of test cases; one row a rater and item."""

MAJORITY = "majority"
"""What results call the raters together, so that no rater can be called so."""

_RATER = re.compile(r"\w[\w.-]*")

# A spreadsheet takes such a cell for a formula; an apostrophe in front makes it text.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def check_rater(name: str) -> str:
    """Return the id of a rater if it can name a file and a row of the results.

    Raises
    ------
    OptionError
        If it cannot.
    """
    if not _RATER.fullmatch(name) or name == MAJORITY:
        msg = (
            f"{name!r} cannot be the id of a rater; take letters, digits, _ . and -, such as "
            f"'r1', and not {MAJORITY!r}."
        )
        raise OptionError(msg)
    return name


def check_answer(question: str, answer: str, *, where: str = "", form: Form = TEST_CASES) -> str:
    """Return an answer in lower case, or say which are allowed.

    Parameters
    ----------
    question : str
        One of the form's.
    answer : str
        Empty for none.
    where : str
        How the message begins, such as the file and line.
    form : Form
        What is asked.

    Raises
    ------
    SchemaError
        If it is not allowed.
    """
    given = answer.strip().lower()
    if given and given not in form.questions[question]:
        allowed = ", ".join(map(repr, form.questions[question]))
        msg = f"{where}{question} is {answer!r}; allowed are {allowed}, or empty for no answer."
        raise SchemaError(msg)
    return given


def sheet_bytes(
    items: pd.DataFrame,
    answers: Mapping[str, Mapping[str, str]] | None = None,
    *,
    rater: str = "",
    form: Form = TEST_CASES,
) -> bytes:
    """Lay out a sheet as the content of a CSV file.

    Parameters
    ----------
    items : DataFrame
        See ``form.items``.
    answers : mapping, optional
        Item to question to answer; also ``"note"``.
    rater : str
        Who answered; empty for a sheet that is to be filled in.
    form : Form
        What is asked.

    Returns
    -------
    bytes
        UTF-8 with the mark that spreadsheets look for.
    """
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, form.columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    for item in items[[*form.items]].to_dict(orient="records"):
        row = item | dict((answers or {}).get(item["item_id"], {})) | {"rater": rater}
        writer.writerow({str(name): _guard(str(cell)) for name, cell in row.items()})
    return file.getvalue().encode("utf-8-sig", "surrogatepass")


def _guard(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguard(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def read_rows(
    path: Path, *, need: Iterable[str], form: Form = TEST_CASES
) -> list[tuple[int, dict[str, str]]]:
    """Give the rows of a sheet with the line that each ends on.

    Commas, semicolons and tabs may separate the cells: spreadsheets differ in what they save.

    Raises
    ------
    MissingDataError
        If there is no such file.
    SchemaError
        If it is not UTF-8, lacks a column or has an item twice.
    """
    try:
        content = path.read_bytes().decode("utf-8-sig", "surrogatepass")
    except FileNotFoundError as error:
        msg = f"There is no sheet {path}."
        raise MissingDataError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{path} is not in UTF-8; save it from the spreadsheet as 'CSV UTF-8'."
        raise SchemaError(msg) from error
    head = content.partition("\n")[0]
    separator = next((sign for sign in ",;\t" if sign in head), ",")
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=separator, restval="")
    names = [name.strip() for name in reader.fieldnames or []]
    check_frame(
        pd.DataFrame(columns=names),
        {name: ({**form.items, **form.ratings})[name] for name in need},
        name=str(path),
    )
    reader.fieldnames = names
    rows, seen = [], set()
    for row in _read(reader, path):
        cells = {name: _unguard(cell or "") for name, cell in row.items() if name}
        item = cells["item_id"] = cells["item_id"].strip()
        if not any(cells.values()):
            continue  # an empty line at the end
        if item in seen:
            msg = f"{path}, line {reader.line_num}: item {item!r} comes twice."
            raise SchemaError(msg)
        seen.add(item)
        rows.append((reader.line_num, cells))
    return rows


def _read(reader: csv.DictReader[str], path: Path) -> Iterator[dict[str, str]]:
    try:
        yield from reader
    except csv.Error as error:
        msg = f"{path}, line {reader.line_num}, cannot be read as CSV: {error}."
        raise SchemaError(msg) from error


def read_sheet(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read the items of a sheet, rated or not.

    Parameters
    ----------
    path : path
        A CSV file.

    Returns
    -------
    DataFrame
        See `ITEMS`.

    Raises
    ------
    MissingDataError, SchemaError
        If the file is not there, lacks a column, or has an item twice.
    """
    rows = read_rows(Path(path), need=ITEMS)
    return pd.DataFrame([row for _, row in rows], columns=[*ITEMS], dtype="str")


def read_ratings(
    files: str | Path | Iterable[str | os.PathLike[str]],
    *,
    items: pd.DataFrame | None = None,
    form: Form = TEST_CASES,
) -> pd.DataFrame:
    """Read the sheets of raters, one file each.

    Parameters
    ----------
    files : path or iterable of path
        CSV files. The rater is who the column ``rater`` names; where it is empty or not there,
        the name of the file without its ending.
    items : DataFrame, optional
        What was to be rated, with ``item_id``; by default, what the longest file has.
    form : Form
        What is asked; by default of test cases.

    Returns
    -------
    DataFrame, one row a rater and item
        See ``form.ratings``, in the order of the files and of the items; also the items that a
        rater has not answered. "None" and "NA" in a note are words like others.

    Raises
    ------
    MissingDataError
        If a file is not there.
    SchemaError
        If a column is missing, an item is not known or comes twice, an answer is not allowed, or
        two files are of one rater.
    OptionError
        If there is no file, or a rater's id cannot be used.
    """
    paths = [Path(files)] if isinstance(files, str | Path) else [Path(file) for file in files]
    if not paths:
        msg = "No sheet was given; name the file of each rater."
        raise OptionError(msg)
    sheets: dict[str, tuple[Path, dict[str, dict[str, str]]]] = {}
    for path in paths:
        rows = read_rows(path, need=["item_id", *form.questions], form=form)
        rater = _rater(path, [row for _, row in rows])
        if rater in sheets:
            msg = (
                f"{path} and {sheets[rater][0]} are both of rater {rater!r}; give each rater a "
                "file and an id of their own."
            )
            raise SchemaError(msg)
        sheets[rater] = (
            path,
            {row["item_id"]: _answers(path, line, row, form) for line, row in rows},
        )
    longest = max((answers for _, answers in sheets.values()), key=len)
    known = list(longest) if items is None else items["item_id"].astype("str").tolist()
    for path, answers in sheets.values():
        if strange := [item for item in answers if item not in set(known)]:
            msg = (
                f"{path} has the item {strange[0]!r}, which is not among the {len(known)} to be "
                "rated. Is it another sheet's, or was the column item_id changed?"
            )
            raise SchemaError(msg)
    nothing = dict.fromkeys([*form.questions, "note"], "")
    return pd.DataFrame(
        [
            {"rater": rater, "item_id": item} | answers.get(item, nothing)
            for rater, (_, answers) in sheets.items()
            for item in known
        ],
        columns=[*form.ratings],
        dtype="str",
    )


def _rater(path: Path, rows: list[dict[str, str]]) -> str:
    named = sorted({row.get("rater", "").strip() for row in rows} - {""})
    if len(named) > 1:
        msg = f"{path} is of several raters ({', '.join(named)}); give each a file of their own."
        raise SchemaError(msg)
    return check_rater(named[0] if named else path.stem)


def _answers(path: Path, line: int, row: Mapping[str, str], form: Form) -> dict[str, str]:
    where = f"{path}, line {line}: "
    given = {name: check_answer(name, row[name], where=where, form=form) for name in form.questions}
    return given | {"note": row.get("note", "")}
