"""Word lists that make a characteristic: a concept a row, a column a class, a TOML beside."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fairnlp.core.errors import LexiconError, MissingDataError
from fairnlp.lexicons.tables import describe, folder, read_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pandas as pd

__all__ = ["PARTS_OF_SPEECH", "Concept", "ConceptList", "Problem", "read_concepts", "shipped_lists"]

PARTS_OF_SPEECH = ("adjective", "noun", "name")
"""``"name"`` is a proper noun that is no person, such as a country."""

_FOLDER = "characteristics"
_KEYS = frozenset(
    "title source licence columns checked name kind classes class_column table part_of_speech "
    "about elsewhere bound bound_nouns not_of_names alone".split()
)
_PLURAL = "_plural"


class Problem(NamedTuple):
    """Why a list cannot be used: line of the CSV (0: the whole list), rule, what stands there."""

    line: int
    rule: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class Concept:
    """One row: the same thing said of each class.

    Parameters
    ----------
    line : int
        Line in the CSV.
    part_of_speech : str
        One of `PARTS_OF_SPEECH`.
    forms, plurals : mapping of str to str
        Class to its word; `plurals` is empty where the row has none.
    ambiguous : bool
        True if its words have other meanings: a text with one is refused.
    only_from : tuple of str
        The classes whose word is looked for; the others' are only put in. By default all.
    """

    line: int
    part_of_speech: str
    forms: Mapping[str, str]
    plurals: Mapping[str, str]
    ambiguous: bool = False
    only_from: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ConceptList:
    """A word list that makes a characteristic.

    Parameters
    ----------
    toml : Path
        The file that says what the list is.
    name : str
        What the characteristic is called.
    classes : tuple of str
    concepts : tuple of Concept
        Empty for a list of names.
    names : DataFrame, optional
        For ``kind = "names"``: ``name``, ``gender`` and ``class``.
    about : str
        ``"person"`` if only what is said of a person counts, else empty.
    elsewhere : str
        What becomes of the words where they are not said of a person: ``"stay"`` or ``"change"``.
    bound, bound_nouns : tuple of str
        Phrases that bind the text to its class, and nouns that bind the adjective before them.
    not_of_names : bool
        True if an adjective before a name is refused: "a young Gwyneth" is no young person.
    alone : tuple of str
        Labels of the recogniser, such as ``"NORP"``: a further entity of that kind is refused.
    """

    toml: Path
    name: str
    classes: tuple[str, ...]
    concepts: tuple[Concept, ...] = ()
    names: pd.DataFrame | None = field(default=None, compare=False)
    about: str = ""
    elsewhere: str = "change"
    bound: tuple[str, ...] = ()
    bound_nouns: tuple[str, ...] = ()
    not_of_names: bool = False
    alone: tuple[str, ...] = ()


def shipped_lists() -> dict[str, Path]:
    """Map the name of each characteristic that is shipped as a word list to its TOML.

    Examples
    --------
    >>> "age" in shipped_lists()
    True
    """
    return {path.stem: path for path in sorted((folder() / _FOLDER).glob("*.toml"))}


def read_concepts(path: str | Path) -> ConceptList:
    """Read a word list that makes a characteristic.

    Parameters
    ----------
    path : str or Path
        The TOML or the CSV; both have the same stem.

    Returns
    -------
    ConceptList

    Raises
    ------
    MissingDataError
        If a file is missing.
    LexiconError
        If the list cannot be used; the message has the first problem and its line.
    """
    about, table, csv = load(path)
    toml = Path(path).with_suffix(".toml").resolve()
    for line, rule, detail in problems(about, table):
        where = f"{csv.name}, line {line}" if line else toml.name
        msg = f"{where}: {rule}: {detail}. See all with: fairnlp lexicon check {toml}"
        raise LexiconError(msg)
    classes = tuple(about["classes"])
    if about.get("kind") == "names":
        names = table.rename(columns={about.get("class_column", "class"): "class"})
        return ConceptList(toml=toml, name=about["name"], classes=classes, names=names)
    return ConceptList(
        toml=toml,
        name=about["name"],
        classes=classes,
        concepts=tuple(_concepts(about, table)),
        about=about.get("about", ""),
        elsewhere=about.get("elsewhere", "change"),
        bound=tuple(about.get("bound", ())),
        bound_nouns=tuple(about.get("bound_nouns", ())),
        not_of_names=about.get("not_of_names", False),
        alone=tuple(about.get("alone", ())),
    )


def load(path: str | Path) -> tuple[Mapping[str, Any], pd.DataFrame, Path]:
    """Load the TOML and the table of a list, and tell where the CSV is."""
    toml = Path(path).with_suffix(".toml")
    if not toml.is_file():
        msg = f"There is no {toml}; a characteristic is a NAME.csv with a NAME.toml beside it."
        raise MissingDataError(msg)
    try:
        about = tomllib.loads(toml.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{toml.name}: {error}."
        raise LexiconError(msg) from error
    csv = toml.with_suffix(".csv")
    if "table" in about:  # the list is of another file, which has its own TOML
        csv = toml.parent / about["table"]
    if not csv.is_file():
        msg = f"There is no {csv}, which {toml.name} describes."
        raise MissingDataError(msg)
    describe(csv)
    return about, read_table(csv), csv


def problems(about: Mapping[str, Any], table: pd.DataFrame) -> Iterator[Problem]:
    """Find what makes a list unusable."""
    yield from (Problem(0, "key", f"unknown {key!r}") for key in about if key not in _KEYS)
    for key in ("title", "source", "licence", "name"):
        if not isinstance(about.get(key), str) or not about[key]:
            yield Problem(0, "key", f"{key!r} is missing")
    classes = about.get("classes", ())
    if not isinstance(classes, list) or len(classes) < 2 or len(set(classes)) < len(classes):
        yield Problem(0, "classes", f"two or more different classes are needed, not {classes}")
        return
    if about.get("kind", "words") not in ("words", "names"):
        yield Problem(0, "kind", f"{about['kind']!r} is neither 'words' nor 'names'")
    elif about.get("kind") == "names":
        yield from _problems_of_names(about, table, classes)
    else:
        yield from _problems_of_words(about, table, classes)


def _problems_of_names(
    about: Mapping[str, Any], table: pd.DataFrame, classes: Sequence[str]
) -> Iterator[Problem]:
    column = about.get("class_column", "class")
    for name in ("name", "gender", column):
        if name not in table:
            yield Problem(0, "columns", f"{name!r} is missing")
            return
    for line, row in enumerate(table.to_dict(orient="records"), 2):
        if row[column] not in classes:
            yield Problem(line, "class", f"{row[column]!r} is none of {classes}")
        if row["gender"] not in ("male", "female"):
            yield Problem(line, "gender", repr(row["gender"]))
        if not row["name"].strip():
            yield Problem(line, "empty", "'name'")
    counts = table.groupby([column, "gender"]).size()
    sizes = {(c, g): int(counts.get((c, g), 0)) for c in classes for g in ("male", "female")}
    if len(set(sizes.values())) > 1 or not all(sizes.values()):
        told = ", ".join(f"{c} {g} {n}" for (c, g), n in sizes.items())
        yield Problem(0, "number", f"equally many names a class and gender are needed: {told}")


def _problems_of_words(
    about: Mapping[str, Any], table: pd.DataFrame, classes: Sequence[str]
) -> Iterator[Problem]:
    plurals = [f"{class_}{_PLURAL}" for class_ in classes]
    if about.get("about", "") not in ("", "person"):
        yield Problem(0, "about", f"{about['about']!r}; it can only be 'person'")
    if about.get("elsewhere", "change") not in ("change", "stay"):
        yield Problem(0, "elsewhere", f"{about['elsewhere']!r} is neither 'change' nor 'stay'")
    if missing := [class_ for class_ in classes if class_ not in table]:
        yield Problem(0, "columns", f"no column for {', '.join(missing)}")
        return
    if any(column in table for column in plurals) and not all(c in table for c in plurals):
        yield Problem(0, "columns", f"plurals for some classes only; all are {', '.join(plurals)}")
        return
    if not len(table):
        yield Problem(0, "empty", "the list has no rows")
    for line, row in enumerate(table.to_dict(orient="records"), 2):
        if empty := [class_ for class_ in classes if not row[class_].strip()]:
            yield Problem(line, "empty", f"no word for {', '.join(empty)}")
        some = [column for column in plurals if row.get(column, "").strip()]
        if some and len(some) < len(classes):
            yield Problem(line, "empty", f"plurals for some classes only: {', '.join(some)}")
        part = row.get("part_of_speech") or about.get("part_of_speech")
        if part not in PARTS_OF_SPEECH:
            yield Problem(line, "part of speech", f"{part!r} is none of {PARTS_OF_SPEECH}")
        if unknown := [c for c in _cut(row.get("only_from", "")) if c not in classes]:
            yield Problem(line, "only_from", f"{', '.join(unknown)} is no class")
        if row.get("ambiguous", "") not in ("", "yes"):
            yield Problem(line, "ambiguous", f"{row['ambiguous']!r} is neither 'yes' nor empty")


def _concepts(about: Mapping[str, Any], table: pd.DataFrame) -> Iterator[Concept]:
    classes = about["classes"]
    for line, row in enumerate(table.to_dict(orient="records"), 2):
        plurals = {class_: row.get(f"{class_}{_PLURAL}", "") for class_ in classes}
        yield Concept(
            line=line,
            part_of_speech=row.get("part_of_speech") or about["part_of_speech"],
            forms={class_: row[class_] for class_ in classes},
            plurals=plurals if all(plurals.values()) else {},
            ambiguous=row.get("ambiguous") == "yes",
            only_from=_cut(row.get("only_from", "")),
        )


def _cut(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())
