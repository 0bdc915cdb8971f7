"""Occupations: the words, the 79 that fill mutants, and the words that bind a text to a field."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from fairnlp.lexicons.tables import load_table

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Job", "binding_words", "jobs", "mutant_jobs"]


@dataclass(frozen=True, kw_only=True)
class Job:
    """One occupation.

    Parameters
    ----------
    word, plural : str
        In lower case; either may be several words.
    neutral : bool
        True if the word tells no gender and the work is honest.
    film : bool
        True if a text about a film is bound to it, such as "director".
    ambiguous : str
        Another sense of the word, or ``""``.
    field : str
        What the work is about, such as ``"law"``.
    """

    word: str
    plural: str
    neutral: bool
    film: bool
    ambiguous: str
    field: str


@cache
def jobs() -> Mapping[str, Job]:
    """Map the singular of each occupation to what is known of it."""
    return {
        row["word"]: Job(
            word=row["word"],
            plural=row["plural"],
            neutral=row["neutral"] == "yes",
            film=row["film"] == "yes",
            ambiguous=row["ambiguous"],
            field=row["field"],
        )
        for row in load_table("occupations").to_dict(orient="records")
    }


@cache
def mutant_jobs() -> tuple[str, ...]:
    """List the 79 honest, gender-neutral occupations that fill the mutants, in order.

    Examples
    --------
    >>> len(mutant_jobs()), mutant_jobs()[:2]
    (79, ('accountant', 'archaeologist'))
    """
    table = load_table("occupations")
    return tuple(table.loc[table["paper"] == "yes", "word"])


@cache
def binding_words(field: str, *, near: bool) -> tuple[frozenset[str], tuple[str, ...]]:
    """Give the words that bind a text to a field: whole words, and beginnings of words.

    Parameters
    ----------
    field : str
        Such as ``"law"``.
    near : bool
        False for the words that bind from anywhere in the text, True for those that do so only
        from beside the occupation.

    Examples
    --------
    >>> words, beginnings = binding_words("law", near=False)
    >>> "jury" in words, "testif" in beginnings
    (True, True)
    """
    table = load_table("occupation_fields")
    column = table["near" if near else "anywhere"]
    bound = [bool({field, "any"} & set(fields.split())) for fields in column]
    patterns = table.loc[bound, "pattern"]
    words = frozenset(pattern for pattern in patterns if not pattern.endswith("*"))
    return words, tuple(pattern[:-1] for pattern in patterns if pattern.endswith("*"))
