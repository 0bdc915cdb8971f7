"""The characteristics that can be asked for by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fairnlp.core.registry import load

if TYPE_CHECKING:
    from fairnlp.characteristics.base import Characteristic

__all__ = ["CHARACTERISTICS", "RESOLVERS", "as_characteristic"]

CHARACTERISTICS = {"gender": "fairnlp.characteristics.gender:Gender"}
RESOLVERS = {"rules": "fairnlp.text.coreference.rules:Rules"}


def as_characteristic(what: str | Characteristic, *, coreference: str = "rules") -> Characteristic:
    """Give a characteristic for its name; one that is given already stays as it is.

    Raises
    ------
    UnknownChoiceError
        If a name is not known.
    """
    if not isinstance(what, str):
        return what
    resolver = load("coreference backend", coreference, RESOLVERS)
    made = load("characteristic", what, CHARACTERISTICS)
    return cast("Characteristic", made(resolver=resolver()))
