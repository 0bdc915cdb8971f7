"""Words that tell a person's gender: pronouns, paired nouns, titles, and words without a pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from fairnlp.lexicons.tables import load_table

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "NEUTRAL_PRONOUNS",
    "PRONOUNS",
    "GenderNoun",
    "Title",
    "gender_nouns",
    "gendered_words",
    "neutral_nouns",
    "other",
    "person_nouns",
    "titles",
]

PRONOUNS: Mapping[str, Mapping[str, str]] = {
    "subjective": {"male": "he", "female": "she"},
    "objective": {"male": "him", "female": "her"},
    "possessive": {"male": "his", "female": "her"},
    "independent": {"male": "his", "female": "hers"},
    "reflexive": {"male": "himself", "female": "herself"},
}
"""Role to the pronoun of each gender (BiasFinder, Asyrofi et al. 2021; "hers" is ours)."""

NEUTRAL_PRONOUNS: Mapping[tuple[str, str], str] = {
    ("he", "she"): "they",
    ("him", "her"): "them",
    ("his", "her"): "their",
    ("his", "hers"): "theirs",
    ("himself", "herself"): "themself",
}
"""Pronouns of a man and of a woman to that of a person of any gender."""


def other(gender: str) -> str:
    """Give the other of male and female.

    Examples
    --------
    >>> other("male")
    'female'
    """
    return {"male": "female", "female": "male"}[gender]


@dataclass(frozen=True, kw_only=True)
class GenderNoun:
    """One form of a gender noun, and its counterparts.

    Parameters
    ----------
    gender : str
        Of this form.
    plural : bool
        True if this form is a plural.
    forms : mapping of str to str
        Gender to the form of the same number; empty where the list gives no way to the other.
    kind : str
        ``"general"``, ``"kin"``, ``"role"`` or ``"rank"``.
    neutral : bool
        True if this form also serves for any gender, such as "actor".
    """

    gender: str
    plural: bool
    forms: Mapping[str, str]
    kind: str
    neutral: bool


@cache
def gender_nouns() -> Mapping[str, GenderNoun]:
    """Map each form of the paired gender nouns, in lower case, to what it means."""
    nouns: dict[str, GenderNoun] = {}
    for row in load_table("gender_nouns").to_dict(orient="records"):
        for gender in ("male", "female"):
            if row["one_way"] == f"{other(gender)} to {gender}":
                continue
            for plural, ending in ((False, ""), (True, "_plural")):
                word = row[gender + ending]
                if word in nouns:
                    continue
                nouns[word] = GenderNoun(
                    gender=gender,
                    plural=plural,
                    forms={g: row[g + ending] for g in ("male", "female")},
                    kind=row["kind"],
                    neutral=bool(row["neutral"]) and row["neutral"] == row[gender],
                )
    return nouns


@cache
def gendered_words() -> Mapping[str, str]:
    """Map words that tell a gender but have no safe counterpart to that gender."""
    table = load_table("gendered_words")
    return dict(zip(table["word"], table["gender"], strict=True))


@cache
def neutral_nouns() -> Mapping[tuple[str, str], str]:
    """Map pairs of gender nouns, male and female, to a noun for any gender."""
    rows = load_table("neutral_nouns").to_dict(orient="records")
    return {(row["male"], row["female"]): row["neutral"] for row in rows}


@dataclass(frozen=True, kw_only=True)
class Title:
    """A title in front of a name.

    Parameters
    ----------
    gender : str
        Of the title, ``""`` for any.
    forms : mapping of str to str
        Gender to the title; empty where the title serves for any gender.
    before_first_name : bool
        True if a single name after it is a first name, as in "Queen Maya".
    """

    gender: str
    forms: Mapping[str, str]
    before_first_name: bool


@cache
def titles() -> Mapping[str, Title]:
    """Map titles, in lower case and without full stop, to what they mean."""
    rows = load_table("titles").to_dict(orient="records")
    return {
        row["title"]: Title(
            gender=row["gender"],
            forms={g: row[g] for g in ("male", "female")} if row["gender"] else {},
            before_first_name=row["before_first_name"] == "yes",
        )
        for row in rows
    }


@cache
def person_nouns() -> frozenset[str]:
    """Singular nouns, in lower case, for a person of any gender, such as "director"."""
    return frozenset(load_table("person_nouns")["word"])
