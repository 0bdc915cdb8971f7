"""Guards on nouns: who is meant by "the guy", and what gendered word would stay as it is."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fairnlp.lexicons.words import gender_nouns, gendered_words, other, person_nouns

if TYPE_CHECKING:
    from spacy.tokens import Token

    from fairnlp.characteristics.case import Case

__all__ = [
    "award",
    "capitalised_noun",
    "counterpart_near",
    "far_from_noun",
    "gender_not_told",
    "gendered_word_left",
    "generic_noun",
    "name_beside_noun",
    "nouns_differ",
]

_AWARD = re.compile(r"\bbest (?:supporting |lead(?:ing)? )?act(?:or|ress)\b", re.IGNORECASE)
_MAN_WORDS = re.compile(r"\w{2,}(?<!hu)(?<!wo)(?<!ger)(?<!ro)(?<!sha)(?<!otto)(?<!tali)(?<!cai)man")
_WOMAN_WORDS = re.compile(r"\w{2,}(?:woman|girl|lady|mother|daughter|sister)|\w{3,}natrix")


def counterpart_near(case: Case) -> tuple[str, str] | None:
    """A noun that the text sets against its counterpart: "the lead actor ... the lead actress"."""
    wanted = set()
    for mention in case.target.mentions:
        if mention.kind == "noun":
            forms = gender_nouns()[case.reading.words(mention).lower()].forms
            wanted.add(forms[other(case.gender)])
    for token in case.reading.doc if wanted and not case.named else ():
        if token.lower_ in wanted and not case.is_protected(token):
            return "counterpart in the text", token.text
    return None


def capitalised_noun(case: Case) -> tuple[str, str] | None:
    """A noun with a capital inside a sentence belongs to a title: "My Little Frenchman"."""
    doc = case.reading.doc
    for mention in case.target.mentions:
        token = doc[mention.head]
        inner = token.is_title and not token.is_sent_start and mention.kind == "noun"
        if inner and not (token.head.tag_ == "NNP" and token.head.i > token.i):
            return "work title", token.text
    return None


def gender_not_told(case: Case) -> tuple[str, str] | None:
    """Only nouns that serve for any gender, such as "actor": nobody said that it is a man."""
    nouns = [m for m in case.target.mentions if m.kind == "noun"]
    if case.named or len(nouns) < sum(m.kind != "neutral" for m in case.target.mentions):
        return None
    words = [case.reading.words(mention).lower() for mention in nouns]
    told = [word for word in words if not gender_nouns()[word].neutral]
    return None if told or not words else ("unknown gender", words[0])


def award(case: Case) -> tuple[str, str] | None:
    """A prize that goes to one gender: "best supporting actor"."""
    found = _AWARD.search(case.reading.text)
    return ("gendered word left", found.group()) if found else None


def nouns_differ(case: Case) -> tuple[str, str] | None:
    """Two nouns, such as "wife" and "girl", with no name that would make them one person."""
    words = {case.reading.words(m).lower() for m in case.target.mentions if m.kind == "noun"}
    if len(words) > 1 and not case.target.names and not case.named:
        return "several persons", ", ".join(sorted(words))
    return None


def generic_noun(case: Case) -> tuple[str, str] | None:
    """One "man", "guy" or the like and nothing else, or two in a sentence, who may be two."""
    doc = case.reading.doc
    (mention, *more) = case.target.mentions
    places = [
        (doc[m.head].lower_, doc[m.head].sent.start)
        for m in case.target.mentions
        if m.kind == "noun"
    ]
    if len(set(places)) < len(places) and not case.named:
        return "generic noun", f"{case.reading.words(mention)}, twice in a sentence"
    if mention.kind != "noun" or more or case.named:
        return None
    word = case.reading.words(mention).lower()
    return ("generic noun", word) if gender_nouns()[word].kind == "general" else None


def name_beside_noun(case: Case) -> tuple[str, str] | None:
    """An unread name beside the noun, such as "Stanly Tucci, a great actor"."""
    doc = case.reading.doc
    nouns = [mention for mention in case.target.mentions if mention.kind in ("noun", "neutral")]
    if case.target.names or case.named:
        return None
    for mention in nouns:
        for token in doc[mention.head].sent:
            proper = token.tag_ == "NNP" and token.text[0].isupper() and not token.is_upper
            place = token.ent_type_ in ("GPE", "LOC", "NORP", "DATE")
            if proper and not token.is_sent_start and not place and not case.is_protected(token):
                return "uncertain antecedent", f"{token.text} beside {doc[mention.head].text}"
    return None


def far_from_noun(case: Case) -> tuple[str, str] | None:
    """A pronoun more than a sentence after the noun that it would mean, with no name between."""
    doc = case.reading.doc
    if case.target.names or all(mention.kind == "pronoun" for mention in case.target.mentions):
        return None
    for before, mention in pairwise(case.target.mentions):
        first, second = doc[before.head].sent, doc[mention.head].sent
        if mention.kind == "pronoun" and second.start > first.end:
            return "far pronoun", f"{doc[before.head].text} ... {doc[mention.head].text}"
    return None


def gendered_word_left(case: Case) -> tuple[str, str] | None:
    """A word of the same gender that may speak of the target and would stay as it is."""
    own = {case.reading.doc[m.head].lower_ for m in case.target.mentions if m.kind == "noun"}
    anchored = case.target.names
    own |= {f"{noun}s" for noun in own} | {noun.replace("man", "men") for noun in own}
    for token in case.reading.doc:
        word = token.lower_
        if token.i in case.placed or case.is_protected(token) or case.is_title(token):
            continue
        if word in own:
            return "gendered word left", token.text
        noun = gender_nouns().get(word)
        gender = noun.gender if noun else _gender_of_word(token)
        if gender != case.gender:
            continue
        if word in ("male", "female"):
            if _describes_somebody(case, token):
                return "gendered word left", f"{word} {token.head.text}"
            continue
        if token.dep_ == "intj" or (noun and token.dep_ == "compound"):
            continue  # "oh man", "a boy band"
        if noun and anchored and (noun.neutral or (noun.plural and not _means_one(token))):
            continue
        return "gendered word left", token.text
    return None


def _gender_of_word(token: Token) -> str:
    word = token.lower_
    if token.tag_ not in ("NNP", "NNPS"):
        if _WOMAN_WORDS.fullmatch(word):
            return "female"
        if _MAN_WORDS.fullmatch(word):
            return "male"
    singular = word.removesuffix("s") if token.tag_ in ("NNS", "NNPS") else word
    return gendered_words().get(word) or gendered_words().get(singular, "")


def _describes_somebody(case: Case, token: Token) -> bool:
    """Tell whether "male" or "female" stays although it describes one person: "a female nurse"."""
    word = token.head.lower_
    person = word in person_nouns() or word.removesuffix("s") in person_nouns()
    return person and not case.is_own(token.head)


def _means_one(token: Token) -> bool:
    """Tell whether a plural speaks of one person: "one of the women", or "a women" by mistake."""
    group = token.dep_ == "pobj" and token.head.lower_ in ("of", "among", "like", "unlike")
    words = [
        child for child in token.children if child.lower_ in ("a", "an", "this", "that", "most")
    ]
    return group or bool(words) or any(child.tag_ == "JJS" for child in token.children)
