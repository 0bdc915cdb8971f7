"""Word lists with scores: read from a file and checked line by line, and a tool that sums them."""

from __future__ import annotations

import csv
import io
import logging
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from fairnlp.core.errors import LexiconError, MissingDataError
from fairnlp.systems.lexicon_tool import LexiconTool, ScoredWord

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["WordScores", "check_scores", "read_scores"]

_log = logging.getLogger(__name__)


class WordScores(LexiconTool):
    """Words and phrases with scores, summed over the text.

    With three labels, only 0 is neutral. See `LexiconTool` for the other parameters.

    Parameters
    ----------
    lexicon : str, Path or mapping of str to float
        A file as `read_scores` reads it, or the scores themselves.

    Notes
    -----
    At each word, the longest entry that ends where a word ends counts.

    Examples
    --------
    >>> WordScores({"good": 2, "no fun": -3}).scores(["Good film!", "No  fun.", ""]).tolist()
    [2.0, -3.0, 0.0]
    """

    title: ClassVar[str] = "word scores"
    package: ClassVar[str] = "fairnlp"
    band: ClassVar[float] = 0.0
    range: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))

    def __init__(self, lexicon: str | Path | Mapping[str, float], **options: Any) -> None:
        super().__init__(**options)
        if isinstance(lexicon, str | Path):
            table = read_scores(lexicon)
            self.name = options.get("name") or Path(lexicon).stem
            lexicon = dict(zip(table["word"], table["score"], strict=True))
        self.entries: dict[str, float] = check_scores(lexicon)
        if not self.entries:
            msg = f"The lexicon of {self.name!r} has no words; give at least one."
            raise LexiconError(msg)
        self._find = re.compile(rf"(?<!\w){_tree(self.entries)}(?!\w)").findall

    def score(self, text: str) -> float:
        """Give the sum of the scores of the entries in one text."""
        return float(sum(self.entries[word] for word in self._found(text)))

    def scored_words(self, text: str) -> list[ScoredWord]:
        """Tell which entries a text has, in order, and what they count: their score."""
        return [
            ScoredWord(words=word, entry=self.entries[word], counts=self.entries[word])
            for word in self._found(text)
        ]

    def _found(self, text: str) -> list[str]:
        return self._find(re.sub(r"\s+", " ", text).lower())

    @property
    def lexicon(self) -> frozenset[str]:
        """All entries."""
        return frozenset(self.entries)


def check_scores(scores: Mapping[Any, Any]) -> dict[str, float]:
    """Check words and their scores before any text is scored with them.

    Parameters
    ----------
    scores : mapping of str to float

    Returns
    -------
    dict of str to float
        In the same order. Words with capitals are in lower case, with a warning: texts are put in
        lower case before they are looked up.

    Raises
    ------
    LexiconError
        Naming the word, if it is empty or no text, if the score is no finite number, or if two
        words differ in nothing but capitals.

    Examples
    --------
    >>> check_scores({"penury": "-1.8"})
    Traceback (most recent call last):
    fairnlp.core.errors.LexiconError: The score of 'penury' is '-1.8', of type str; give a number.
    """
    checked: dict[str, float] = {}
    capitals = []
    for word, score in scores.items():
        if not isinstance(word, str) or not word.strip():
            msg = f"{word!r} is no word; give a text that is not blank."
            raise LexiconError(msg)
        if isinstance(score, bool | str) or not hasattr(score, "__float__"):
            kind = type(score).__name__
            msg = f"The score of {word!r} is {score!r}, of type {kind}; give a number."
            raise LexiconError(msg)
        if not math.isfinite(score):
            msg = f"The score of {word!r} is {score!r}; give a finite number."
            raise LexiconError(msg)
        entry = " ".join(word.lower().split())
        if entry in checked:
            msg = f"{entry!r} is there twice (again as {word!r}); leave one out."
            raise LexiconError(msg)
        if word != word.lower():
            capitals.append(word)
        checked[entry] = float(score)
    if capitals:
        _log.warning("Words with capitals are put in lower case: %s", ", ".join(capitals))
    return checked


def read_scores(path: str | Path) -> pd.DataFrame:
    """Read a list of words with scores.

    Parameters
    ----------
    path : str or Path
        A CSV in UTF-8, with the columns ``word,score`` (or ``x,y``, as R writes its keys).

    Returns
    -------
    DataFrame, one row a word that counts, in the order of the file
        ``word``: lower case; ``score``; ``line``: in the file, from 1; ``replaced``: the lines
        with other scores of the same word, as a tuple; the last one counts. A warning lists them.

    Raises
    ------
    MissingDataError
        If there is no such file.
    LexiconError
        Naming the line, if the columns are others, a line has more or fewer than two cells, a word
        is empty, or a score is no finite number.
    """
    path = Path(path)
    if not path.is_file():
        msg = f"There is no file {path} (looked in {path.parent.resolve()})."
        raise MissingDataError(msg)
    rows: dict[str, tuple[float, int, tuple[int, ...]]] = {}
    for line, word, score in _rows(path):
        before = rows.pop(word, None)
        replaced = () if before is None else (*before[2], before[1])
        rows[word] = (score, line, replaced)
    twice = [
        f"{word} (lines {', '.join(map(str, (*r, at)))})" for word, (_, at, r) in rows.items() if r
    ]
    if twice:
        _log.warning("%s: the last one of several counts: %s", path.name, "; ".join(twice))
    table = pd.DataFrame(
        [(word, *row) for word, row in rows.items()], columns=["word", "score", "line", "replaced"]
    )
    return table.astype({"word": "str", "score": "float64", "line": "int64"})


def _rows(path: Path) -> Iterable[tuple[int, str, float]]:
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")  # a spreadsheet may put a mark at the start
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        msg = f"{path.name}, line {line}: it is not UTF-8. Save the file as UTF-8."
        raise LexiconError(msg) from error
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in lines:
            number = lines.line_num
            where = f"{path.name}, line {number}"
            if number == 1:
                if row not in (["word", "score"], ["x", "y"]):
                    msg = f"{where}: the columns are {row}; they must be word,score with a comma."
                    raise LexiconError(msg)
            elif row:
                yield number, *_cells(row, where)
        if not lines.line_num:
            msg = f"{path.name} is empty; its first line must be word,score."
            raise LexiconError(msg)
    except csv.Error as error:
        msg = f"{path.name}, line {lines.line_num}: {error}."
        raise LexiconError(msg) from error


def _cells(row: list[str], where: str) -> tuple[str, float]:
    if len(row) != 2:
        msg = f"{where}: it has {len(row)} cells, not a word and a score: {row}."
        raise LexiconError(msg)
    word, score = " ".join(row[0].lower().split()), row[1]
    try:
        value = float(score)
    except ValueError:
        value = math.nan
    if not word:
        msg = f"{where}: the word is missing."
        raise LexiconError(msg)
    if not math.isfinite(value):
        msg = f"{where}: the score of {word!r} is {score!r}; it must be a finite number."
        raise LexiconError(msg)
    return word, value


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
    if len(branches) == 1 and not ends:  # keeps long words from nesting too deep
        return inner
    return f"(?:{inner}){'?' if ends else ''}"
