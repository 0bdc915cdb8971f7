"""Guards on the target's names: no title of a work, no part of something else, none left over."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from spacy.lang.en.stop_words import STOP_WORDS

from fairnlp.characteristics.case import inside
from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.names import common_names, gender_of, is_ordinary_word
from fairnlp.lexicons.words import person_nouns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Token

    from fairnlp.characteristics.case import Case, Check
    from fairnlp.text.reading import Mention

__all__ = ["NAME_CHECKS"]

_WATCH = frozenset(
    "watch watched watching watches rent rented renting buy bought saw seen seeing view "
    "viewed".split()
)
_LIKE = frozenset(
    "like liked love loved hate hated stand enjoy enjoyed read prefer recommend finish".split()
)
_WORKS = frozenset(
    "film movie flick picture comedy drama sequel prequel remake musical documentary "
    "masterpiece classic series show episode cartoon thriller western book novel story soap "
    "anime franchise game adaptation version biopic feature production entry installment".split()
)
_ALIKE = 0.8
_FIGURES = frozenset("Jesus Christ God Lord Allah Buddha Satan Lucifer Santa Claus Smithee".split())
_BEFORE_PLACES = frozenset(
    "new saint st san santa los las fort ft mount mt port lake cape north south east west".split()
)
_SUFFIXES = frozenset("jr jr. jnr sr sr. snr junior senior ii iii iv".split())


def uncertain_name(case: Case) -> tuple[str, str] | None:
    """A word that may be no first name: unlisted, or an ordinary word, with nothing to prove it."""
    doc, text = case.reading.doc, case.reading.text
    if case.named or not case.target.names:
        return None
    proof = bool(case.target.pronouns)
    firsts = {text[slice(*m.first)].split()[0] for m in case.target.names if m.first}
    unlisted = [name for name in firsts if gender_of(name) in ("", "either")]
    if unlisted and not any(_is_called_a_person(doc[m.head]) for m in case.target.names):
        return "uncertain name", unlisted[0]
    for mention in case.target.names:
        head = doc[mention.head]
        if mention.first and mention.last and not mention.title and not proof:
            name = doc[_first(case, mention)].text
            doubts = [name not in common_names(), is_ordinary_word(name), is_word(mention.last)]
            if sum(doubts) > 1:
                return "uncertain name", case.reading.words(mention)  # "Velvet Goldmine"
        first = text[slice(*mention.first)] if mention.first else ""
        if mention.last and not mention.title and is_word(mention.last) and not proof:
            labels = {token.ent_type_ for token in _tokens(case, mention)}
            if labels != {"PERSON"}:
                return "uncertain name", case.reading.words(mention)
        if mention.last or not first or mention.title:
            continue
        if not proof and len(case.target.names) < 2:
            return "uncertain name", first  # a lone name may well be a surname
        acts = head.dep_ in ("nsubj", "nsubjpass", "poss", "conj", "appos", "dobj", "pobj")
        doubtful = not gender_of(first) or is_ordinary_word(first)
        if doubtful and (is_word(first) and not gender_of(first) or not (acts and proof)):
            return "uncertain name", first
        if not proof and head.dep_ not in ("nsubj", "nsubjpass", "poss"):
            return (
                "uncertain name",
                first,
            )  # a lone name that does nothing may be a title or a place
    return None


def _is_called_a_person(head: Token) -> bool:
    """Tell whether the parse says that a name is somebody: "Olumide is a weaver"."""
    verb = head.head if head.dep_ == "nsubj" else head
    return any(
        child.dep_ in ("attr", "appos") and child.lower_ in person_nouns()
        for child in verb.children
    )


def _first(case: Case, mention: Mention) -> int:
    """Index of the first token of the first name."""
    return next(t.i for t in _tokens(case, mention) if mention.first and t.idx >= mention.first[0])


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
        likened = head.dep_ == "pobj" and head.head.lower_ in ("like", "than", "as", "unlike")
        if likened and not case.target.pronouns:
            return "work title", f"{head.head.text} {case.reading.words(mention)}"
        lone = not mention.last and head.head.lower_ in _LIKE
        watched = head.dep_ == "dobj" and (head.head.lower_ in _WATCH or lone)
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
        if len(token) < 3 or not token.is_alpha or token.lower_ in STOP_WORDS:
            continue
        noun = token.tag_ in ("NNP", "NNPS", "NN", "NNS") and token.ent_type_ not in ("GPE", "LOC")
        if not noun or case.in_mention(token) or case.is_protected(token):
            continue
        # "PETRA", "petra", and "Petras" for "Petra's"
        for name in {token.text.title(), token.text.title().removesuffix("s")}:
            listed = gender_of(name).removeprefix("mostly ") == case.gender
            common = token.text[0].isupper() or name in common_names()
            if listed and common and not is_ordinary_word(name):
                return "missed name", token.text
    return None


def odd_name_form(case: Case) -> tuple[str, str] | None:
    """A name that is part of something else, as an article or a hyphen at its edge shows."""
    text, doc = case.reading.text, case.reading.doc
    for mention in case.target.names:
        before, after = text[: mention.start][-1:], text[mention.end : mention.end + 2]
        article = any(child.dep_ == "det" for child in doc[mention.head].children)
        quote_before = re.search(r"[\"”]\s?$", text[: mention.start])
        edge = (
            quote_before or before in tuple("-/#@&_.'’") or after[:1] in tuple("-/#@&_0123456789")
        )
        apostrophe = after[:1] in ("'", "’") and after[1:].strip() == ""
        following = text[mention.end : mention.end + 8].strip(" ,").lower().split(" ")[0]
        suffix = not _SUFFIXES.isdisjoint([following, *(t.lower_ for t in _tokens(case, mention))])
        initial = mention.first and mention.first[1] - mention.first[0] < 2
        nickname = mention.first and re.match(r" [\"“'(]", text[mention.first[1] :])
        joined = _joined_to_a_thing(case, mention)
        article = article and not mention.title
        if article or edge or apostrophe or initial or nickname or suffix or joined:
            return "odd name form", text[max(0, mention.start - 4) : mention.end + 2]
    return None


def _joined_to_a_thing(case: Case, mention: Mention) -> bool:
    """Part of a longer proper name: "New York", "Pelle the Conqueror", "The Pacific and Eddy"."""
    doc, text = case.reading.doc, case.reading.text
    tokens = _tokens(case, mention)
    before = doc[tokens[0].i - 1] if tokens and tokens[0].i else None
    proper = before is not None and before.tag_ == "NNP" and before.lower_ not in person_nouns()
    shared = bool(tokens) and tokens[0].ent_iob_ == "I"
    place = before is not None and before.lower_.rstrip(".") in _BEFORE_PLACES
    prefixed = proper and (shared or place)
    head = doc[mention.head]
    things = head.dep_ == "conj" and head.head.tag_ == "NNP" and not case.in_mention(head.head)
    owner = head.head.head if head.dep_ == "pobj" and head.head.lower_ == "of" else None
    titled = owner is not None and owner.tag_ == "NNP" and not case.in_mention(owner)
    epithet = re.match(r" [Tt]he [A-Z]", text[mention.end :])
    return bool(prefixed or things or titled or epithet)


def figure(case: Case) -> tuple[str, str] | None:
    """A figure of religion or custom, whose name stands for more than a person."""
    for mention in case.target.names:
        for token in _tokens(case, mention):
            if token.text in _FIGURES:
                return "fixed figure", token.text
    return None


def shared_name(case: Case) -> tuple[str, str] | None:
    """Somebody else with the same first name or surname, whom one word of it may mean."""
    text = case.reading.text
    firsts = {_given(text, mention) for mention in case.target.names} - {""}
    lasts = {mention.last for mention in case.target.names} - {""}
    for chain in () if case.named else case.others:
        for mention in chain.names:
            if mention.last in lasts or _given(text, mention) in firsts:
                return "shared name", case.reading.words(mention)
    return None


def _given(text: str, mention: Mention) -> str:
    """The first word of the first name; empty where only a surname stands."""
    return text[slice(*mention.first)].split()[0] if mention.first else ""


def old_name_left(case: Case) -> tuple[str, str] | None:
    """The first name, or one spelt much like it, stands elsewhere outside the mentions."""
    text, doc = case.reading.text, case.reading.doc
    taken = [mention.first for mention in case.target.names if mention.first]
    taken += [(m.start, m.end) for chain in case.others for m in chain.names]
    lasts = {mention.last for mention in case.target.names}
    names = {text[slice(*m.first)] for m in case.target.names if m.first} - lasts
    for name in names:
        word = re.escape(name)
        free = rf"(?<![\w#@-])(?<!\w\.){word}(?![\w@-])(?!\.\w)"  # not in addresses and handles
        for match in re.finditer(free, text, re.IGNORECASE):
            span = doc.char_span(*match.span(), alignment_mode="expand")
            month = span is not None and span[0].ent_type_ == "DATE"
            alike = match.group() in (name, name.upper(), name.lower())
            if alike and not month and not inside(match.start(), taken):
                return "old name left", text[max(0, match.start() - 20) : match.end() + 20]
        longer = re.search(rf"(?<![\w#@.-]){word}(?!['’])\w+", text) if len(name) > 3 else None
        if longer and not inside(longer.start(), taken):
            return "old name left", longer.group()
    taken += [(mention.start, mention.end) for mention in case.target.names if mention.last]
    for token in doc:
        if token.tag_ == "NNP" and token.text not in names and not inside(token.idx, taken):
            for name in names:
                if len(name) > 4 and SequenceMatcher(None, name, token.text).ratio() > _ALIKE:
                    return "old name left", token.text
    return None


def title_left(case: Case) -> tuple[str, str] | None:
    """A title before the surname that is no part of a mention, such as "mr. Wood" in lower case."""
    text = case.reading.text
    titled = {mention.title for mention in case.target.names if mention.title}
    for last in {mention.last for mention in case.target.names if mention.last}:
        for match in re.finditer(rf"(?i:\b(mrs?|ms|miss|sir|madam)\.?) {re.escape(last)}\b", text):
            if not inside(match.start(), titled):
                return "gendered word left", match.group()
    return None


NAME_CHECKS: tuple[Check, ...] = (
    figure,
    uncertain_name,
    attributive_name,
    work_title,
    missed_name,
    odd_name_form,
    shared_name,
    old_name_left,
    title_left,
)
"""In the order in which they are made."""
