"""AFINN (Nielsen 2011): the sum of word scores, matched as its package does, only faster."""

from __future__ import annotations

import warnings
from typing import Any, ClassVar

from fairnlp.systems.wordscores import WordScores

with warnings.catch_warnings():  # its source has an escape that newer Pythons warn of
    warnings.simplefilter("ignore")
    import afinn

__all__ = ["Afinn"]


class Afinn(WordScores):
    """AFINN-165: words and phrases with scores from -5 to 5, summed over the text.

    With three labels, only 0 is neutral. See `LexiconTool` for the parameters.

    Notes
    -----
    The package tries its 3,382 entries one after another at each word, the longest first. Here
    the entries are one tree of letters, which finds the same: at each word, the longest entry that
    ends where a word ends.

    Known faults of the list stay as they are: "ominous" has 3, though it is no praise. Patch a copy
    to mend one: `fairnlp.debias.lexicon`.

    Examples
    --------
    >>> Afinn().scores(["A good film.", "No fun.", ""]).tolist()
    [3.0, -3.0, 0.0]
    """

    title: ClassVar[str] = "afinn"
    package: ClassVar[str] = "afinn"

    def __init__(self, **options: Any) -> None:
        with warnings.catch_warnings():  # it opens its file in a way that Python will drop
            warnings.simplefilter("ignore", DeprecationWarning)
            name = afinn.afinn.LANGUAGE_TO_FILENAME["en"]
            path = afinn.Afinn.full_filename(afinn.Afinn.__new__(afinn.Afinn), name)
            entries = afinn.Afinn.read_word_file(path)
        super().__init__(entries, **options)
