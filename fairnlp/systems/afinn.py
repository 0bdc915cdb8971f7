"""AFINN (Nielsen 2011): the sum of word scores, matched as its package does, only faster."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any, ClassVar

from fairnlp.systems.lexicon_tool import LexiconTool

if TYPE_CHECKING:
    from collections.abc import Iterable

with warnings.catch_warnings():  # its source has an escape that newer Pythons warn of
    warnings.simplefilter("ignore")
    import afinn

__all__ = ["Afinn"]


class Afinn(LexiconTool):
    """AFINN-165: words and phrases with scores from -5 to 5, summed over the text.

    With three labels, only 0 is neutral. See `LexiconTool` for the parameters.

    Notes
    -----
    The package tries its 3,382 entries one after another at each word, the longest first. Here
    the entries are one tree of letters, which finds the same: at each word, the longest entry that
    ends where a word ends.

    Examples
    --------
    >>> Afinn().scores(["A good film.", "No fun.", ""]).tolist()
    [3.0, -3.0, 0.0]
    """

    title: ClassVar[str] = "afinn"
    package: ClassVar[str] = "afinn"
    band: ClassVar[float] = 0.0
    range: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        with warnings.catch_warnings():  # it opens its file in a way that Python will drop
            warnings.simplefilter("ignore", DeprecationWarning)
            name = afinn.afinn.LANGUAGE_TO_FILENAME["en"]
            path = afinn.Afinn.full_filename(afinn.Afinn.__new__(afinn.Afinn), name)
            self.entries: dict[str, int] = afinn.Afinn.read_word_file(path)
        self._find = re.compile(rf"\b{_tree(self.entries)}\b").findall

    def score(self, text: str) -> float:
        """Give the sum of the scores of the entries in one text."""
        found = self._find(re.sub(r"\s+", " ", text).lower())
        return float(sum(self.entries[word] for word in found))

    @property
    def lexicon(self) -> frozenset[str]:
        """All entries."""
        return frozenset(self.entries)


def _tree(words: Iterable[str]) -> str:
    """Write an expression for words as a tree of letters; it tries longer words first."""
    branches: dict[str, list[str]] = {}
    ends = False
    for word in words:
        if word:
            branches.setdefault(word[0], []).append(word[1:])
        else:
            ends = True
    if not branches:
        return ""
    inner = "|".join(re.escape(letter) + _tree(rest) for letter, rest in branches.items())
    return f"(?:{inner}){'?' if ends else ''}"
