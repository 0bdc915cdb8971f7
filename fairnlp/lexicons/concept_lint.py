"""Checks of a word list that makes a characteristic, before a wrong row gets into a mutant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairnlp.core.errors import LexiconError
from fairnlp.lexicons.concepts import load, problems, read_concepts
from fairnlp.lexicons.dictionary import is_proper_word
from fairnlp.lexicons.forms import is_known, plurals
from fairnlp.lexicons.lint import Finding, check_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Any

    from fairnlp.lexicons.concepts import Concept, ConceptList

__all__ = ["check_concepts"]

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def check_concepts(path: str | Path) -> list[Finding]:
    """Check a word list that makes a characteristic.

    Parameters
    ----------
    path : str or Path
        Its TOML or its CSV.

    Returns
    -------
    list of Finding
        Empty if nothing is wrong: title, source, licence and name are there; two classes or more,
        each with a word in every row; equally many names a class and gender; no row twice, no
        blanks at the edges; plurals fit; every word in a dictionary or under ``checked`` in the
        TOML; no two classes of a row read alike; and no word stands for two classes or concepts,
        so that the way back is known, unless ``only_from`` settles it.

    Raises
    ------
    MissingDataError
        If a file is missing.

    Examples
    --------
    >>> from fairnlp.lexicons.concepts import shipped_lists
    >>> check_concepts(shipped_lists()["age"])
    []
    """
    try:
        about, table, csv = load(path)
    except LexiconError as error:
        return [Finding(0, "file", str(error))]
    findings = {Finding(*problem) for problem in problems(about, table)}
    findings |= {finding for finding in check_table(csv) if finding.rule != "checked"}
    if not findings:
        concepts = read_concepts(path)
        findings |= {
            *_plurals(concepts),
            *_way_back(concepts),
            *_spelling(concepts, about),
        }
    return sorted(findings)


def _plurals(concepts: ConceptList) -> Iterator[Finding]:
    for concept in concepts.concepts:
        for class_, plural in concept.plurals.items():
            *start, last = concept.forms[class_].split(" ")
            if plural not in {" ".join([*start, form]) for form in _plurals_of(last)}:
                detail = f"{plural!r} is no plural of {concept.forms[class_]!r}"
                yield Finding(concept.line, "number", detail)


def _plurals_of(word: str) -> set[str]:
    forms = plurals(word.lower())
    return {form[:1].upper() + form[1:] for form in forms} if word[:1].isupper() else forms


def _way_back(concepts: ConceptList) -> Iterator[Finding]:
    """Each word leads to one class and one concept, so that a changed text can be changed back."""
    found: dict[tuple[str, str, bool], int] = {}
    wanted: list[tuple[Concept, tuple[str, str, bool]]] = []
    for concept in concepts.concepts:
        for forms, plural in ((concept.forms, False), (concept.plurals, True)):
            words = list(forms.values())
            if len(set(words)) < len(words) and not concept.only_from:
                twice = next(word for word in words if words.count(word) > 1)
                yield Finding(concept.line, "alike", f"{twice!r} stands for two classes")
                continue
            for class_, word in forms.items():
                key = (word.lower(), concept.part_of_speech, plural)
                wanted.append((concept, key))
                if concept.only_from and class_ not in concept.only_from:
                    continue
                if key in found:
                    detail = f"{word!r} stands in line {found[key]} too"
                    yield Finding(concept.line, "way back", detail)
                found.setdefault(key, concept.line)
    for concept, key in wanted:
        if key not in found:
            yield Finding(concept.line, "way back", f"no row leads back from {key[0]!r}")


def _spelling(concepts: ConceptList, about: Mapping[str, Any]) -> Iterator[Finding]:
    checked = {word.lower() for word in about.get("checked", ())}
    used = set()
    for concept in concepts.concepts:
        for text in (*concept.forms.values(), *concept.plurals.values()):
            for word in _WORD.findall(text):
                used.add(word.lower())
                fine = is_proper_word(word) or is_known(word.lower())
                if word.lower() not in checked and not fine:
                    yield Finding(concept.line, "spelling", f"{word!r} is in no dictionary")
    for word in sorted(checked - used):
        yield Finding(0, "checked", f"{word!r} is not in the list")
