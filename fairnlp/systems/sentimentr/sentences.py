"""Texts into sentences, where the R package sentimentr parts them (its package textshape does)."""

from __future__ import annotations

import re

__all__ = ["BLANK", "split"]

BLANK = r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
"""White space as Unicode has it; ``re`` takes four control characters more."""

_ENDS = " \t\r\n"  # all that is taken from the ends of a text and of a sentence

# Abbreviations that no sentence ends with, and those that end one if a capital follows.
_NEVER = """
mr mrs ms dr prof sen rep rev gov atty supt det col gen lt cmdr adm capt sgt cpl maj dept univ uni
assn vs mt st
"""
_BEFORE_CAPITAL = """
jr sr bros inc ltd co corp plc jan feb mar apr may jun jul aug sep sept oct nov dec mon tue wed thu
fri sat sun etc esp cf al ave bld blvd cl ct cres rd ft gal mi tbsp tsp yd qt sq pt lb lbs
"""

# Stand for a mark that does not part sentences. They are no characters of any text (Unicode).
_DOT, _SINGLE, _DOUBLE = "\ufdd0", "\ufdd1", "\ufdd2"
_THEIRS = "<<<TEMP>>>"  # what the R package puts for such a full stop, and so what it reads as one


def _after(words: str) -> str:
    """Write an expression for "right behind one of these words and its full stop"."""
    by_length: dict[int, list[str]] = {}
    for word in words.split():  # one length a look-behind: ``re`` knows no others
        by_length.setdefault(len(word), []).append(f"[{word[0].upper()}{word[0]}]{word[1:]}")
    behind = (rf"(?<=\b(?:{'|'.join(same)})\.)" for same in by_length.values())
    return f"(?:{'|'.join(behind)})"


_POSTSCRIPT = re.compile(rf"([Pp])\.({BLANK}*[Ss])\.")
# At each full stop, the first that fits keeps it from parting sentences. A blank that is matched
# goes away with it, as in "e. g.".
_KEPT = re.compile(
    rf"""\.(?:
      {_after(_NEVER)}
    | {_after(_BEFORE_CAPITAL)}(?!{BLANK}+[A-Z])
    | (?<=[a-z]\.){BLANK}(?=[a-z]\.)
    | (?<=[\ .][a-z]\.)(?!{BLANK}[A-Z]|\Z|{BLANK}{{2}})
    | (?<=[A-Z]\.)(?!{BLANK}+[A-Z][A-Za-z])
    | (?=\d)
    )""",
    re.VERBOSE,
)
_NUMBER = re.compile(rf"(\b[Nn]o)\.(?={BLANK}+\d)")
_INCHES = re.compile(rf"(\b\d+{BLANK}+in)\.(?={BLANK}[a-z])")
_INITIAL = re.compile(rf"(\b[A-Z][a-z]+{BLANK}[A-Z])\.({BLANK}[A-Z][a-z]+\b)")
_CLOSED = {
    "'": (re.compile(r"([.?!]+)'([^,])"), _SINGLE),
    '"': (re.compile(r'([.?!]+)"([^,])'), _DOUBLE),
}
_REOPENED = {
    _SINGLE: (re.compile(f"{_SINGLE}([.?!]+)"), r"\1'"),
    _DOUBLE: (re.compile(f"{_DOUBLE}([.?!]+)"), r'\1"'),
}
# The mark stays with the sentence before; what is matched behind it goes away.
_END = re.compile(
    rf"""[.?!](?:
      (?<!\w\.\w.)(?<![A-Z][a-z]\.)(?:{BLANK}|(?=[A-Za-z]+{BLANK}))
    | (?<=[A-Z][a-z][.?!]){BLANK}+
    )""",
    re.VERBOSE,
)
_MARK_INSIDE = re.compile(r"[.?!](?!\Z)")


def split(text: str) -> list[str]:
    r"""Split a text into its sentences.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str
        At least one; an empty text is one empty sentence. Letter case and inner spaces are kept,
        but for a blank that stands between two abbreviated letters.

    Notes
    -----
    The rules are those of the R package, with their oddities: a sentence in capitals goes on into
    one that begins with "I", a bracket behind a full stop hides it.

    Examples
    --------
    >>> split("Dr. Smith left. 'It is good.' He came back.")
    ['Dr. Smith left.', "'It is good.'", 'He came back.']
    """
    text = text.removeprefix("\ufeff").strip(_ENDS).replace(_THEIRS, _DOT)
    if not _MARK_INSIDE.search(text):  # one sentence, as most in a test corpus
        return [text] if text.isascii() else [_restored(text)]
    if "." in text:
        text = _POSTSCRIPT.sub(rf"\1{_DOT}\2{_DOT}", text)
        text = _KEPT.sub(_DOT, text)
        text = _NUMBER.sub(rf"\1{_DOT}", text)
        text = _INCHES.sub(rf"\1{_DOT}", text)
    for quote, (closed, mark) in _CLOSED.items():
        if quote in text:
            text = closed.sub(rf"{mark}\1  \2", text)
    if "." in text:
        text = _INITIAL.sub(rf"\1{_DOT}\2", text)
    start, sentences = 0, []
    for end in _END.finditer(text):
        sentences.append(_restored(text[start : end.start() + 1]))
        start = end.end()
    sentences.append(_restored(text[start:]))
    return sentences


def _restored(sentence: str) -> str:
    sentence = sentence.strip(_ENDS)
    if sentence.isascii():
        return sentence
    for mark, (put_in_front, quote) in _REOPENED.items():
        if mark in sentence:
            sentence = put_in_front.sub(quote, sentence)
    return sentence.replace(_DOT, ".")
