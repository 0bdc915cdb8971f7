"""Titles of works, quoted or not: spans that are protected, since they are no talk about people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spacy.lang.en.stop_words import STOP_WORDS

from fairnlp.lexicons.names import gender_of
from fairnlp.lexicons.words import gender_nouns, person_nouns, titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spacy.tokens import Doc, Token

__all__ = ["quoted_spans", "quoted_speech", "work_titles"]

_QUOTED = re.compile(
    r"\"(?P<straight>[^\"\n]{1,400})\"|“(?P<curly>[^”\n]{1,400})”"
    r"|(?<![\w'])'(?P<single>[^\W\d_](?:[^'\n]|'(?=\w)){1,90})'(?!\w)|\*(?P<star>[^*\n]{2,80})\*"
    r"|_(?P<line>[^_\n]{2,80})_"
)
_SMALL = frozenset(
    "a an and as at by de du for from in la le of on or the to vs with without".split()
)
_LINKS = _SMALL - {"as", "by", "or", "with", "without", "a", "an", "from", "at"}
_LONGEST_TITLE = 10


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Offsets of all that stands in quotation marks or between asterisks, without the marks."""
    spans = []
    for match in _QUOTED.finditer(text):
        name = match.lastgroup or ""
        spans.append(match.span(name))
    return spans


def _is_title(words: str) -> bool:
    """Tell whether quoted words look like a title: short, and its main words have capitals."""
    parts = re.findall(r"[^\W_][\w'’.-]*", words)
    if not parts or len(parts) > _LONGEST_TITLE:
        return False
    main = [part for part in parts if part.lower() not in _SMALL]
    capital = [part for part in main if part[0].isupper() or part[0].isdigit()]
    return bool(main) and len(capital) / len(main) > 0.7 and parts[0][0].isupper()


def quoted_speech(text: str) -> list[tuple[int, int]]:
    """Offsets of quoted words that are no titles: somebody else may be speaking there."""
    return [(a, b) for a, b in quoted_spans(text) if not _is_title(text[a:b])]


def work_titles(doc: Doc) -> list[tuple[int, int]]:
    """Find the titles of works.

    Parameters
    ----------
    doc : Doc
        With tags and entities.

    Returns
    -------
    list of (int, int)
        Offsets, sorted, without overlap. Quoted titles; the same words without quotation marks;
        and capitalised phrases that start with a word that begins no name, such as "Saving
        Corporal Ludlow".
    """
    text = doc.text
    spans = [(a, b) for a, b in quoted_spans(text) if _is_title(text[a:b])]
    for title in {text[a:b] for a, b in spans}:
        pattern = rf"(?<!\w){re.escape(title.rstrip('.,!?'))}(?!\w)"
        spans += [match.span() for match in re.finditer(pattern, text)]
    spans += _unquoted(doc)
    return _merge(spans)


def _unquoted(doc: Doc) -> Iterator[tuple[int, int]]:
    for run in _capital_runs(doc):
        first = run[0]
        word = first.lower_.rstrip(".")
        named = word in titles() or word in person_nouns() or gender_of(first.text)
        proper = first.tag_ in ("NNP", "NNPS") and not first.lower_.endswith("ing")
        recognised = proper and first.lower_ not in STOP_WORDS
        if len(run) >= 2 and not named and not recognised:
            yield first.idx, run[-1].idx + len(run[-1])


def _capital_runs(doc: Doc) -> Iterator[list[Token]]:
    """Runs of capitalised words, small words allowed between them."""
    run: list[Token] = []
    for token in doc:
        if _starts_capital(token) and not (token.is_sent_start and not _can_open(token)):
            run.append(token)
            continue
        follows = doc[token.i + 1] if token.i + 1 < len(doc) else None
        joins = token.lower_ in _LINKS or token.text == "-"
        if run and joins and follows is not None and _starts_capital(follows):
            run.append(token)
            continue
        if run:
            yield run
        run = []
    if run:
        yield run


def _starts_capital(token: Token) -> bool:
    return token.text[0].isupper() and (len(token) == 1 or not token.is_upper) and token.text != "I"


def _can_open(token: Token) -> bool:
    """Tell whether the first word of a sentence can belong to a title or name."""
    return token.tag_ in ("NNP", "NNPS", "VBG") or token.lower_ in gender_nouns()


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
