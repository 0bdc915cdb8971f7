"""Parsing in this process or in several, to bytes that can be kept and read back."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING, Self

from spacy.tokens import Doc, DocBin

from fairnlp.text.models import Model, load_model

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.process import BaseProcess
    from types import TracebackType

    from spacy.language import Language
    from spacy.vocab import Vocab

__all__ = ["Parser", "unpack"]

log = logging.getLogger(__name__)

ATTRIBUTES = ("TAG", "POS", "DEP", "HEAD", "ENT_IOB", "ENT_TYPE", "SENT_START", "MORPH")
"""What is kept of a parse; no vectors and no lemmas."""


class Parser:
    """A model at work in one process or several.

    Not spaCy's own ``n_process``: that sends the whole model to each process before it looks
    whether the process lives, and then waits for ever where a script lacks its main guard.

    Parameters
    ----------
    model : Model
        What `load_model` gave.
    processes : int
        How many parse. Where they cannot be started, or die, this one does the work, and a
        warning is logged.
    """

    def __init__(self, model: Model, *, processes: int) -> None:
        self._model = model
        self._pool: ProcessPoolExecutor | None = None
        if processes == 1:
            return
        if any("transformer" in part for part in model.components):
            log.info("%s is a transformer, which uses all cores itself: one process.", model.name)
        elif multiprocessing.current_process().daemon:
            log.warning("A worker process cannot start others: texts are parsed in one process.")
        else:
            self._pool = ProcessPoolExecutor(processes, initializer=_live_with_parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def submit(self, texts: Sequence[str]) -> Callable[[], list[bytes]]:
        """Start to parse a batch.

        Parameters
        ----------
        texts : sequence of str
            The batch.

        Returns
        -------
        callable
            It gives the packed parses, in order, and waits for them where needed. In one process
            the work is done when it is called.
        """
        if self._pool is not None and texts:
            try:
                future = self._pool.submit(_parse_in_worker, self._model.source, texts)
                return partial(self._wait, future, texts)
            except (BrokenProcessPool, OSError) as error:
                self._go_on_alone(error)
        return partial(_parse, self._model.nlp, texts)

    def _wait(self, future: Future[list[bytes]], texts: Sequence[str]) -> list[bytes]:
        try:
            return future.result()
        except BrokenProcessPool as error:
            self._go_on_alone(error)
            return _parse(self._model.nlp, texts)

    def _go_on_alone(self, error: Exception) -> None:
        if self._pool is None:  # told before: all batches under way fail together
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None
        log.warning(
            "Parsing in several processes failed (%s): one process goes on. A script needs "
            "`if __name__ == '__main__':` around what it runs.",
            error,
        )


def _parse(nlp: Language, texts: Sequence[str]) -> list[bytes]:
    return [_pack(doc) for doc in nlp.pipe(texts, batch_size=max(len(texts), 1))]


def _parse_in_worker(source: str, texts: Sequence[str]) -> list[bytes]:
    return _parse(load_model(source).nlp, texts)  # loaded once a process


def _live_with_parent() -> None:
    """End this worker when its parent ends, even by a kill; leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=[parent], daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _pack(doc: Doc) -> bytes:
    packer = DocBin(attrs=ATTRIBUTES)
    packer.add(doc)
    return packer.to_bytes()


def unpack(packed: bytes, *, text: str, vocab: Vocab) -> Doc:
    """Read a packed parse.

    Parameters
    ----------
    packed : bytes
        One that `Parser.submit` gave.
    text : str
        What it should be a parse of.
    vocab : Vocab
        The vocabulary of the model.

    Returns
    -------
    Doc

    Raises
    ------
    ValueError
        If it is of another text, or cut short; bytes that were changed may raise anything.
    """
    (doc,) = DocBin().from_bytes(packed).get_docs(vocab)
    if doc.text != text:
        msg = "it is of another text"
        raise ValueError(msg)
    return doc
