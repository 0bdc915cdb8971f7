"""Ordinary English words, to tell a name from a word that only stands with a capital.

The list is the lexicon of Brill's tagger (Brown corpus and Penn Treebank, about 55,000 words in
lower case), which the package textblob carries. It is read from that package and never copied.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fairnlp.core.errors import MissingDataError

__all__ = ["is_word"]


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


@cache
def _words() -> frozenset[str]:
    spec = find_spec("textblob")
    path = Path(spec.origin).parent / "en" / "en-lexicon.txt" if spec and spec.origin else None
    if path is None or not path.is_file():
        msg = "The list of English words is missing: pip install 'textblob>=0.20'."
        raise MissingDataError(msg)
    words = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, tag = line.partition(" ")
        if word.islower() and not tag.startswith("NNP"):
            words.add(word)
    return frozenset(words)
