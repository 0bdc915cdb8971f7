"""What a person decided about templates, and the file that keeps it step by step."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError, RunError, UnknownChoiceError, unknown_choice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["REASONS", "STATUSES", "Decision", "DecisionFile", "text_hash"]

STATUSES = ("undecided", "accepted", "rejected")

REASONS = (
    "a word of another person changes too",
    "a mention of the person does not change",
    "not a person: a title, a place, a thing",
    "wrong form or letter case",
    "no longer makes sense after the change",
    "other",
)
"""Why a template is rejected; "other" asks for a note."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One step: what a template is, from here on.

    Parameters
    ----------
    template_id : str
    text_hash : str
        See `text_hash`.
    status : str
        One of `STATUSES`.
    reason : str
        One of `REASONS` for a rejected template, else empty.
    note : str
        What the person wrote; may be empty.
    slots : tuple of Slot, optional
        The slots after editing; None if they are as they were found.
    """

    template_id: str
    text_hash: str
    status: str = "undecided"
    reason: str = ""
    note: str = ""
    slots: tuple[Slot, ...] | None = None

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise UnknownChoiceError(unknown_choice("status", self.status, STATUSES))
        if self.status == "rejected" and self.reason not in REASONS:
            raise UnknownChoiceError(unknown_choice("reason", self.reason, REASONS))
        if self.reason == "other" and not self.note.strip():
            msg = "The reason 'other' needs a note that says what is wrong."
            raise OptionError(msg)


class DecisionFile:
    """A file with one decision a line (JSON), replaced as a whole after each step.

    Parameters
    ----------
    path : path
        It is made at the first step.

    Raises
    ------
    RunError
        On reading, if a line is no decision; on writing, if another program has changed the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = b""

    def read(self) -> list[Decision]:
        """Give the steps in order; none if there is no file yet."""
        self._seen = self._bytes()
        steps = []
        for number, line in enumerate(self._seen.splitlines(), 1):
            try:
                steps.append(_from_line(line))
            except (ValueError, TypeError, KeyError) as error:
                msg = (
                    f"{self.path}, line {number} is no decision on a template ({error}). Mend or "
                    "delete that line, or give another file."
                )
                raise RunError(msg) from error
        return steps

    def write(self, steps: Sequence[Decision]) -> None:
        """Replace the file by these steps, whole or not at all."""
        if self._bytes() != self._seen:
            msg = (
                f"{self.path} was changed by another program since it was read. Make a new curator "
                "with this file to go on from what it holds now."
            )
            raise RunError(msg)
        content = "".join(f"{_to_line(step)}\n" for step in steps).encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path)
        finally:
            temporary.unlink(missing_ok=True)
        self._seen = content

    def _bytes(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""


def text_hash(text: str) -> str:
    """Give a short mark of a text, so that a decision is never applied to another text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _to_line(decision: Decision) -> str:
    return json.dumps(asdict(decision))


def _from_line(line: bytes) -> Decision:
    row = json.loads(line)
    slots = row.pop("slots")
    return Decision(**row, slots=None if slots is None else tuple(Slot(**slot) for slot in slots))
