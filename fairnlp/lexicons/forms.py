"""Forms of English words, for the check of word lists: plurals, compounds, the article."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, cast

from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.words import gender_nouns

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["is_known", "plurals", "takes_an"]

_VOWEL = re.compile(r"[aeiou]|heir|honest|hono|hour", re.IGNORECASE)
_NO_VOWEL = re.compile(r"uni(?![mn])|us[eu]|eu|ewe|one\b|once", re.IGNORECASE)


def is_known(word: str) -> bool:
    """Tell whether a dictionary has a word in lower case, or has the parts of a compound.

    Examples
    --------
    >>> is_known("stuntman"), is_known("sister-in-law"), is_known("girlfiend")
    (True, True, False)
    """
    parts = re.split(r"[\s-]+", word)
    if len(parts) > 1:
        return all(map(is_known, parts))
    letters = unicodedata.normalize("NFKD", word)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    lemmas = _lemminflect().getAllLemmas
    if any(is_word(spelt) or lemmas(spelt) for spelt in (word, plain)):
        return True
    start, _ = _compound(word)
    return bool(start) and is_known(start)


def plurals(word: str) -> set[str]:
    """List the plurals that a singular noun may have.

    Examples
    --------
    >>> plurals("sister-in-law"), plurals("stuntwoman")
    ({'sisters-in-law'}, {'stuntwomen'})
    """
    head, dash, rest = word.partition("-in-")
    if dash:
        return {f"{plural}-in-{rest}" for plural in plurals(head)}
    inflect = _lemminflect().getInflection
    start, end = _compound(word)
    return {start + plural for plural in inflect(end or word, tag="NNS")}


def takes_an(word: str) -> bool:
    """Tell whether "an" stands in front of a word, by its sound.

    Examples
    --------
    >>> takes_an("heiress"), takes_an("usher"), takes_an("university dean"), takes_an("hero")
    (True, True, False, False)
    """
    return bool(_VOWEL.match(word)) and not _NO_VOWEL.match(word)


def _compound(word: str) -> tuple[str, str]:
    """Cut "stuntman" before the gender noun that it ends with; two empty texts if there is none."""
    ends = [noun for noun in gender_nouns() if word.endswith(noun) and len(word) > len(noun) + 2]
    end = max(ends, key=len, default="")
    return (word.removesuffix(end), end) if end else ("", "")


def _lemminflect() -> ModuleType:
    import lemminflect  # late, since it loads spaCy

    return cast("ModuleType", lemminflect)
