"""Corpora with human rationales: which words of a text made a person give it its label."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import (
    MissingDataError,
    OptionError,
    SchemaError,
    UnknownChoiceError,
    unknown_choice,
)
from fairnlp.corpora.eraser import as_marked, read_documents
from fairnlp.corpora.film_sentences import film_sentences
from fairnlp.corpora.posts import hatexplain, runs_of, toxic_spans
from fairnlp.corpora.records import read_records
from fairnlp.corpora.spans import Marked, rationale_frame

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["data_path", "rationales"]

SOURCES = {
    "movies": ("movie_rationales.jsonl.gz", "https://www.eraserbenchmark.com/zipped/movies.tar.gz"),
    "toxic_spans": ("", "https://github.com/ipavlopoulos/toxic_spans"),
    "hatexplain": ("dataset.json", "https://github.com/hate-alert/HateXplain"),
}
"""File in the folder of data, and where the data is to be had."""

POSTS: dict[str, Callable[[Path], list[Marked]]] = {
    "toxic_spans": toxic_spans,
    "hatexplain": hatexplain,
}
EXTRA = ("context:", "annotated:")
TRUE = {"1": True, "true": True, "0": False, "false": False}


def rationales(
    source: str | Path | pd.DataFrame,
    *,
    path: str | Path | None = None,
    sentences: bool = False,
    variant: str = "cleanc",
    sizes: Mapping[str, int] | None = None,
    folds: int = 5,
    seed: int = 0,
) -> pd.DataFrame:
    """Read texts in which people marked what made them give the label.

    Parameters
    ----------
    source : {"movies", "toxic_spans", "hatexplain"} or str or Path or DataFrame
        A data set by name; a folder in the format of ERASER; or a table of your own: CSV, TSV,
        JSON lines (also with ``.gz``) or a data frame with ``text``, ``label`` and ``spans``, the
        marked characters: ``[[4, 10]]`` (start and end, exclusive), or ``[4, 5, 6, 7, 8, 9]``,
        ``[]`` if nothing was found, empty or null if nobody was asked. Further columns that are
        used: ``text_id``, ``fold``, ``group`` (texts of one group are in one fold) and those
        named ``context:...`` and ``annotated:...``.
    path : str or Path, optional
        File or folder of a data set by name. By default it is looked for in the folder that the
        environment variable ``FAIRNLP_TEST_DATA`` names.
    sentences : bool, default False
        Of film reviews, draw sentences of three classes; see `film_sentences`.
    variant : {"cleanc", "clean", "short", "raw"}
        Which sentences; see `film_sentences`.
    sizes : mapping of str to int, optional
        How many sentences of each class; see `film_sentences`.
    folds : int, default 5
        How many folds, where the data has none.
    seed : int, default 0
        Draws folds and sentences.

    Returns
    -------
    DataFrame, one row a text
        See ``core.frames.RATIONALES``; ``group``, where texts have one, and ``source``. The tokens
        are the words of `fairnlp.text.words.words`. A marked span that does not start and end with
        words is put onto the words, and one warning tells how many were; ``attrs["moved"]`` lists
        them. A text in which nothing is marked has a rationale of False alone.

    Raises
    ------
    UnknownChoiceError
        If there is no such source, variant or kind of file.
    MissingDataError
        If the data is not there; the message tells where it is to be had.
    SchemaError
        If a line cannot be read; the message has file and line.

    Examples
    --------
    >>> mine = pd.DataFrame({"text": ["The rotten plan sank.", "It rained."],
    ...     "label": ["bad", "other"], "spans": [[[4, 10]], []]})
    >>> corpus = rationales(mine, folds=2)
    >>> corpus.loc[0, "rationale"]
    [False, True, False, False, False]
    """
    options = {"folds": folds, "seed": seed}
    if isinstance(source, pd.DataFrame):
        rows: list[tuple[str, dict[Any, Any]]] = [
            (f"data frame, row {row}", record)
            for row, record in enumerate(source.to_dict(orient="records"))
        ]
        return rationale_frame(_own(rows, "frame"), source="data frame", **options)
    name = str(source)
    place = data_path(name, path) if name in SOURCES else Path(source).expanduser()
    if name not in SOURCES and not place.exists():
        if place.suffix or place.parent != Path():
            msg = f"There is no file or folder {place}."
            raise MissingDataError(msg)
        raise UnknownChoiceError(unknown_choice("corpus with rationales", name, SOURCES))
    if name == "movies" or place.is_dir() and name not in SOURCES:
        documents = read_documents(place)
        if sentences:
            return film_sentences(documents, variant=variant, sizes=sizes, **options)
        whole = [
            as_marked(document, 0, len(document.tokens), more={"split": document.split})
            for document in documents
        ]
        return rationale_frame(whole, source=name, **options)
    if sentences:
        msg = f"`sentences` is for documents such as the film reviews, not for {name!r}."
        raise OptionError(msg)
    if name in POSTS:
        return rationale_frame(POSTS[name](place), source=name, **options)
    rows = []
    for number, record in read_records(place):
        rows.append((f"{place.name}, line {number}", record))
    stem = place.name.partition(".")[0]
    return rationale_frame(_own(rows, stem), source=place.name, **options)


def data_path(name: str, path: str | Path | None = None) -> Path:
    """Find the file or folder of a data set.

    Raises
    ------
    MissingDataError
        If it is not there.
    """
    file, address = SOURCES[name]
    if path is not None:
        place = Path(path).expanduser()
    else:
        folder = os.environ.get("FAIRNLP_TEST_DATA", "")
        place = Path(folder).expanduser() / file if folder else Path()
    if (path is None and not os.environ.get("FAIRNLP_TEST_DATA")) or not place.exists():
        looked = "" if path is None and place == Path() else f" (looked for {place})"
        msg = (
            f"The data set {name!r} is not on this machine{looked}. Get it from {address} and name "
            f'its file or folder: rationales("{name}", path=...).'
        )
        raise MissingDataError(msg)
    return place


def _own(rows: list[tuple[str, dict[Any, Any]]], stem: str) -> list[Marked]:
    texts = []
    for number, (where, row) in enumerate(rows):
        if missing := [name for name in ("text", "label", "spans") if name not in row]:
            msg = f"{where}: {', '.join(missing)} missing; it has {', '.join(map(str, row))}."
            raise SchemaError(msg)
        if not isinstance(row["text"], str):
            msg = f"{where}: the text is of type {type(row['text']).__name__}."
            raise SchemaError(msg)
        try:
            texts.append(
                Marked(
                    text_id=str(row.get("text_id", f"{stem}-{number:06d}")),
                    text=row["text"],
                    label=str(row["label"]),
                    spans=_spans(row["spans"]),
                    group=row.get("group"),
                    fold=_fold(row.get("fold")),
                    where=where,
                    more={
                        column: _extra(column, value)
                        for column, value in row.items()
                        if str(column).startswith(EXTRA)
                    },
                )
            )
        except (ValueError, TypeError) as error:
            msg = f"{where}: {error}"
            raise SchemaError(msg) from error
    return texts


def _spans(value: Any) -> list[tuple[int, int]] | None:
    if value is None or value == "" or (isinstance(value, float) and value != value):
        return None
    spans = json.loads(value) if isinstance(value, str) else list(value)
    if not isinstance(spans, list):
        msg = f"`spans` must be a list such as [[4, 10]] or [4, 5, 6], not {value!r:.60}"
        raise TypeError(msg)
    if spans and all(isinstance(place, int) for place in spans):
        return runs_of(spans)
    return [(int(start), int(end)) for start, end in spans]


def _fold(value: Any) -> int | None:
    if value is None or value == "" or value != value:
        return None
    fold = int(value)
    if fold < 0 or fold != float(value):
        msg = f"`fold` must be a whole number from 0 on, not {value!r}"
        raise ValueError(msg)
    return fold


def _extra(column: str, value: Any) -> float | bool:
    if column.startswith("context:"):
        return float(value)
    told = TRUE.get(str(value).strip().lower())
    if told is None:
        msg = f"`{column}` must be true or false, not {value!r}"
        raise ValueError(msg)
    return told
