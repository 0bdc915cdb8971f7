"""What makes a text unfit for a template, although its people are resolved: one check a rule.

Each check looks at the person who is to change in a case and gives None, or the code and the
detail of a refusal. They exist because better no template than an unsound one. Checks of names
are in `name_guards`.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fairnlp.characteristics.name_guards import NAME_CHECKS
from fairnlp.lexicons.dictionary import is_word
from fairnlp.lexicons.names import common_names
from fairnlp.lexicons.words import gender_nouns, gendered_words, other, person_nouns
from fairnlp.text.works import quoted_spans

if TYPE_CHECKING:
    from spacy.tokens import Token

    from fairnlp.characteristics.case import Case, Check
    from fairnlp.text.coreference.base import Chain

__all__ = ["CHECKS"]

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
_AWARD = re.compile(r"\bbest (?:supporting |lead(?:ing)? )?act(?:or|ress)\b", re.IGNORECASE)
_ROLE_AFTER = re.compile(
    r"\W{0,3}(?:who )?(?:as|plays?|played|playing|portrays?|portrayed|portraying|stars as)\b"
)
_ROLE_BEFORE = re.compile(r"\b(?:(?:played|portrayed|acted) by|role of|part of|character of)\s*$")
_MAN_WORDS = re.compile(r"\w{2,}(?<!hu)(?<!wo)(?<!ger)(?<!ro)(?<!sha)(?<!otto)(?<!tali)(?<!cai)man")
_WOMAN_WORDS = re.compile(r"\w{2,}(?:woman|girl|lady|mother|daughter|sister)|\w{3,}natrix")


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
    odd = token.tag_ == "NNP" or (token.tag_ == "NN" and not is_word(token.text))
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


def loose_pronoun_of_the_other(case: Case) -> tuple[str, str] | None:
    """A "she" that belongs to nobody: after the change, it would seem to mean the target."""
    for chain in () if case.named else case.others:
        if chain.pronouns and all(mention.kind == "pronoun" for mention in chain.mentions):
            return "mixed gender", case.reading.words(chain.mentions[0])
    return None


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


_SOUND: tuple[Check, ...] = (
    doubts,
    several_persons,
    unclear_role,
    pronouns_meet,
    generic_reference,
    unread_rival,
    compared,
    far_from_noun,
    name_beside_noun,
    award,
    nouns_differ,
    gender_not_told,
    loose_pronoun_of_the_other,
    generic_noun,
    capitalised_noun,
    counterpart_near,
    role_name,
    quoted,
    *NAME_CHECKS,
    gender_is_the_topic,
    gendered_word_left,
)

CHECKS = {"sound": _SOUND, "paper": ()}
"""The checks of each strategy; the published code of BiasFinder makes none of them."""
