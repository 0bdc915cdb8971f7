"""What a run is asked to do: checked before it starts, kept in its manifest, read back from it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from fairnlp.core.errors import OptionError, RunError
from fairnlp.runs.tested import Given

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Plan"]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The options of a run that its result depends on.

    Parameters
    ----------
    texts : int
        How many texts the corpus has.
    systems : tuple of Given
    characteristics : tuple of str
        Their names.
    word_lists : mapping of str to str
        Name to file, of the characteristics that are a word list of the user's.
    values, seed, strategy, chunk, batch_size, model, on_error
        See `runs.audit.audit`.

    Raises
    ------
    OptionError
        If a number is less than 1, or a name comes twice.
    """

    texts: int
    systems: tuple[Given, ...]
    characteristics: tuple[str, ...]
    values: int
    seed: int
    strategy: str
    chunk: int
    batch_size: int
    model: str | None
    on_error: Literal["raise", "record"]
    word_lists: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = {
            "values": self.values,
            "chunk": self.chunk,
            "batch_size": self.batch_size,
            "the number of texts": self.texts,
            "the number of systems": len(self.systems),
            "the number of characteristics": len(self.characteristics),
        }
        if low := [f"{name} is {n}" for name, n in counts.items() if n < 1]:
            msg = f"A run needs at least one of each: {', '.join(low)}."
            raise OptionError(msg)
        if self.on_error not in ("raise", "record"):
            msg = f"on_error is {self.on_error!r}; choose 'raise' or 'record'."
            raise OptionError(msg)
        for kind, names in (
            ("systems", [given.key for given in self.systems]),
            ("characteristics", list(self.characteristics)),
        ):
            if twice := sorted({name for name in names if names.count(name) > 1}):
                msg = (
                    f"Two {kind} are called {twice[0]!r}; give each a name of its own. For a "
                    "system: as_system(..., name=...)."
                )
                raise OptionError(msg)

    def given(self, characteristic: str) -> str:
        """Tell what a characteristic can be made of again: its name, or the file of its list."""
        return self.word_lists.get(characteristic, characteristic)

    @property
    def parts(self) -> range:
        """Numbers of the parts into which the corpus is cut."""
        return range(math.ceil(self.texts / self.chunk))

    def to_json(self) -> dict[str, Any]:
        """Give the options as JSON takes them."""
        return asdict(self)

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> Plan:
        """Read the options back.

        Raises
        ------
        RunError
            If they are not those of this version of fairnlp.
        """
        try:
            read = dict(options)
            read["systems"] = tuple(Given(**given) for given in options["systems"])
            read["characteristics"] = tuple(options["characteristics"])
            return cls(**read)
        except (KeyError, TypeError) as error:
            msg = (
                f"The manifest is of another version of fairnlp ({error}). Start the run again "
                "with fresh=True (--fresh)."
            )
            raise RunError(msg) from error
