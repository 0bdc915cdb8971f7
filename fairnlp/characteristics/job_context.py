"""What in the text around binds an occupation to it: one check a rule.

Each check gives None, or the code and the detail of a refusal. A text that is about the work of
somebody makes no sense with another occupation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairnlp.characteristics.case import inside
from fairnlp.lexicons.occupations import binding_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

    from fairnlp.characteristics.job_case import JobCase, JobCheck

__all__ = ["CONTEXT_CHECKS"]

_BOUND_BY = frozenset("of at for with to".split())
# What anybody may do, so that a clause about it binds nobody to an occupation.
_ANYBODY = frozenset(
    "becomes become became comes dates dating died dies dreams falls fell goes hangs happens "
    "has leaves leaving left lives living loses loved loves married marries meets met moves "
    "named looks turned turns wakes called".split()
)
_SPEAKERS = frozenset("i we you".split())
_SKILL = frozenset(
    "accomplished acclaimed amazing awesome bad best better brilliant famed famous fine first "
    "gifted good great legendary perfect popular real renowned successful superb talented "
    "terrible worst".split()
)
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
    """The tokens of the sentences with the occupation, and of those beside them."""
    sentences = list(case.reading.doc.sents)
    numbers = [n for n, s in enumerate(sentences) for m in case.same if s.start <= m.head.i < s.end]
    near = {number + step for number in numbers for step in (-1, 0, 1, 2)}
    inner = [range(s.start, s.end) for n, s in enumerate(sentences) if n in near]
    return (token for token in case.rest if any(token.i in part for part in inner))


def same_stem(case: JobCase) -> tuple[str, str] | None:
    """A word of the same stem, such as "teach" beside a teacher."""
    stems = {_ENDING.sub("", token.lower_) for token in case.target.span}
    stems = {stem for stem in stems if len(stem) > 2}
    pattern = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(stems)))})(?:e?s|e|ing|ings|ed|y|ic|al|ical|ion|ies|o|ry|ship|ly|ology)?")  # fmt: skip  # noqa: E501
    for token in case.rest if stems else ():
        if pattern.fullmatch(token.lower_) and not token.is_stop:
            return "bound to the context", _around(token)
    return None


def described(case: JobCase) -> tuple[str, str] | None:
    """A clause that says what the person does, praise of the work, or somebody whose it is."""
    for child in case.target.head.children:
        clause = child.dep_ in ("relcl", "acl") and child.lower_ not in _ANYBODY
        if clause or child.dep_ == "poss" or child.lower_ in _SKILL or child.tag_ == "JJS":
            return "bound to the context", _around(child)
    if any(token.tag_ == "JJS" or token.lower_ in _SKILL for token in case.target.span):
        return "bound to the context", case.target.span.text
    if case.target.head.dep_ == "poss":  # "a doctor's office"
        return "bound to the context", _around(case.target.head)
    return None


def talk(case: JobCase) -> tuple[str, str] | None:
    """Talk of writer and reader, as in "I am a librarian" or "you should see a psychiatrist"."""
    head = case.target.head
    if _is_role(head):
        return None
    for verb in head.ancestors:
        subjects = [child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")]
        if any(subject.lower_ in _SPEAKERS for subject in subjects):
            return "bound to the context", _around(subjects[0])
        if subjects and verb.dep_ != "relcl":
            return None
    return None


def _is_role(head: Token) -> bool:
    """Tell whether somebody plays the occupation: "cast as a baker"."""
    return (head.dep_ == "pobj" and head.head.lower_ == "as") or (
        head.dep_ == "dobj" and head.head.lower_.startswith(("play", "portray"))
    )


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
    talk,
    of_something,
)
"""In the order in which they are made."""
