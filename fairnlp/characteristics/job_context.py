"""What in the text around binds an occupation to it: one check a rule.

Each check gives None, or the code and the detail of a refusal. A text that is about the work of
somebody makes no sense with another occupation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairnlp.characteristics.case import inside
from fairnlp.characteristics.job_case import is_in_passing, is_role
from fairnlp.lexicons.occupations import binding_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

    from fairnlp.characteristics.job_case import JobCase, JobCheck

__all__ = ["CONTEXT_CHECKS"]

_BOUND_BY = frozenset("of on at for with to".split())
_ASKED = ("ask", "call", "consult", "contact", "hire", "hiring", "phone", "visit")
# What anybody may do, so that a clause about it binds nobody to an occupation.
_ANYBODY = frozenset(
    "bebecome bedates dating died dies dreams falls fell hangs happens "
    "leaves leaving left lives living loses loved loves married marries meets met moves "
    "named looks turned turns wakes called".split()
)
_SPEAKERS = frozenset("i we you".split())
_SKILL = frozenset(
    "accomplished acclaimed amazing awesome bad beloved best better brilliant excellent fantastic "
    "incredible outstanding wonderful famed famous fellow fine "
    "first gifted good great legendary perfect popular real renowned successful superb talented "
    "terrible worst".split()
)
_SUFFIXES = "e?s|e|ing|ings|ed|y|ic|al|ical|ion|ies|o|ry|ship|ly|ology"
_ENDING = re.compile(r"(?:tric|t|n)?(?:er|or|ist|ian|ant|man|eer|ary)$")


def repeated(case: JobCase) -> tuple[str, str] | None:
    """The same word elsewhere, which may or may not speak of the same person."""
    job, last = case.target.job, case.target.head.lower_
    forms = {job.word.split()[-1], job.plural.split()[-1], last}
    others = {m.head.i for m in case.mentions if m.job.word != job.word}  # "bus driver"
    for token in case.rest:
        if token.lower_ in forms and token.i not in others:
            return "occupation repeated", _around(token)
    return None


def same_field(case: JobCase) -> tuple[str, str] | None:
    """Somebody else of the same field, as a nurse beside a doctor."""
    for mention in case.mentions:
        other = mention not in case.same and mention.job.field == case.target.job.field
        if other and mention.job.word != case.target.job.word:
            return "bound to the context", mention.span.text
    return None


def bound(case: JobCase) -> tuple[str, str] | None:
    """Words that speak of the work, such as a court beside a lawyer."""
    for near in (False, True):
        words, beginnings = binding_words(case.target.job.field, near=near)
        for token in _beside(case) if near else case.rest:
            free = not inside(token.idx, case.reading.protected)
            if free and (token.lower_ in words or token.lower_.startswith(beginnings)):
                return "bound to the context", _around(token)
    return None


def _beside(case: JobCase) -> Iterator[Token]:
    """The tokens of the sentences with the occupation, and of the two on either side."""
    sentences = list(case.reading.doc.sents)
    numbers = [n for n, s in enumerate(sentences) for m in case.same if s.start <= m.head.i < s.end]
    near = {number + step for number in numbers for step in range(-2, 3)}
    inner = [range(s.start, s.end) for n, s in enumerate(sentences) if n in near]
    return (token for token in case.rest if any(token.i in part for part in inner))


def not_in_passing(case: JobCase) -> tuple[str, str] | None:
    """What the text goes on about: a subject, or what somebody is said to be.

    In a text of two sentences there is nothing to go on about, unless somebody is meant who is
    known, or nobody but a work of that name.
    """
    head = case.target.head
    doing = head.dep_ == "nsubj" and head.head.lower_ not in ("is", "was")
    known = any(child.lower_ == "the" for child in head.children) and not doing
    short = sum(1 for _ in case.reading.doc.sents) < 3 and not known
    if short or is_in_passing(head):
        return None
    return "bound to the context", case.target.span.text


def same_stem(case: JobCase) -> tuple[str, str] | None:
    """A word of the same stem, such as "teach" beside a teacher."""
    stems = {_ENDING.sub("", token.lower_) for token in case.target.span}
    stems = {stem for stem in stems if len(stem) > 2}
    stems |= {case.target.job.word.split()[-1]}
    pattern = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(stems)))})(?:{_SUFFIXES})?")
    for token in case.rest:
        again = token.lower_ == case.target.head.lower_  # `repeated` looks at those
        if pattern.fullmatch(token.lower_) and not token.is_stop and not again:
            return "bound to the context", _around(token)
    return None


def described(case: JobCase) -> tuple[str, str] | None:
    """A clause that says what the person does, praise of the work, or somebody whose it is."""
    head = case.target.head
    for child in head.children:
        clause = child.dep_ in ("relcl", "acl") and not _of_anybody(child)
        if clause or child.dep_ == "poss" or child.lower_ in _SKILL or child.tag_ == "JJS":
            return "bound to the context", _around(child)
    edge = head.doc[head.left_edge.i : head.i]  # "the most entertaining engineer"
    if any(token.tag_ in ("JJR", "JJS", "RBR", "RBS") or token.lower_ in _SKILL for token in edge):
        return "bound to the context", case.target.span.text
    if head.dep_ == "poss" or _behind(head) == "whose":  # "a doctor's office"
        return "bound to the context", _around(head)
    return None


def _behind(head: Token) -> str:
    """The word behind, or behind the brackets that follow."""
    doc, i = head.doc, head.i + 1
    if i < len(doc) and doc[i].text == "(":
        i = next((j + 1 for j in range(i, len(doc)) if doc[j].text == ")"), i)
    return str(doc[i].lower_) if i < len(doc) else ""


def _of_anybody(verb: Token) -> bool:
    """Tell whether a clause, with the clauses joined to it, says what anybody may do."""
    joined = [child for child in verb.children if child.dep_ == "conj"]
    return verb.lower_ in _ANYBODY and all(map(_of_anybody, joined))


def beside_film(case: JobCase) -> tuple[str, str] | None:
    """Joined to a word that is bound to film, as in "an actor or a politician"."""
    for mention in case.mentions:
        near = abs(mention.head.i - case.target.head.i) < 5 and mention.job.film
        if near and (mention.head in case.target.head.conjuncts):
            return "bound to the context", mention.span.text
    return None


def asked(case: JobCase) -> tuple[str, str] | None:
    """Somebody who is asked for the work, or does it: "hires a lawyer", "told by a doctor"."""
    head = case.target.head
    sent_for = head.dep_ == "dobj" and head.head.lower_.startswith(_ASKED)
    by = head.head.lower_ in ("by", "to") and head.head.head.pos_ == "VERB"
    by = by and head.dep_ == "pobj" and not head.head.head.lower_.startswith(("play", "portray"))
    return ("bound to the context", _around(head)) if sent_for or by else None


def talk(case: JobCase) -> tuple[str, str] | None:
    """Talk of writer and reader, as in "I am a librarian" or "you should see a psychiatrist"."""
    head = case.target.head
    if is_role(head):
        return None
    for verb in head.ancestors:
        subjects = [child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")]
        if any(subject.lower_ in _SPEAKERS for subject in subjects):
            return "bound to the context", _around(subjects[0])
        if subjects and verb.dep_ != "relcl":
            return None
    return None


def of_something(case: JobCase) -> tuple[str, str] | None:
    """A phrase that says of what, where or for whom, as in "a professor at Yale"."""
    for child in case.target.head.children:
        if child.dep_ == "prep" and child.lower_ in _BOUND_BY:
            return "bound to the context", child.doc[case.target.head.i : child.i + 3].text
    return None


def _around(token: Token) -> str:
    return token.doc[max(0, token.i - 2) : token.i + 3].text


CONTEXT_CHECKS: tuple[JobCheck, ...] = (
    repeated,
    same_field,
    same_stem,
    bound,
    described,
    beside_film,
    asked,
    talk,
    of_something,
    not_in_passing,
)
"""In the order in which they are made."""
