"""Country of origin: the first name of one person, as one from each of 26 countries."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Refusal, Slots
from fairnlp.characteristics.person_names import FIELDS, name_slots
from fairnlp.characteristics.recognition import known
from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import check_frame
from fairnlp.lexicons.countries import ORIGINS, country_names
from fairnlp.lexicons.names import is_ordinary_word
from fairnlp.text.coreference.rules import Rules

if TYPE_CHECKING:
    from fairnlp.text.coreference.base import Resolver
    from fairnlp.text.reading import Reading

__all__ = ["Country"]

_MOST_FREQUENT = 10
_AT_LEAST = 2  # rarer names that a system knows are known to it as something else
_VALUES = ["class", "value_id", *FIELDS.values(), "ordinary_word", "spare"]


@dataclass(frozen=True)
class Country:
    """The country that the first name of a person comes from.

    Parameters
    ----------
    resolver : Resolver
        The coreference backend; by default, the rules.
    pairs : int
        How many male and female names a country gives. With one, as in BiasFinder, no two mutants
        of a text have the same class, so that there is no placebo rate; take two or more for one.
    classes : tuple of str
        The countries, by default ``lexicons.countries.ORIGINS``.

    Notes
    -----
    After BiasFinder (Asyrofi et al. 2021), algorithm 3: the gender of the person is told by
    pronouns that all agree, and only names change; a text takes the name of its gender.
    """

    resolver: Resolver = field(default_factory=Rules)
    pairs: int = 1
    name: str = "country"
    classes: tuple[str, ...] = ORIGINS

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the first names of the person; see ``Gender.find``.

        Returns
        -------
        Slots or Refusal
            A flag says where a sentence about the person also names a nation.
        """
        found = name_slots(
            reading,
            resolver=self.resolver,
            strategy=strategy,
            target=target,
            by_pronouns=True,
        )
        if isinstance(found, Refusal):
            return found
        told = _nations(reading, found)
        return replace(found, flags=(*found.flags, *told)) if told else found

    def values(
        self,
        *,
        values: int | str | None = None,
        seed: int = 0,
        system: Any = None,
        names: pd.DataFrame | None = None,
    ) -> pd.DataFrame:
        """Draw names for each country.

        Parameters
        ----------
        values : int or "recognisable", optional
            The most names a country and gender, where that is less than `pairs`.
            ``"recognisable"``: only names that `system` knows.
        seed : int
            Of the draw, which is among the ten most frequent names of the country.
        system : object
            For ``"recognisable"``; see `characteristics.recognition.known`.
        names : DataFrame, optional
            Your own: ``class``, ``male_name``, ``female_name``.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, ``male_name``, ``female_name``, ``ordinary_word``, ``spare``.
            Each name is used in that country only, and for one gender only.

        Raises
        ------
        OptionError
            If a country has too few names; the message counts them.
        SchemaError
            If your own names lack a column or have an unknown country.

        Examples
        --------
        >>> Country().values(seed=1).query("not spare").shape
        (26, 6)
        """
        if names is not None:
            return self._own(names)
        only_known = values == "recognisable"
        if only_known and system is None:
            msg = "values='recognisable' needs the system whose names are wanted: system=."
            raise OptionError(msg)
        if not only_known and values is not None and (isinstance(values, str) or values < 1):
            msg = f"values={values!r}: give a number from 1 on, or 'recognisable'."
            raise OptionError(msg)
        wanted = self.pairs if isinstance(values, str | None) else min(values, self.pairs)
        pools = {
            country: _pool(country, system if only_known else None) for country in self.classes
        }
        self._check_sizes(pools, wanted)
        tables = []
        for number, country in enumerate(self.classes):
            drawn = {
                FIELDS[gender]: np.random.default_rng([seed, number, place]).permutation(some)
                for place, (gender, some) in enumerate(pools[country].items())
            }
            fewest = min(map(len, drawn.values()))
            table = pd.DataFrame({column: some[:fewest] for column, some in drawn.items()})
            table["class"] = country
            table["spare"] = table.index >= wanted
            tables.append(table)
        return _frame(pd.concat(tables, ignore_index=True))

    def _check_sizes(self, pools: dict[str, dict[str, list[str]]], wanted: int) -> None:
        sizes = {country: min(map(len, pool.values())) for country, pool in pools.items()}
        if too_few := {country: n for country, n in sizes.items() if n < wanted}:
            enough = tuple(country for country in sizes if country not in too_few)
            counts = ", ".join(f"{country} {n}" for country, n in too_few.items())
            msg = (
                f"{len(too_few)} of {len(sizes)} countries have fewer than {wanted} such names of "
                f"each gender ({counts}). Take the others: Country(classes={enough})."
            )
            raise OptionError(msg)

    def _own(self, names: pd.DataFrame) -> pd.DataFrame:
        columns = {"class": "str, a country", "male_name": "str", "female_name": "str"}
        check_frame(names, columns, name="names")
        if unknown := sorted(set(names["class"]) - set(self.classes)):
            msg = f"`names` has the class {unknown[0]!r}, which is none of {self.classes}."
            raise SchemaError(msg)
        spare = names.get("spare", False)
        return _frame(names[[*columns]].assign(spare=spare).reset_index(drop=True))


def _pool(country: str, system: Any) -> dict[str, list[str]]:
    """The most frequent names of each gender, only those that a system knows if there is one."""
    table = country_names(country)
    if system is not None:
        table = table[table["frequency"] >= _AT_LEAST]
    pool = {gender: table.loc[table["gender"] == gender, "name"].tolist() for gender in FIELDS}
    if system is not None:
        pool = {
            gender: [n for n, knows in zip(some, known(system, some), strict=True) if knows]
            for gender, some in pool.items()
        }
    return {gender: some[:_MOST_FREQUENT] for gender, some in pool.items()}


def _frame(table: pd.DataFrame) -> pd.DataFrame:
    male, female = (table[column] for column in FIELDS.values())
    ordinary = male.map(is_ordinary_word) | female.map(is_ordinary_word)
    return table.assign(value_id=male + " / " + female, ordinary_word=ordinary)[_VALUES]


def _nations(reading: Reading, found: Slots) -> list[str]:
    """A flag where a sentence with the name also tells a nation, which then stays."""
    nations = [e for e in reading.doc.ents if e.label_ == "NORP"]
    sentences = [(s.start_char, s.end_char) for s in reading.doc.sents]
    named = [(a, b) for a, b in sentences if any(a <= slot.start < b for slot in found.slots)]
    told = {e.text for e in nations for a, b in named if a <= e.start_char < b}
    return [f"a nation is told: {', '.join(sorted(told))}"] if told else []
