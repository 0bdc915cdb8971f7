"""How much the service takes on: bodies, texts, lists, and checks at once."""

from __future__ import annotations

from dataclasses import dataclass, fields

from fairnlp.core.errors import OptionError

__all__ = ["ServiceLimits"]


@dataclass(frozen=True, kw_only=True)
class ServiceLimits:
    """What the service refuses, so that one caller cannot take all of a machine.

    Parameters
    ----------
    max_body : int
        Bytes of a request's body. No more than that is kept while it is read.
    max_text : int
        Characters of a text.
    max_texts : int
        Texts in one call of ``/verify``.
    max_checks : int
        Texts that are checked, or wait for their check, at once. Beyond that ``/verify`` says that
        it is busy; ``/predict`` still answers, and the text is counted as dropped.
    body_seconds : float
        How long a body may take to arrive.
    drain_seconds : float
        How long checks that were promised may go on after the service was asked to stop.

    Raises
    ------
    OptionError
        If a number is not positive, or `max_checks` is less than `max_texts`: a list that is
        allowed could then never be checked.

    Examples
    --------
    >>> ServiceLimits(max_text=500).max_texts
    100
    """

    max_body: int = 1_000_000
    max_text: int = 20_000
    max_texts: int = 100
    max_checks: int = 200
    body_seconds: float = 30
    drain_seconds: float = 10

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not value > 0:
                msg = f"{field.name} is {value}; it must be more than 0, such as {field.default}."
                raise OptionError(msg)
        if self.max_checks < self.max_texts:
            msg = (
                f"max_checks is {self.max_checks} and max_texts {self.max_texts}: a list of so "
                "many texts could never be checked. Raise max_checks or lower max_texts."
            )
            raise OptionError(msg)
