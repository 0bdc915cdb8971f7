"""The system as its caller knows it: asked as before, and its answer handed on as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairnlp.systems.adapters import EstimatorSystem, FunctionSystem, PipelineSystem
from fairnlp.systems.base import System, as_system
from fairnlp.systems.outputs import Answers, OutputError, Reader

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Wrapped"]


class Wrapped:
    """What a monitor watches, in both of its forms.

    Parameters
    ----------
    obj : object
        What `as_system` takes.
    **reading
        How its answers are read; see `as_system`.

    Attributes
    ----------
    system : System
        The system under test, which gives labels.
    """

    def __init__(self, obj: Any, **reading: Any) -> None:
        self.system: System = as_system(obj, **reading)
        obj = self.system if isinstance(obj, str | Path) else obj
        self._ask: Callable[..., Any] = obj
        if not isinstance(self.system, PipelineSystem):
            self._ask = getattr(obj, "labels", None) or getattr(obj, "predict", None) or obj
        self._reader = self._reader_of(obj)

    def _reader_of(self, obj: Any) -> Reader | None:
        """What reads the raw answers; none where they alone do not tell the label."""
        if obj is self.system:
            return Reader()  # its answers are words
        if isinstance(self.system, EstimatorSystem) and self.system.threshold is not None:
            return None  # the scores tell
        return getattr(self.system, "reader", None)

    def answer(self, texts: Any, *args: Any, **options: Any) -> Any:
        """Ask the object that was given, and give what it returns.

        Parameters
        ----------
        texts : str or list of str
            One text gives one answer, and a list what the object gives for a list. An object that
            takes only the other kind is asked in its own way.
        *args, **options
            They go to the object.
        """
        one = isinstance(texts, str)
        if isinstance(self.system, PipelineSystem):  # takes both
            return self._ask(texts, *args, **options)
        if isinstance(self.system, FunctionSystem) and self.system.takes == "one":
            if one:
                return self._ask(texts, *args, **options)
            return [self._ask(text, *args, **options) for text in texts]
        return (
            self._ask([texts], *args, **options)[0] if one else self._ask(texts, *args, **options)
        )

    def read(self, raw: Any, n: int, *, one: bool) -> Answers | None:
        """Read the answers that `answer` gave; None where they do not tell the labels.

        Parameters
        ----------
        raw : object
            What `answer` returned; it is not changed.
        n : int
            How many texts were asked about.
        one : bool
            True if one text was asked about and not a list.
        """
        if self._reader is None or isinstance(raw, Iterator):  # it belongs to the caller
            return None
        if one and not isinstance(self.system, PipelineSystem):  # it gives a list all the same
            raw = [raw]
        try:
            return self._reader.read(raw, n)
        except OutputError:  # such as where the options of this call change what comes back
            return None
