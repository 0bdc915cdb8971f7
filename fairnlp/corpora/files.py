"""Texts of the user's own: CSV, TSV, Parquet, JSON lines, plain text, or a data frame."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import (
    MissingDataError,
    SchemaError,
    UnknownChoiceError,
    unknown_choice,
)
from fairnlp.corpora.contents import describe, draw
from fairnlp.corpora.records import json_lines
from fairnlp.text.clean import clean_all

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["read"]

log = logging.getLogger(__name__)


def read(
    source: str | Path | pd.DataFrame,
    *,
    text: str = "text",
    label: str | None = None,
    text_id: str | None = None,
    clean: bool = True,
    limit: int | None = None,
    seed: int = 0,
    encoding: str = "utf-8",
) -> pd.DataFrame:
    """Read texts of your own.

    The words ``NA``, ``None`` and ``nan`` are texts. A text that is really missing (an empty cell
    of a data frame, ``null`` in JSON) becomes an empty text, so that the run goes on, and a warning
    names its row. Duplicates and empty texts are kept; `describe` counts them.

    Parameters
    ----------
    source : str, Path or DataFrame
        A file ``.csv``, ``.tsv``, ``.parquet``, ``.jsonl`` (one JSON object a line) or ``.txt``
        (one text a line), or a data frame.
    text : str, default "text"
        Column of the texts; not used for ``.txt``.
    label : str, optional
        Column of the true labels; by default ``"label"`` if there is one.
    text_id : str, optional
        Column of the ids; by default ``"text_id"`` if there is one, else ids are made from the name
        of the file and the number of the row, such as ``"mine-000017"``.
    clean : bool, default True
        Take HTML out; see ``text.clean.clean``.
    limit : int, optional
        Draw so many, without replacement; by default all.
    seed : int, default 0
        The same seed draws the same texts.
    encoding : str, default "utf-8"
        Encoding of a file other than Parquet.

    Returns
    -------
    DataFrame, one row per text
        ``text_id``, ``text``, ``label`` (str as written, if there are labels) and ``source`` (name
        of the file, or ``"data frame"``), in the order of the source.

    Raises
    ------
    MissingDataError
        If the file is not there.
    SchemaError
        If it has no texts, lacks a column, has ids that are not unique, or cannot be read.
    UnknownChoiceError
        If the file is of another kind.

    Examples
    --------
    >>> read(pd.DataFrame({"text": ["She left.<br>", "NA"], "stars": [5, 1]}), label="stars")
            text_id       text label      source
    0  frame-000000  She left.     5  data frame
    1  frame-000001         NA     1  data frame
    """
    if isinstance(source, pd.DataFrame):
        table, name, stem = source.reset_index(drop=True), "data frame", "frame"
    else:
        path = Path(source).expanduser()
        table, name, stem = _table(path, text, encoding), path.name, path.stem
    if table.empty:
        msg = f"{name} has no texts."
        raise SchemaError(msg)
    columns = {"text_id": _ids(table, text_id, name=name, stem=stem)}
    columns["text"] = _texts(_column(table, text, name), name)
    if label is not None or "label" in table:
        columns["label"] = _labels(_column(table, label or "label", name))
    texts = draw(pd.DataFrame(columns).assign(source=name), limit=limit, seed=seed)
    if clean:
        texts = texts.assign(text=clean_all(texts["text"]))
    log.info("%s: %s", name, describe(texts))
    return texts


def _table(path: Path, text: str, encoding: str) -> pd.DataFrame:
    kind = path.suffix.lower()
    if kind not in {*READERS, ".parquet"}:
        msg = unknown_choice("kind of file", kind or path.name, [*READERS, ".parquet"])
        raise UnknownChoiceError(msg)
    if not path.is_file():
        msg = f"There is no file {path} (looked in {path.parent.resolve()})."
        raise MissingDataError(msg)
    try:
        if kind == ".parquet":
            return pd.read_parquet(path)
        return READERS[kind](_decoded(path, encoding), text)
    except (ValueError, OSError) as error:
        if isinstance(error, SchemaError):
            raise
        msg = f"{path.name} cannot be read as {kind}: {error}"
        raise SchemaError(msg) from error


def _decoded(path: Path, encoding: str) -> str:
    content = path.read_bytes()
    try:
        # A mark at the start, which some spreadsheets write, is no part of the first column's name.
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        msg = (
            f"{path.name}, line {line}: byte {error.start} of the file "
            f"({content[error.start : error.start + 1]!r}) is not {encoding}. Save the file as "
            'UTF-8, or name its encoding: read(..., encoding="cp1252").'
        )
        raise SchemaError(msg) from error


def _separated(separator: str) -> Callable[[str, str], pd.DataFrame]:
    def parse(content: str, text: str) -> pd.DataFrame:
        if not content.strip():
            return pd.DataFrame()
        # Everything is read as written: "NA" is a text, "007" an id, a blank line an empty text.
        table = pd.read_csv(
            io.StringIO(content.rstrip("\r\n"), newline=""),
            sep=separator,
            dtype="str",
            keep_default_na=False,
            skip_blank_lines=False,
        )
        if not isinstance(table.index, pd.RangeIndex):  # pandas took the first field for an index
            msg = "the rows have more fields than the first line. Put quotes around the texts."
            raise ValueError(msg)
        return table

    return parse


def _json_lines(content: str, text: str) -> pd.DataFrame:
    records = [record for _, record in json_lines(content)]
    return pd.DataFrame(records, dtype="object")


def _lines(content: str, text: str) -> pd.DataFrame:
    # Only line breaks of the file part texts; str.splitlines would also split at others.
    lines = content.replace("\r\n", "\n").split("\n")
    return pd.DataFrame({text: lines if lines[-1] else lines[:-1]}, dtype="str")


READERS: dict[str, Callable[[str, str], pd.DataFrame]] = {
    ".csv": _separated(","),
    ".tsv": _separated("\t"),
    ".jsonl": _json_lines,
    ".txt": _lines,
}


def _column(table: pd.DataFrame, column: str, name: str) -> pd.Series:
    if column not in table:
        msg = f"In {name}: {unknown_choice('column', column, map(str, table.columns))}"
        raise SchemaError(msg)
    return table[column]


def _texts(column: pd.Series, name: str) -> pd.Series:
    missing = column.isna()
    for row, value in column[~missing].items():
        if not isinstance(value, str):
            msg = f"In {name}, row {row}: the text is of type {type(value).__name__}: {value!r:.60}"
            raise SchemaError(msg)
        if not value.isascii():
            _check_unicode(value, f"In {name}, row {row}")
    if missing.any():
        rows = [str(row) for row in column.index[missing]]
        shown = ", ".join(rows[:10]) + (", ..." if len(rows) > 10 else "")
        log.warning("%s: %d rows have no text and are empty: %s.", name, len(rows), shown)
    return column.astype("object").where(~missing, "").astype("str")


def _check_unicode(value: str, where: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        msg = f"{where}: character {error.start} of the text is a lone surrogate, which is no text."
        raise SchemaError(msg) from error


def _labels(column: pd.Series) -> pd.Series:
    """Give labels as they are written; a whole number is not turned into 1.0 by a gap."""
    if pd.api.types.is_float_dtype(column) and (column.dropna() % 1 == 0).all():
        column = column.astype("Int64")
    return column.astype("object").map(str, na_action="ignore").astype("str")


def _ids(table: pd.DataFrame, column: str | None, *, name: str, stem: str) -> pd.Series:
    if column is None and "text_id" not in table:
        return pd.Series([f"{stem}-{row:06d}" for row in range(len(table))], dtype="str")
    column = column or "text_id"
    ids = _labels(_column(table, column, name))
    if ids.isna().any() or (ids == "").any():
        row = int((ids.isna() | (ids == "")).to_numpy().argmax())
        msg = (
            f"In {name}, row {row}: there is no {column!r}. Give each text one, or drop the column."
        )
        raise SchemaError(msg)
    if (twice := ids.duplicated()).any():
        shown = ", ".join(map(repr, ids[twice].unique()[:3]))
        msg = (
            f"In {name}, {int(twice.sum())} rows have a {column!r} that came before, such as "
            f"{shown}. Ids must be unique."
        )
        raise SchemaError(msg)
    return ids
