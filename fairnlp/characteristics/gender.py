"""Gender: which words of a text tell the gender of one person, and the names for mutants."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Refusal, Slot, Slots
from fairnlp.characteristics.case import Case
from fairnlp.characteristics.checks import CHECKS
from fairnlp.characteristics.target import EVERYONE, choose
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.lexicons.names import gender_of, is_ordinary_word, one_gender_names
from fairnlp.lexicons.words import PRONOUNS, gender_nouns, other, titles
from fairnlp.text.casing import cased
from fairnlp.text.coreference.rules import Rules
from fairnlp.text.pronouns import likely_role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spacy.tokens import Token

    from fairnlp.text.coreference.base import Chain, Resolution, Resolver
    from fairnlp.text.reading import Mention, Reading

__all__ = ["Gender", "own_names"]


@dataclass(frozen=True)
class Gender:
    """The gender of the person that a text speaks of.

    Parameters
    ----------
    resolver : Resolver
        The coreference backend; by default, the rules.

    Notes
    -----
    After BiasFinder (Asyrofi et al. 2021), templates for gender. Gender nouns are swapped in
    pairs, where the original fills in each of its eleven.
    """

    resolver: Resolver = field(default_factory=Rules)
    name: str = "gender"
    classes: tuple[str, ...] = ("male", "female")

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the slots of a text.

        Parameters
        ----------
        reading : Reading
            The text and its people.
        strategy : str
            ``"sound"``: refuse whatever the guards are not sure of. ``"paper"``: take the text if
            exactly one chain has two or more mentions, as the published code does.
        target : str
            Words of the text that name the person who is to change, such as ``"Dana Reyes"``;
            ``"everyone"`` swaps all people at once. By default, the one person of the text.

        Returns
        -------
        Slots or Refusal
        """
        for reason, detail in reading.blockers:
            return Refusal(reason=reason, detail=detail)
        people = self.resolver.resolve(reading)
        if target == EVERYONE:
            return self._swap(reading, people)
        chosen = choose(reading, people, target=target, strategy=strategy)
        if isinstance(chosen, Refusal):
            return chosen
        if chosen.gender not in self.classes:
            reason = "mixed gender" if chosen.gender else "unknown gender"
            return Refusal(reason=reason, detail=reading.words(chosen.mentions[0]))
        case = Case(reading, people, chosen, named=bool(target))
        for check in CHECKS[strategy]:
            if found := check(case):
                return Refusal(reason=found[0], detail=found[1])
        slots = _slots(reading, chosen)
        if not slots:
            return Refusal(reason="nothing to change", detail=reading.words(chosen.mentions[0]))
        return Slots(
            original_class=chosen.gender,
            slots=slots,
            flags=tuple(_flags(case, slots)),
            protected=tuple(reading.protected),
        )

    def _swap(self, reading: Reading, people: Resolution) -> Slots | Refusal:
        """Slots of all people; the class is that of the first, the others take the reverse."""
        gendered = [chain for chain in people.chains if chain.gender in self.classes]
        if not gendered:
            return Refusal(reason="no person")
        first = gendered[0].gender
        slots: list[Slot] = []
        for chain in gendered:
            for slot in _slots(reading, chain):
                if slot.field:
                    return Refusal(reason="several persons", detail="names cannot be swapped")
                forms = slot.forms
                if chain.gender != first:
                    forms = {class_: slot.forms[other(class_)] for class_ in forms}
                slots.append(Slot(start=slot.start, end=slot.end, kind=slot.kind, forms=forms))
        ordered = tuple(sorted(slots, key=lambda slot: slot.start))
        return Slots(original_class=first, slots=ordered, protected=tuple(reading.protected))

    def values(
        self, *, values: int | None = 30, seed: int = 0, names: pd.DataFrame | None = None
    ) -> pd.DataFrame:
        """Draw first names for each gender.

        Parameters
        ----------
        values : int, optional
            Names a gender; BiasFinder takes 30.
        seed : int
            Of the draw.
        names : DataFrame, optional
            Your own names: ``name`` and ``class``. By default, names that are used for one gender
            only, world-wide, and are common in the U.S.A.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, ``name``, ``ordinary_word``, ``spare``: spare names, in the
            order in which they stand in for names that a text already holds.

        Raises
        ------
        OptionError
            If there are fewer names than asked for.
        """
        if names is not None:
            return own_names(names, values, self.classes)
        pool = one_gender_names()
        draws = []
        for number, class_ in enumerate(self.classes):
            known = pool[pool["gender"] == class_]
            if values is None or not 1 <= values <= len(known):
                msg = (
                    f"values={values}: choose 1 to {len(known)}; there are no more {class_} names."
                )
                raise OptionError(msg)
            order = np.random.default_rng([seed, number]).permutation(len(known))
            drawn = known.iloc[order].reset_index(drop=True)
            drawn["spare"] = drawn.index >= values
            draws.append(drawn.rename(columns={"gender": "class"}))
        table = pd.concat(draws, ignore_index=True)
        table["value_id"] = table["name"]
        return table[_VALUES]


_VALUES = ["class", "value_id", "name", "ordinary_word", "spare"]


def own_names(names: pd.DataFrame, values: int | None, classes: tuple[str, ...]) -> pd.DataFrame:
    """Take a user's names: `values` a class, the others as spare ones; see ``Gender.values``."""
    check_frame(names, {"class": f"str, one of {classes}", "name": "str"}, name="names")
    for class_ in dict.fromkeys(names["class"]):
        if class_ not in classes:
            raise UnknownChoiceError(unknown_choice("class", class_, classes))
    twice = names["name"][names["name"].duplicated()]
    if len(twice):
        msg = f"`names` has {twice.iloc[0]!r} twice; each name belongs to one class, once."
        raise OptionError(msg)
    if missing := [class_ for class_ in classes if class_ not in set(names["class"])]:
        msg = f"`names` has none for {', '.join(map(repr, missing))}; give some for each class."
        raise OptionError(msg)
    table = names.assign(
        value_id=names["name"],
        ordinary_word=[is_ordinary_word(name) for name in names["name"]],
        spare=names.groupby("class").cumcount() >= (len(names) if values is None else values),
    )
    return table[_VALUES].reset_index(drop=True)


# --- slots -----------------------------------------------------------------------------------


def _slots(reading: Reading, chain: Chain) -> tuple[Slot, ...]:
    surnames = {mention.last for mention in chain.names if mention.last}
    slots: list[Slot] = []
    for mention in chain.mentions:
        if mention.kind == "pronoun":
            role = mention.role
            if role == "unclear":  # the guards of the sound strategy let no such text pass
                role = likely_role(reading.doc[mention.head])
            slots.append(_slot(reading, mention.start, mention.end, "pronoun", PRONOUNS[role]))
        elif mention.kind == "noun":
            forms = gender_nouns()[reading.words(mention).lower()].forms
            slots.append(_slot(reading, mention.start, mention.end, "noun", forms))
        elif mention.kind == "name":
            slots += _name_slots(reading, mention, surnames)
        slots += _adjectives(reading, mention)
    return tuple(sorted(slots, key=lambda slot: slot.start))


def _slot(reading: Reading, start: int, end: int, kind: str, forms: Mapping[str, str]) -> Slot:
    word = reading.text[start:end]
    written = {class_: cased(form, word) for class_, form in forms.items()}
    return Slot(start=start, end=end, kind=kind, forms=written)


def _name_slots(reading: Reading, mention: Mention, surnames: set[str]) -> Iterator[Slot]:
    text = reading.text
    if mention.title:
        start, end = mention.title
        word = text[start:end]
        forms = titles()[word.lower().rstrip(".")].forms
        if forms:
            # Miss takes no full stop, the others keep the one of the text
            stop = {
                class_: "" if form == "Miss" else "." * word.endswith(".")
                for class_, form in forms.items()
            }
            yield _slot(
                reading, start, end, "title", {c: form + stop[c] for c, form in forms.items()}
            )
    if mention.first:
        start, end = mention.first
        if not mention.last and text[start:end] in surnames:
            return  # "Simon" after "Neil Simon" is the surname and stays
        upper = text[start:end].isupper() and end - start > 1
        yield Slot(
            start=start, end=end, kind="name", field="name", casing="upper" if upper else "as is"
        )


def _adjectives(reading: Reading, mention: Mention) -> Iterator[Slot]:
    """The words "male" and "female" in front of a noun for the person, or for what she is."""
    head = reading.doc[mention.head]
    described: Sequence[Token] = [head]
    if head.dep_ == "nsubj":
        described = [head, *(child for child in head.head.children if child.dep_ == "attr")]
    for noun in described:
        for child in noun.children:
            if child.lower_ in ("male", "female") and child.dep_ in ("amod", "compound", "nmod"):
                forms = {"male": "male", "female": "female"}
                yield _slot(reading, child.idx, child.idx + len(child), "adjective", forms)


def _flags(case: Case, slots: Sequence[Slot]) -> Iterator[str]:
    """What a reader should know of a template."""
    text = case.reading.text
    names = {text[slot.start : slot.end] for slot in slots if slot.field}
    for name in sorted(names):
        slotted = sum(text[slot.start : slot.end] == name for slot in slots if slot.field)
        left = text.lower().count(name.lower()) - slotted
        if left:
            yield f"old name still present in {left} place{'s' if left > 1 else ''}"
    if any(chain.gender == other(case.gender) and chain.pronouns for chain in case.others):
        yield "reference unclear after the change"
    if any(gender_of(name) == "" for name in names):
        yield "original name is in no list"
