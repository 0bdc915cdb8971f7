"""One progress bar for terminal and notebook."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from tqdm.std import tqdm as terminal_bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["bar"]

T = TypeVar("T")


def _bar_class() -> type[terminal_bar[Any]]:
    """Pick the widget bar in a notebook that has ipywidgets, else the one drawn in text."""
    try:
        shell = get_ipython()  # type: ignore[name-defined]
    except NameError:
        return terminal_bar
    if type(shell).__name__ == "ZMQInteractiveShell" and find_spec("ipywidgets"):
        from tqdm.notebook import tqdm as notebook_bar

        return notebook_bar
    return terminal_bar


def bar(
    items: Iterable[T],
    *,
    title: str,
    total: int | None = None,
    unit: str = "",
    show: bool | None = None,
) -> Iterator[T]:
    """Iterate over `items` and show how far it is.

    Parameters
    ----------
    items : iterable
    title : str
        What is being done, such as ``"reading texts"``.
    total : int, optional
        How many items there are, where `items` cannot tell.
    unit : str
        What an item is, such as ``"texts"``.
    show : bool, optional
        True or False; by default, a bar is drawn in a notebook and where the error output is a
        terminal.

    Yields
    ------
    object
        The items, unchanged.
    """
    kind = _bar_class()
    hidden = (None if kind is terminal_bar else False) if show is None else not show
    unit = f" {unit}" if unit else "it"
    yield from kind(items, desc=title, total=total, unit=unit, disable=hidden)
