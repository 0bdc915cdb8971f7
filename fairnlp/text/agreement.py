"""Agreement of verbs with a pronoun that turns from "he" or "she" into "they"."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import lemminflect

from fairnlp.text.casing import cased

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from spacy.tokens import Doc, Token

__all__ = ["Agreement", "Doubt", "agreement"]

_SUBJECTS = frozenset("nsubj nsubjpass csubj csubjpass expl".split())
_AUXILIARIES = frozenset("aux auxpass".split())
_FINITE = frozenset("VBZ VBD VBP MD".split())
_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do"}
_SHORT = frozenset(("'s", "’s", "s"))
_PREDICATES = frozenset("acomp attr oprd dobj prep pobj advmod conj dative".split())
_GIVEN = frozenset("given shown told offered taught sent handed granted asked paid awarded".split())
_ANY_NUMBER = frozenset("i you we they who that which what there these those".split())


class Agreement(NamedTuple):
    """A verb that changes: its offsets, and its form beside "they"."""

    start: int
    end: int
    form: str


class Doubt(NamedTuple):
    """Why the verbs of a text are not certain: the words concerned."""

    words: str


def agreement(doc: Doc, pronouns: Collection[int]) -> list[Agreement] | Doubt:
    """Find the verbs that change where pronouns turn into "they".

    Parameters
    ----------
    doc : Doc
        Tagged and parsed.
    pronouns : collection of int
        Indices of the tokens "he" and "she" that change.

    Returns
    -------
    list of Agreement, or Doubt
        In the order of the text: verbs in the third person singular of which such a pronoun is
        the subject, their auxiliaries, and verbs that share the subject. A doubt where the parse
        leaves open which subject a verb has, or what a contraction stands for.

    Examples
    --------
    >>> from fairnlp.text.annotate import annotate
    >>> (doc,) = annotate(["She isn't late, but she misses us."], cache=False, progress=False)
    >>> [verb.form for verb in agreement(doc, [0, 6])]
    ['are', 'miss']
    """
    found: dict[int, Agreement] = {}
    asked = frozenset(pronouns)
    for token in doc:
        if not _is_singular(token):
            continue
        subject = _subject(token, asked)
        if isinstance(subject, Doubt):
            return subject
        if subject is None:
            continue
        form = _plural(token, subject)
        if not form:
            return _doubt(subject, token)
        found[token.i] = Agreement(token.idx, token.idx + len(token), cased(form, token.text))
    for index in sorted(asked):
        if not _is_settled(doc[index], found):
            return _doubt(doc[index], doc[index].head)
    return list(found.values())


def _doubt(first: Token, last: Token) -> Doubt:
    start, end = sorted((first.i, last.i))
    return Doubt(first.doc[start : end + 1].text)


def _is_singular(token: Token) -> bool:
    """Tell whether a verb has a form that only the third person singular takes."""
    return token.tag_ == "VBZ" or token.lower_ in _IRREGULAR


def _clause(token: Token) -> Token:
    """The verb that an auxiliary belongs to; the verb itself."""
    return token.head if token.dep_ in _AUXILIARIES else token


def _subjects(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ in _SUBJECTS]


# --- the subject of a verb ----------------------------------------------------------------------


def _subject(verb: Token, asked: frozenset[int]) -> Token | Doubt | None:
    """The pronoun that a verb agrees with; None if it agrees with something else."""
    clause = _clause(verb)
    own = _subjects(clause)
    mine = [subject for subject in own if subject.i in asked]
    if mine:
        several = len(own) > 1 or any(child.dep_ == "conj" for child in mine[0].children)
        return _doubt(mine[0], verb) if several else mine[0]
    if own:
        return None
    before = [i for i in asked if i < verb.i and _is_near(verb.doc[i], verb)]
    if not before:
        return None
    shared = _shared(clause)
    nearest = verb.doc[max(before)]
    if not shared:
        return _doubt(nearest, verb)
    if shared[0].i in asked:
        return _doubt(shared[0], verb) if _is_cut_off(shared[0], verb, asked) else shared[0]
    over = any(subject.i in asked for up in clause.ancestors for subject in _subjects(up))
    return _doubt(nearest, verb) if over or shared[0].i < nearest.i else None


def _is_near(pronoun: Token, verb: Token) -> bool:
    """Tell whether a pronoun stands in the sentence of a verb, or in the one before."""
    start = verb.sent.start
    return pronoun.i >= start or (start > 0 and pronoun.i >= verb.doc[start - 1].sent.start)


def _shared(clause: Token) -> list[Token]:
    """The subject of the verb with which a verb is coordinated."""
    up = clause
    while up.dep_ == "conj" or (up is not clause and up.dep_ in _PREDICATES):
        up = up.head
        if subjects := _subjects(up):
            return subjects
    return []


def _is_cut_off(subject: Token, verb: Token, asked: frozenset[int]) -> bool:
    """Tell whether another subject, which the verb could have as well, stands between."""
    between = verb.doc[subject.i + 1 : verb.i]
    return any(
        token.dep_ in _SUBJECTS
        and token.i not in asked
        and token.tag_ not in ("NNS", "NNPS")
        and token.lower_ not in _ANY_NUMBER - {"who", "that", "which"}
        for token in between
    )


# --- forms --------------------------------------------------------------------------------------


def _plural(verb: Token, subject: Token) -> str:
    """The form of a verb beside "they"; empty if it is not certain."""
    word = verb.lower_
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _SHORT:
        return _long(verb, subject)
    return _base(word)


def _long(verb: Token, subject: Token) -> str:
    """What stands for "'s": a form of be, have or do."""
    clause = _clause(verb)
    been = clause.lower_ in ("been", "got") or any(c.lower_ == "been" for c in clause.children)
    if verb is clause:
        bare = any(child.dep_ == "dobj" for child in verb.children)
        full = "" if bare else "are"
    elif clause.tag_ == "VBG" and not been:
        full = "are"
    elif clause.tag_ in ("VBN", "VBD"):
        objects = any(child.dep_ in ("dobj", "dative") for child in clause.children)
        full = "have" if been or verb.dep_ == "aux" or objects else "are"
        if objects and clause.lower_ in _GIVEN and not been:
            full = ""  # "He's shown us": has; "he's shown a film": is
    else:
        full = "do" if clause.tag_ == "VB" and subject.i > verb.i else ""
    if subject.i > verb.i:  # "Where's she", "Where are they"
        return f" {full}" if full and verb.text[0] in "'’" else ""
    if verb.i != subject.i + 1 or subject.whitespace_ or verb.text == "S":
        return ""
    short = {"are": "re", "have": "ve"}.get(full, "")
    return short and verb.text[:-1] + short


@cache
def _base(word: str) -> str:
    """The infinitive of a verb in the third person singular; empty if no verb has that form."""
    for known in (True, False):
        for lemma in lemminflect.getLemma(word, upos="VERB", lemmatize_oov=not known):
            inflected = lemminflect.getInflection(lemma, tag="VBZ", inflect_oov=not known)
            if lemma != word and word in inflected:
                return str(lemma)
    return ""


# --- is every verb of a pronoun found? ----------------------------------------------------------


def _is_settled(pronoun: Token, found: Collection[int]) -> bool:
    """Tell whether the verb of a pronoun is certain, whether it changes or not."""
    if pronoun.dep_ not in ("nsubj", "nsubjpass"):
        return False  # "It was she who won"
    if any(child.dep_ == "relcl" for child in pronoun.children):
        return False  # "he who dares"
    clause = pronoun.head
    verbs = [clause, *(c for c in clause.children if c.dep_ in _AUXILIARIES)]
    if not any(verb.tag_[:2] in ("VB", "MD") for verb in verbs):
        return False
    unread = [
        verb
        for verb in [*verbs, *_next(pronoun)]
        if verb.i not in found and (_is_singular(verb) or _looks_singular(verb))
    ]
    return not unread


def _next(token: Token) -> Iterator[Token]:
    """The next word that is no adverb."""
    for after in token.doc[token.i + 1 : token.i + 4]:
        if after.tag_ not in ("RB", "RBR", "RBS"):
            yield after
            return


def _looks_singular(token: Token) -> bool:
    """Tell a verb that the tagger took for something else."""
    if token.lower_ in _SHORT:
        return True
    guessed = token.tag_ in ("NNS", "NNPS", "NN", "NNP", "VBP", "VB", "VBN")
    return guessed and token.lower_.endswith("s") and bool(_base(token.lower_))
