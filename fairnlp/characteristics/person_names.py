"""Names alone: the first name of one person as the only thing in a text that changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairnlp.characteristics.base import Refusal, Slots
from fairnlp.characteristics.gender import Gender
from fairnlp.lexicons.names import gender_of

if TYPE_CHECKING:
    from fairnlp.text.coreference.base import Resolver
    from fairnlp.text.reading import Reading

__all__ = ["FIELDS", "UNKNOWN", "name_slots"]

FIELDS = {"male": "male_name", "female": "female_name"}
"""Gender of the person to the column of the values that holds the names."""

UNKNOWN = "unknown"
"""The class of the original text, where nothing tells it."""


def name_slots(
    reading: Reading, *, resolver: Resolver, strategy: str, target: str, by_pronouns: bool
) -> Slots | Refusal:
    """Find the first names of the person, in a text that would do for gender.

    Parameters
    ----------
    reading : Reading
    resolver : Resolver
        The coreference backend.
    strategy, target : str
        See ``Gender.find``.
    by_pronouns : bool
        Refuse a text in which no pronoun tells the gender of the person.

    Returns
    -------
    Slots or Refusal
        The slots take a male or a female name, by the gender of the person; titles and surnames
        stay. `UNKNOWN` is the original class.
    """
    found = Gender(resolver=resolver).find(reading, strategy=strategy, target=target)
    if isinstance(found, Refusal):
        return found
    gender = found.original_class
    told = {
        reading.text[slot.start : slot.end] == slot.forms[gender]
        for slot in found.slots
        if slot.kind == "pronoun"
    }
    if by_pronouns and told != {True}:
        return Refusal(reason="gender not told by pronouns", detail=gender)
    names = tuple(replace(s, field=FIELDS[gender]) for s in found.slots if s.kind == "name")
    if not names:
        return Refusal(reason="nothing to change", detail="no first name")
    if len(names) == len(found.slots):
        told_by = {reading.text[slot.start : slot.end].title() for slot in names}
        if any(gender_of(name) != gender for name in told_by):  # such as Ariel, mostly a man
            return Refusal(reason="unknown gender", detail=", ".join(sorted(told_by)))
    # pronouns stay, so that who is meant by them is as clear as before
    flags = tuple(flag for flag in found.flags if not flag.startswith("reference unclear"))
    return Slots(original_class=UNKNOWN, slots=names, flags=flags, protected=found.protected)
