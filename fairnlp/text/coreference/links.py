"""Links that the parse shows by itself: appositions, "X is a Y", "X plays a Y", repeated nouns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["is_generic", "linked_head", "owner_of"]

_ROLE_VERBS = frozenset("play plays played playing portray portrays portrayed portraying".split())
_NOBODY = frozenset("any every no each what some your one".split())
_BE = frozenset(
    "is was are were be been being 's ’s becomes became become remains remained".split()
)


def linked_head(token: Token) -> Token | None:
    """Find the token of the person that a noun describes, by apposition or predicate.

    Parameters
    ----------
    token : Token
        Head of a noun phrase, such as "widow" in "Anna is a widow".

    Returns
    -------
    Token or None
        The head of the other mention ("Anna"); None if the parse shows no link.
    """
    while token.dep_ == "conj" and token.head.dep_ in ("attr", "conj"):
        token = token.head
    head = token.head
    if token.dep_ == "appos":
        return head
    for child in token.children:
        if child.dep_ == "appos":
            return child
    if token.dep_ in ("compound", "nmod") and head.tag_ in ("NNP", "NNPS") and head.i > token.i:
        return head
    if token.dep_ in ("attr", "oprd") and head.lower_ in _BE:
        return _subject(head)
    if token.dep_ == "dobj" and head.lower_ in _ROLE_VERBS:
        return _subject(head)
    if token.dep_ == "pobj" and head.lower_ == "as":
        verb = head.head
        before = token.doc[head.i - 1] if head.i else head
        if before.tag_ == "NNP":
            return before  # of several names, the last one before "as" plays the part
        return _subject(verb) if verb.pos_ in ("VERB", "AUX") else verb
    return None


def _subject(verb: Token) -> Token | None:
    """Subject of a verb; that of the verb it is joined to where it has none of its own."""
    for _ in range(4):
        for child in verb.children:
            if child.dep_ in ("nsubj", "nsubjpass"):
                return child if child.lower_ not in ("who", "that", "which") else verb.head
        if verb.dep_ not in ("conj", "xcomp", "advcl", "acl", "ccomp", "pcomp"):
            return None
        if verb.dep_ == "acl":
            return verb.head
        verb = verb.head
    return None


def owner_of(token: Token) -> Token | None:
    """Whose the noun is: "her" in "her mother", "Leo" in "Leo's mother"; None if nobody's."""
    return next((child for child in token.children if child.dep_ == "poss"), None)


def is_generic(token: Token) -> bool:
    """Tell whether a noun speaks of nobody in particular: no article, or "any", "every", "no".

    A headline in capitals has no articles.
    """
    if token.is_upper and token.dep_ != "intj":
        return False
    if token.dep_ == "poss" and not any(
        c.dep_ == "poss" or c.lower_ in ("the", "this", "that") for c in token.children
    ):
        return True  # "a gentleman's club"
    words = [child.lower_ for child in token.children if child.dep_ in ("det", "poss", "nummod")]
    if token.dep_ == "pobj" and token.head.lower_ in ("like", "unlike", "than"):
        return True  # "sings like a man"
    return not words or words[0] in _NOBODY
