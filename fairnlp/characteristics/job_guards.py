"""What makes an occupation unfit to be changed: one check a rule.

Each check looks at one mention and gives None, or the code and the detail of a refusal. Checks of
the text around are in `job_context`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairnlp.characteristics.case import inside
from fairnlp.characteristics.job_case import POINTING, is_role
from fairnlp.characteristics.job_context import CONTEXT_CHECKS
from fairnlp.lexicons.occupations import jobs
from fairnlp.lexicons.words import gender_nouns, person_nouns
from fairnlp.text.coreference.links import linked_head
from fairnlp.text.works import quoted_speech

if TYPE_CHECKING:
    from spacy.tokens import Token

    from fairnlp.characteristics.job_case import JobCase, JobCheck

__all__ = ["JOB_CHECKS"]

_GENERAL = frozenset("another any every no each what some most all many few such".split())
_NOBODY = frozenset("average ordinary proverbial typical usual".split())
# "sings like a cook", "for a cook she sings well"
_LIKENESS = frozenset("like unlike than for".split())
_FILM = frozenset(
    "cast character comic effects film horror movie music screen script show sound story stunt "
    "studio television tv video visual voice".split()
)
_PREDICATES = frozenset(["attr", "oprd", "appos"])
_DASHES = frozenset(["-", "–", "—", "/", "'", "--"])


def film(case: JobCase) -> tuple[str, str] | None:
    """A word that a text about a film is bound to: no film has a banker who directed it."""
    span = case.target.span
    of_film = any(token.lower_ in _FILM for token in span[:-1])
    return ("film occupation", span.text) if of_film or case.target.job.film else None


def not_neutral(case: JobCase) -> tuple[str, str] | None:
    """A word that tells a gender, which would change too, or work that is not honest."""
    return None if case.target.job.neutral else ("not neutral", case.target.span.text)


def title_of_work(case: JobCase) -> tuple[str, str] | None:
    """Part of the title of a work, in capitals as titles are, or spoken of as a work is."""
    span = case.target.span
    shouted = span.text.isupper() and not span.sent.text.isupper()
    before = span[0].nbor(-1) if span.start else span[0]
    shouted = shouted or (before.text in ("The", "A", "An") and not before.is_sent_start)
    named = shouted or inside(case.target.start, case.reading.protected)
    if named or _is_work(case.target.head):
        return "work title", span.text
    return None


def _is_work(head: Token) -> bool:
    """Tell whether it must be a work: "the pianist (2002)", "in the pianist", "is a fine film"."""
    after = head.doc[head.i + 1 : head.i + 3].text
    if re.fullmatch(r"\( ?(?:19|20)\d\d", after) or (
        head.dep_ == "pobj" and head.head.lower_ == "in"
    ):
        return True
    said = [child for child in head.head.children if child.dep_ == "attr"]
    return (
        head.dep_ == "nsubj"
        and any(child.lower_ == "the" for child in head.children)
        and any(noun.tag_ == "NN" and not _is_person(noun) for noun in said)
    )


def before_name(case: JobCase) -> tuple[str, str] | None:
    """A title, as in "Doctor Who" or "detective Poirot"; "a gardener Charlie Puckett" is none."""
    head, span = case.target.head, case.target.span
    after = head.nbor() if head.i + 1 < len(head.doc) else None
    capital = after is not None and after.text[0].isupper() and not after.is_sent_start
    titled = head.dep_ == "compound" or (capital and not head.is_upper)
    before = span[0].nbor(-1) if span.start else None
    if before is not None and before.tag_ in ("JJ", "VBN") and before.i:
        before = before.nbor(-1)
    told = before is not None and before.lower_ in ("a", "an")
    return ("title before a name", f"{span.text} {after}") if titled and not told else None


def glued(case: JobCase) -> tuple[str, str] | None:
    """Part of something longer, as in "writer/director" or "ex-cop"."""
    doc, span = case.reading.doc, case.target.span
    before = doc[span.start - 1].text if span.start else ""
    after = doc[span.end].text if span.end < len(doc) else ""
    close = span.start > 0 and not doc[span.start - 1].whitespace_
    if (before in _DASHES and close) or (after in _DASHES and not span[-1].whitespace_):
        return "part of a compound", doc[max(0, span.start - 2) : span.end + 2].text
    # "music educator", parsed wrongly; but "half-wit gardener"
    noun = close is False and span.start > 1 and doc[span.start - 1].tag_ == "NN"
    noun = noun and doc[span.start - 2].text != "-"
    # "a pretty, young teacher" is whole only with all its adjectives
    noun = noun or (before == "," and doc[span.start - 2].tag_ == "JJ")
    noun = noun or (span.start > 0 and doc[span.start - 1].tag_ == "RB")  # "a truly [cold cop]"
    if noun or span[-1].dep_ in ("nmod", "amod", "npadvmod", "intj", "dep"):
        return "part of a compound", doc[max(0, span.start - 2) : span.end + 2].text
    return None


def other_sense(case: JobCase) -> tuple[str, str] | None:
    """A word with another sense that nobody plays, or one said of a thing: "time is a teacher"."""
    head, sense = case.target.head, case.target.job.ambiguous
    linked = linked_head(head) if head.dep_ == "attr" else None
    if linked is not None and linked.tag_ in ("NN", "NNS") and not _is_person(linked):
        return "other sense", f"{linked} {head.head} {case.target.span.text}"
    # the tag settles a verb; "con artist" is no artist
    if not sense or sense.startswith("to "):
        return None
    words = sense.split()
    meant = any(t.lower_.rstrip("s") in words and not t.is_stop for t in case.rest)
    if is_role(head) and not case.target.modifiers and not meant:
        return None
    return "other sense", f"{case.target.span.text}: {sense}"


def _is_person(token: Token) -> bool:
    word = token.lower_.removesuffix("s")
    return word in person_nouns() or token.lower_ in gender_nouns() or word in jobs()


def in_general(case: JobCase) -> tuple[str, str] | None:
    """Nobody in particular, as in "doctors say", "any lawyer" or "looks like a cop"."""
    head = case.target.head
    words = [c.lower_ for c in head.children if c.dep_ in ("det", "poss", "nummod", "predet")]
    before = head.doc[max(head.sent.start, case.target.span.start - 10) : case.target.span.start]
    likened = any(token.lower_ in _LIKENESS and token.dep_ == "prep" for token in before[-4:])
    likened = likened or any(
        token.lower_ == "as" and token.tag_ == "RB" for token in before
    )  # "as good as a cook"
    linked = linked_head(head)
    named = linked is not None and linked.tag_ in ("NNP", "PRP") and linked.lower_ != "it"
    words += [child.lower_ for child in head.children if child.lower_ in _NOBODY]
    bare = not words and head.dep_ != "compound" and not (named and head.dep_ in _PREDICATES)
    if bare or likened or (words and words[0] in _GENERAL) or _NOBODY & set(words):
        return "occupation in general", head.doc[max(0, head.i - 3) : head.i + 2].text
    if case.target.plural:
        return "plural", head.doc[max(0, head.i - 3) : head.i + 2].text
    return None


def pointing_back(case: JobCase) -> tuple[str, str] | None:
    """A definite noun that may mean somebody of whom the text has spoken otherwise.

    Not so where it names a role ("as the enigmatic chauffeur"), or a name stands beside it.
    """
    head = case.target.head
    points = any(child.lower_ in POINTING and child.dep_ == "det" for child in head.children)
    after = head.doc[head.i + 1 : head.i + 3]
    beside = len(after) == 2 and after[0].text in ("(", ",") and after[1].tag_ == "NNP"
    if not points or beside or linked_head(head) is not None:
        return None
    earlier = any(mention.start < case.target.start for mention in case.reading.mentions)
    if head.sent.start == 0 and not earlier:
        return None  # there is nothing to point back to
    return "occupation told before", head.doc[max(0, head.i - 3) : head.i + 2].text


def quoted(case: JobCase) -> tuple[str, str] | None:
    """Between quotation marks, where somebody else may speak."""
    within = inside(case.target.start, quoted_speech(case.reading.text))
    return ("quotation", case.target.span.text) if within else None


JOB_CHECKS: tuple[JobCheck, ...] = (
    film,
    not_neutral,
    title_of_work,
    glued,
    before_name,
    in_general,
    other_sense,
    pointing_back,
    quoted,
    *CONTEXT_CHECKS,
)
"""In the order in which they are made."""
