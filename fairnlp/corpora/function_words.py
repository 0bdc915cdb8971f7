"""Rationales without function words: what bears meaning is marked, the rest is not."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.core.frames import RATIONALES, check_frame
from fairnlp.text.words import cut

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["is_function_word", "without_function_words"]

# Endings that tokenizers part from their word, as in "it 's" and "they 're".
CLITICS = frozenset({"s", "re", "ve", "m", "ll", "d"})


def is_function_word(word: str) -> bool:
    """Tell whether a word is on scikit-learn's list of English stop words, or has no letter.

    Examples
    --------
    >>> [is_function_word(word) for word in ("Of", "into", "!", "dreadful", "n't")]
    [True, True, True, False, False]
    """
    return not any(map(str.isalpha, word)) or word.lower() in _stop_words()


def without_function_words(corpus: pd.DataFrame) -> pd.DataFrame:
    """Take function words and punctuation out of the rationales.

    A text that loses its whole rationale stays, as one in which nothing is marked.

    Parameters
    ----------
    corpus : DataFrame
        See ``core.frames.RATIONALES``.

    Returns
    -------
    DataFrame
        A copy.

    Raises
    ------
    SchemaError
        If a column is missing.

    Notes
    -----
    The people who marked the posts of the published study were told to leave such words out;
    those who marked whole phrases, as in film reviews, were not.
    """
    check_frame(corpus, RATIONALES, name="corpus")
    cleaned = [
        None if marked is None else _content(cut(text, tokens), marked)
        for text, tokens, marked in zip(
            corpus["text"], corpus["tokens"], corpus["rationale"], strict=True
        )
    ]
    column = np.empty(len(cleaned), dtype=object)
    column[:] = cleaned
    return corpus.assign(rationale=column)


def _content(words: list[str], marked: list[bool]) -> list[bool]:
    return [
        bool(mark) and not is_function_word(word) and not _clitic(words, place)
        for place, (word, mark) in enumerate(zip(words, marked, strict=True))
    ]


def _clitic(words: list[str], place: int) -> bool:
    return words[place].lower() in CLITICS and place > 0 and words[place - 1] in ("'", "’")


@cache
def _stop_words() -> frozenset[str]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS  # slow to import

    return ENGLISH_STOP_WORDS
