"""Ordinary English words, to tell a name from a word that only stands with a capital.

The list is the lexicon of Brill's tagger (Brown corpus and Penn Treebank, about 55,000 words in
lower case), which the package textblob carries. It is read from that package and never copied.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fairnlp.core.errors import MissingDataError

__all__ = ["is_proper_word", "is_word"]


def is_word(word: str) -> bool:
    """Tell whether a text in lower case is an ordinary English word.

    Parameters
    ----------
    word : str
        In any case; proper names are no words.

    Returns
    -------
    bool

    Raises
    ------
    MissingDataError
        If the package that carries the list is not installed.

    Examples
    --------
    >>> is_word("Grace"), is_word("Stallone")
    (True, False)
    """
    return word.lower() in _words()


def is_proper_word(word: str) -> bool:
    """Tell whether the list has a word with its capital, such as a nation or a country.

    Examples
    --------
    >>> is_proper_word("French"), is_proper_word("Frenhc")
    (True, False)
    """
    return word[:1].isupper() and word in _lexicon()


@cache
def _words() -> frozenset[str]:
    return frozenset(w for w, tag in _lexicon().items() if w.islower() and tag[:3] != "NNP")


@cache
def _lexicon() -> dict[str, str]:
    """Word to its tags."""
    spec = find_spec("textblob")
    path = Path(spec.origin).parent / "en" / "en-lexicon.txt" if spec and spec.origin else None
    if path is None or not path.is_file():
        msg = "The list of English words is missing: pip install 'textblob>=0.20'."
        raise MissingDataError(msg)
    lines = (line.partition(" ") for line in path.read_text(encoding="utf-8").splitlines())
    return {word: tag for word, _, tag in lines}
