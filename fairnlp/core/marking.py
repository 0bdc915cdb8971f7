"""Marked words in a text, and two texts side by side, as plain HTML that needs no script."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "STYLE",
    "Mark",
    "Markable",
    "fragment",
    "label_html",
    "legend",
    "mark_differences",
    "mark_spans",
    "side_by_side",
]

KINDS = {
    "changed": ("#D55E00", "solid"),
    "name": ("#56B4E9", "solid"),
    "pronoun": ("#E69F00", "dashed"),
    "noun": ("#009E73", "double"),
    "title": ("#CC79A7", "dotted"),
    "adjective": ("#0072B2", "dotted"),
}
"""Kind of a mark to colour (Okabe and Ito's set) and line; the line tells them apart without it."""

_TINT = "38"  # two hexadecimal digits of opacity: a tint that leaves dark and light themes legible

STYLE = "\n".join(
    [
        ".fairnlp { line-height: 1.55; }",
        ".fairnlp p { margin: 0.3em 0; }",
        ".fairnlp .fn-text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 50rem; }",
        ".fairnlp mark { color: inherit; background: #80808030; padding: 0 0.15em;"
        " border-bottom: 2px solid #808080; border-radius: 0.15em; }",
        *(
            f".fairnlp mark.fn-{kind} {{ background: {colour}{_TINT};"
            f" border-bottom: {'4px' if line == 'double' else '2px'} {line} {colour}; }}"
            for kind, (colour, line) in KINDS.items()
        ),
        ".fairnlp mark.fn-changed { font-weight: 600; }",
        ".fairnlp mark.fn-protected { background: none; border-bottom: 1px dotted currentColor;"
        " font-style: italic; }",
        ".fairnlp mark.fn-chosen { outline: 2px solid currentColor; outline-offset: 1px; }",
        ".fairnlp .fn-cut { opacity: 0.6; }",
        ".fairnlp .fn-legend { margin: 0.5em 0; font-size: 0.9em; }",
        ".fairnlp .fn-legend mark { margin-right: 0.7em; }",
        ".fairnlp .fn-label { border: 1px solid currentColor; border-radius: 0.6em;"
        " padding: 0 0.5em; white-space: nowrap; }",
        ".fairnlp .fn-differs { border: 2px solid #D55E00; background: #D55E0038;"
        " font-weight: 600; }",
        ".fairnlp .fn-error { border-left: 4px solid #D55E00; padding-left: 0.5em; }",
        # Notebooks stripe and shrink every table.
        ".fairnlp table.fn-pair, .fairnlp table.fn-rows"
        " { font-size: inherit; line-height: inherit; }",
        ".fairnlp table.fn-pair tr:nth-child(n), .fairnlp table.fn-rows tr:nth-child(n)"
        " { background: none; }",
        ".fairnlp table.fn-pair { width: 100%; table-layout: fixed; border-collapse: collapse; }",
        ".fairnlp table.fn-pair th, .fairnlp table.fn-pair td { text-align: left;"
        " vertical-align: top; padding: 0.3em 0.8em 0.3em 0; font-weight: normal; width: 50%; }",
        ".fairnlp table.fn-rows { border-collapse: collapse; margin: 0.8em 0 0.5em; }",
        ".fairnlp table.fn-rows th, .fairnlp table.fn-rows td { text-align: left;"
        " padding: 0.25em 1em 0.25em 0; border-bottom: 1px solid #80808060; }",
    ]
)
"""The style sheet of all that this module gives; everything is legible without it."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A stretch of text to mark.

    Parameters
    ----------
    start, end : int
        Offsets in the text.
    kind : str
        ``"changed"``, a kind of `Slot` (``"name"``, ``"pronoun"``, ...) or ``"protected"``.
    title : str
        What to show when the pointer rests on it; may be empty.
    chosen : bool
        True to frame it, as the one that a person works on.
    """

    start: int
    end: int
    kind: str = "changed"
    title: str = ""
    chosen: bool = False


Markable: TypeAlias = Mark | Span | tuple[str, str, int, int]
"""What can be marked: a `Mark`, or a changed span as `Span` or as ``(old, new, start, end)``."""


def mark_spans(text: str, spans: Iterable[Markable], *, window: int | None = None) -> str:
    """Mark stretches of a text.

    Parameters
    ----------
    text : str
    spans : iterable of Mark, Span or (old, new, start, end)
        What to mark, with offsets in `text`, without overlap, in any order. The old word of a
        changed span is shown when the pointer rests on the new one.
    window : int, optional
        Show only about so many characters on each side of a mark, whole words, and "…" for the
        rest; by default the whole text.

    Returns
    -------
    str
        HTML; everything that comes from `text` or `spans` is escaped.

    Raises
    ------
    OptionError
        If spans overlap or lie outside the text.

    Examples
    --------
    >>> mark_spans("She is <i>fine</i>.", [("He", "She", 0, 3)])
    '<mark class="fn-changed" title="was: He">She</mark> is &lt;i&gt;fine&lt;/i&gt;.'
    >>> mark_spans("A long way on she sat down.", [Mark(start=14, end=17)], window=4)
    '<span class="fn-cut">… </span>on <mark class="fn-changed">she</mark> \
sat<span class="fn-cut"> …</span>'
    """
    marks = sorted((_as_mark(span) for span in spans), key=lambda mark: (mark.start, mark.end))
    ends = [0, *(mark.end for mark in marks)]
    for mark, before in zip(marks, ends, strict=False):
        if not before <= mark.start <= mark.end <= len(text):
            msg = (
                f"A mark from {mark.start} to {mark.end} overlaps another or lies outside the "
                f"text, which has {len(text)} characters."
            )
            raise OptionError(msg)
    pieces, position = [], 0
    for mark in marks:
        pieces.append(_between(text, position, mark.start, window))
        kind = escape(mark.kind) + (" fn-chosen" if mark.chosen else "")
        title = f' title="{escape(mark.title)}"' if mark.title else ""
        word = escape(text[mark.start : mark.end])
        pieces.append(f'<mark class="fn-{kind}"{title}>{word}</mark>')
        position = mark.end
    pieces.append(_between(text, position, len(text), window))
    return "".join(pieces)


def _as_mark(span: Markable) -> Mark:
    if isinstance(span, Mark):
        return span
    old, start, end = (
        (span.old, span.start, span.end) if isinstance(span, Span) else (span[0], *span[2:])
    )
    return Mark(start=start, end=end, title=f"was: {old}")


def _between(text: str, start: int, end: int, window: int | None) -> str:
    """Give what lies between two marks (or a mark and an end of the text), cut if it is long."""
    part = text[start:end]
    if window is None or len(part) <= 2 * window:
        return escape(part)
    # An end of the text needs no surroundings, but a text without any mark shows its beginning.
    before = _first(part, window) if start > 0 or end == len(text) else ""
    after = _last(part, window) if end < len(text) else ""
    gap = f"{' ' if before else ''}…{' ' if after else ''}"
    return f'{escape(before)}<span class="fn-cut">{gap}</span>{escape(after)}'


def _first(text: str, length: int) -> str:
    """Give the whole words among the first characters, or these if they are part of one word."""
    cut = text[: length + 1]
    return (re.sub(r"\S+$", "", cut) or cut).rstrip()


def _last(text: str, length: int) -> str:
    cut = text[-length - 1 :]
    return (re.sub(r"^\S+", "", cut) or cut).lstrip()


def mark_differences(
    spans_a: Iterable[tuple[str, str, int, int]], spans_b: Iterable[tuple[str, str, int, int]]
) -> tuple[list[Mark], list[Mark]]:
    """Find where two mutants of one template differ from each other.

    Parameters
    ----------
    spans_a, spans_b : iterable of (old, new, start, end)
        What differs from the original in each, with offsets in the mutant.

    Returns
    -------
    (list of Mark, list of Mark)
        Both have the same length: each mark of one side stands where its partner stands in the
        other, and its title has the partner's word.

    Examples
    --------
    >>> she, he = "She waved.", "He waved."  # the original is "He waved."
    >>> a, b = mark_differences([("He", "She", 0, 3)], [])
    >>> she[a[0].start : a[0].end], he[b[0].start : b[0].end]
    ('She', 'He')
    """
    sides = [_by_place(spans_a), _by_place(spans_b)]
    shifts = [0, 0]
    marks: tuple[list[Mark], list[Mark]] = ([], [])
    for place in sorted(sides[0].keys() | sides[1].keys()):
        start, old = place
        words = [side.get(place, old) for side in sides]
        for one, (word, other) in enumerate(zip(words, reversed(words), strict=True)):
            at = start + shifts[one]
            shifts[one] += len(word) - len(old)
            if word != other:
                mark = Mark(start=at, end=at + len(word), title=f"there: {other}")
                marks[one].append(mark)
    return marks


def _by_place(spans: Iterable[tuple[str, str, int, int]]) -> dict[tuple[int, str], str]:
    """Give (offset in the original, old word) to the new word."""
    places, shift = {}, 0
    for old, new, start, _ in spans:
        places[start - shift, old] = new
        shift += len(new) - len(old)
    return places


def side_by_side(pair: Mapping[Any, Any], *, window: int | None = 90) -> str:
    """Show a bias-uncovering test case: two texts, what differs, and the labels.

    Parameters
    ----------
    pair : mapping
        A row of `Found.pairs`: for both sides (``_a``, ``_b``) ``class``, ``value``, ``label``,
        ``text``, ``spans`` and, if there are scores, ``score``.
    window : int, optional
        As for `mark_spans`; what is cut can be unfolded. None shows the whole texts at once.

    Returns
    -------
    str
        HTML, escaped.
    """
    marks = mark_differences(pair["spans_a"], pair["spans_b"])
    texts = [pair["text_a"], pair["text_b"]]
    heads = [_head(pair, side) for side in "ab"]
    whole = [_text(mark_spans(text, found)) for text, found in zip(texts, marks, strict=True)]
    short = [
        _text(mark_spans(text, found, window=window))
        for text, found in zip(texts, marks, strict=True)
    ]
    rest = (
        ""
        if short == whole
        else f"<details><summary>Whole texts</summary>{_pair_table([], whole)}</details>"
    )
    return _pair_table(heads, short) + rest


def _text(marked: str) -> str:
    return f'<div class="fn-text">{marked}</div>'


def _head(pair: Mapping[Any, Any], side: str) -> str:
    value = str(pair[f"value_{side}"] or "")
    who = f"<b>{escape(str(pair[f'class_{side}']))}</b>" + (f", {escape(value)}" if value else "")
    label = label_html(pair[f"label_{side}"], pair.get(f"score_{side}"))
    return f"{who}: {label}"


def _pair_table(heads: list[str], cells: list[str]) -> str:
    # The alignment is said here too: pages that strip style sheets keep such attributes.
    rows: Iterator[str] = (
        "".join(f'<{tag} align="left" valign="top" width="50%">{cell}</{tag}>' for cell in row)
        for tag, row in (("th", heads), ("td", cells))
        if row
    )
    return f'<table class="fn-pair">{"".join(f"<tr>{row}</tr>" for row in rows)}</table>'


def label_html(label: object, score: float | None = None, *, differs: bool = False) -> str:
    """Show a label and, if there is one, its score; mark it if it differs from another.

    Examples
    --------
    >>> label_html("negative", -0.25)
    '<span class="fn-label">negative</span> -0.250'
    >>> label_html("positive", differs=True)
    '<span class="fn-label fn-differs">≠ positive</span>'
    """
    known = score is not None and not math.isnan(score)
    number = f" {score:.3f}" if known else ""
    kind, sign = ("fn-label fn-differs", "≠ ") if differs else ("fn-label", "")
    return f'<span class="{kind}">{sign}{escape(str(label))}</span>{number}'


def legend(kinds: Iterable[str]) -> str:
    """Show what the marks of some kinds look like."""
    marks = "".join(f'<mark class="fn-{escape(kind)}">{escape(kind)}</mark>' for kind in kinds)
    return f'<div class="fn-legend">{marks}</div>'


def fragment(body: str) -> str:
    """Give HTML with the style sheet that it needs, to show by itself in a notebook or widget."""
    return f'<style>{STYLE}</style><div class="fairnlp">{body}</div>'
