"""What every characteristic offers: slots in a text, and values that fill them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from fairnlp.text.reading import Reading

__all__ = ["Characteristic", "Refusal", "Slot", "Slots"]


@dataclass(frozen=True, kw_only=True)
class Slot:
    """One place of a text that changes with the class.

    Parameters
    ----------
    start, end : int
        Offsets in the original text; ``text[start:end]`` is what stands there.
    kind : str
        ``"name"``, ``"pronoun"``, ``"noun"``, ``"title"``, ``"adjective"`` or ``"verb"``.
    forms : mapping of str to str
        Class to the word that stands here in that class, already in the right letter case.
        Where a value fills the slot, the forms of values that differ here, such as their plurals.
    field : str
        Which field of the value fills the slot, such as ``"name"``; empty where `forms` does.
    casing : str
        ``"as is"``, or ``"upper"`` where the text around is in capitals.
    """

    start: int
    end: int
    kind: str
    forms: Mapping[str, str] = field(default_factory=dict)
    field: str = ""
    casing: str = "as is"

    def fill(self, class_: str, values: Mapping[str, str]) -> str:
        """Give the word that stands here for a class and a value."""
        if not self.field:
            return self.forms[class_]
        word = self.forms.get(values[self.field], values[self.field])
        return word.upper() if self.casing == "upper" else word


@dataclass(frozen=True, kw_only=True)
class Slots:
    """The slots that a characteristic found in one text.

    Parameters
    ----------
    original_class : str
        The class of the person in the text.
    slots : tuple of Slot
        In the order of the text, without overlap.
    flags : tuple of str
        What a reader should know, such as ``"old name still present in 2 places"``.
    protected : tuple of (int, int)
        Spans that were left alone on purpose, such as titles of works.
    """

    original_class: str
    slots: tuple[Slot, ...]
    flags: tuple[str, ...] = ()
    protected: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why a text gives no template.

    Parameters
    ----------
    reason : str
        A code, such as ``"several persons"``; `REASONS` of each characteristic lists them.
    detail : str
        What was seen, such as the words that could not be resolved.
    text_id : str
        The text concerned.
    """

    reason: str
    detail: str = ""
    text_id: str = ""

    def __bool__(self) -> bool:
        """A refusal is false, so that ``if curate_text(...)`` asks for a template."""
        return False


class Characteristic(Protocol):
    """What may vary in a text.

    Attributes
    ----------
    name : str
        Such as ``"gender"``.
    classes : tuple of str
        Such as ``("male", "female")``, in the order in which they are shown.
    """

    name: str
    classes: tuple[str, ...]

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the slots of a text, or say why there are none."""
        ...

    def values(self, **options: Any) -> pd.DataFrame:
        """Draw values for each class: see ``core.frames.VALUES``; further columns are fields."""
        ...
