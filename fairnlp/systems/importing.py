"""Systems of the user's own that a word names: ``module:attribute``."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

from fairnlp.core.errors import OptionError

__all__ = ["import_named", "imported_name"]

_IMPORTED = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")


def imported_name(source: str) -> str | None:
    """Give the attribute of ``module:attribute``; None for anything else, such as a folder.

    Examples
    --------
    >>> imported_name("shop.model:predict"), imported_name("vader")
    ('predict', None)
    """
    found = None if Path(source).is_dir() else _IMPORTED.fullmatch(source)
    return found[2] if found else None


def import_named(source: str) -> Any:
    """Give the object that ``module:attribute`` names; anything else stays as it is.

    Parameters
    ----------
    source : str
        Also what `as_system` knows by itself: the name of a system, a folder, a file.

    Returns
    -------
    object
        What `as_system` takes.

    Raises
    ------
    OptionError
        If there is no such module or attribute.

    Examples
    --------
    >>> import_named("math:sqrt")(9), import_named("vader")
    (3.0, 'vader')
    """
    if imported_name(source) is None:
        return source
    module, _, attribute = source.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        msg = (
            f"Cannot load the system {source!r}: {error}. Write it as module:attribute, of a "
            "module that Python finds from the current folder."
        )
        raise OptionError(msg) from error
