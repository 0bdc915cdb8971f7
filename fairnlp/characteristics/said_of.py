"""Telling whether an adjective is said of a person."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from fairnlp.lexicons.words import gender_nouns, person_nouns

if TYPE_CHECKING:
    from spacy.tokens import Token

    from fairnlp.text.reading import Reading

__all__ = ["said_of_person"]

_PERSONAL = frozenset("he she him her i me we us who".split())
_THINGS = frozenset("it that this which everything something nothing".split())
_MORE = frozenset(
    "people person persons folk folks couple couples everyone everybody someone somebody "
    "anyone anybody cast crowd".split()
)
_AGENT = re.compile(r"\w{3,}(?:er|or|ist|ian|ee|man|men|woman|women)s?")


def said_of_person(token: Token, reading: Reading) -> bool | None:
    """Tell whether an adjective is said of a person, by its noun or by the subject of "be".

    Parameters
    ----------
    token : Token
        The adjective.
    reading : Reading

    Returns
    -------
    bool or None
        None if it cannot be told.
    """
    if token.i and token.nbor(-1).text[-1].isdigit():
        return None  # "one 18 old guy"
    while token.dep_ == "conj":
        token = token.head
    if token.dep_ in ("amod", "compound", "nmod"):
        return _is_person(token.head, reading)
    if token.dep_ in ("acomp", "oprd", "attr"):
        subjects = [c for c in token.head.children if c.dep_ in ("nsubj", "nsubjpass")]
        return _is_person(subjects[0], reading) if subjects else None
    return None


def _is_person(noun: Token, reading: Reading) -> bool | None:
    word = noun.lower_
    if word in _PERSONAL or word in _people() or word.removesuffix("s") in _people():
        return True
    if noun.ent_type_ == "PERSON" or any(mention.head == noun.i for mention in reading.mentions):
        return True
    if word in _THINGS or noun.tag_ in ("NN", "NNS") and not _AGENT.fullmatch(word):
        return False
    return None


@cache
def _people() -> frozenset[str]:
    return person_nouns() | frozenset(gender_nouns()) | _MORE
