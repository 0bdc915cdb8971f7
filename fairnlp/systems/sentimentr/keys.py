"""Where the tables come from: R or a download (both checked), a package, or a file of the user."""

from __future__ import annotations

import hashlib
import io
import logging
import pickle
import warnings
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from fairnlp.core.errors import LexiconError, MissingDataError, OptionError
from fairnlp.core.folders import cache_folder
from fairnlp.core.optional import require
from fairnlp.core.replacing import replace_file
from fairnlp.lexicons.tables import load_table
from fairnlp.systems.sentimentr import rscript
from fairnlp.systems.sentimentr.tables import Tables, content_hash
from fairnlp.systems.wordscores import read_scores

__all__ = ["KEYS", "Plain", "load"]

_log = logging.getLogger(__name__)

KEYS = ("auto", "Jockers-Rinker", "syuzhet")
"""The keys that are known by name."""

_COMMIT = "6fab24027f60be4f42535fa7128b3c2a6945c9e7"
_URL = f"https://raw.githubusercontent.com/trinker/lexicon/{_COMMIT}/data/{{}}.rda"
# Name in the R package, and hash of the content (not of a file: it comes in several forms).
_HASHES = {
    "hash_sentiment_jockers_rinker": (
        "588697c60cf0ef8d922a046ee8b1bd6b59e9977bbfb10e1292e3074dbdc992c9"
    ),
    "hash_valence_shifters": "e55eac447722b591dab9c1ab2796167b953755aca07062d79ac8566a6e10ebef",
}
_SYUZHET = "638ed69fde80ffd5a6faf965311b69a7e36d05fbc14d8d46de6f99b65572eac1"
_KINDS = {"negator": 1, "amplifier": 2, "de-amplifier": 3, "adversative": 4}

_HOW = (
    "Get it with fairnlp.systems.sentimentr.load('Jockers-Rinker', download=True) (needs the "
    "package rdata: pip install 'fairnlp[lexicons]'), or in R with install.packages('lexicon')"
)


def load(
    key: str | Path = "auto", *, shifters: str | Path | None = None, download: bool = False
) -> Tables:
    """Load the tables of the SentimentR algorithm.

    Parameters
    ----------
    key : str or Path
        ``"Jockers-Rinker"``: 11,710 words and phrases, the key of the R package, with its 140
        valence shifters. From fairnlp's cache, from the R package ``lexicon`` if that is
        installed, or, with `download`, from its source.
        ``"syuzhet"``: 10,747 words from the package ``moodswing``, with fairnlp's own shifters.
        ``"auto"``: the first if it is on this machine, else the second; `Tables.title` tells which.
        A path: a CSV of yours, as `wordscores.read_scores` reads it.
    shifters : str or Path, optional
        A CSV like that, with 1 (negator), 2 (amplifier), 3 (de-amplifier) or 4 (adversative) in
        the place of the scores; by default those that belong to the key.
    download : bool
        Fetch the Jockers-Rinker key (GPL-3) if it is not here. Nothing is fetched without it, and
        what is fetched is used only if it holds exactly what is known.

    Returns
    -------
    Tables

    Raises
    ------
    MissingDataError
        If the key is not on this machine, or what was found or fetched is not what is known.
    LexiconError
        As for `wordscores.read_scores` and `Tables`.
    OptionError
        If the key is none of these.

    References
    ----------
    Jockers (2015), syuzhet; Rinker (2018), lexicon; Rinker (2021), sentimentr.
    """
    if key == "Jockers-Rinker" or (key == "auto" and download):
        found = _jockers_rinker(download=download) or _missing()
    elif key == "auto":
        found = _jockers_rinker(download=False) or _syuzhet()
    elif key == "syuzhet":
        found = _syuzhet()
    elif Path(key).suffix == ".csv":
        found = _of_file(Path(key))
    else:
        msg = f"The key is {str(key)!r}; give {', '.join(map(repr, KEYS))}, or a file .csv."
        raise OptionError(msg)
    if shifters is None:
        return found
    kinds: Any = _scores(Path(shifters))  # `Tables` checks that they are whole numbers
    return replace(found, shifters=kinds, shifter_list=Path(shifters).name)


def _missing() -> NoReturn:
    msg = f"The Jockers-Rinker key is not on this machine. {_HOW}."
    raise MissingDataError(msg)


def _jockers_rinker(*, download: bool) -> Tables | None:
    polarity, shifters = (_known(name, download=download) for name in _HASHES)
    if polarity is None or shifters is None:
        return None
    kinds = {word: int(kind) for word, kind in shifters.items()}
    return Tables(polarity=polarity, shifters=kinds, key="Jockers-Rinker", shifter_list="lexicon")


def _known(name: str, *, download: bool) -> dict[str, float] | None:
    """Give a table from the first place that has it, and keep it in the cache."""
    path = cache_folder("lexicons") / f"{name}.csv"
    if path.is_file() and (table := _checked(_kept(path), name, f"the cache ({path})")):
        return table
    table = _checked(rscript.lexicon_table(name), name, "the R package lexicon")
    if table is None and download:
        table = _checked(_fetched(name), name, _URL.format(name))
    if table is not None:
        lines = [f'"{word}",{value!r}\n' for word, value in table.items()]
        replace_file(path, ("x,y\n" + "".join(lines)).encode())
    return table


def _checked(table: dict[str, float] | None, name: str, place: str) -> dict[str, float] | None:
    if table is None or content_hash(table, {}) == _HASHES[name]:
        return table
    _log.warning("%s from %s is broken, or of another version: not used.", name, place)
    return None


def _kept(path: Path) -> dict[str, float]:
    try:
        return _scores(path)
    except LexiconError:  # `_checked` will tell
        return {}


def _fetched(name: str) -> dict[str, float]:
    import pooch

    rdata = require("rdata", extra="lexicons", purpose="Reading a data file of R")
    try:
        # Its content is checked when it is read, whatever form the file has.
        path = pooch.retrieve(_URL.format(name), known_hash=None, path=cache_folder("lexicons"))
    except Exception as error:  # whatever the network says
        msg = f"{_URL.format(name)} cannot be fetched ({error}). {_HOW}."
        raise MissingDataError(msg) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it has no class of its own for R's data.table
        frame = rdata.read_rda(path)[name]
    Path(path).unlink()
    words, values = frame["x"].astype(str), frame["y"].astype(float)
    return dict(zip(words, values.tolist(), strict=True))


class Plain(pickle.Unpickler):
    """Reads lists, mappings, texts and numbers, and nothing that could run."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse what a pickle may ask for beyond plain values."""
        msg = f"the file asks for {module}.{name}"
        raise pickle.UnpicklingError(msg)


@cache
def _syuzhet() -> Tables:
    spec = find_spec("moodswing")  # only looked at: the package is not imported
    if spec is None or not spec.origin:
        msg = f"No key is on this machine: pip install 'fairnlp[lexicons]' brings syuzhet. {_HOW}."
        raise MissingDataError(msg)
    path = Path(spec.origin).parent / "data" / "lexicons" / "syuzhet_dict.pkl"
    content = path.read_bytes() if path.is_file() else b""
    if hashlib.sha256(content).hexdigest() != _SYUZHET:
        msg = f"{path} is not that of moodswing 0.1.0; mend with: pip install moodswing==0.1.0."
        raise MissingDataError(msg)
    rows = Plain(io.BytesIO(content)).load()
    return Tables(
        polarity={row["word"]: row["value"] for row in rows},  # of two entries, the last one
        shifters=_own_shifters(),
        key="syuzhet",
        shifter_list="fairnlp",
    )


def _own_shifters() -> dict[str, int]:
    own = load_table("valence_shifters")
    return {term: _KINDS[kind] for term, kind in zip(own["term"], own["kind"], strict=True)}


def _of_file(path: Path) -> Tables:
    polarity, shifters = _scores(path), _own_shifters()
    if both := sorted(polarity.keys() & shifters.keys()):  # the user's word goes before ours
        _log.warning("%s gives scores to valence shifters: %s", path.name, ", ".join(both))
    return Tables(
        polarity=polarity,
        shifters={term: kind for term, kind in shifters.items() if term not in polarity},
        key=path.name,
        shifter_list="fairnlp",
    )


def _scores(path: Path) -> dict[str, float]:
    table = read_scores(path)
    return dict(zip(table["word"], table["score"].tolist(), strict=True))
