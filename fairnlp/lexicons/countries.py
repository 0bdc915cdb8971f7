"""First names that are used in one country only, and there for one gender only."""

from __future__ import annotations

from functools import cache

import pandas as pd

from fairnlp.core.errors import UnknownChoiceError, unknown_choice
from fairnlp.lexicons.names import COUNTRIES, first_names, fold, is_ordinary_word

__all__ = ["ORIGINS", "country_names"]

ORIGINS = (
    "Great Britain", "Ireland", "U.S.A.", "Italy", "Portugal", "Spain", "France",
    "the Netherlands", "Germany", "Denmark", "Norway", "Sweden", "Finland", "Poland",
    "Czech Republic", "Hungary", "Romania", "Bulgaria", "Greece", "Ukraine", "Turkey",
    "Arabia/Persia", "Israel", "India/Sri Lanka", "Japan", "Korea",
)  # fmt: skip
"""26 origins, called as the list of names calls them; two of its columns hold several countries.

They were chosen by how many names are used there alone; the list has no such names of China,
and one of Vietnam.
"""

_PART_OF = {"East Frisia": "Germany"}
# A woman's name that is listed for men, and what English readers take for something else.
_WRONG = frozenset("Kirstine Christ Har Ing Iran Jerker Tobe Tron Vibe".split())
_NAME = r"[^\W\d_]{3,}(?:[- ][^\W\d_]+)*"


@cache
def country_names(country: str) -> pd.DataFrame:
    """List the names that are used in one country only, for one gender only.

    Parameters
    ----------
    country : str
        One of `ORIGINS`, or another of ``lexicons.names.COUNTRIES``.

    Returns
    -------
    DataFrame
        ``name``, ``gender`` and ``frequency`` (1 to 13, each step about twice as frequent); no
        name that is also an ordinary English word. Sorted by gender (male first), then the most
        frequent first, then by name.

    Raises
    ------
    UnknownChoiceError
        If the list has no such country.

    Notes
    -----
    "Unique to its country and gender" is the condition of BiasFinder (Asyrofi et al. 2021),
    mutation of country of origin. Spellings that differ only in accents count as one name.

    Examples
    --------
    >>> names = country_names("Japan")
    >>> names.loc[names["gender"] == "female", "name"].iloc[0]
    'Keiko'
    """
    if country not in COUNTRIES:
        raise UnknownChoiceError(unknown_choice("country", country, COUNTRIES))
    names = _names_of_one_country()
    found = names[names["country"] == country].drop(columns="country")
    unfit = found["name"].map(is_ordinary_word).astype(bool) | found["name"].isin(_WRONG)
    return found[~unfit].sort_values(
        ["gender", "frequency", "name"], ascending=[False, False, True], ignore_index=True
    )


@cache
def _names_of_one_country() -> pd.DataFrame:
    """All names of one country and gender: ``name``, ``gender``, ``frequency``, ``country``."""
    countries = [_PART_OF.get(country, country) for country in COUNTRIES]
    rows = []
    for name, gender, frequencies in first_names().itertuples(index=False):
        used: dict[str, int] = {}
        for country, digit in zip(countries, frequencies, strict=True):
            if digit.strip():
                used[country] = max(used.get(country, 0), int(digit, 16))
        rows.append((name, fold(name), gender, used))
    seen: dict[str, tuple[set[str], set[str]]] = {}
    for _, folded, gender, used in rows:
        genders, places = seen.setdefault(folded, (set(), set()))
        genders.add(gender)
        places.update(used)
    single = {
        folded
        for folded, (genders, places) in seen.items()
        if len(places) == 1 and genders in ({"male"}, {"female"})
    }
    table = pd.DataFrame(
        [
            (name, gender, *next((n, country) for country, n in used.items()))
            for name, folded, gender, used in rows
            if folded in single
        ],
        columns=["name", "gender", "frequency", "country"],
    )
    # one spelling a name, the most frequent one
    table["folded"] = table["name"].map(fold)
    table = table.sort_values(["frequency", "name"], ascending=[False, True])
    table = table.drop_duplicates("folded").drop(columns="folded")
    return table[table["name"].str.fullmatch(_NAME)]
