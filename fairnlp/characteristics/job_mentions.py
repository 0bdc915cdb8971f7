"""Where a text names an occupation: the words, what belongs to them, and the article in front."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from fairnlp.lexicons.occupations import jobs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spacy.tokens import Doc, Span, Token

    from fairnlp.lexicons.occupations import Job
    from fairnlp.text.reading import Reading

__all__ = ["JobMention", "job_mentions"]

# Adjectives that say which occupation it is, not what the person is like.
_OF_THE_JOB = frozenset(
    "aeronautical assistant civil clinical commercial country creative criminal divorce electrical "
    "family forensic foreign industrial investigative junior legal mechanical medical military "
    "nuclear plastic private public registered senior substitute tenured veterinary western".split()
)
_STAYING = frozenset("GPE NORP LOC CARDINAL ORDINAL".split())  # "a New York cop"


@dataclass(frozen=True, kw_only=True)
class JobMention:
    """A place where a text names an occupation.

    Parameters
    ----------
    job : Job
    span : Span
        The words of the occupation and the modifiers that belong to it, as in "race car driver".
    plural : bool
    modifiers : str
        What stands in front of the listed word and belongs to it, such as "race car", or ``""``.
    article : Token, optional
        "a" or "an", if nothing stands between it and the span.
    """

    job: Job
    span: Span
    plural: bool
    modifiers: str
    article: Token | None

    @property
    def head(self) -> Token:
        """The last word, which heads the phrase."""
        return self.span[-1]

    @property
    def start(self) -> int:
        """Offset in the text."""
        return int(self.span.start_char)

    @property
    def end(self) -> int:
        """Offset in the text."""
        return int(self.span.end_char)


def job_mentions(reading: Reading) -> list[JobMention]:
    """Find the occupations of a text.

    Parameters
    ----------
    reading : Reading

    Returns
    -------
    list of JobMention
        In the order of the text. Nouns only, and neither part of a compound ("cowboy hat") nor of
        a name ("Baker"); the longest entry counts where one ends with another.
    """
    found = []
    for token in reading.doc:
        for words, job, plural in _endings().get(token.lower_, ()):
            start = token.i + 1 - len(words)
            if start >= 0 and [t.lower_ for t in reading.doc[start : token.i]] == words[:-1]:
                if _is_noun(token, plural=plural):
                    found.append(_mention(reading.doc, start, token.i + 1, job, plural))
                break
    return found


@cache
def _endings() -> Mapping[str, Sequence[tuple[list[str], Job, bool]]]:
    """Last word to the entries that end with it, the longest first."""
    table: dict[str, list[tuple[list[str], Job, bool]]] = {}
    for job in jobs().values():
        for form, plural in ((job.word, False), (job.plural, True)):
            words = form.replace("-", " - ").split()
            table.setdefault(words[-1], []).append((words, job, plural))
    return {end: sorted(rows, key=lambda row: -len(row[0])) for end, rows in table.items()}


def _is_noun(token: Token, *, plural: bool) -> bool:
    shouted = token.is_upper and token.tag_ in ("NNP", "NNPS")
    tag = token.tag_.replace("NNP", "NN") if shouted else token.tag_
    if tag != ("NNS" if plural else "NN"):
        return False
    if not (token.is_lower or token.is_upper or _opens(token)):
        return False  # a capital in the middle of a sentence makes it a name or a role
    before_name = token.head.tag_ == "NNP" and token.head.i > token.i
    return token.dep_ != "compound" or before_name


def _opens(token: Token) -> bool:
    """Tell whether a capital only marks the start of a sentence."""
    return bool(token.is_sent_start) or token.i == 0 or token.nbor(-1).text in ('"', "“", "(", "*")


def _mention(doc: Doc, first: int, end: int, job: Job, plural: bool) -> JobMention:
    start = first
    while start > 0 and _belongs(doc[start - 1], start, end):
        start -= 1
    while start < first and (doc[start].text == "-" or _after_dash(doc, start)):
        start += 1  # a word with a hyphen belongs as a whole or not at all
    article = doc[start - 1] if start > 0 else None
    if article is not None and (article.lower_ not in ("a", "an") or article.tag_ != "DT"):
        article = None
    return JobMention(
        job=job,
        span=doc[start:end],
        plural=plural,
        modifiers=doc[start:first].text,
        article=article,
    )


def _belongs(token: Token, start: int, end: int) -> bool:
    """Tell whether a word in front is part of the occupation's name."""
    if not start <= token.head.i < end:
        return False
    proper = token.tag_ == "NNP" and token.nbor().tag_ == "NNP"  # "Scotland" in "Scotland Yard"
    if token.tag_ == "CD" or (token.ent_type_ in _STAYING and not proper):
        return False
    if token.dep_ == "compound" or (token.dep_ == "nmod" and token.tag_ in ("NN", "NNS", "NNP")):
        return True
    inner = token.head.i < end - 1  # "high" in "high school teacher"
    if inner and token.dep_ in ("amod", "compound", "nmod", "punct"):
        return True
    return token.lower_ in _OF_THE_JOB and token.dep_ == "amod"


def _after_dash(doc: Doc, i: int) -> bool:
    return i > 0 and doc[i - 1].text == "-" and not doc[i - 1].whitespace_
