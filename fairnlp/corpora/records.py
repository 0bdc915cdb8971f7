"""Rows of CSV, TSV and JSON lines files as dictionaries, each with the line it stands on."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import (
    MissingDataError,
    SchemaError,
    UnknownChoiceError,
    unknown_choice,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["KINDS", "content_of", "json_lines", "read_records"]

KINDS = (".csv", ".tsv", ".jsonl", ".csv.gz", ".tsv.gz", ".jsonl.gz")
"""Endings of the files that can be read."""


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the rows of a file, each with the number of its first line.

    Parameters
    ----------
    path : Path
        A file with one of the endings `KINDS`, in UTF-8.

    Yields
    ------
    (int, dict)
        The line, from 1, and what the row holds; the cells of CSV and TSV are text.

    Raises
    ------
    MissingDataError
        If the file is not there.
    UnknownChoiceError
        If it has another ending.
    SchemaError
        If it is not in UTF-8, or a line cannot be read; the message has its number.
    """
    kind = next((kind for kind in reversed(KINDS) if path.name.lower().endswith(kind)), None)
    if kind is None:
        raise UnknownChoiceError(unknown_choice("kind of file", path.suffix or path.name, KINDS))
    content = content_of(path)
    if kind.startswith(".jsonl"):
        yield from json_lines(content, name=path.name)
    else:
        yield from _separated(path, content, "," if kind.startswith(".csv") else "\t")


def content_of(path: Path) -> str:
    """Read a text file in UTF-8, unpacked if its name ends in ``.gz``.

    Raises
    ------
    MissingDataError
        If the file is not there.
    SchemaError
        If it cannot be unpacked, or is not in UTF-8.
    """
    if not path.is_file():
        msg = f"There is no file {path} (looked in {path.parent.resolve()})."
        raise MissingDataError(msg)
    content = path.read_bytes()
    if path.suffix.lower() == ".gz":
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error) as error:
            msg = f"{path.name} cannot be unpacked: {error}"
            raise SchemaError(msg) from error
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        msg = f"{path.name}, line {line}: this is not UTF-8. Save the file as UTF-8."
        raise SchemaError(msg) from error


def json_lines(content: str, *, name: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the objects of JSON lines, each with the number of its line; blank lines are left out.

    Parameters
    ----------
    content : str
        The lines.
    name : str
        What the file is called, for messages.

    Yields
    ------
    (int, dict)

    Raises
    ------
    SchemaError
        If a line is not a JSON object.

    Examples
    --------
    >>> list(json_lines('{"text": "It rained."}'))
    [(1, {'text': 'It rained.'})]
    """
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}" if name else f"Line {number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            msg = f"{where} is not JSON ({error}); each line must be one JSON object."
            raise SchemaError(msg) from error
        if not isinstance(record, dict):
            msg = f"{where} is not a JSON object: {line:.60}"
            raise SchemaError(msg)
        yield number, record


def _separated(path: Path, content: str, separator: str) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = csv.reader(io.StringIO(content, newline=""), delimiter=separator, strict=True)
    columns = next(rows, None)
    while columns is not None:
        number = rows.line_num + 1  # a row may have several lines
        try:
            row = next(rows, None)
        except csv.Error as error:
            msg = f"{path.name}, line {number}: {error}. Are all quotation marks closed?"
            raise SchemaError(msg) from error
        if row is None:
            return
        if not row:
            continue
        if len(row) != len(columns):
            msg = f"{path.name}, line {number}: {len(row)} cells, but {len(columns)} columns."
            raise SchemaError(msg)
        yield number, dict(zip(columns, row, strict=True))
