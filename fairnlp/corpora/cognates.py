"""English nouns taken from another language, each with a synonym that was not: pairs by rule."""

from __future__ import annotations

import difflib
import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fairnlp.core.errors import MissingDataError, UnknownChoiceError, unknown_choice
from fairnlp.core.folders import cache_folder
from fairnlp.core.frames import check_frame
from fairnlp.lexicons.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping

    import pandas as pd

__all__ = [
    "CANDIDATES",
    "LANGUAGES",
    "RULES",
    "Rule",
    "Variant",
    "cognate_pairs",
    "excluded_because",
    "language_code",
    "load_candidates",
]

CANDIDATES = {
    "cognate": "str, an English noun that comes straight from the language",
    "origin": "str, the word it comes from; of several the nearest in spelling",
    "first": "str, 'yes' if WordNet lists the cognate first among the words of its meaning",
    "name": "str, 'yes' if the meaning is one person, place or thing, such as Texas",
    "synonym": "str, another word of that meaning, in WordNet's order; blanks are underscores",
}
"""Columns of a list of candidates; one row a synonym."""

LANGUAGES = {
    "French": "fra",
    "Spanish": "spa",
    "Italian": "ita",
    "German": "deu",
    "Portuguese": "por",
    "Dutch": "nld",
    "Latin": "lat",
}
"""Names to ISO 639-3 codes; any other code of the Etymological WordNet can be built, too."""

Variant = Literal["plain", "paper-size", "both-examples"]

NEAR = 0.8
"""Two spellings are near each other from this similarity on (difflib's ratio, 0 to 1)."""

_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What makes a pair.

    Parameters
    ----------
    multiword : bool
        Whether cognate and synonym may have several words.
    first_listed : bool
        Whether WordNet must list the cognate first among the words of its meaning.
    looks_foreign : bool
        Whether the cognate must be of lower-case letters only and near its origin in spelling.
    """

    multiword: bool = True
    first_listed: bool = False
    looks_foreign: bool = False


RULES: dict[str, Rule] = {
    "plain": Rule(),
    "paper-size": Rule(multiword=False, first_listed=True),
    "both-examples": Rule(first_listed=True, looks_foreign=True),
}
"""The variants by name."""


def language_code(language: str) -> str:
    """Give the ISO 639-3 code of a language.

    Raises
    ------
    UnknownChoiceError
        If it is neither a name of `LANGUAGES` nor three letters.

    Examples
    --------
    >>> language_code("French"), language_code("ita"), language_code("ell")
    ('fra', 'ita', 'ell')
    """
    if code := LANGUAGES.get(language.capitalize()):
        return code
    if len(language) == 3 and language.isascii() and language.isalpha() and language.islower():
        return language
    raise UnknownChoiceError(unknown_choice("language", language, [*LANGUAGES]))


def load_candidates(language: str) -> pd.DataFrame:
    """Load what the pairs of a language are chosen from.

    Parameters
    ----------
    language : str
        Name or code; French, Spanish and Italian are shipped, others must have been built.

    Returns
    -------
    DataFrame
        Columns as `CANDIDATES`, all text; by cognate, then as WordNet lists the synonyms.

    Raises
    ------
    UnknownChoiceError
        If there is no such language.
    MissingDataError
        If it is neither shipped nor built.
    """
    code = language_code(language)
    for place in (folder(), cache_folder("ceec")):
        if (path := place / f"{code}.csv").is_file():
            return read_table(path)
    msg = (
        f"There are no cognates of {language!r} on this machine; "
        f"mend with: fairnlp corpora build ceec --language {language}."
    )
    raise MissingDataError(msg)


def folder() -> Path:
    """Find the shipped cognates: inside an installed package, or beside it in a checkout."""
    for place in (_PACKAGE / "shipped" / "corpora" / "ceec", _PACKAGE.parent / "corpora" / "ceec"):
        if place.is_dir():
            return place
    msg = "The cognates are missing; mend with: pip install --force-reinstall fairnlp."
    raise MissingDataError(msg)


def cognate_pairs(
    language: str,
    *,
    variant: Variant = "both-examples",
    near_spellings: bool = True,
    multiword: bool | None = None,
    proper_names: bool = True,
    exclude: Collection[str] = (),
    candidates: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Pair English nouns from another language with a synonym that is not known to come from it.

    Parameters
    ----------
    language : str
        "French", "Spanish", "Italian", their ISO 639-3 codes, or another that has been built.
    variant : {"plain", "paper-size", "both-examples"}
        ``"plain"``: every cognate with the first synonym. ``"paper-size"``: single words only, and
        the cognate is the word that WordNet lists first for the meaning. ``"both-examples"``: the
        cognate is listed first, has lower-case letters only and is near its origin in spelling.
    near_spellings : bool
        False passes over synonyms that are other spellings, such as centre for center.
    multiword : bool, optional
        Whether words may have several parts, such as dress shop; by default as the variant has it.
    proper_names : bool
        False drops meanings that are one person, place or thing.
    exclude : collection of str
        Words to leave out, in any case. Slurs are never in the shipped lists.
    candidates : DataFrame, optional
        Another list to choose from, with columns as `CANDIDATES`.

    Returns
    -------
    DataFrame
        ``pair_id`` (code and cognate), ``cognate``, ``synonym`` (underscores for blanks),
        ``origin``; by cognate. A synonym that is passed over gives way to the next one.

    Raises
    ------
    UnknownChoiceError
        If language or variant is not known.
    MissingDataError
        If the language is neither shipped nor built.

    Notes
    -----
    After Zhiltsova, Caton and Mulwa (2019), "Mitigation of Unintended Biases against Non-Native
    English Texts in Sentiment Analysis", who report 292 French and 32 Spanish pairs; their rule
    cannot be told from the text. "paper-size" (290, 33) was chosen for its size, "both-examples"
    (339, 32) for it has both pairs that the paper names; slurs are still counted in these figures.
    That a synonym is not known to come from the language does not make it native.

    Examples
    --------
    >>> pairs = cognate_pairs("French").set_index("cognate")
    >>> pairs.loc[["boutique", "deficit"], "synonym"].tolist()
    ['dress_shop', 'shortage']
    """
    code = language_code(language)
    if variant not in RULES:
        raise UnknownChoiceError(unknown_choice("variant", variant, list(RULES)))
    rule = RULES[variant]
    table = load_candidates(language) if candidates is None else candidates
    table = check_frame(table, CANDIDATES, name="candidates")[list(CANDIDATES)]
    left_out = {_plain(word) for word in exclude}
    kept = [
        _fits(row, rule)
        and (near_spellings or not _is_near_spelling(row))
        and ((rule.multiword if multiword is None else multiword) or _is_one_word(row))
        and (proper_names or row["name"] != "yes")
        and left_out.isdisjoint((_plain(row["cognate"]), _plain(row["synonym"])))
        for row in table.to_dict(orient="records")
    ]
    pairs = table[kept].drop_duplicates("cognate").reset_index(drop=True)
    pairs.insert(0, "pair_id", code + "-" + pairs["cognate"])
    return pairs[["pair_id", "cognate", "synonym", "origin"]]


def excluded_because(cognate: str, synonym: str) -> str:
    """Tell why a pair is not shipped, or "" if nothing speaks against it.

    The list has the SHA-256 of each word alone, so that nothing offensive can be read in it.

    Examples
    --------
    >>> excluded_because("deficit", "shortage")
    ''
    """
    known = _reasons()
    words = (_plain(cognate), _plain(synonym), f"{_plain(cognate)}/{_plain(synonym)}")
    return next((known[key] for word in words if (key := _digest(word)) in known), "")


def nearness(cognate: str, origin: str) -> float:
    """Similarity of a word and its origin in [0, 1], accents aside."""
    return _similarity(_without_accents(cognate), _without_accents(origin))


@cache
def _reasons() -> dict[str, str]:
    """Digest to why the word is left out."""
    table = read_table(folder() / "excluded.csv")
    return dict(zip(table["sha256"], table["reason"], strict=True))


def _fits(row: Mapping[Hashable, str], rule: Rule) -> bool:
    if rule.first_listed and row["first"] != "yes":
        return False
    cognate = row["cognate"]
    if not rule.looks_foreign:
        return True
    return cognate.isalpha() and cognate.islower() and nearness(cognate, row["origin"]) >= NEAR


def _is_one_word(row: Mapping[Hashable, str]) -> bool:
    return not any(blank in row["cognate"] + row["synonym"] for blank in "_ ")


def _is_near_spelling(row: Mapping[Hashable, str]) -> bool:
    """Blanks aside, which count much in short words."""
    one, other = (re.sub("[ _]", "", row[side]) for side in ("cognate", "synonym"))
    return _similarity(one, other) >= NEAR


def _similarity(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one.lower(), other.lower()).ratio()


def _without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def _plain(word: str) -> str:
    return word.replace("_", " ").casefold()


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
