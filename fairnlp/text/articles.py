"""The article in front of a word: a or an, by sound."""

from __future__ import annotations

import re

from fairnlp.lexicons.dictionary import is_word

__all__ = ["article"]

# A letter that starts with a vowel when it is named, as in "an FBI analyst".
_NAMED_WITH_VOWEL = frozenset("AEFHILMNORSX")
# Abbreviations that are read as a word, where the word and the letter's name sound unlike.
_READ_AS_WORDS = frozenset(
    "FEMA FIFA LAN LASER LEGO MASH MENSA NAFTA NASA NASCAR NATO NORAD RADAR RAM RICO ROM SARS "
    "SCUBA SEAL SIM SONAR SUNY SWAT".split()
)
_VOWEL = re.compile(r"[aeiou]|heir|honest|honou?r|hour|8|1[18](?!\d)", re.IGNORECASE)
# Vowels that sound like "you" or "won": university, user, European, one-man.
_NO_VOWEL = re.compile(
    r"uni(?!n|m[^aeiou]|mp|mag)|unanim|us[aeu](?!sh)|usur|ut[eio]|uto|ubiq|ur[aeio][nl]|urin"
    r"|uk(?:rain|ul)|ugand|eu|ewe|ewer|one\b|once|oui",
    re.IGNORECASE,
)


def article(word: str) -> str:
    """Give the indefinite article for a word or phrase.

    Parameters
    ----------
    word : str
        What follows the article; its first word decides. Capitals matter only in abbreviations,
        which are spelt out ("an FBI analyst") but for a few that are read ("a NASA engineer").

    Returns
    -------
    str
        ``"a"`` or ``"an"``.

    Examples
    --------
    >>> [article(word) for word in ("heiress", "usher", "university dean", "one-man band")]
    ['an', 'an', 'a', 'a']
    >>> [article(word) for word in ("UX designer", "MRI technician", "NASA engineer", "UN envoy")]
    ['a', 'an', 'a', 'a']
    """
    first = re.split(r"[\s\-–/]", word.strip(" \"'“‘(*"), maxsplit=1)[0]
    letters = first.replace(".", "")
    if letters in _READ_AS_WORDS:
        return "a"
    if _is_spelt_out(letters):
        return "an" if letters[0] in _NAMED_WITH_VOWEL else "a"
    return "an" if _VOWEL.match(word.strip(" \"'“‘(*")) and not _NO_VOWEL.match(first) else "a"


def _is_spelt_out(letters: str) -> bool:
    """Tell an abbreviation, or a letter as in "X-ray", from a word in capitals."""
    if not letters.isupper() or not letters[0].isalpha():
        return False
    return len(letters) < 4 or not is_word(letters)
