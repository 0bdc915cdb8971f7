"""Guards on people and pronouns: who else could be meant, and who else would have to change."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.forms import is_known
from fairnlp.lexicons.names import common_names
from fairnlp.lexicons.words import gender_nouns, person_nouns
from fairnlp.text.works import quoted_spans

if TYPE_CHECKING:
    from spacy.tokens import Token

    from fairnlp.characteristics.case import Case
    from fairnlp.text.coreference.base import Chain

__all__ = [
    "compared",
    "doubts",
    "gender_is_the_topic",
    "generic_reference",
    "loose_pronoun_of_the_other",
    "pronouns_meet",
    "quoted",
    "role_name",
    "several_persons",
    "unclear_role",
    "unread_rival",
]

_INDEFINITE = frozenset(
    "anyone anybody someone somebody everyone everybody nobody whoever one each either".split()
)
_TOPIC = re.compile(
    r"\b(?:feminis[mt]s?|sexis[mt]s?|misogyn\w+|chauvinis\w+|genders?|opposite sex|the sexes"
    r"|patriarch\w+|masculinity|femininity|macho|women's (?:rights|lib\w*)|politically correct"
    r"|transgender|transsexual|transvestite|cross-?dress\w*|drag queens?)\b",
    re.IGNORECASE,
)
_ROLE_WORDS = frozenset(
    "play plays played playing portray portrays portrayed portraying as called named".split()
)
_ROLE_AFTER = re.compile(
    r"\W{0,3}(?:who )?(?:as|plays?|played|playing|portrays?|portrayed|portraying|stars as)\b"
)
_ROLE_BEFORE = re.compile(r"\b(?:(?:played|portrayed|acted) by|role of|part of|character of)\s*$")


def doubts(case: Case) -> tuple[str, str] | None:
    """A link that the coreference backend was not sure of."""
    lead = case.reading.doc[case.target.mentions[0].head]
    proved = case.target.pronouns and lead.dep_ == "nsubj" and lead.head.pos_ in ("VERB", "AUX")
    known = {"uncertain name"} if case.named or proved else set()
    return next((doubt for doubt in case.target.doubts if doubt[0] not in known), None)


def several_persons(case: Case) -> tuple[str, str] | None:
    """Somebody else whom the same pronouns could mean.

    A person who is named once, in full, and nowhere near a pronoun is none; nor is anybody where
    there are no pronouns but only names.
    """
    rivals = [c for c in case.others if c.gender in (case.gender, "", "mixed")]
    everyone = [mention for chain in (case.target, *rivals) for mention in chain.mentions]
    if case.named or all(mention.kind == "name" for mention in everyone):
        return None
    for chain in rivals:
        if not _aside(case, chain):
            return "several persons", case.reading.words(chain.mentions[0])
    return None


def _aside(case: Case, chain: Chain) -> bool:
    """Tell whether a person is only named, and no pronoun stands in that sentence or the next."""
    if any(m.kind != "name" or not m.sure or not (m.first and m.last) for m in chain.mentions):
        return False
    if chain.doubts or not case.target.names:
        return False
    doc = case.reading.doc
    sentences = [sentence.start for sentence in doc.sents]
    numbers = {start: number for number, start in enumerate(sentences)}
    places = [numbers[doc[mention.head].sent.start] for mention in chain.mentions]
    pronouns = [numbers[doc[mention.head].sent.start] for mention in case.target.pronouns]
    return not any(0 <= pronoun - place <= 2 for place in places for pronoun in pronouns)


def unclear_role(case: Case) -> tuple[str, str] | None:
    """A "her" of which tag and parse tell different roles, or a "hes" without its apostrophe."""
    doc = case.reading.doc
    for mention in case.target.pronouns:
        after = doc[mention.head + 1] if mention.head + 1 < len(doc) else None
        glued = not doc[mention.head].whitespace_ and after is not None and after.text[0].isalpha()
        if mention.role == "unclear" or glued:
            return "unclear pronoun role", case.reading.words(mention)
    return None


def pronouns_meet(case: Case) -> tuple[str, str] | None:
    """A sentence with "he" and "she": after the change, one could not be told from the other."""
    doc = case.reading.doc
    own = {doc[mention.head].sent.start for mention in case.target.pronouns}
    for chain in () if case.named else case.others:
        for mention in chain.pronouns:
            if doc[mention.head].sent.start in own:
                return "pronouns of two persons", doc[mention.head].sent.text.strip()[:80]
    return None


def generic_reference(case: Case) -> tuple[str, str] | None:
    """A pronoun that follows "anyone", "somebody" and the like in its sentence."""
    doc = case.reading.doc
    for mention in case.target.pronouns:
        pronoun = doc[mention.head]
        for token in doc[pronoun.sent.start : mention.head]:
            bare = not any(
                child.dep_ in ("det", "amod") and child.lower_ != "no" for child in token.children
            )
            argument = token.dep_ in ("nsubj", "nsubjpass", "pobj", "dobj")
            # the subject of a verb is not its object: "nobody waved at her"
            barred = mention.role == "objective" and token.head in pronoun.ancestors
            if token.lower_ in _INDEFINITE and bare and argument and not barred:
                return "generic reference", token.text
    return None


def unread_rival(case: Case) -> tuple[str, str] | None:
    """A capitalised word before a pronoun that may be a person whom the reading missed."""
    doc, mentions = case.reading.doc, case.target.mentions
    for before, mention in pairwise(mentions):
        for token in doc[before.head + 1 : mention.head] if mention.kind == "pronoun" else ():
            figure = case.is_protected(token) and _is_person_noun(token)
            if figure or case.is_unread_name(token):
                return "uncertain antecedent", f"{token.text} before {doc[mention.head].text}"
    if any(mention.kind in ("name", "noun") for mention in mentions):
        return None
    # nothing but pronouns: whom they mean must not be somebody whose name was not read
    first = mentions[0].head if mentions[0].kind == "neutral" else 0
    for token in doc[first : mentions[-1].head]:
        if _may_name_somebody(token):
            return "uncertain antecedent", f"{token.text} before {doc[mentions[-1].head].text}"
    return None


def _may_name_somebody(token: Token) -> bool:
    """Tell whether a token is, or holds, a word that can be a name, whatever the parse says."""
    proper = token.tag_ in ("NNP", "NNPS") and token.text[0].isupper() and not token.is_upper
    lower = token.is_lower and token.is_alpha and len(token) > 3
    odd = token.tag_ in ("NNP", "NN") and not is_known(token.text)
    words = re.findall(r"[^\W\d_]{2,}", token.text)
    capital = any(word.istitle() and not is_word(word) for word in words)
    listed = any(word.title() in common_names() and not is_word(word) for word in words)
    return proper or (lower and odd) or capital or listed


def compared(case: Case) -> tuple[str, str] | None:
    """Somebody who is named only to compare: "looks like Brendan Frazer" opens no chain."""
    first = case.target.mentions[0]
    head = case.reading.doc[first.head]
    likened = first.kind == "name" and head.dep_ == "pobj" and head.head.lower_ in ("like", "than")
    if likened and case.target.pronouns and not case.named:
        return "uncertain antecedent", f"{head.head.text} {case.reading.words(first)}"
    return None


def role_name(case: Case) -> tuple[str, str] | None:
    """The name of a character or an actor beside the target: both would have to change."""
    doc, text = case.reading.doc, case.reading.text
    for mention in case.target.mentions:
        after = text[mention.end : mention.end + 3]
        before = text[max(0, mention.start - 1) : mention.start]
        if mention.kind == "name" and (re.match(r"\s?\([A-Z]", after) or before == "("):
            return "role name", text[max(0, mention.start - 20) : mention.end + 20]
    heads = {mention.head for mention in case.target.mentions}
    for mention in case.target.names if not case.named else ():
        before, after = text[: mention.start], text[mention.end :]
        if _ROLE_AFTER.match(after) or _ROLE_BEFORE.search(before):
            return "role name", text[max(0, mention.start - 20) : mention.end + 20]
        for token in doc[doc[mention.head].sent.start + 1 : mention.head]:
            # "Anisio by first-time actor Paulo Miklos"
            if token.lower_ == "by" and doc[token.i - 1].tag_ == "NNP":
                return "role name", doc[token.i - 1].text
    for token in doc:
        named = token.tag_ == "NNP" and not case.in_mention(token) and token.text[0].isupper()
        if not named or token.dep_ not in ("dobj", "pobj", "oprd", "attr", "appos"):
            continue
        role = token.head.lower_ in _ROLE_WORDS or (
            token.head.lower_ == "of" and token.head.head.lower_ in ("role", "part", "character")
        )
        subjects = {child.i for child in token.head.head.children} | {
            child.i for child in token.head.children
        }
        if role and (subjects | {token.head.head.i}) & heads:
            return "role name", token.text
    return None


def _is_person_noun(token: Token) -> bool:
    return token.lower_ in person_nouns() or token.lower_ in gender_nouns()


def loose_pronoun_of_the_other(case: Case) -> tuple[str, str] | None:
    """A "she" that belongs to nobody: after the change, it would seem to mean the target."""
    for chain in () if case.named else case.others:
        if chain.pronouns and all(mention.kind == "pronoun" for mention in chain.mentions):
            return "mixed gender", case.reading.words(chain.mentions[0])
    return None


def quoted(case: Case) -> tuple[str, str] | None:
    """A mention between quotation marks, where somebody else may be speaking."""
    for start, end in quoted_spans(case.reading.text):
        for mention in case.target.mentions:
            if start <= mention.start < end:
                return "quotation", case.reading.text[start:end]
    return None


def gender_is_the_topic(case: Case) -> tuple[str, str] | None:
    """A text that argues about gender says something else when the person's gender changes."""
    found = _TOPIC.search(case.reading.text)
    return ("gender is the topic", found.group()) if found else None
