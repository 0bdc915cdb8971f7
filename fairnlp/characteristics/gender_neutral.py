"""Gender with a third class: a person who is neither man nor woman, with singular "they"."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Refusal, Slot, Slots
from fairnlp.characteristics.gender import Gender, own_names
from fairnlp.characteristics.target import EVERYONE
from fairnlp.core.errors import OptionError
from fairnlp.lexicons.names import either_gender_names
from fairnlp.lexicons.words import NEUTRAL_PRONOUNS, neutral_nouns
from fairnlp.text.agreement import Doubt, agreement
from fairnlp.text.casing import cased
from fairnlp.text.coreference.rules import Rules

if TYPE_CHECKING:
    from fairnlp.text.coreference.base import Resolver
    from fairnlp.text.reading import Reading

__all__ = ["NONBINARY", "GenderNeutral"]

NONBINARY = "nonbinary"
"""The third class."""

_TITLES = frozenset("mr mister mrs ms miss".split())
_THEY = frozenset("they them their theirs themselves".split())
_VALUES = ["class", "value_id", "name", "ordinary_word", "spare"]


@dataclass(frozen=True)
class GenderNeutral:
    """Gender, with a class for people who are neither men nor women.

    Parameters
    ----------
    resolver : Resolver
        The coreference backend; by default, the rules.

    Notes
    -----
    A template of `Gender` whose third class takes they, them, their, theirs and themself, verbs
    that agree ("she misses", "they miss"), "Mx" for a title, a noun for any gender ("sibling"),
    and names that are used for either gender. Verbs of names stay in the singular. A text in
    which the agreement is not certain, or a word has no such noun, gives no template.
    """

    resolver: Resolver = field(default_factory=Rules)
    name: str = "gender_neutral"
    classes: tuple[str, ...] = ("male", "female", NONBINARY)

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the slots of a text; see ``Gender.find``.

        Returns
        -------
        Slots or Refusal
            Slots of the kind "verb" have the form of the text for both other classes.
        """
        if target == EVERYONE:
            return Refusal(reason="several persons", detail="all of them would be they")
        found = Gender(resolver=self.resolver).find(reading, strategy=strategy, target=target)
        if isinstance(found, Refusal):
            return found
        near = _others(reading, found)
        if near and strategy == "sound":
            return Refusal(reason="pronouns of two persons", detail=near)
        slots: list[Slot] = []
        for slot in found.slots:
            if slot.field:
                slots.append(slot)
                continue
            word = reading.text[slot.start : slot.end]
            form = _neutral(slot, word)
            if not form:
                return Refusal(reason="no neutral word", detail=word)
            slots.append(replace(slot, forms={**slot.forms, NONBINARY: cased(form, word)}))
        verbs = agreement(reading.doc, _subjects(reading, found))
        if isinstance(verbs, Doubt):
            return Refusal(reason="agreement not certain", detail=verbs.words)
        for verb in verbs:
            word = reading.text[verb.start : verb.end]
            forms = {"male": word, "female": word, NONBINARY: verb.form}
            slots.append(Slot(start=verb.start, end=verb.end, kind="verb", forms=forms))
        return replace(found, slots=tuple(sorted(slots, key=lambda slot: slot.start)))

    def values(
        self, *, values: int | None = 30, seed: int = 0, names: pd.DataFrame | None = None
    ) -> pd.DataFrame:
        """Draw first names for each class; see ``Gender.values``.

        Returns
        -------
        DataFrame
            Names of the third class are used for men and women alike, and in use in the U.S.A.

        Raises
        ------
        OptionError
            If there are fewer names than asked for.

        Examples
        --------
        >>> table = GenderNeutral().values(values=2, seed=1)
        >>> table.loc[~table["spare"], "class"].tolist()
        ['male', 'male', 'female', 'female', 'nonbinary', 'nonbinary']
        """
        if names is not None:
            return own_names(names, values, self.classes)
        binary = Gender(resolver=self.resolver).values(values=values, seed=seed)
        pool = either_gender_names()
        if values is None or values > len(pool):
            msg = f"values={values}: choose 1 to {len(pool)}; there are no more names for either."
            raise OptionError(msg)
        order = np.random.default_rng([seed, 2]).permutation(len(pool))
        either = pool.iloc[order].reset_index(drop=True)
        either["spare"] = either.index >= values
        either = either.assign(value_id=either["name"], **{"class": NONBINARY})
        return pd.concat([binary, either[_VALUES]], ignore_index=True)


def _neutral(slot: Slot, word: str) -> str:
    """What stands in a slot in the third class; empty where there is nothing."""
    male, female = slot.forms["male"].lower(), slot.forms["female"].lower()
    if slot.kind == "pronoun":
        return NEUTRAL_PRONOUNS[male, female]
    if slot.kind == "adjective":
        return "nonbinary"
    if slot.kind == "title":
        stop = "." * word.endswith(".")
        return f"Mx{stop}" if {male.rstrip("."), female.rstrip(".")} <= _TITLES else ""
    return neutral_nouns().get((male, female), "")


def _others(reading: Reading, found: Slots) -> str:
    """A sentence in which a changed pronoun would meet "they" for somebody else; else empty."""
    changed = [slot.start for slot in found.slots if slot.kind == "pronoun"]
    for token in reading.doc:
        sentence = token.sent
        if token.lower_ in _THEY and any(
            sentence.start_char <= start < sentence.end_char for start in changed
        ):
            return sentence.text
    return ""


def _subjects(reading: Reading, found: Slots) -> set[int]:
    """Indices of the pronouns that turn from he or she into they."""
    starts = {slot.start for slot in found.slots if slot.kind == "pronoun"}
    return {t.i for t in reading.doc if t.idx in starts and t.lower_ in ("he", "she")}
