"""Guards on the target's names: no title of a work, no part of something else, none left over."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from spacy.lang.en.stop_words import STOP_WORDS

from fairnlp.characteristics.case import inside
from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.names import gender_of, is_ordinary_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Token

    from fairnlp.characteristics.case import Case, Check
    from fairnlp.text.reading import Mention

__all__ = ["NAME_CHECKS"]

_WATCH = frozenset(
    "watch watched watching watches rent rented renting buy bought saw seen seeing view viewed".split()
)
_WORKS = frozenset(
    "film movie flick picture comedy drama sequel prequel remake musical documentary masterpiece "
    "classic series show episode cartoon thriller western book novel story soap anime franchise "
    "game adaptation version biopic feature production entry installment".split()
)
_ALIKE = 0.8


def uncertain_name(case: Case) -> tuple[str, str] | None:
    """A word that may be no first name: unlisted, or an ordinary word, with nothing to prove it."""
    doc, text = case.reading.doc, case.reading.text
    if case.named or not case.target.names:
        return None
    proof = bool(case.target.pronouns)
    for mention in case.target.names:
        head = doc[mention.head]
        first = text[slice(*mention.first)] if mention.first else ""
        if mention.last and not mention.title and is_word(mention.last) and not proof:
            labels = {token.ent_type_ for token in _tokens(case, mention)}
            if labels != {"PERSON"}:
                return "uncertain name", case.reading.words(mention)
        if mention.last or not first or mention.title:
            continue
        acts = head.dep_ in ("nsubj", "nsubjpass", "poss", "conj", "appos", "dobj", "pobj")
        if not gender_of(first) and (is_word(first) or not (acts and proof)):
            return "uncertain name", first
        if is_ordinary_word(first) and not proof and head.is_sent_start:
            return "uncertain name", first
    return None


def _tokens(case: Case, mention: Mention) -> Sequence[Token]:
    span = case.reading.doc.char_span(mention.start, mention.end, alignment_mode="expand")
    return list(span) if span is not None else []


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
        inner = head.dep_ == "pobj" and head.head.lower_ == "in" and not _owns(head)
        described = any(
            child.lower_ in _WORKS and child.dep_ in ("attr", "appos")
            for child in (*head.children, *head.head.children)
            if head.dep_ == "nsubj" or child.dep_ == "appos"
        )
        named = head.dep_ in ("appos", "oprd") and head.head.lower_ in _WORKS
        year = text[mention.end : mention.end + 3].startswith((" (1", " (2"))
        if watched or inner or described or named or year:
            return "work title", case.reading.words(mention)
    return None


def _owns(token: Token) -> bool:
    return any(child.tag_ == "POS" for child in token.children)


def attributive_name(case: Case) -> tuple[str, str] | None:
    """A name in front of a noun, as in "the Nancy Drew books": a label rather than a person."""
    doc = case.reading.doc
    for mention in case.target.names:
        head = doc[mention.head]
        label = head.dep_ in ("compound", "nmod", "amod") and head.head.tag_ in ("NN", "NNS")
        if label and head.head.i > head.i:
            return "name used as a label", f"{case.reading.words(mention)} {head.head.text}"
    return None


def missed_name(case: Case) -> tuple[str, str] | None:
    """A first name of the same gender that was not read as a person."""
    for token in case.reading.doc:
        name = token.text.title() if token.is_upper else token.text
        listed = name[:1].isupper() and gender_of(name).removeprefix("mostly ") == case.gender
        if not listed or len(token) < 3 or token.lower_ in STOP_WORDS or is_ordinary_word(name):
            continue
        proper = token.is_upper or token.tag_ in ("NNP", "NNPS")
        place = token.ent_type_ in ("GPE", "LOC")
        if proper and not place and not case.in_mention(token) and not case.is_protected(token):
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
        nickname = mention.first and re.match(r" [\"“'(]", text[mention.first[1] :])
        if (article and not mention.title) or edge or apostrophe or initial or nickname:
            return "odd name form", text[max(0, mention.start - 4) : mention.end + 2]
    return None


def old_name_left(case: Case) -> tuple[str, str] | None:
    """The first name, or one spelt much like it, stands elsewhere outside the mentions."""
    text, doc = case.reading.text, case.reading.doc
    taken = [mention.first for mention in case.target.names if mention.first]
    taken += [(m.start, m.end) for chain in case.others for m in chain.names]
    lone = {text[slice(*m.first)] for m in case.target.names if m.first and not m.last}
    for name in {text[slice(*m.first)] for m in case.target.names if m.first}:
        for match in re.finditer(rf"(?<![\w#@.-]){re.escape(name)}(?![\w@.-])", text, re.IGNORECASE):
            token = doc.char_span(*match.span(), alignment_mode="expand")[0]
            alike = match.group() in (name, name.upper())
            if alike and token.ent_type_ != "DATE" and not inside(match.start(), taken):
                return "old name left", text[max(0, match.start() - 20) : match.end() + 20]
    for token in doc:
        if token.tag_ == "NNP" and token.text not in lone and not inside(token.idx, taken):
            for name in lone:
                if len(name) > 4 and SequenceMatcher(None, name, token.text).ratio() > _ALIKE:
                    return "old name left", token.text
    return None


NAME_CHECKS: tuple[Check, ...] = (
    uncertain_name,
    attributive_name,
    work_title,
    missed_name,
    odd_name_form,
    old_name_left,
)
"""In the order in which they are made."""
