"""Finding the people in a parsed text: names, gendered pronouns, and nouns for a person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from spacy.lang.en.stop_words import STOP_WORDS

from fairnlp.lexicons.names import common_names, gender_of, is_ordinary_word
from fairnlp.lexicons.words import gender_nouns, person_nouns, titles
from fairnlp.text.pronouns import pronoun_role
from fairnlp.text.reading import Mention, Reading
from fairnlp.text.works import work_titles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.tokens import Doc, Token

__all__ = ["read"]

_PAIRED = re.compile(
    r"(?<!\w)(?:s/he|\(s\)he|(?:he|him|his|himself)\s*(?:/|or|and/or)\s*(?:she|hers?|herself)"
    r"|(?:she|hers?|herself)\s*(?:/|or|and/or)\s*(?:he|him|his|himself)|(?:she|he)/(?:her|him))\b",
    re.IGNORECASE,
)
_PARTICLES = frozenset("de del della di da du la le van von der den bin al el ten ter".split())
_LEADING = _PARTICLES - {"al", "el", "bin", "ten", "ter"}  # "Al" is rather a first name
_SECOND_NAMES = frozenset("Ann Anne Beth Ellen Jo Kate Lou Louise Lynn Mae Marie Sue".split())
_PLACING = frozenset("in near at around outside through across into towards".split())
_ACTIVE = frozenset("nsubj nsubjpass dobj dative conj poss".split())
_NOT_PEOPLE = frozenset(
    "GPE LOC ORG FAC NORP PRODUCT DATE TIME EVENT LANGUAGE LAW MONEY PERCENT CARDINAL".split()
)
_NOUN_TAGS = ("NN", "NNP", "NNS", "NNPS")


def read(doc: Doc) -> Reading:
    """Find what speaks of people in a text.

    Parameters
    ----------
    doc : Doc
        Tagged, parsed, with entities and sentence starts.

    Returns
    -------
    Reading
        The mentions in the order of the text. Names come from the recogniser and the list of
        first names together, pronouns by their role in the parse, gender nouns and other nouns
        for a person as heads of singular phrases.
    """
    protected = work_titles(doc)
    inside = _marks(doc, protected)
    names = list(_names(doc, inside))
    taken = {i for mention in names for i in _tokens(doc, mention)}
    words = [m for m in map(_word, doc) if m and m.head not in taken and not inside[m.head]]
    mentions = sorted([*names, *words], key=lambda mention: mention.start)
    return Reading(doc, mentions, protected, _blockers(doc))


def _blockers(doc: Doc) -> list[tuple[str, str]]:
    found = _PAIRED.search(doc.text)
    return [("paired pronouns", found.group())] if found else []


def _marks(doc: Doc, spans: Sequence[tuple[int, int]]) -> list[bool]:
    """For each token, whether it starts inside one of the sorted spans."""
    marks, rest = [], list(reversed(spans))
    for token in doc:
        while rest and rest[-1][1] <= token.idx:
            rest.pop()
        marks.append(bool(rest) and rest[-1][0] <= token.idx)
    return marks


def _tokens(doc: Doc, mention: Mention) -> Iterator[int]:
    i = mention.head
    while i > 0 and doc[i - 1].idx >= mention.start:
        i -= 1
    while i < len(doc) and doc[i].idx < mention.end:
        yield i
        i += 1


# --- words: pronouns and nouns -------------------------------------------------------------


def _word(token: Token) -> Mention | None:
    if role := pronoun_role(token):
        gender = "male" if token.lower_ in ("he", "him", "his", "himself") else "female"
        return _mention([token], kind="pronoun", gender=gender, role=role)
    if not _is_noun(token) or not (whole := _hyphenated(token)):
        return None
    word = "".join(part.lower_ for part in whole)
    if noun := gender_nouns().get(word):
        return _mention(whole, kind="noun", gender=noun.gender, plural=noun.plural)
    if word in person_nouns():
        return _mention(whole, kind="neutral", gender=_gender_adjective(token))
    return None


def _hyphenated(token: Token) -> list[Token]:
    """The parts of the hyphenated word of which `token` is the head; empty for another part."""
    doc, start, end = token.doc, token.i, token.i + 1
    while start > 1 and doc[start - 1].text == "-" and not doc[start - 1].whitespace_:
        start -= 2
    while end + 1 < len(doc) and doc[end].text == "-" and not doc[end - 1].whitespace_:
        end += 2
    parts = list(doc[start:end])
    inner = [
        part for part in parts if part.head.i < start or part.head.i >= end or part.head is part
    ]
    return parts if token.i == (inner or parts)[0].i else []


def _gender_adjective(token: Token) -> str:
    words = [child.lower_ for child in token.children if child.dep_ in ("amod", "compound", "nmod")]
    return next((word for word in words if word in ("male", "female")), "")


def _mention(parts: Sequence[Token], **what: Any) -> Mention:
    last = parts[-1]
    head = next((t.i for t in parts if not parts[0].i <= t.head.i <= last.i), parts[0].i)
    return Mention(start=parts[0].idx, end=last.idx + len(last), head=head, **what)


def _is_noun(token: Token) -> bool:
    """Head of a phrase: neither part of a compound ("mother ship") nor an exclamation."""
    if token.dep_ == "compound":
        # "actor Omar Reyes" speaks of a person, "mother ship" does not
        return token.tag_ in ("NN", "NNP") and token.head.tag_ == "NNP" and token.head.i > token.i
    return token.tag_ in _NOUN_TAGS and token.dep_ not in ("intj", "npadvmod")


# --- names -----------------------------------------------------------------------------------


def _names(doc: Doc, inside: Sequence[bool]) -> Iterator[Mention]:
    for run in _name_runs(doc, inside):
        mention = _name(doc, run)
        if mention is not None:
            yield mention


def _name_runs(doc: Doc, inside: Sequence[bool]) -> Iterator[list[Token]]:
    """Runs of capitalised words that can be a name, with hyphens, initials and particles."""
    i = 0
    while i < len(doc):
        if inside[i] or not _can_start(doc[i]):
            i += 1
            continue
        run = [doc[i]]
        while (step := _continues(doc, run[-1].i, inside)) > run[-1].i:
            run += doc[run[-1].i + 1 : step + 1]
        i = run[-1].i + 1
        yield run


def _capital(token: Token) -> bool:
    letters = token.text[0].isupper() and any(letter.isalpha() for letter in token.text)
    return letters and not _shouted(token)


def _shouted(token: Token) -> bool:
    """In capitals although its neighbours are not: emphasis or an abbreviation, no name."""
    near = token.doc[max(0, token.i - 2) : token.i + 3]
    quiet = any(other.is_alpha and not other.is_upper and len(other) > 1 for other in near)
    letters = sum(letter.isalpha() for letter in token.text)  # "L." is an initial
    return letters > 1 and token.is_upper and quiet


def _can_start(token: Token) -> bool:
    if not _capital(token):
        return False
    if token.lower_ in STOP_WORDS:
        # a modal verb is no subject, so "May" in "May will ask" is somebody
        return token.tag_ == "MD" and token.dep_ == "nsubj" and bool(gender_of(token.text))
    if token.lower_.rstrip(".") in titles() and token.lower_ not in gender_nouns():
        return True
    if token.tag_ in ("NNP", "NNPS") or token.ent_type_ == "PERSON":
        return True
    return bool(gender_of(token.text)) and (not token.is_sent_start or _acts(token))


def _acts(token: Token) -> bool:
    """Subject of a verb, without an article."""
    article = any(child.dep_ == "det" for child in token.children)
    return token.dep_ == "nsubj" and not article


def _continues(doc: Doc, last: int, inside: Sequence[bool]) -> int:
    """Index of the last token of the next piece of a name; `last` itself if it ends there."""

    def capital(i: int) -> bool:
        return i < len(doc) and not inside[i] and _capital(doc[i]) and doc[i].text != "I"

    gap = last + 1
    if gap >= len(doc) or inside[gap]:
        return last
    glued = not doc[last].whitespace_
    if capital(gap) and not glued and doc[gap].tag_ in ("NNP", "NNPS"):
        return gap
    if doc[gap].text == "-" and glued and not doc[gap].whitespace_ and capital(gap + 1):
        return gap + 1
    if doc[gap].text == "." and glued and (len(doc[last]) == 1 or doc[last].lower_ in titles()):
        return gap + 1 if capital(gap + 1) else last
    if doc[gap].lower_ in _PARTICLES:
        beyond = gap + 1
        while beyond < len(doc) and doc[beyond].lower_ in _PARTICLES:
            beyond += 1
        return beyond if capital(beyond) else last
    return last


def _name(doc: Doc, run: list[Token]) -> Mention | None:
    """Read a run as title, first name and surname; None if it is no person."""
    run = _without_place(run)
    while len(run) > 1 and (run[0].ent_type_ == "NORP" or _is_plain_noun(run[0])):
        run = run[1:]  # "Canadian Actor Steve Weston"
    whole, title = run, run[:0]
    while len(run) > 1 and _is_title(run[0]):
        cut = 2 if run[1].text == "." and len(run) > 2 else 1
        title, run = run[:cut], run[cut:]
    rank = titles().get(title[0].lower_.rstrip(".")) if title else None
    known = gender_of(run[0].text).removeprefix("mostly ")
    sure = _is_person(run, known, rank is not None)
    if sure is None:
        return None
    surname_only = run[0].lower_ in _LEADING and len(run) > 1
    if rank is not None and not rank.before_first_name:
        surname_only = surname_only or len(run) == 1
    first = None if surname_only else _first_name(run)
    head = run[-1]
    gender = (rank.gender if rank else "") or (known if first and known != "either" else "")
    return Mention(
        start=whole[0].idx,
        end=head.idx + len(head),
        head=head.i,
        kind="name",
        gender=gender,
        sure=sure,
        title=(title[0].idx, title[-1].idx + len(title[-1])) if rank else None,
        first=first,
        last=head.text if surname_only or (first and first[1] < head.idx) else "",
    )


def _without_place(run: list[Token]) -> list[Token]:
    """Drop what stands in front of a listed first name: "In Oslo Maya slept", "Young Rebecca"."""
    if _is_title(run[0]):
        return run
    for i, token in enumerate(run[1:], 1):
        if not gender_of(token.text):
            continue
        before = run[:i]
        place = all(t.ent_type_ in ("GPE", "LOC", "DATE") or not gender_of(t.text) for t in before)
        plain = i == 1 and is_ordinary_word(run[0].text) and run[0].text not in common_names()
        if (place and run[0].ent_type_ != "PERSON") or (plain and token.text in common_names()):
            return run[i:]
    return run


def _is_plain_noun(token: Token) -> bool:
    word = token.lower_
    noun = word in gender_nouns() and word not in titles() and token.dep_ == "compound"
    return noun and not gender_of(token.text)  # "Guy Ritchie"


def _is_title(token: Token) -> bool:
    word = token.lower_.rstrip(".")
    return word in titles() or (word in person_nouns() and not gender_of(token.text))


def _is_person(run: list[Token], known: str, titled: bool) -> bool | None:
    """True for a person, None for none, False where the recogniser and the list disagree."""
    head = run[-1]
    if head.is_upper and len(head) > 1 and (not known or head.tag_ not in ("NNP", "NNPS")):
        return None  # in a headline every word looks like a name
    if titled or any(token.ent_type_ == "PERSON" for token in run):
        return True
    elsewhere = all(token.ent_type_ in _NOT_PEOPLE for token in run)
    if run[0].ent_type_ == "GPE" and head.dep_ == "pobj" and head.head.lower_ in _PLACING:
        return None  # "lives near Jos"
    ordinary = is_ordinary_word(run[0].text)
    subject = head.dep_ in ("nsubj", "nsubjpass")
    # small models take many a rarer first name for a company or a place
    company = run[0].ent_type_ == "ORG" or (run[0].ent_type_ == "GPE" and head.dep_ in _ACTIVE)
    if known and not ordinary and (not elsewhere or company):
        return True
    if subject and any(
        child.dep_ == "attr" and child.lower_ in person_nouns() for child in head.head.children
    ):
        return True
    if known and ((subject and ordinary) or not (elsewhere and ordinary)):
        return False
    return None


def _first_name(run: list[Token]) -> tuple[int, int]:
    """Offsets of the first name in a run: with what a hyphen joins to it, and a second one."""
    n = 1
    while n + 1 < len(run) and run[n].text == "-":
        n += 2
    if n == 1 and len(run) == 2 and run[1].text in _SECOND_NAMES and gender_of(run[0].text):
        n = 2  # "Mary Ann", but "Jason Lee" has a surname
    while n + 1 < len(run) and _is_given(run[n]):
        n += 1  # "Sarah Michelle Gellar": all but the surname
    return run[0].idx, run[n - 1].idx + len(run[n - 1])


def _is_given(token: Token) -> bool:
    alone = token.is_alpha and len(token) > 1 and token.lower_ not in _PARTICLES
    return alone and bool(gender_of(token.text))
