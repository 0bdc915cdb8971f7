"""Which words, such as inserted names, a system reacts to by themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.systems.prediction import predict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairnlp.systems.base import System

__all__ = ["collisions"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def collisions(system: System, words: Iterable[str]) -> pd.DataFrame:
    """Look up words in the lexicon of a system.

    A difference between two mutants may come from such a word, and not from the class that it
    stands for: the first name Tia is an entry of VADER, an abbreviation of "thanks in advance".

    Parameters
    ----------
    system : System
        One without ``lexicon`` has no collisions that could be known.
    words : iterable of str
        Such as first names; of several words in one, each is looked up, and the whole.

    Returns
    -------
    DataFrame, one row a word that collides, in order
        ``word``: as given. ``entry``: the lexicon's entry. ``effect``: score of the entry alone
        less that of an empty text, NaN where the system gives no scores.

    Examples
    --------
    >>> from fairnlp.systems import as_system
    >>> collisions(as_system("vader"), ["Tia", "Ebony", "Grace Lee"])
            word  entry  effect
    0        Tia    tia  0.5106
    1  Grace Lee  grace  0.4215
    """
    lexicon = frozenset(getattr(system, "lexicon", ()))
    rows = [
        (word, entry)
        for word in dict.fromkeys(words)
        for entry in dict.fromkeys([word.lower(), *_WORD.findall(word.lower())])
        if entry in lexicon
    ]
    found = pd.DataFrame(rows, columns=["word", "entry"], dtype="str")
    if not len(found):
        return found.assign(effect=np.empty(0))
    scores = predict(system, ["", *found["entry"]], on_error="record")["score"].to_numpy()
    return found.assign(effect=scores[1:] - scores[0])
