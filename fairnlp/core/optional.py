"""Optional packages: a missing one fails late, once, and tells the command that installs it."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING

from fairnlp.core.errors import MissingDependencyError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["require"]


def require(package: str, *, extra: str, purpose: str) -> ModuleType:
    """Import an optional package.

    Parameters
    ----------
    package : str
        Name to import.
    extra : str
        The extra of fairnlp that installs it.
    purpose : str
        What needs it, as the start of a sentence.

    Returns
    -------
    module

    Raises
    ------
    MissingDependencyError
        If it is not installed.

    Examples
    --------
    >>> require("no_such_package", extra="neural", purpose="A transformer")
    Traceback (most recent call last):
    fairnlp.core.errors.MissingDependencyError: A transformer needs `no_such_package`: \
pip install 'fairnlp[neural]'.
    """
    if find_spec(package.partition(".")[0]) is None:
        msg = f"{purpose} needs `{package}`: pip install 'fairnlp[{extra}]'."
        raise MissingDependencyError(msg, name=package)
    return importlib.import_module(package)
