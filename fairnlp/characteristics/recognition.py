"""Which names a system knows and can tell apart: with names it never saw, nothing is found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pandas as pd
from pandas.api.types import is_string_dtype

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import VALUES, check_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["distinguishable", "known"]

_WORD = re.compile(r"\w\w+")


def known(system: Any, names: Sequence[str]) -> list[bool]:
    """Tell which names a system knows.

    Parameters
    ----------
    system : object
        A system under test that shows what it knows: ``known_words`` (lower-case words of its
        vocabulary), ``lexicon`` (lower-case words with a score) or ``tokenizer``.
    names : sequence of str

    Returns
    -------
    list of bool
        True where each word of the name is in the vocabulary, or the name is one piece of the
        tokenizer.

    Raises
    ------
    OptionError
        If the system shows none of these.
    """
    return [whole for whole, _ in _readings(system, names)]


def distinguishable(system: Any, values: pd.DataFrame) -> pd.DataFrame:
    """Count how many of the names a system can tell apart.

    Parameters
    ----------
    system : object
        See `known`.
    values : DataFrame
        See ``core.frames.VALUES``; each further column of texts holds names. Spare values are
        left out.

    Returns
    -------
    DataFrame, one row a column of names
        ``system``; ``field``, such as ``"male_name"``; ``names``: how many; ``known``: how many
        of them the system knows; ``told_apart``: how many different things it reads. Names that
        read alike give mutants which are equal to the system, so that no pair of them can differ;
        with ``told_apart`` of 1 a count of 0 says nothing.

    Raises
    ------
    OptionError
        If the system does not show what it knows.

    Examples
    --------
    >>> class Tiny:
    ...     name, known_words = "tiny", frozenset({"omar", "lee"})
    >>> values = pd.DataFrame({"class": ["a", "b", "c"], "value_id": ["Omar", "Ines", "Ivo"]})
    >>> values = values.assign(ordinary_word=False, male_name=values["value_id"])
    >>> distinguishable(Tiny(), values)
      system      field  names  known  told_apart
    0   tiny  male_name      3      1           2
    """
    check_frame(values, VALUES, name="values")
    used = values[~values["spare"].astype(bool)] if "spare" in values else values
    rows = []
    for field in used.columns:
        if field in VALUES or not is_string_dtype(used[field]):
            continue
        read = _readings(system, used[field].tolist())
        alike = {pieces for _, pieces in read}
        rows.append((system.name, field, len(read), sum(whole for whole, _ in read), len(alike)))
    return pd.DataFrame(rows, columns=["system", "field", "names", "known", "told_apart"])


def _readings(system: Any, names: Sequence[str]) -> list[tuple[bool, tuple[str, ...]]]:
    """For each name, whether it is known as a whole, and what of it reaches the system."""
    tokenizer = getattr(system, "tokenizer", None)
    if tokenizer is not None:
        # inside a text, since some tokenizers tell a word after a blank from a first word
        before = len(tokenizer.tokenize("by"))
        pieces = [tuple(tokenizer.tokenize(f"by {name}")[before:]) for name in names]
        return [(len(p) == 1 and p[0] != tokenizer.unk_token, p) for p in pieces]
    words = getattr(system, "known_words", None) or getattr(system, "lexicon", None)
    if words is None:
        msg = (
            f"System {getattr(system, 'name', system)!r} does not show what it knows; it needs "
            "known_words, lexicon or tokenizer."
        )
        raise OptionError(msg)
    read = []
    for name in names:
        parts = _WORD.findall(name.lower())
        heard = tuple(part for part in parts if part in words)
        letters = re.sub(r"[\W_]", "", name.lower())
        whole = "".join(heard) == letters  # a single letter is no word, and is lost too
        read.append((bool(parts) and whole, heard))
    return read
