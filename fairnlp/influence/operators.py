"""What is put in the place of a word that is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice

__all__ = ["NEUTRAL", "OPERATORS", "UNKNOWN", "Operator", "OperatorName", "operator_for"]

OperatorName = Literal["unknown", "delete", "neutral word"]

OPERATORS = ("unknown", "delete", "neutral word")

UNKNOWN = "unk"
"""Stands for an unknown word where a system does not say which word does."""

NEUTRAL = "the"
"""The neutral word, unless another is asked for."""


@dataclass(frozen=True)
class Operator:
    """An operator and its word.

    Parameters
    ----------
    name : str
        One of `OPERATORS`.
    word : str or None
        What takes the place of a word; None deletes it.
    """

    name: str
    word: str | None


def operator_for(
    system: Any, name: str, *, unknown: str | None = None, neutral: str = NEUTRAL
) -> Operator:
    """Choose the operator for a system.

    Parameters
    ----------
    system : System
        Its ``unknown``, or the unknown word of its ``tokenizer``, is used if it has one.
    name : {"unknown", "delete", "neutral word"}
    unknown : str, optional
        The unknown word; by default the system's, else ``"unk"``.
    neutral : str
        The neutral word.

    Returns
    -------
    Operator

    Raises
    ------
    UnknownChoiceError
        If there is no such operator.
    OptionError
        If the word is empty or has white space, or `unknown` is given for another operator.

    Examples
    --------
    >>> operator_for(None, "unknown")
    Operator(name='unknown', word='unk')
    """
    if name not in OPERATORS:
        raise UnknownChoiceError(unknown_choice("operator", name, OPERATORS))
    if unknown is not None and name != "unknown":
        msg = f"unknown={unknown!r} has no use with operator={name!r}; leave it out."
        raise OptionError(msg)
    if name == "delete":
        return Operator(name, None)
    word = neutral if name == "neutral word" else unknown or _unknown_of(system)
    if not word or word.split() != [word]:
        msg = f"{word!r} cannot take the place of a word; give one word, such as 'unk' or 'the'."
        raise OptionError(msg)
    return Operator(name, word)


def _unknown_of(system: Any) -> str:
    own = getattr(system, "unknown", None)
    if not isinstance(own, str):
        own = getattr(getattr(system, "tokenizer", None), "unk_token", None)
    return own if isinstance(own, str) else UNKNOWN
