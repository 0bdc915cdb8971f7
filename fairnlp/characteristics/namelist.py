"""A characteristic from a list of names: the first name of one person as one from each group."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.characteristics.person_names import FIELDS, name_slots
from fairnlp.core.errors import OptionError
from fairnlp.lexicons.concepts import shipped_lists
from fairnlp.lexicons.names import is_ordinary_word
from fairnlp.text.coreference.rules import Rules

if TYPE_CHECKING:
    from fairnlp.characteristics.base import Refusal, Slots
    from fairnlp.lexicons.concepts import ConceptList
    from fairnlp.text.coreference.base import Resolver
    from fairnlp.text.reading import Reading

__all__ = ["NameList"]


@dataclass(frozen=True)
class NameList:
    """What a first name suggests, such as race by the names of the EEC.

    Parameters
    ----------
    concepts : ConceptList
        One with names; see ``lexicons.concepts.read_concepts``.
    resolver : Resolver
        The coreference backend; by default, the rules.

    Notes
    -----
    A text takes the names of the gender of its person; pronouns, titles and surnames stay.
    """

    concepts: ConceptList
    resolver: Resolver = field(default_factory=Rules)

    @property
    def name(self) -> str:
        """What the list calls the characteristic."""
        return self.concepts.name

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes, in the order of the list."""
        return self.concepts.classes

    @property
    def word_list(self) -> str:
        """Where the list is, if it is none that is shipped."""
        return "" if self.name in shipped_lists() else str(self.concepts.toml)

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the first names of the person; see ``Gender.find``."""
        return name_slots(
            reading, resolver=self.resolver, strategy=strategy, target=target, by_pronouns=False
        )

    def values(self, *, values: int | None = None, seed: int = 0) -> pd.DataFrame:
        """Draw pairs of a male and a female name for each class.

        Parameters
        ----------
        values : int, optional
            Pairs a class, at most as many as the list has; by default all.
        seed : int
            Of the draw.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, ``male_name``, ``female_name``, ``ordinary_word``, ``spare``.

        Raises
        ------
        OptionError
            If `values` is less than 1.
        """
        if values is not None and values < 1:
            msg = f"values={values}: give the number of names a class, from 1 on."
            raise OptionError(msg)
        tables = []
        for number, class_ in enumerate(self.classes):
            rng = np.random.default_rng([seed, number])
            drawn = {
                column: rng.permutation(self._names(class_, gender))
                for gender, column in FIELDS.items()
            }
            table = pd.DataFrame(drawn, dtype="str")
            table["class"] = class_
            table["spare"] = table.index >= (len(table) if values is None else values)
            tables.append(table)
        table = pd.concat(tables, ignore_index=True)
        male, female = (table[column] for column in FIELDS.values())
        table["ordinary_word"] = male.map(is_ordinary_word) | female.map(is_ordinary_word)
        table["value_id"] = male + " / " + female
        return table[["class", "value_id", *FIELDS.values(), "ordinary_word", "spare"]]

    def _names(self, class_: str, gender: str) -> list[str]:
        names = self.concepts.names
        assert names is not None  # the registry makes this of lists with names only
        here = (names["class"] == class_) & (names["gender"] == gender)
        return names.loc[here, "name"].tolist()
