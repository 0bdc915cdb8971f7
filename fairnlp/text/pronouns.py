"""The role of a gendered pronoun, by tag and parse together, and "unclear" where they disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["likely_role", "pronoun_role"]

_SEEING = frozenset(
    "see sees saw seen seeing watch watched watching hear heard hearing feel felt make makes made "
    "making let lets letting help helped helping have had give gives gave given giving hand hands "
    "handed show shows showed send sends sent bring brings brought tell tells told".split()
)
_AFTER_OBJECT = frozenset("home best back wet away down up alone off out over mad sick".split())
_OWNED = frozenset("best worst own utmost all most every back".split())
_NO_POSSESSION = frozenset("nothing something anything everything someone anyone".split())


def pronoun_role(token: Token) -> str:
    """Role of a gendered pronoun, ``"unclear"`` where tag and parse disagree, ``""`` for others.

    "her" is possessive or objective, "his" possessive or independent; the tag and the parse must
    agree, since each alone is wrong now and then.
    """
    word = token.lower_
    if word in ("he", "she"):
        return "subjective"
    if word == "him":
        return "objective"
    if word in ("himself", "herself"):
        return "reflexive"
    if word == "hers":
        return "independent"
    owns = _owns(token)
    if word == "his":
        return "possessive" if owns else _independent(token)
    if word == "her" and token.is_upper:
        # capitals mislead the tagger, so the next word decides
        after = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else token
        return "possessive" if after.is_alpha and not after.is_stop else "objective"
    if word == "her":
        if owns and token.head.lower_ in _NO_POSSESSION:
            return "objective"
        if owns != (token.tag_ == "PRP$") or (owns and _may_be_object(token)):
            return "unclear"
        return "possessive" if owns else _objective(token)
    return ""


def likely_role(token: Token) -> str:
    """Give the likelier role of a pronoun that is unclear, by its tag alone."""
    owns = token.tag_ == "PRP$"
    return "possessive" if owns else "independent" if token.lower_ == "his" else "objective"


def _owns(token: Token) -> bool:
    """Tell whether a possessive stands before what is owned."""
    after = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else token
    head = token.head
    noun = head.tag_[:2] in ("NN", "JJ", "CD") or head.tag_ == "VBG"
    bare = after.text in (",", ".", "!", "?", ";") or after.lower_ in ("alone", "too", "also")
    after_of = token.i > 0 and token.doc[token.i - 1].lower_ == "of" and after.tag_[:2] != "NN"
    modified = after.tag_[:2] in ("JJ", "CD", "RB", "VB") and head.i > after.i
    return (
        token.dep_ == "poss"
        and head.i > token.i
        and noun
        and not bare
        and not (after_of and not modified)
    )


def _may_be_object(token: Token) -> bool:
    """Doubt a "her" between a verb and one word: "saw her fall", "took her home"."""
    before, after = token.nbor(-1) if token.i else token, token.head
    follows = token.doc[after.i + 1] if after.i + 1 < len(token.doc) else after
    next_to = (
        after.i == token.i + 1 and follows.tag_[:2] not in ("NN", "JJ") and follows.text != "'s"
    )
    return next_to and (
        before.lower_ in _SEEING or (before.tag_[:2] == "VB" and after.lower_ in _AFTER_OBJECT)
    )


def _independent(token: Token) -> str:
    """Doubt a stand-alone "his" if a word follows, perhaps after a stray mark."""
    after = token.doc[token.i + 1 : token.i + 3]
    stray = len(after) == 2 and after[0].is_punct and not after[0].whitespace_ and after[1].is_alpha
    noun = bool(after) and after[0].pos_ in ("NOUN", "PROPN", "ADJ", "NUM")
    return "unclear" if stray or noun else "independent"


def _objective(token: Token) -> str:
    """Doubt an object that a noun or number follows at once: "wears her 48 years well"."""
    after = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else token
    owned = after.tag_ in ("CD", "NN", "NNS", "JJS") or after.lower_ in _OWNED
    beyond = token.doc[token.i + 2] if token.i + 2 < len(token.doc) else token
    owned = owned or (after.tag_ in ("JJ", "JJR", "VBG") and beyond.tag_ in ("NN", "NNS"))
    owned = owned and after.lower_ not in _NO_POSSESSION
    return "unclear" if owned else "objective"
