"""The systems of a run: what they are called, and where to find them again when it is resumed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import RunError
from fairnlp.systems.base import BUILT_IN, System, as_system, built_in_name
from fairnlp.systems.importing import import_named, imported_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Given", "given_systems", "load_systems", "own_systems"]


@dataclass(frozen=True, kw_only=True)
class Given:
    """A system under test as it was given.

    Parameters
    ----------
    name : str
        What tables call it.
    source : str
        What finds it again: ``"vader"``, ``"module:attribute"`` or a folder. Empty for an object
        of the user's own, which a file cannot hold.
    """

    name: str
    source: str = ""

    @property
    def key(self) -> str:
        """The name in the form that a step's name takes."""
        return re.sub(r"[^a-z0-9_.]+", "-", self.name.lower()).strip("-.") or "system"


def given_systems(systems: Iterable[Any]) -> tuple[Given, ...]:
    """Say what the systems are called, without loading those that have a name.

    Parameters
    ----------
    systems : iterable
        What `as_system` takes, or ``"module:attribute"``.

    Raises
    ------
    UnknownChoiceError, OptionError
        If something is not a system.
    """
    if isinstance(systems, str):
        systems = [systems]
    return tuple(_given(system) for system in systems)


def _given(system: Any) -> Given:
    if not isinstance(system, str | Path):
        return Given(name=as_system(system).name)
    source = str(system)
    if source in BUILT_IN:
        return Given(name=built_in_name(source), source=source)
    if Path(source).is_dir():
        return Given(name=Path(source).resolve().name, source=source)
    if named := imported_name(source):
        return Given(name=named, source=source)
    return Given(name=as_system(source).name, source=source)


def own_systems(systems: Iterable[Any]) -> dict[str, System]:
    """Give the objects of the user's own among the systems, by their names."""
    if isinstance(systems, str):
        systems = [systems]
    made = [as_system(system) for system in systems if not isinstance(system, str | Path)]
    return {system.name: system for system in made}


def load_systems(
    given: Sequence[Given], own: Mapping[str, System], *, folder: Path
) -> dict[str, System]:
    """Load systems.

    Parameters
    ----------
    given : sequence of Given
        Those that are needed.
    own : mapping of str to System
        See `own_systems`.
    folder : Path
        The run folder, for the message.

    Returns
    -------
    dict of str to System
        By `Given.key`.

    Raises
    ------
    RunError
        If a system of the user's own is needed and was not given.
    """
    if absent := [g.name for g in given if not g.source and g.name not in own]:
        names = ", ".join(map(repr, absent))
        msg = (
            f"The run in {folder} tests {names}, an object of your own that no file can hold. Give "
            f"it again, under the same name: fairnlp.resume({str(folder)!r}, systems=[...])."
        )
        raise RunError(msg)
    return {g.key: _load(g) if g.source else own[g.name] for g in given}


def _load(given: Given) -> System:
    return as_system(import_named(given.source), name=given.name)
