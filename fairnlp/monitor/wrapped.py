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
    seen : callable, optional
        What of each text it reads, where it tells; see `systems.base.System`.
    """

    def __init__(self, obj: Any, **reading: Any) -> None:
        self.system: System = as_system(obj, **reading)
        obj = self.system if isinstance(obj, str | Path) else obj
        self._ask: Callable[..., Any] = obj
        if not isinstance(self.system, PipelineSystem):
            self._ask = getattr(obj, "labels", None) or getattr(obj, "predict", None) or obj
        self.seen = getattr(self.system, "seen", None) or getattr(obj, "seen", None)
        self._reader = self._reader_of(obj)
        # A system that gives labels and scores in one pass is asked once for both.
        self._answers: Callable[..., Answers] | None = (
            getattr(obj, "answers", None) if obj is self.system else None
        )

    def _reader_of(self, obj: Any) -> Reader | None:
        """What reads the raw answers; none where they alone do not tell the label."""
        if obj is self.system:
            return Reader()  # its answers are words
        if isinstance(self.system, EstimatorSystem) and self.system.threshold is not None:
            return None  # the scores tell
        return getattr(self.system, "reader", None)

    def answer(self, texts: Any, *args: Any, **options: Any) -> tuple[Any, Answers | None]:
        """Ask the object that was given.

        Parameters
        ----------
        texts : str or list of str
            One text gives one answer, and a list what the object gives for a list. An object that
            takes only the other kind is asked in its own way.
        *args, **options
            They go to the object.

        Returns
        -------
        object
            What it returned, unchanged.
        Answers or None
            The labels that this tells, one a text; None where it does not tell them.
        """
        one = isinstance(texts, str)
        if self._answers is not None and not args and not options:
            found = self._answers([texts] if one else list(texts))
            if None not in found.labels:  # else the system has its own way to say so
                return (found.labels[0] if one else list(found.labels)), found
        raw = self._asked(texts, args, options, one=one)
        return raw, self._read(raw, 1 if one else len(texts), one=one)

    def _asked(
        self, texts: Any, args: tuple[Any, ...], options: dict[str, Any], *, one: bool
    ) -> Any:
        if isinstance(self.system, PipelineSystem):  # takes both
            return self._ask(texts, *args, **options)
        if isinstance(self.system, FunctionSystem) and self.system.takes == "one":
            if one:
                return self._ask(texts, *args, **options)
            return [self._ask(text, *args, **options) for text in texts]
        if one:
            return self._ask([texts], *args, **options)[0]
        return self._ask(texts, *args, **options)

    def _read(self, raw: Any, n: int, *, one: bool) -> Answers | None:
        if self._reader is None or isinstance(raw, Iterator):  # it belongs to the caller
            return None
        if one and not isinstance(self.system, PipelineSystem):  # it gives a list all the same
            raw = [raw]
        try:
            return self._reader.read(raw, n)
        except OutputError:  # such as where the options of this call change what comes back
            return None
