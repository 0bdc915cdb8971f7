"""The exceptions that fairnlp raises, and the sentences that say what would do instead."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

__all__ = [
    "FairnlpError",
    "LexiconError",
    "MissingDataError",
    "MissingDependencyError",
    "OptionError",
    "RunError",
    "SchemaError",
    "SystemUnderTestError",
    "UnknownChoiceError",
    "unknown_choice",
]


class FairnlpError(Exception):
    """Base of all errors that fairnlp raises on purpose."""


class OptionError(FairnlpError, ValueError):
    """An argument has a value that cannot be used."""


class UnknownChoiceError(OptionError):
    """A name is not among those that are known."""


class SchemaError(FairnlpError, ValueError):
    """A table lacks columns or holds values that its contract does not allow."""


class LexiconError(FairnlpError, ValueError):
    """A word list breaks one of the rules that hold for all word lists."""


class MissingDependencyError(FairnlpError, ImportError):
    """An optional package is not installed; the message has the command that installs it."""


class MissingDataError(FairnlpError, FileNotFoundError):
    """A corpus, model or lexicon is not on this machine; the message tells how to get it."""


class RunError(FairnlpError):
    """A run folder cannot be used as asked."""


class SystemUnderTestError(FairnlpError, RuntimeError):
    """The system under test raised, or returned what cannot be counted.

    Parameters
    ----------
    message : str
        What was wrong, in one sentence.
    system : str
        Name of the system under test.
    batch : int
        Number of the batch, from 0.
    text_ids : sequence of str
        Ids of the texts concerned; for a failure of the whole batch, all of its ids.
    finished : DataFrame, optional
        The predictions that were made before; see ``core.frames.PREDICTIONS``.
    """

    def __init__(
        self,
        message: str,
        *,
        system: str,
        batch: int = 0,
        text_ids: Sequence[str] = (),
        finished: pd.DataFrame | None = None,
    ) -> None:
        self.system = system
        self.batch = batch
        self.text_ids = tuple(text_ids)
        self.finished = finished
        shown = ", ".join(self.text_ids[:3]) + (", ..." if len(self.text_ids) > 3 else "")
        where = f" (text {shown})" if shown else ""
        super().__init__(f"System {system!r}, batch {batch}{where}: {message}")


def unknown_choice(kind: str, value: object, options: Iterable[str]) -> str:
    """Sentence for a name that is not known: all options, and the nearest one.

    Parameters
    ----------
    kind : str
        What is being chosen, such as ``"system"``.
    value : object
        What came.
    options : iterable of str
        What would do.

    Returns
    -------
    str

    Examples
    --------
    >>> unknown_choice("system", "vadr", ["afinn", "vader"])
    "Unknown system 'vadr'; choose one of 'afinn', 'vader'. Did you mean 'vader'?"
    """
    known = list(options)
    near = difflib.get_close_matches(str(value), known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"Unknown {kind} {value!r}; choose one of {', '.join(map(repr, known))}.{hint}"
