"""The default backend: careful rules over the parse, which say where they are in doubt.

A pronoun is settled only if one person alone can be meant: somebody mentioned a short way back
whose gender agrees, with no second candidate near. All else is a doubt, which later refuses the
text. A wrong link costs more here than a missing template.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairnlp.text.coreference.base import Chain, Resolution
from fairnlp.text.coreference.links import is_generic, linked_head, owner_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.tokens import Token

    from fairnlp.text.reading import Mention, Reading

__all__ = ["Rules"]

_NEAR = 2
_FAR = 6


@dataclass
class _Person:
    """One person while the text is being read."""

    mentions: list[Mention] = field(default_factory=list)
    genders: set[str] = field(default_factory=set)
    doubts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, mention: Mention) -> None:
        self.mentions.append(mention)
        if mention.gender:
            self.genders.add(mention.gender)

    def agrees(self, gender: str) -> bool:
        return not gender or self.genders <= {gender}

    @property
    def neutral(self) -> bool:
        """True if only nouns for any gender speak of this person so far."""
        return all(mention.kind == "neutral" for mention in self.mentions)

    def chain(self) -> Chain:
        genders = sorted(self.genders)
        gender = "mixed" if len(genders) > 1 else genders[0] if genders else ""
        mentions = tuple(sorted(self.mentions, key=lambda mention: mention.start))
        return Chain(mentions=mentions, gender=gender, doubts=tuple(dict.fromkeys(self.doubts)))


class Rules:
    """Rules over names, gendered pronouns and nouns, with a stated doubt for each weak link."""

    name = "rules 1"

    def resolve(self, reading: Reading) -> Resolution:
        """Find which mentions speak of the same person.

        Parameters
        ----------
        reading : Reading

        Returns
        -------
        Resolution
        """
        place = _Place(reading)
        for mention in reading.mentions:
            if mention.kind in ("noun", "neutral") and not mention.plural:
                place.noun(mention)
            elif mention.kind == "pronoun":
                place.pronoun(mention)
        people = sorted(place.people, key=lambda person: min(m.start for m in person.mentions))
        return Resolution(chains=tuple(p.chain() for p in people if not p.neutral))


def _sentences(reading: Reading) -> list[int]:
    """Number of the sentence of each token."""
    numbers, number = [], -1
    for token in reading.doc:
        number += bool(token.is_sent_start) or token.i == 0
        numbers.append(number)
    return numbers


# --- names -----------------------------------------------------------------------------------


def _by_name(reading: Reading) -> list[_Person]:
    """Group the mentions by name; full names first, since they tell what a short one means."""
    names = [mention for mention in reading.mentions if mention.kind == "name"]
    people: list[_Person] = []
    for mention in sorted(names, key=lambda m: (not (m.first and m.last), m.start)):
        fitting = [person for person in people if _same_name(reading, person, mention)]
        if len(fitting) > 1:
            for person in fitting:
                person.doubts.append(("shared name", reading.words(mention)))
        if fitting:
            fitting[-1].add(mention)
        else:
            person = _Person()
            person.add(mention)
            people.append(person)
    for person in people:
        if not any(mention.sure for mention in person.mentions):
            person.doubts.append(("uncertain name", reading.words(person.mentions[0])))
    return people


def _same_name(reading: Reading, person: _Person, mention: Mention) -> bool:
    first, last = _parts(reading, mention)
    for known in person.mentions:
        known_first, known_last = _parts(reading, known)
        if first and last and known_first and known_last:
            same = first == known_first and last == known_last
        elif first and last:
            same = False
        elif last:
            same = last == (known_last or known_first) and person.agrees(mention.gender)
        else:
            same = first in (known_first, known_last)
        if same:
            return True
    return False


def _parts(reading: Reading, mention: Mention) -> tuple[str, str]:
    first = reading.text[slice(*mention.first)] if mention.first else ""
    return first.casefold(), mention.last.casefold()


# --- nouns -----------------------------------------------------------------------------------


class _Place:
    """Puts nouns and pronouns with their people, in the order of the text."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.people = _by_name(reading)
        self.sentence = _sentences(reading)
        self.at = {m.head: p for p in self.people for m in p.mentions}
        self.last_pronoun: dict[str, tuple[Mention, _Person]] = {}

    def put(self, mention: Mention, person: _Person | None) -> _Person:
        if person is None:
            person = _Person()
            self.people.append(person)
        person.add(mention)
        self.at[mention.head] = person
        return person

    def noun(self, mention: Mention) -> None:
        token = self.reading.doc[mention.head]
        head = linked_head(token)
        if head is not None and (person := self._person_at(head)) is not None:
            if person.agrees(mention.gender):
                self.put(mention, person)
                return
            person.doubts.append(("mixed gender", token.text))
        if is_generic(token):
            return
        same = self._same_noun(token) if _definite(token) else None
        if same is None and mention.kind == "noun" and _definite(token) and owner_of(token) is None:
            # "the woman" may be anybody of whom the text has spoken
            for person in self.people:
                if person.genders == {mention.gender} and person.mentions[0].start < mention.start:
                    person.doubts.append(("noun may be the same person", token.text))
        self.put(mention, same)

    def _person_at(self, token: Token) -> _Person | None:
        if token.i in self.at:
            return self.at[token.i]
        for person in self.people:
            for mention in person.mentions:
                if mention.start <= token.idx < mention.end:
                    return person
        return None

    def _same_noun(self, token: Token) -> _Person | None:
        for person in reversed(self.people):
            for mention in person.mentions:
                known = self.reading.doc[mention.head]
                earlier = mention.kind in ("noun", "neutral") and mention.start < token.idx
                if earlier and known.lower_ == token.lower_ and not _told_apart(known, token):
                    return person
        return None

    # --- pronouns ----------------------------------------------------------------------------

    def pronoun(self, mention: Mention) -> None:
        person, doubt = self._antecedent(mention)
        if doubt:
            word = self.reading.words(mention)
            sentence = self.sentence[mention.head]
            detail = f"{word} in sentence {sentence + 1}"
            for other in self._candidates(mention, _FAR):
                other.doubts.append((doubt, detail))
            if person is not None:
                person.doubts.append((doubt, detail))
        person = self.put(mention, person)
        self.last_pronoun[mention.gender] = (mention, person)

    def _candidates(self, mention: Mention, reach: int) -> list[_Person]:
        """People whom a pronoun can mean: named at most `reach` sentences back, gender agrees."""
        here = self.sentence[mention.head]
        barred = self._barred(mention)
        found = []
        for person in self.people:
            earlier = [m for m in person.mentions if m.start < mention.start]
            if not earlier or person in barred or not person.agrees(mention.gender):
                continue
            distance = here - self.sentence[earlier[-1].head]
            if distance <= (min(reach, 1) if person.neutral else reach):
                found.append(person)
        return found

    def _barred(self, mention: Mention) -> list[_Person]:
        """People whom the grammar rules out: the subject of a verb is not its plain object."""
        token = self.reading.doc[mention.head]
        barred = []
        if mention.role == "objective" and not token.is_upper:
            verb = token.head if token.dep_ != "pobj" else token.head.head
            barred += [self._person_at(subject) for subject in _subjects(verb)]
        for ancestor in token.ancestors:
            # in "Aretha, whom she adores", "she" is not Aretha
            if ancestor.dep_ == "relcl" and any(
                child.lower_ in ("whom", "who", "that") and child.i < token.i
                for child in ancestor.children
                if child.i != token.i and child.dep_ in ("dobj", "pobj")
            ):
                barred.append(self._person_at(ancestor.head))
        return [person for person in barred if person is not None]

    def _antecedent(self, mention: Mention) -> tuple[_Person | None, str]:
        """The person a pronoun means, and the code of the doubt if there is one."""
        near = self._candidates(mention, _NEAR)
        named = [person for person in near if not person.neutral]
        if len(named) == 1 and not self._rivals(named[0], near, mention):
            return named[0], ""
        if not named and len(near) == 1:
            return near[0], ""
        if near:
            chosen = self._preferred(near, mention)
            return (chosen, "") if chosen else (near[-1], "uncertain antecedent")
        far = self._candidates(mention, len(self.sentence))
        if len(far) == 1:
            gap = self.sentence[mention.head] - self.sentence[far[0].mentions[-1].head]
            return far[0], "far pronoun" if gap > _FAR else ""
        return (far[-1], "uncertain antecedent") if far else (None, "")

    def _rivals(self, person: _Person, near: Sequence[_Person], mention: Mention) -> bool:
        """Whether an unnamed person stands between the last mention and the pronoun."""
        last = max(m.start for m in person.mentions if m.start < mention.start)
        return any(
            last < m.start < mention.start
            for rival in near
            if rival is not person
            for m in rival.mentions
        )

    def _preferred(self, near: Sequence[_Person], mention: Mention) -> _Person | None:
        """The one candidate that the sentence itself singles out; None if it does not."""
        here = self.sentence[mention.head]
        doc = self.reading.doc
        inside = [
            (known, person)
            for person in near
            for known in person.mentions
            if known.start < mention.start
            and self.sentence[known.head] == here
            # "her" in "her mother arrived" gives way to the mother
            and not (doc[known.head].dep_ == "poss" and doc[known.head].head.dep_ == "nsubj")
        ]
        if len({id(person) for _, person in inside}) != 1:
            return None
        known, person = min(inside, key=lambda pair: pair[0].start)
        leads = doc[known.head].dep_ in ("nsubj", "nsubjpass") or known.kind == "pronoun"
        return person if leads else None


def _subjects(verb: Token) -> Iterator[Token]:
    """Who does what a verb says; in a relative clause, the noun that it belongs to."""
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass"):
            subject = verb.head if child.lower_ in ("who", "that", "which") else child
            yield subject
            yield from subject.conjuncts


def _told_apart(first: Token, second: Token) -> bool:
    """Tell whether a noun is described otherwise the second time: "the woman from the couple"."""
    if any(child.dep_ in ("relcl", "acl", "prep") for child in second.children):
        return True
    owners = [{c.lower_ for c in t.children if c.dep_ == "poss"} for t in (first, second)]
    if owners[0] and owners[1] and owners[0] != owners[1]:
        return True
    words = [
        {c.lower_ for c in t.children if c.dep_ in ("amod", "compound")} for t in (first, second)
    ]
    return not words[1] <= words[0]


def _definite(token: Token) -> bool:
    words = [child.lower_ for child in token.children if child.dep_ in ("det", "poss")]
    return bool(words) and words[0] not in ("a", "an", "another", "one")
