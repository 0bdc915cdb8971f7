"""First names with the gender and the countries in which they are used.

The list is the one that the package gender-guesser carries (about 48,000 names, collected by
Jörg Michael, GNU Free Documentation License). It is read from that package and never copied.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from fairnlp.core.errors import MissingDataError
from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.tables import load_table

__all__ = [
    "COUNTRIES",
    "common_names",
    "either_gender_names",
    "first_names",
    "fold",
    "gender_of",
    "is_ordinary_word",
    "one_gender_names",
]

COUNTRIES = (
    "Great Britain", "Ireland", "U.S.A.", "Italy", "Malta", "Portugal", "Spain", "France",
    "Belgium", "Luxembourg", "the Netherlands", "East Frisia", "Germany", "Austria", "Swiss",
    "Iceland", "Denmark", "Norway", "Sweden", "Finland", "Estonia", "Latvia", "Lithuania",
    "Poland", "Czech Republic", "Slovakia", "Hungary", "Romania", "Bulgaria",
    "Bosnia and Herzegovina", "Croatia", "Kosovo", "Macedonia", "Montenegro", "Serbia",
    "Slovenia", "Albania", "Greece", "Russia", "Belarus", "Moldova", "Ukraine", "Armenia",
    "Azerbaijan", "Georgia", "Kazakhstan/Uzbekistan", "Turkey", "Arabia/Persia", "Israel",
    "China", "India/Sri Lanka", "Japan", "Korea", "Vietnam", "other countries",
)  # fmt: skip
"""Countries of the list, in the order of its columns."""

_GENDER = {
    "M": "male", "1M": "mostly male", "?M": "mostly male",
    "F": "female", "1F": "mostly female", "?F": "mostly female",
    "?": "either",
}  # fmt: skip
_MOSTLY = 0.8
_ENGLISH = slice(0, 3)  # Great Britain, Ireland, U.S.A.
_NAME, _SECOND_SPELLING, _FREQUENCIES = slice(3, 29), 29, slice(30, 30 + len(COUNTRIES))


def _path() -> Path:
    spec = find_spec("gender_guesser")
    if spec is None or spec.origin is None:
        msg = "The list of first names is missing: pip install gender-guesser==0.4.0."
        raise MissingDataError(msg)
    return Path(spec.origin).parent / "data" / "nam_dict.txt"


@cache
def first_names() -> pd.DataFrame:
    """Load the list of first names.

    Returns
    -------
    DataFrame
        One row an entry, in the order of the list: ``name``; ``gender`` (``"male"``,
        ``"mostly male"``, ``"either"``, ``"mostly female"`` or ``"female"``); ``frequencies``, a
        text with one character a country of `COUNTRIES`: blank if not used there, else a
        hexadecimal digit from 1 (rare) to D, each step about twice as frequent. A name can have
        several rows, for different countries.

    Raises
    ------
    MissingDataError
        If the package that carries the list is not installed.
    """
    rows = []
    for line in _path().read_text(encoding="utf-8").splitlines():
        gender = _GENDER.get(line[:3].strip())
        # a plus marks the second listing of a name under another sort order
        if line.startswith("#") or gender is None or line[_SECOND_SPELLING] == "+":
            continue
        # inside a name a plus stands for a hyphen, a blank or nothing
        rows.append((line[_NAME].strip().replace("+", "-"), gender, line[_FREQUENCIES]))
    return pd.DataFrame(rows, columns=["name", "gender", "frequencies"])


def fold(name: str) -> str:
    """Give a name without case and accents.

    Examples
    --------
    >>> fold("Zoë")
    'zoe'
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@cache
def _genders() -> tuple[dict[str, str], dict[str, str]]:
    """Gender by exact name, and by name without case and accents."""
    exact: dict[str, list[tuple[str, str]]] = {}
    folded: dict[str, list[tuple[str, str]]] = {}
    for name, gender, frequencies in first_names().itertuples(index=False):
        exact.setdefault(name, []).append((gender, frequencies))
        folded.setdefault(fold(name), []).append((gender, frequencies))
    return {k: _join(v) for k, v in exact.items()}, {k: _join(v) for k, v in folded.items()}


def _join(entries: list[tuple[str, str]]) -> str:
    """One gender for the entries of a name, each weighed by how many people bear it.

    Where the name is used in an English-speaking country, the use there decides: Laurence is a
    man in an English text, although most people of that name are French women.
    """
    genders = {gender for gender, _ in entries}
    if len(genders) == 1 and genders <= {"male", "female"}:
        return genders.pop()
    share = {"male": 1.0, "mostly male": 0.9, "either": 0.5, "mostly female": 0.1, "female": 0.0}
    for columns in (_ENGLISH, slice(None)):
        weights = [sum(2 ** int(d, 16) for d in f[columns] if d.strip()) for _, f in entries]
        if sum(weights):
            break
    genders_of = [share[gender] for gender, _ in entries]
    male = sum(g * w for g, w in zip(genders_of, weights, strict=True)) / max(sum(weights), 1)
    return "mostly male" if male > _MOSTLY else "mostly female" if male < 1 - _MOSTLY else "either"


def gender_of(name: str) -> str:
    """Look up the gender for which a first name is used world-wide.

    Parameters
    ----------
    name : str
        A first name; a double name is looked up whole, then by its first part. The exact form is
        tried first, then the one without case and accents.

    Returns
    -------
    str
        ``"male"``, ``"mostly male"``, ``"either"``, ``"mostly female"``, ``"female"``, or ``""``
        if the name is not in the list.

    Examples
    --------
    >>> gender_of("Priya"), gender_of("Robin"), gender_of("Zoë"), gender_of("Xqzt")
    ('female', 'either', 'female', '')
    """
    exact, folded = _genders()
    found = exact.get(name) or exact.get(name.capitalize()) or folded.get(fold(name))
    if not found and "-" in name:
        return gender_of(name.partition("-")[0])
    return found or ""


@cache
def _homographs() -> frozenset[str]:
    return frozenset(load_table("homograph_names")["name"])


def is_ordinary_word(name: str) -> bool:
    """Tell whether a first name is also an ordinary English word or a place."""
    return name in _homographs() or is_word(name)


@cache
def common_names() -> frozenset[str]:
    """Names that are common in the U.S.A. and used for one gender only."""
    return frozenset(one_gender_names(at_least=3)["name"])


@cache
def one_gender_names(country: str = "U.S.A.", at_least: int = 4) -> pd.DataFrame:
    """List the names that are used for one gender only, world-wide.

    Parameters
    ----------
    country : str
        One of `COUNTRIES`; names must be in use there.
    at_least : int
        Lowest frequency in that country, 1 to 13.

    Returns
    -------
    DataFrame
        ``name``, ``gender``, ``ordinary_word``; sorted by gender (male first), then name.

    Notes
    -----
    "Used for one gender only" is the condition of BiasFinder (Asyrofi et al. 2021), mutation of
    gender.
    """
    names = first_names()
    column = COUNTRIES.index(country)
    often = names["frequencies"].str[column].map(lambda digit: int(digit.strip() or "0", 16))
    found = names[(often >= at_least) & names["gender"].isin(["male", "female"])]
    exact, folded = _genders()
    one = [
        exact[name] == folded[fold(name)] == g
        for name, g in zip(found["name"], found["gender"], strict=True)
    ]
    found = found[one].drop_duplicates("name")
    found = found[found["name"].str.fullmatch(r"[^\W\d_]{3,}")]
    ordinary = found["name"].map(is_ordinary_word)
    table = found.assign(ordinary_word=ordinary)[["name", "gender", "ordinary_word"]]
    return table.sort_values(["gender", "name"], ascending=[False, True], ignore_index=True)


@cache
def either_gender_names(country: str = "U.S.A.", at_least: int = 2) -> pd.DataFrame:
    """List the names that are used for men and women alike, world-wide.

    Parameters
    ----------
    country : str
        One of `COUNTRIES`; names must be in use there.
    at_least : int
        Lowest frequency in that country, 1 to 13.

    Returns
    -------
    DataFrame
        ``name``, ``ordinary_word``; sorted by name.

    Examples
    --------
    >>> len(either_gender_names()), "Robin" in set(either_gender_names()["name"])
    (39, True)
    """
    names = first_names()
    digits = names["frequencies"].str[COUNTRIES.index(country)]
    often = digits.map(lambda digit: int(digit.strip() or "0", 16)) >= at_least
    exact, folded = _genders()
    either = sorted(
        name
        for name in set(names.loc[often, "name"])
        if exact[name] == folded[fold(name)] == "either" and re.fullmatch(r"[^\W\d_]{3,}", name)
    )
    ordinary = [is_ordinary_word(name) for name in either]
    return pd.DataFrame({"name": either, "ordinary_word": ordinary})
