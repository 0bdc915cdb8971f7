"""What makes a text unfit for a template, although its people are resolved: one check a rule.

Each check looks at the person who is to change (`target`) in a reading and gives None, or the
code and the detail of a refusal. They exist because better no template than an unsound one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from spacy.lang.en.stop_words import STOP_WORDS
from spacy.tokens import Token

from fairnlp.lexicons.names import gender_of, is_ordinary_word
from fairnlp.lexicons.words import gender_nouns, gendered_words
from fairnlp.text.coreference.base import Chain, Resolution
from fairnlp.text.reading import Reading
from fairnlp.text.works import quoted_spans

__all__ = ["CHECKS", "Case", "Check"]

Check = Callable[["Case"], tuple[str, str] | None]

_INDEFINITE = frozenset(
    "anyone anybody someone somebody everyone everybody nobody whoever one each either".split()
)
_WATCH = frozenset(
    "watch watched watching watches rent rented renting buy bought saw seen seeing view viewed".split()
)
_WORKS = frozenset(
    "film movie flick picture comedy drama sequel prequel remake musical documentary masterpiece "
    "classic series show episode cartoon thriller western book novel story".split()
)


class Case:
    """A text, its people, and the one who is to change."""

    def __init__(
        self, reading: Reading, people: Resolution, target: Chain, *, named: bool = False
    ) -> None:
        self.reading = reading
        self.people = people
        self.target = target
        self.named = named  # the user said who is to change
        self.placed = {mention.head for chain in people.chains for mention in chain.mentions}
        self.gender = target.gender

    @property
    def others(self) -> Iterator[Chain]:
        """The other people."""
        return (chain for chain in self.people.chains if chain is not self.target)


def several_persons(case: Case) -> tuple[str, str] | None:
    """Somebody else whom the same pronouns could mean."""
    if case.named:
        return None
    for chain in case.others:
        if chain.gender in (case.gender, "", "mixed"):
            return "several persons", case.reading.words(chain.mentions[0])
    return None


def doubts(case: Case) -> tuple[str, str] | None:
    """A link that the coreference backend was not sure of."""
    known = {"uncertain name"} if case.named else set()
    return next((doubt for doubt in case.target.doubts if doubt[0] not in known), None)


def unclear_role(case: Case) -> tuple[str, str] | None:
    """A "her" of which tag and parse tell different roles."""
    for mention in case.target.pronouns:
        if mention.role == "unclear":
            return "unclear pronoun role", case.reading.words(mention)
    return None


def uncertain_name(case: Case) -> tuple[str, str] | None:
    """A lone word that no list of first names knows, and that nothing shows to be a person."""
    doc, text = case.reading.doc, case.reading.text
    names = case.target.names
    lone = [m for m in names if m.first and not m.last and not gender_of(text[slice(*m.first)])]
    if len(lone) < len(names) or not names or case.named:
        return None
    acts = any(doc[m.head].dep_ in ("nsubj", "nsubjpass", "poss") for m in lone)
    return None if acts and case.target.pronouns else ("uncertain name", case.reading.words(lone[0]))


def gendered_word_left(case: Case) -> tuple[str, str] | None:
    """A word of the same gender that may speak of the target and would stay as it is."""
    for token in case.reading.doc:
        word = token.lower_
        noun = gender_nouns().get(word)
        gender = noun.gender if noun else gendered_words().get(word)
        if gender != case.gender or token.i in case.placed:
            continue
        if noun and (noun.neutral or (noun.plural and not _one_of(token))):
            continue
        if token.dep_ in ("compound", "intj") or word in ("male", "female"):
            continue  # "a chick flick", "oh man"; the adjectives have slots of their own
        if _inside(token.idx, case.reading.protected):
            continue
        return "gendered word left", token.text
    return None


def _one_of(token: Token) -> bool:
    """Tell whether a plural stands in "one of the ...", which speaks of one person."""
    head = token.head
    return token.dep_ == "pobj" and head.lower_ in ("of", "among", "like", "unlike")


def quoted(case: Case) -> tuple[str, str] | None:
    """A mention between quotation marks, where somebody else may be speaking."""
    for start, end in quoted_spans(case.reading.text):
        for mention in case.target.mentions:
            if start <= mention.start < end:
                return "quotation", case.reading.text[start:end]
    return None


def work_title(case: Case) -> tuple[str, str] | None:
    """A name that is, or may be, the title of a work."""
    text, doc = case.reading.text, case.reading.doc
    for mention in case.target.names:
        words = [doc[mention.head].text]
        if mention.first:
            words.append(text[slice(*mention.first)])
        for start, end in case.reading.protected:
            if any(re.search(rf"\b{re.escape(word)}\b", text[start:end]) for word in words):
                return "work title", text[start:end]
        head = doc[mention.head]
        if any(child.dep_ == "compound" and child.idx < mention.start for child in head.children):
            continue  # "In Oslo Maya slept": the parse takes the place for a part of the name
        watched = head.dep_ == "dobj" and head.head.lower_ in _WATCH
        inside = head.dep_ == "pobj" and head.head.lower_ == "in" and not _owns(head)
        described = any(
            child.lower_ in _WORKS and child.dep_ in ("attr", "appos")
            for child in (*head.children, *head.head.children)
            if head.dep_ == "nsubj" or child.dep_ == "appos"
        )
        named = head.dep_ in ("appos", "oprd") and head.head.lower_ in _WORKS
        year = text[mention.end : mention.end + 3].startswith((" (1", " (2"))
        if watched or inside or described or named or year:
            return "work title", case.reading.words(mention)
    return None


def _owns(token: Token) -> bool:
    return any(child.tag_ == "POS" for child in token.children)


def missed_name(case: Case) -> tuple[str, str] | None:
    """A first name of the same gender that was not read as a person."""
    spans = [(mention.start, mention.end) for mention in case.reading.mentions]
    spans += case.reading.protected
    for token in case.reading.doc:
        name = token.text.title() if token.is_upper else token.text
        listed = name[:1].isupper() and gender_of(name).removeprefix("mostly ") == case.gender
        known = listed and not is_ordinary_word(name) and token.lower_ not in STOP_WORDS
        if known and (name != token.text or token.tag_ in ("NNP", "NNPS")) and len(token) > 2:
            if not _inside(token.idx, spans) and token.ent_type_ not in ("GPE", "LOC"):
                return "missed name", token.text
    return None


def odd_name_form(case: Case) -> tuple[str, str] | None:
    """A name that is part of something else: an article before it, a hyphen or slash at its edge."""
    text, doc = case.reading.text, case.reading.doc
    for mention in case.target.names:
        before, after = text[: mention.start][-1:], text[mention.end : mention.end + 2]
        article = any(child.dep_ == "det" for child in doc[mention.head].children)
        edge = before in tuple("-/#@&_.'’") or after[:1] in tuple("-/#@&_0123456789")
        apostrophe = after[:1] in ("'", "’") and after[1:].strip() == ""
        initial = mention.first and mention.first[1] - mention.first[0] < 2
        if (article and not mention.title) or edge or apostrophe or initial:
            return "odd name form", text[max(0, mention.start - 4) : mention.end + 2]
    return None


def generic_reference(case: Case) -> tuple[str, str] | None:
    """A pronoun that follows "anyone", "somebody" and the like in its sentence."""
    doc = case.reading.doc
    for mention in case.target.pronouns:
        pronoun = doc[mention.head]
        for token in doc[pronoun.sent.start : mention.head]:
            bare = not any(child.dep_ in ("det", "amod") for child in token.children)
            argument = token.dep_ in ("nsubj", "nsubjpass", "pobj", "dobj")
            # the subject of a verb is not its object: "nobody waved at her"
            barred = mention.role == "objective" and token.head in pronoun.ancestors
            if token.lower_ in _INDEFINITE and bare and argument and not barred:
                return "generic reference", token.text
    return None


def old_name_left(case: Case) -> tuple[str, str] | None:
    """The first name stands elsewhere, as a word of its own that is not one of the mentions."""
    text = case.reading.text
    slots = {mention.first for mention in case.target.names if mention.first}
    others = {(m.start, m.end) for chain in case.others for m in chain.names}
    for name in {text[start:end] for start, end in slots}:
        for match in re.finditer(rf"(?<![\w#@.-]){re.escape(name)}(?![\w@.-])", text):
            month = case.reading.doc.char_span(*match.span(), alignment_mode="expand")
            if month is not None and month[0].ent_type_ == "DATE":
                continue
            if not _inside(match.start(), slots | others):
                return "old name left", text[max(0, match.start() - 20) : match.end() + 20]
    return None


def _inside(position: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


_SOUND: tuple[Check, ...] = (
    doubts,
    several_persons,
    uncertain_name,
    unclear_role,
    generic_reference,
    quoted,
    work_title,
    missed_name,
    odd_name_form,
    old_name_left,
    gendered_word_left,
)

CHECKS = {"sound": _SOUND, "paper": ()}
"""The checks of each strategy; the published code of BiasFinder makes none of them."""
