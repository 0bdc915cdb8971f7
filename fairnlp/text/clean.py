"""HTML taken out of a text; every other character is left as it was."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["clean", "clean_all"]

# Where one of these stands, a reader sees a gap.
BLOCK_TAGS = (
    "address article aside blockquote body br center dd details div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol option p pre section "
    "select summary table tbody td tfoot th thead title tr ul"
)
# These may stand inside a word.
INLINE_TAGS = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp "
    "small span strike strong sub sup time tt u var wbr"
)


def _tag(names: str) -> str:
    """Pattern of an HTML tag; not of `<3`, `a < b`, `<grin>` or `<i guess>`."""
    value = r"""(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+)"""
    attribute = rf"\s+(?:[a-z][\w:-]*\s*=\s*{value}|noshade|nowrap|compact)"
    return rf"</?(?:{names.replace(' ', '|')})(?:{attribute})*\s*/?\s*>"


_BLOCK = re.compile(_tag(BLOCK_TAGS), re.IGNORECASE)
_TAG = re.compile(_tag(f"{BLOCK_TAGS} {INLINE_TAGS}"), re.IGNORECASE)
# Tags that nothing but white space parts, with the white space behind.
_TAGS = re.compile(rf"(?:{_TAG.pattern}\s*+)+", re.IGNORECASE)
# With its semicolon only: html.unescape alone reads "&not" in "this&nothing".
_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);")


def clean(text: str) -> str:
    """Take HTML out of a text.

    Block and line-break tags become one blank, together with the tags and white space beside
    them; at either end of the text, nothing. Inline tags go without a trace. Entities
    are decoded. Nothing else is altered: no normal form, quotes, backslashes or double blanks; what
    is not a tag of HTML, such as ``<3``, ``a < b`` or ``<grin>``, stays.

    Cleaning twice may differ from cleaning once, since ``&lt;br&gt;``, which writes about a
    tag, becomes a tag: clean a text when it is read, once.

    Parameters
    ----------
    text : str
        As it came.

    Returns
    -------
    str

    Examples
    --------
    >>> clean("The pianist played well.<br /><br />Awful seats though. They re<i>make</i> it.")
    'The pianist played well. Awful seats though. They remake it.'
    >>> clean("Q&amp;A: 1 < 2, and I <3 it")
    'Q&A: 1 < 2, and I <3 it'
    """
    if "<" in text:
        text = "".join(_without_tags(text))
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    return text


def clean_all(texts: pd.Series) -> pd.Series:
    """Clean each text of a column; see `clean`.

    Parameters
    ----------
    texts : Series of str
        Missing values stay missing.

    Returns
    -------
    Series of str
        With the index and the name of `texts`; `texts` itself is not changed.
    """
    cleaned = [clean(text) if isinstance(text, str) else None for text in texts]
    return pd.Series(cleaned, index=texts.index, name=texts.name, dtype="str")


def _without_tags(text: str) -> Iterator[str]:
    end = 0
    for tags in _TAGS.finditer(text):
        before = text[end : tags.start()]
        end = tags.end()
        if _BLOCK.search(tags[0]) is None:
            yield before
            yield _TAG.sub("", tags[0])
        else:
            before = before.rstrip()
            yield before
            # Between two runs of tags there is always a word, so nothing before is the start.
            yield " " if before and end < len(text) else ""
    yield text[end:]
