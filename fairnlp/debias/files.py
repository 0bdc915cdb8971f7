"""Lexicon files in the form that the package of each tool reads, without double entries."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.parsers import expat

from fairnlp.core.errors import LexiconError, MissingDataError
from fairnlp.core.replacing import replace_file
from fairnlp.debias.entries import entries_of
from fairnlp.systems.afinn import Afinn
from fairnlp.systems.textblob import TextBlob
from fairnlp.systems.vader import Vader
from fairnlp.systems.wordscores import read_scores

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fairnlp.systems.lexicon_tool import LexiconTool

__all__ = ["read_entries", "write_entries"]

_NUMBERS = ("polarity", "subjectivity", "intensity")


def write_entries(tool: LexiconTool, path: Path) -> Path:
    """Write the entries of a tool; see `Debiased.export`."""
    entries = entries_of(tool).read(tool)
    if isinstance(tool, TextBlob):
        content = _as_xml(entries)
    elif isinstance(tool, Vader | Afinn):
        content = "".join(f"{word}\t{_number(score)}\n" for word, score in entries.items())
    else:
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerows([("word", "score"), *((w, repr(score)) for w, score in entries.items())])
        content = text.getvalue()
    replace_file(path, content.encode())
    return path


def read_entries(tool: LexiconTool, path: Path) -> dict[str, Any]:
    """Read entries for a tool; see `load`."""
    if not path.is_file():
        msg = f"There is no file {path} (looked in {path.parent.resolve()})."
        raise MissingDataError(msg)
    if isinstance(tool, TextBlob):
        return _from_xml(path)
    if isinstance(tool, Vader | Afinn):
        return _from_lines(path)
    table = read_scores(path)
    return dict(zip(table["word"], table["score"].tolist(), strict=True))


def _number(score: float) -> str:
    # AFINN's package reads whole numbers only.
    return str(int(score)) if score == int(score) else repr(score)


def _as_xml(entries: Mapping[str, Any]) -> str:
    root = ElementTree.Element("sentiment", language="en")
    for word, senses in entries.items():
        # The mean over the parts of speech is made anew when the file is read.
        parts = {pos: values for pos, values in senses.items() if pos is not None} or senses
        for pos, values in parts.items():
            said = {} if pos is None else {"pos": pos}
            numbers = {name: repr(v) for name, v in zip(_NUMBERS, values, strict=True)}
            ElementTree.SubElement(root, "word", {"form": word, **said, **numbers})
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _from_xml(path: Path) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for line, row in _xml_words(path):
        word, pos = row.get("form", ""), row.get("pos")
        where = f"{path.name}, line {line}"
        if not word.strip():
            msg = f"{where}: the word has no form."
            raise LexiconError(msg)
        senses = entries.setdefault(word, {})
        if pos in senses:
            msg = f"{where}: {word!r} as {pos} is there twice; leave one out."
            raise LexiconError(msg)
        senses[pos] = [_finite(row.get(name, ""), word, where) for name in _NUMBERS]
    for senses in entries.values():
        columns = zip(*senses.values(), strict=True)
        senses[None] = [sum(column) / len(senses) for column in columns]
    return entries


def _xml_words(path: Path) -> list[tuple[int, dict[str, str]]]:
    """Give line and attributes of each word; a tree would not know the lines."""
    words = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "word":
            words.append((parser.CurrentLineNumber, attributes))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        parser.Parse(path.read_bytes(), True)  # noqa: FBT003  # it takes no names
    except expat.ExpatError as error:
        msg = f"{path.name} is no XML ({error}); TextBlob's lexicon is."
        raise LexiconError(msg) from error
    return words


def _from_lines(path: Path) -> dict[str, float]:
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")  # a spreadsheet may put a mark at the start
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        msg = f"{path.name}, line {number}: it is not UTF-8. Save the file as UTF-8."
        raise LexiconError(msg) from error
    entries: dict[str, float] = {}
    for at, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if not line:
            continue
        where = f"{path.name}, line {at}"
        word, tab, rest = line.partition("\t")
        if not tab or not word.strip():
            msg = f"{where}: it must be a word, a tab and a score, not {line!r}."
            raise LexiconError(msg)
        if word in entries:
            msg = f"{where}: {word!r} is there twice; leave one out."
            raise LexiconError(msg)
        entries[word] = _finite(rest.split("\t")[0], word, where)
    return entries


def _finite(text: str, word: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        msg = f"{where}: the score of {word!r} is {text!r}; it must be a finite number."
        raise LexiconError(msg)
    return value
