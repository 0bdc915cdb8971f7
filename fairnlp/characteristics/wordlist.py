"""A characteristic from a word list: the words of one class change into those of another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from fairnlp.characteristics.base import Refusal, Slot, Slots
from fairnlp.characteristics.case import inside
from fairnlp.characteristics.said_of import said_of_person
from fairnlp.lexicons.concepts import shipped_lists
from fairnlp.text.articles import article

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spacy.tokens import Span, Token

    from fairnlp.lexicons.concepts import Concept, ConceptList
    from fairnlp.text.reading import Reading

__all__ = ["WordList"]

_ADJECTIVES = frozenset("JJ JJR JJS VBN VBG".split())
_PROPER = frozenset("NNP NNPS".split())
_EDGE = re.compile(r"[-/@#&\"“‘”*_]|['’](?!s\b)")


class _Entry(NamedTuple):
    """A word of the list: the row, the class, and the forms of the same number in all classes."""

    concept: Concept
    class_: str
    forms: Mapping[str, str]
    plural: bool


class _Hit(NamedTuple):
    """A word of the list in a text: its entry, offsets, and last token."""

    entry: _Entry
    start: int
    end: int
    token: Token


@dataclass(frozen=True)
class WordList:
    """What the words of a list tell, such as age or religion.

    Parameters
    ----------
    concepts : ConceptList
        What ``lexicons.concepts.read_concepts`` gives.

    Notes
    -----
    All words of the list that a text holds change together. Titles of works stay. Words are
    matched whole, by letter case and by part of speech, longer entries before shorter ones.
    """

    concepts: ConceptList

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
        """Find the words of the list in a text.

        Parameters
        ----------
        reading : Reading
        strategy : str
            The same with all.
        target : str
            Words of the text; only what stands inside them changes.

        Returns
        -------
        Slots or Refusal
            A text is refused where words of two classes meet, a word is ambiguous, its part of
            speech or what it is said of is not certain, or another word binds the text to the
            class.
        """
        del strategy
        start = reading.text.find(target)
        if start < 0:
            return Refusal(reason="no such person", detail=f"{target!r} is not in the text")
        hits = [hit for hit in self._hits(reading) if not _is_name_of_something(hit)]
        if target:
            hits = [hit for hit in hits if start <= hit.start < start + len(target)]
        if not hits:
            return Refusal(reason="no word of the list")
        kept = self._said_of_persons(hits, reading) if self.concepts.about else hits
        if isinstance(kept, Refusal):
            return kept
        refusal = self._doubt(kept, reading)
        if refusal is not None:  # a refusal is false
            return refusal
        slots: list[Slot] = []
        for hit in kept:
            slots += _slots(hit, reading)
        return Slots(
            original_class=kept[0].entry.class_,
            slots=tuple(slots),
            protected=tuple(reading.protected),
        )

    def values(self, **_options: Any) -> pd.DataFrame:
        """Give one value a class, which fills nothing: the words depend on the class alone.

        Returns
        -------
        DataFrame
            ``class``, ``value_id`` (empty), ``ordinary_word`` (False), ``spare`` (False).
        """
        table = pd.DataFrame({"class": list(self.classes)}, dtype="str")
        return table.assign(value_id="", ordinary_word=False, spare=False)

    # --- words ----------------------------------------------------------------------------------

    @cached_property
    def _entries(self) -> dict[str, list[_Entry]]:
        """Word in lower case to what it can stand for."""
        entries: dict[str, list[_Entry]] = {}
        for concept in self.concepts.concepts:
            for forms, plural in ((concept.forms, False), (concept.plurals, True)):
                for class_, word in forms.items():
                    if not concept.only_from or class_ in concept.only_from:
                        entry = _Entry(concept, class_, forms, plural)
                        entries.setdefault(word.lower(), []).append(entry)
        return entries

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._entries, key=len, reverse=True)
        words = "|".join(map(re.escape, longest_first))
        return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)

    @cached_property
    def _binding(self) -> re.Pattern[str]:
        phrases = "|".join(map(re.escape, self.concepts.bound)) or r"(?!)"
        return re.compile(rf"(?<!\w)(?:{phrases})(?!\w)", re.IGNORECASE)

    def _hits(self, reading: Reading) -> Iterator[_Hit]:
        """All words of the list outside of titles of works, in order."""
        for match in self._pattern.finditer(reading.text):
            if inside(match.start(), reading.protected):
                continue
            token = _tokens(reading, *match.span())[-1]
            entries = self._entries[match.group().lower()]
            fitting = [entry for entry in entries if _fits(entry, token)]
            yield _Hit((fitting or entries)[0], *match.span(), token)

    # --- guards ---------------------------------------------------------------------------------

    def _said_of_persons(self, hits: list[_Hit], reading: Reading) -> list[_Hit] | Refusal:
        """The words that change: those said of a person, or all if one is."""
        said = [
            True
            if hit.entry.concept.part_of_speech == "noun"
            else said_of_person(hit.token, reading)
            for hit in hits
        ]
        stay = self.concepts.elsewhere == "stay"
        for hit, one in zip(hits, said, strict=True):
            if one is None and stay:
                return Refusal(reason="ambiguous word", detail=_around(hit, reading))
        if True not in said:
            return Refusal(reason="not of a person", detail=_around(hits[0], reading))
        return [hit for hit, one in zip(hits, said, strict=True) if one or not stay]

    def _doubt(self, hits: list[_Hit], reading: Reading) -> Refusal | None:
        text = reading.text
        classes = {hit.entry.class_: text[hit.start : hit.end] for hit in hits}
        if len(classes) > 1:
            return Refusal(reason="several classes", detail=", ".join(classes.values()))
        if found := self._binding.search(text):
            return Refusal(reason="bound to the class", detail=found.group())
        for hit in hits:
            glued = _EDGE.match(text[: hit.start][-1:]) or _EDGE.match(text[hit.end :])
            unfit = glued or _ends_a_name(hit, reading) or not _fits(hit.entry, hit.token)
            if hit.entry.concept.ambiguous or unfit:
                return Refusal(reason="ambiguous word", detail=_around(hit, reading))
            noun = hit.token.head
            named = self.concepts.not_of_names and noun.tag_ in _PROPER
            modifies = hit.token.dep_ in ("amod", "compound", "nmod")
            if modifies and (named or noun.lower_ in self.concepts.bound_nouns):
                return Refusal(reason="bound to the class", detail=_around(hit, reading))
        for entity in reading.doc.ents:
            own = any(hit.start < entity.end_char and entity.start_char < hit.end for hit in hits)
            kept = inside(entity.start_char, reading.protected)
            if entity.label_ in self.concepts.alone and not own and not kept:
                return Refusal(reason="bound to the class", detail=entity.text)
        return None


def _tokens(reading: Reading, start: int, end: int) -> Span:
    span = reading.doc.char_span(start, end, alignment_mode="expand")
    assert span is not None  # there are tokens wherever there are words
    return span


def _is_name_of_something(hit: _Hit) -> bool:
    """A word in lower case in the list with a capital in the text: "Old" in "Old Shatterhand"."""
    listed = hit.entry.forms[hit.entry.class_]
    capital = hit.token.text[0].isupper() and not hit.token.is_upper
    return listed.islower() and capital and not hit.token.is_sent_start


def _ends_a_name(hit: _Hit, reading: Reading) -> bool:
    """A proper word right after another: "Claudia Christian"."""
    first = _tokens(reading, hit.start, hit.end)[0]
    before = first.nbor(-1) if first.i else None
    return before is not None and first.tag_ in _PROPER and before.tag_ in _PROPER


def _fits(entry: _Entry, token: Token) -> bool:
    """Tell whether the part of speech and the number of an entry are those of a token."""
    part = entry.concept.part_of_speech
    proper = token.tag_ in _PROPER
    modifier = token.dep_ in ("compound", "amod", "nmod")
    if token.ent_type_ == "PERSON" or (modifier and token.head.tag_ in _PROPER and proper):
        return False  # "Christian Slater"
    if part == "name":
        return proper
    if proper and entry.forms[entry.class_].islower():
        return token.is_upper
    if part == "adjective":
        return token.tag_ in _ADJECTIVES or (proper and modifier)
    number = {"NN": False, "NNP": False, "NNS": True, "NNPS": True}
    # an adjective that is tagged as a noun stands before one
    return number.get(token.tag_) == entry.plural and not modifier


def _around(hit: _Hit, reading: Reading) -> str:
    return reading.text[max(0, hit.start - 20) : hit.end + 20]


# --- slots -----------------------------------------------------------------------------------


def _slots(hit: _Hit, reading: Reading) -> Iterator[Slot]:
    """The word, and before it the article, which goes by its sound."""
    word = reading.text[hit.start : hit.end]
    first = _tokens(reading, hit.start, hit.end)[0]
    forms = {
        class_: word if class_ == hit.entry.class_ else _cased(form, word, first)
        for class_, form in hit.entry.forms.items()
    }
    before = reading.doc[first.i - 1] if first.i else None
    if before is not None and before.lower_ in ("a", "an"):
        articles = {
            class_: before.text
            if class_ == hit.entry.class_
            else _article(form, before.text, word.isupper())
            for class_, form in forms.items()
        }
        end = before.idx + len(before)
        yield Slot(start=before.idx, end=end, kind="determiner", forms=articles)
    kind = {"adjective": "adjective", "noun": "noun", "name": "place"}
    yield Slot(
        start=hit.start, end=hit.end, kind=kind[hit.entry.concept.part_of_speech], forms=forms
    )


def _cased(form: str, word: str, first: Token) -> str:
    """Give a form the letter case of the word that it replaces."""
    if word.isupper() and len(word) > 1:
        return form.upper()
    if word.islower():
        return form.lower()
    return form[:1].upper() + form[1:] if first.is_sent_start else form


def _article(form: str, old: str, shouted: bool) -> str:
    new = article(form.lower() if shouted else form)  # in capitals a word is no abbreviation
    if shouted and old.isupper():
        return new.upper()
    return new.capitalize() if old[:1].isupper() else new
