"""The patched copy of a lexicon tool: a system under test that can be undone and written down."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

import regex

from fairnlp.core.errors import OptionError
from fairnlp.debias.entries import entries_of
from fairnlp.debias.files import read_entries, write_entries
from fairnlp.systems.base import as_system

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import pandas as pd

    from fairnlp.systems.lexicon_tool import LexiconTool, ScoredWord
    from fairnlp.systems.outputs import Answers

__all__ = ["Debiased", "load"]

_log = logging.getLogger(__name__)


class Debiased:
    """A lexicon tool in which words count as their partners do; see `debias.lexicon`.

    It is a system under test like the tool itself.

    Parameters
    ----------
    tool : LexiconTool
        The patched copy; the titles are no part of it.
    original : LexiconTool
        A copy as it was before.
    report : DataFrame
        One row a pair, in the order given:

        - ``word``, ``partner``;
        - ``old``, ``new``: scores of the word's entry, as the tool's lexicon has them; NaN where
          it has none;
        - ``action``: ``"added"``, ``"changed"``, ``"removed"``, ``"none"``, or ``"rule"`` for a
          title;
        - ``fires``: whether an entry of the word can count at all;
        - ``kind``, ``why``: why it cannot, or why the two may still differ, or what a reader should
          know: a key of `reasons.KINDS`, and a sentence.
    titles : mapping of str to str
        Titles, and what they are read as before a word with a capital.
    """

    def __init__(
        self,
        tool: LexiconTool,
        *,
        original: LexiconTool,
        report: pd.DataFrame,
        titles: Mapping[str, str],
    ) -> None:
        self.tool, self.report, self.titles = tool, report, dict(titles)
        self.name = f"{tool.name} (debiased)"
        self._original = original
        longest_first = sorted(map(regex.escape, self.titles), key=len, reverse=True)
        self._title = regex.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?=\s+\p{{Lu}})")

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        """Score texts, as the tool does."""
        return self.tool.scores(self._read(texts))

    def labels(self, texts: Sequence[str]) -> list[str]:
        """Label texts, as the tool does."""
        return self.tool.labels(self._read(texts))

    def answers(self, texts: Sequence[str]) -> Answers:
        """Give labels and scores in one pass."""
        return self.tool.answers(self._read(texts))

    def scored_words(self, text: str) -> list[ScoredWord]:
        """Tell which words of a text counted, and with what, as the tool does."""
        made: Any = self.tool
        return list(made.scored_words(self._read([text])[0]))

    @property
    def lexicon(self) -> frozenset[str]:
        """The words that the patched copy knows."""
        return self.tool.lexicon

    @property
    def info(self) -> dict[str, Any]:
        """Facts for a report; what was patched, as counts and as a hash."""
        counts = self.report["action"].value_counts().sort_index()
        edits = self.report[["word", "partner", "action"]].to_csv(index=False)
        return self.tool.info | {
            "debiased": ", ".join(f"{n} {action}" for action, n in counts.items()),
            "pairs": hashlib.sha256(edits.encode()).hexdigest(),
        }

    def undo(self) -> LexiconTool:
        """Give a tool with the lexicon as it was before, and without the rules for titles."""
        kind = entries_of(self._original)
        return kind.put(self._original, kind.read(self._original))

    def export(self, path: str | Path) -> Path:
        r"""Write the patched lexicon in the form that the tool's own package reads.

        VADER and AFINN: lines of word, tab, score. TextBlob: XML. SentimentR and word lists: a CSV
        ``word,score``. No word is there twice. Rules for titles are not in it, with a warning.

        Parameters
        ----------
        path : str or Path
            Replaced if it is there.

        Returns
        -------
        Path

        Examples
        --------
        >>> import tempfile
        >>> import pandas as pd
        >>> from fairnlp.debias import lexicon, load
        >>> patched = lexicon("vader", pd.DataFrame({"word": ["deficit"], "partner": ["lack"]}))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     again = load("vader", patched.export(f"{folder}/patched.txt"))
        >>> again.score("A deficit.") == again.score("A lack.")
        True
        """
        if self.titles:
            _log.warning(
                "Not in %s, since no lexicon can hold them: the rules for %s.",
                Path(path).name,
                ", ".join(self.titles),
            )
        return write_entries(self.tool, Path(path))

    def _read(self, texts: Sequence[str]) -> list[str]:
        if not self.titles:
            return list(texts)
        return [self._title.sub(lambda found: self.titles[found[0]], text) for text in texts]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.tool!r}, {self.info['debiased']})"


def load(tool: LexiconTool | str, path: str | Path) -> LexiconTool:
    """Give a copy of a tool with the lexicon of a file that `Debiased.export` wrote.

    Parameters
    ----------
    tool : LexiconTool or str
        Of the kind that the file was written by, or its name; it stays as it is.
    path : str or Path

    Returns
    -------
    LexiconTool

    Raises
    ------
    LexiconError
        Naming the line and the word, if a score is no finite number or a word stands twice.
    MissingDataError
        If there is no such file.
    """
    made: Any = as_system(tool) if isinstance(tool, str) else tool
    if isinstance(made, Debiased):
        msg = f"{made!r} has rules of its own; give the tool that it was made from."
        raise OptionError(msg)
    return entries_of(made).put(made, read_entries(made, Path(path)))
