"""Texts to parses: in order, in batches and processes, each text parsed once and then kept."""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pandas as pd
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from fairnlp.core.errors import OptionError
from fairnlp.core.folders import cache_folder
from fairnlp.core.progress import bar
from fairnlp.text.models import Model, load_model, model_info
from fairnlp.text.parse_store import ParseStore

__all__ = ["Model", "Skipped", "annotate", "load_model", "model_info"]

log = logging.getLogger(__name__)

ATTRIBUTES = ("TAG", "POS", "DEP", "HEAD", "ENT_IOB", "ENT_TYPE", "SENT_START", "MORPH")
"""What a `Doc` carries; no vectors and no lemmas."""


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
        How many processes parse. Where they fail to start, one does, and a warning is logged. A
        transformer always runs in one.
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
    if processes > 1 and any("transformer" in part for part in model.components):
        log.info("%s is a transformer, which uses all cores itself: one process.", model.name)
        processes = 1
    shown = bar(texts, title="reading texts", unit="texts", show=progress)
    return _annotate(shown, model, processes, batch_size, max_chars, cache)


def _annotate(
    texts: Iterable[str], model: Model, processes: int, batch_size: int, max_chars: int, cache: bool
) -> Iterator[Doc | Skipped]:
    path = cache_folder("parses") / f"{model.name}-{model.identity[:16]}.sqlite" if cache else None
    limit = min(max_chars, model.nlp.max_length)
    # Processes start anew for each window, which costs from tenths of a second to seconds.
    window_size = batch_size if processes == 1 else 32 * batch_size * processes
    numbered = enumerate(texts)
    with ParseStore(path) as store:
        parser = _Parser(model, store, processes, batch_size)
        while window := list(islice(numbered, window_size)):
            checked = [_check(text, number, limit) for number, text in window]
            keys = {text: _key(text) for text in checked if isinstance(text, str)}
            parses = store.get(keys.values())
            # A dict drops what comes twice and keeps the order, in which the parses then arrive.
            missed = {key: text for text, key in keys.items() if key not in parses}
            with closing(parser.parse(missed)) as fresh:
                for text in checked:
                    if isinstance(text, Skipped):
                        yield text
                        continue
                    if (key := keys[text]) not in parses:
                        parses[key] = next(fresh)
                    yield parser.unpack(key, text, parses[key])


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


class _Parser:
    """A model that puts what it parses into a store."""

    def __init__(self, model: Model, store: ParseStore, processes: int, batch_size: int) -> None:
        self._nlp = model.nlp
        self._store = store
        self._processes = processes
        self._batch_size = batch_size

    def parse(self, texts: Mapping[bytes, str]) -> Iterator[bytes]:
        """Yield the packed parses in the order of the texts; put them into the store in batches."""
        waiting: dict[bytes, bytes] = {}
        try:
            for number, (key, doc) in enumerate(zip(texts, self._docs(texts), strict=True), 1):
                waiting[key] = packed = _pack(doc)
                if len(waiting) == self._batch_size or number == len(texts):
                    self._store.put(waiting)
                    waiting = {}
                yield packed
        finally:  # the reader may stop here
            if waiting:
                self._store.put(waiting)

    def unpack(self, key: bytes, text: str, packed: bytes) -> Doc:
        """Give the parse; every one comes this way, so that a stored one is not another."""
        try:
            return _unpack(packed, text, self._nlp.vocab)
        except Exception as error:  # what bytes that were changed lead to has no end
            log.warning("The stored parse of a text is broken (%s): it is parsed again.", error)
            (packed,) = self.parse({key: text})
            return _unpack(packed, text, self._nlp.vocab)

    def _docs(self, texts: Mapping[bytes, str]) -> Iterator[Doc]:
        rest = list(texts.values())
        if self._processes > 1 and len(rest) > self._batch_size:
            done = 0
            try:
                for doc in self._nlp.pipe(
                    rest, batch_size=self._batch_size, n_process=self._processes
                ):
                    done += 1
                    yield doc
            except Exception as error:  # anything from a missing main guard to a lack of memory
                log.warning(
                    "Parsing in %d processes failed (%s: %s): one process goes on.",
                    *(self._processes, type(error).__name__, error),
                )
                self._processes = 1
            rest = rest[done:]
        yield from self._nlp.pipe(rest, batch_size=self._batch_size)


def _pack(doc: Doc) -> bytes:
    packer = DocBin(attrs=ATTRIBUTES)
    packer.add(doc)
    return packer.to_bytes()


def _unpack(packed: bytes, text: str, vocab: Vocab) -> Doc:
    (doc,) = DocBin().from_bytes(packed).get_docs(vocab)
    if doc.text != text:
        msg = "it is of another text"
        raise ValueError(msg)
    return doc
