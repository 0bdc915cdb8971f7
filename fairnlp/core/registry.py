"""Names for things that are loaded when they are asked for: a table of "module:attribute"."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import UnknownChoiceError, unknown_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["load"]


def load(kind: str, name: str, table: Mapping[str, str]) -> Any:
    """Import what `name` stands for.

    Parameters
    ----------
    kind : str
        What is being chosen, for the message.
    name : str
        A key of `table`.
    table : mapping of str to str
        Name to ``"module:attribute"``.

    Returns
    -------
    object

    Raises
    ------
    UnknownChoiceError
        If `name` is not in `table`.

    Examples
    --------
    >>> load("number", "pi", {"pi": "math:pi"})
    3.141592653589793
    """
    if name not in table:
        raise UnknownChoiceError(unknown_choice(kind, name, sorted(table)))
    module, _, attribute = table[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
