"""A system that remembers, so that equal texts are asked about once in a run."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.systems.adapters import Adapter
from fairnlp.systems.outputs import Answers
from fairnlp.systems.prediction import ask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.systems.base import System

__all__ = ["Remembered"]


class Remembered(Adapter):
    """A system with a bounded memory of what it said, across batches.

    Texts are kept as hashes of 16 bytes, so that memory does not grow with their length; a text
    without an answer is asked about again.

    Parameters
    ----------
    system : System
        Other attributes, such as ``info``, are its own.
    limit : int
        How many texts to remember; the oldest are forgotten first. 100,000 take about 25 MB.

    Attributes
    ----------
    n_asked, n_predicted : int
        How many texts came, and how many the system was asked about.

    Examples
    --------
    >>> from fairnlp.systems import as_system
    >>> system = Remembered(as_system("vader"))
    >>> system.labels(["A good film.", "A bad film.", "A good film."])
    ['positive', 'negative', 'positive']
    >>> system.n_asked, system.n_predicted
    (3, 2)
    """

    def __init__(self, system: System, *, limit: int = 100_000) -> None:
        if limit < 1:
            msg = f"limit is {limit}; give the number of texts to remember, at least 1."
            raise OptionError(msg)
        self.system, self.limit = system, limit
        self.name = system.name
        self.lexicon = frozenset(getattr(system, "lexicon", ()))
        self.n_asked = self.n_predicted = 0
        self._memory: dict[bytes, tuple[str, float]] = {}

    def answers(self, texts: Sequence[str]) -> Answers:
        """Ask about the texts that are not remembered."""
        keys = [_key(text) for text in texts]
        new = {k: text for k, text in zip(keys, texts, strict=True) if k not in self._memory}
        found = ask(self.system, list(new.values()))
        self.n_asked += len(texts)
        self.n_predicted += len(new)
        said = dict(zip(new, zip(found.labels, found.scores.tolist(), strict=True), strict=True))
        known = [said.get(key) or self._memory[key] for key in keys]
        self._memory |= {key: (label, score) for key, (label, score) in said.items() if label}
        for key in list(islice(self._memory, max(0, len(self._memory) - self.limit))):
            del self._memory[key]
        return Answers([label for label, _ in known], np.array([score for _, score in known]))

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "system":  # asked for before it is set, such as by copy
            raise AttributeError(attribute)
        return getattr(self.system, attribute)


def _key(text: str) -> bytes:
    # "surrogatepass": a lone surrogate is a fault of the text, not a reason to stop.
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
