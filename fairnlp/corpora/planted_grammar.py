"""The grammar of the planted corpus: read from its file, and turned into posts by draws."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import MissingDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Draft", "Grammar", "Piece", "draft", "folder", "load_grammar"]

_PACKAGE = Path(__file__).parent.parent
_PLACE = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
_LIST = re.compile(r"\{(\w+)\}")
_DECIDING = re.compile(r"<(adj|verb|noun)>")
JOINS = (", ", ". ", " and ", ", ")
FLATNESS = 3.0
"""Word number r of a list is drawn with a weight of 1 / (r + FLATNESS): some often, most rarely."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A stretch of a post.

    Parameters
    ----------
    text : str
        What stands there; at a place, what stands there without the planted word.
    planted : str, optional
        At a place, what stands there with the planted word.
    chance : float, default 0
        At a place, a draw from 0 to 1: the planted word comes if it is below its probability.
    deciding : bool, default False
        Whether it is a word that decides.
    """

    text: str
    planted: str | None = None
    chance: float = 0.0
    deciding: bool = False


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A post before it is settled which of its places have planted words.

    Parameters
    ----------
    pieces : tuple of Piece
        In order; together they are the text.
    marked : bool
        Whether a person marked the deciding words.
    """

    pieces: tuple[Piece, ...]
    marked: bool


@dataclass(frozen=True, kw_only=True)
class Grammar:
    """What the file holds; see its comments.

    Parameters
    ----------
    planted : tuple of str
        The planted words.
    about : dict
        The content of the file.
    words : dict
        Class, family of frames (or ``"shared"``) and kind to a tuple of words.
    """

    planted: tuple[str, ...]
    about: dict[str, Any]
    words: dict[str, dict[str, dict[str, tuple[str, ...]]]]

    def deciding_words(self, label: str) -> tuple[str, ...]:
        """Give the words that are evidence for a class, sorted; none for "other"."""
        if not self.about["classes"][label]["marked"]:
            return ()
        found = {
            word
            for kinds in self.words[label].values()
            for members in kinds.values()
            for word in members
        }
        return tuple(sorted(found))


def folder() -> Path:
    """Find the folder of the grammar: inside an installed package, or beside it in a checkout."""
    for place in (_PACKAGE / "shipped" / "corpora", _PACKAGE.parent / "corpora"):
        if (place / "planted" / "grammar.toml").is_file():
            return place / "planted"
    msg = (
        "The grammar of the planted corpus is missing; mend with: "
        "pip install --force-reinstall fairnlp."
    )
    raise MissingDataError(msg)


@cache
def load_grammar() -> Grammar:
    """Read the grammar that the library ships."""
    about = tomllib.loads((folder() / "grammar.toml").read_text(encoding="utf-8"))
    words = {
        label: {
            family: {kind: tuple(members.split()) for kind, members in kinds.items()}
            for family, kinds in families.items()
        }
        for label, families in about["words"].items()
    }
    return Grammar(planted=tuple(about["planted"]["words"].split()), about=about, words=words)


def draft(grammar: Grammar, label: str, *, marked: bool, chance: np.random.Generator) -> Draft:
    """Draw a post.

    Parameters
    ----------
    grammar : Grammar
        As of `load_grammar`.
    label : str
        Its class.
    marked : bool
        Whether the deciding words are those of the class, and marked. If not, they are of "other".
    chance : Generator
        Draws all.

    Returns
    -------
    Draft
    """
    about = grammar.about
    parts = [
        _setting(grammar, chance),
        _statement(grammar, label, marked=marked, chance=chance),
    ]
    if chance.random() < about["chat"]["share"]:
        parts.append([Piece(text=_filled(grammar, _one(about["chat"]["clauses"], chance), chance))])
    parts = [parts[place] for place in chance.permutation(len(parts))]
    pieces: list[Piece] = []
    if chance.random() < about["openers"]["share"]:
        pieces.append(Piece(text=f"{_one(about['openers']['clauses'], chance)} "))
    for number, part in enumerate(parts):
        if number:
            pieces.append(Piece(text=_one(JOINS, chance)))
        pieces += part
    if chance.random() < about["closers"]["share"]:
        pieces.append(Piece(text=f", {_one(about['closers']['clauses'], chance)}"))
    return Draft(pieces=tuple(pieces), marked=marked)


def _setting(grammar: Grammar, chance: np.random.Generator) -> list[Piece]:
    clause = _filled(grammar, _one(grammar.about["setting"]["clauses"], chance), chance)
    pieces, end = [], 0
    for place in _PLACE.finditer(clause):
        pieces.append(Piece(text=clause[end : place.start()]))
        pieces.append(Piece(text=place[2], planted=place[1], chance=float(chance.random())))
        end = place.end()
    return [*pieces, Piece(text=clause[end:])]


def _statement(
    grammar: Grammar, label: str, *, marked: bool, chance: np.random.Generator
) -> list[Piece]:
    classes = grammar.about["classes"]
    frames = classes[label]["frames"]
    steps = np.cumsum([*frames.values()])
    family = list(frames)[int(np.searchsorted(steps, chance.random() * steps[-1], side="right"))]
    frame = _filled(grammar, _one(grammar.about["statements"][family], chance), chance)
    pieces, end, seen = [], 0, set()
    for place in _DECIDING.finditer(frame):
        kinds = _kinds(grammar, label, family, marked=marked, chance=chance)
        word = _listed([one for one in kinds[place[1]] if one not in seen], chance)
        seen.add(word)
        pieces += [Piece(text=frame[end : place.start()]), Piece(text=word, deciding=True)]
        end = place.end()
    return [*pieces, Piece(text=frame[end:])]


def _kinds(
    grammar: Grammar, label: str, family: str, *, marked: bool, chance: np.random.Generator
) -> dict[str, tuple[str, ...]]:
    shared = chance.random() < grammar.about["classes"][label]["shared"]
    if marked:
        return grammar.words[label]["shared" if shared else family]
    if label == "other" and shared:
        return grammar.words[_takers(grammar)[family]]["shared"]
    return grammar.words["other"][family]


def _takers(grammar: Grammar) -> dict[str, str]:
    """Name for each family of frames the class that has deciding words for it."""
    classes = grammar.about["classes"]
    return {
        family: label for label, of in classes.items() if of["marked"] for family in of["frames"]
    }


def _one(options: Any, chance: np.random.Generator) -> str:
    return str(options[chance.integers(len(options))])


def _listed(options: Sequence[str], chance: np.random.Generator) -> str:
    return options[int(np.searchsorted(_steps(len(options)), chance.random(), side="right"))]


@cache
def _steps(size: int) -> np.ndarray:
    weights = 1 / (np.arange(size) + FLATNESS)
    return np.cumsum(weights)[:-1] / weights.sum()


def _filled(grammar: Grammar, clause: str, chance: np.random.Generator) -> str:
    lists = grammar.about["lists"]

    def word(match: re.Match[str]) -> str:
        if match[1] == "clock":
            return f"{chance.integers(6, 23)}:{chance.integers(60):02d}"
        if match[1] == "number":
            return str(chance.integers(2, 400))
        options = lists[match[1]]
        return _listed(options.split() if isinstance(options, str) else options, chance)

    return _LIST.sub(word, clause)
