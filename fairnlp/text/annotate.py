"""Texts to parses: in order, in batches and processes, each text parsed once and then kept."""

from __future__ import annotations

import hashlib
import logging
import math
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.folders import cache_folder
from fairnlp.core.progress import bar
from fairnlp.text.models import Model, load_model, model_info
from fairnlp.text.parse_store import ParseStore
from fairnlp.text.parser import Parser, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from spacy.tokens import Doc

__all__ = ["Model", "Skipped", "annotate", "load_model", "model_info"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """What stands in the place of the parse of a text that was not parsed.

    Parameters
    ----------
    reason : str
        ``"skipped: too long"``, ``"skipped: missing"`` (None or NaN) or
        ``"skipped: not Unicode"`` (a lone surrogate, which no file can hold).
    length : int
        Characters of the text.
    detail : str
        What was seen, such as ``"1100000 characters, limit 100000"``.
    """

    reason: str
    length: int
    detail: str

    def __bool__(self) -> bool:
        """Tell that there is no parse."""
        return False


def annotate(
    texts: Iterable[str],
    *,
    model: Model | str | Path | None = None,
    processes: int = 1,
    batch_size: int = 64,
    max_chars: int = 100_000,
    cache: bool = True,
    progress: bool | None = None,
) -> Iterator[Doc | Skipped]:
    """Parse texts.

    The parse of a text depends on the text and the model alone: not on its neighbours, the number
    of processes, or whether it was stored. A text that comes twice is parsed once.

    Parameters
    ----------
    texts : iterable of str
        They are taken as they are needed, so a generator does. Clean them first: a parse is of
        the exact characters.
    model : Model, str or Path, optional
        A loaded model, or what `load_model` takes.
    processes : int, default 1
        How many processes parse. Where they fail, one does, and a warning is logged. A transformer
        always runs in one.
    batch_size : int, default 64
        Texts that are parsed, and then stored, at a time.
    max_chars : int, default 100,000
        A longer text is skipped. The parser needs about 1 GB for 100,000 characters.
    cache : bool, default True
        Take parses from, and keep them in, the user's cache (``parses`` in
        ``core.folders.cache_folder()``), one file a model. It may be deleted at any time.
    progress : bool, optional
        Show a progress bar; by default in a terminal and in a notebook.

    Yields
    ------
    Doc or Skipped
        One for each text, in order. A `Doc` has tags, the dependency parse, sentences, named
        entities and morphology; all share one vocabulary, which grows by about 2 kB a review.

    Raises
    ------
    OptionError
        If an option is below 1, or a text is neither a str nor missing.

    Examples
    --------
    >>> met, laughed = next(annotate(["We met Mrs. Dahl. She laughed."], cache=False)).sents
    >>> [(token.text, token.tag_) for token in laughed]
    [('She', 'PRP'), ('laughed', 'VBD'), ('.', '.')]
    """
    if isinstance(texts, str):
        msg = "`texts` is one str; give a list: annotate([text])."
        raise OptionError(msg)
    options = {"processes": processes, "batch_size": batch_size, "max_chars": max_chars}
    if low := {name: value for name, value in options.items() if value < 1}:
        msg = f"These must be at least 1: {', '.join(f'{k} = {v!r}' for k, v in low.items())}."
        raise OptionError(msg)
    if not isinstance(model, Model):
        model = load_model(model)
    shown = bar(texts, title="reading texts", unit="texts", show=progress)
    return _annotate(shown, model, processes, batch_size, max_chars, cache)


@dataclass(frozen=True)
class _Batch:
    """A few texts, and where their parses come from: the store, or `wait`."""

    texts: list[str | Skipped]
    keys: dict[str, bytes]
    stored: dict[bytes, bytes]
    missed: dict[bytes, str]
    wait: Callable[[], list[bytes]]


class _Reading:
    """One pass over texts."""

    def __init__(self, model: Model, store: ParseStore, parser: Parser, limit: int) -> None:
        self._vocab = model.nlp.vocab
        self._store = store
        self._parser = parser
        self._limit = limit
        self._under_way: set[bytes] = set()

    def start(self, numbered: Iterable[tuple[int, object]]) -> _Batch:
        """Look the texts up and start to parse those that are neither stored nor under way."""
        texts = [_check(text, number, self._limit) for number, text in numbered]
        keys = {text: _key(text) for text in texts if isinstance(text, str)}
        stored = self._store.get(keys.values())
        known = stored.keys() | self._under_way
        missed = {key: text for text, key in keys.items() if key not in known}
        self._under_way.update(missed)
        return _Batch(texts, keys, stored, missed, self._parser.submit(list(missed.values())))

    def finish(self, batch: _Batch) -> Iterator[Doc | Skipped]:
        """Give the parses of a batch; those before it must be finished."""
        fresh = dict(zip(batch.missed, batch.wait(), strict=True))
        self._store.put(fresh)
        self._under_way.difference_update(fresh)
        parses = batch.stored | fresh
        parses |= self._store.get(batch.keys.values() - parses.keys())  # of batches before
        for text in batch.texts:
            if isinstance(text, Skipped):
                yield text
            else:
                yield self._unpack(batch.keys[text], text, parses)

    def _unpack(self, key: bytes, text: str, parses: Mapping[bytes, bytes]) -> Doc:
        # Every parse comes this way, so that a stored one does not differ from a fresh one.
        try:
            return unpack(parses[key], text=text, vocab=self._vocab)
        except Exception as error:  # what changed bytes can raise has no end
            log.warning("The stored parse of a text is broken (%s): it is parsed again.", error)
            (packed,) = self._parser.submit([text])()
            self._store.put({key: packed})
            return unpack(packed, text=text, vocab=self._vocab)


def _annotate(
    texts: Iterable[str], model: Model, processes: int, batch_size: int, max_chars: int, cache: bool
) -> Iterator[Doc | Skipped]:
    path = cache_folder("parses") / f"{model.name}-{model.identity[:16]}.sqlite" if cache else None
    # Each process has a batch at work and one that waits.
    ahead = 2 * processes if processes > 1 else 0
    numbered = enumerate(texts)
    with ParseStore(path) as store, Parser(model, processes=processes) as parser:
        reading = _Reading(model, store, parser, min(max_chars, model.nlp.max_length))
        batches: deque[_Batch] = deque()
        while some := list(islice(numbered, batch_size)):
            batches.append(reading.start(some))
            if len(batches) > ahead:
                yield from reading.finish(batches.popleft())
        for batch in batches:
            yield from reading.finish(batch)


def _check(text: object, number: int, limit: int) -> str | Skipped:
    """Give the text, or what stands in its place."""
    if not isinstance(text, str):
        if text is None or text is pd.NA or (isinstance(text, float) and math.isnan(text)):
            return Skipped(reason="skipped: missing", length=0, detail=f"row {number} has no text")
        msg = f"Text {number} is of type {type(text).__name__}, not str: {text!r:.80}."
        raise OptionError(msg)
    if len(text) > limit:
        detail = f"{len(text)} characters, limit {limit}"
        return Skipped(reason="skipped: too long", length=len(text), detail=detail)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        detail = f"lone surrogate at character {error.start}"
        return Skipped(reason="skipped: not Unicode", length=len(text), detail=detail)
    return text


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
