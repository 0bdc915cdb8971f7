"""Changed words in brackets, for places that know no colours, such as a spreadsheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairnlp.core.marking import Mark, mark_spans

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CLOSE", "OPEN", "mark", "marked_html"]

OPEN, CLOSE = "⟦", "⟧"

_PLAIN = str.maketrans({OPEN: "[", CLOSE: "]"})  # a text that has them itself: for reading alone


def mark(text: str, marks: Iterable[Mark]) -> str:
    """Put marked stretches of a text into brackets.

    Parameters
    ----------
    text : str
    marks : iterable of Mark
        In order, without overlap.

    Returns
    -------
    str

    Examples
    --------
    >>> mark("She waved.", [Mark(start=0, end=3)])
    '⟦She⟧ waved.'
    """
    pieces, position = [], 0
    plain = text.translate(_PLAIN)
    for one in marks:
        pieces += [plain[position : one.start], OPEN, plain[one.start : one.end], CLOSE]
        position = one.end
    return "".join(pieces) + plain[position:]


def marked_html(text: str) -> str:
    """Show a text with its bracketed words marked, escaped.

    Examples
    --------
    >>> marked_html("⟦She⟧ <waved>.")
    '<mark class="fn-changed">She</mark> &lt;waved&gt;.'
    """
    plain, marks = "", []
    for piece in re.split(f"({OPEN}[^{OPEN}{CLOSE}]*{CLOSE})", text):
        bare = piece.strip(OPEN + CLOSE)
        if bare != piece:
            marks.append(Mark(start=len(plain), end=len(plain) + len(bare)))
        plain += bare
    return mark_spans(plain, marks)
