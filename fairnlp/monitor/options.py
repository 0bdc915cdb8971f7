"""What can be chosen of a monitor beside the system, and what is wrong with a choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice

__all__ = ["MODES", "Limits", "Mode", "checked_share", "checked_stability"]

Mode = Literal["inline", "background", "sampled"]
MODES: tuple[str, ...] = get_args(Mode)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much a monitor may do.

    Parameters
    ----------
    chars : int
        A longer text is not checked, which makes it "not applicable".
    predictions : int, optional
        Mutants of a text that may be asked about for each characteristic. What is not settled then
        is "undecided".
    seconds : float, optional
        How long the checks that run together may take. It is looked at between stages: a batch
        under way is not broken off.
    delay : float, optional
        Inline, how many seconds a prediction may wait for its check; the check then goes on in the
        background. By default it waits to the end.
    queue : int
        Texts that wait for their check in the background; while there are so many, further ones
        are dropped and counted.
    at_once : int
        Texts that are checked together, so that a stage of all is one batch for the system.
    """

    chars: int = 100_000
    predictions: int | None = None
    seconds: float | None = None
    delay: float | None = None
    queue: int = 1000
    at_once: int = 256

    def __post_init__(self) -> None:
        for name in ("chars", "predictions", "queue", "at_once"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or value != int(value) or value < 1):
                msg = f"The limit {name} is {value!r}; it must be a whole number of 1 or more."
                raise OptionError(msg)
        for name in ("seconds", "delay"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                msg = f"The limit {name} is {value!r}; it must be 0 or more seconds."
                raise OptionError(msg)


def checked_stability(stability: float) -> float:
    """Give the share of texts whose mutants are asked about once more; see `Monitor`.

    Raises
    ------
    OptionError
        If it is not in [0, 1].
    """
    if not 0 <= stability <= 1:
        msg = f"stability is {stability!r}; it is a share of texts, from 0 to 1, such as 0.01."
        raise OptionError(msg)
    return float(stability)


def checked_share(mode: str, share: float | None) -> float:
    """Give the share of texts to check.

    Raises
    ------
    UnknownChoiceError
        If the mode is not known.
    OptionError
        If the share does not fit it.
    """
    if mode not in MODES:
        raise UnknownChoiceError(unknown_choice("mode", mode, MODES))
    if mode == "sampled" and share is None:
        msg = "mode='sampled' needs the share of texts to check, such as share=0.1."
        raise OptionError(msg)
    if share is None:
        return 1.0
    if not 0 < share <= 1:
        msg = f"share is {share!r}; it must be above 0 and at most 1, such as 0.1."
        raise OptionError(msg)
    return float(share)
