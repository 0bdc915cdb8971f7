"""Alarms: something happens on a biased verdict, or when too many are biased."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from fairnlp.core.errors import OptionError
from fairnlp.monitor.fairness import Verdict
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from fairnlp.monitor.checked import Checked

__all__ = ["Action", "Alarm", "Event", "OnBiased", "OnRate"]


@dataclass(frozen=True, kw_only=True)
class Event:
    """What an action is told.

    Parameters
    ----------
    kind : str
        ``"biased"``, ``"rate above"``, or ``"rate back"`` when it has fallen again.
    at : float
        When, in seconds since 1970.
    system : str
    characteristic : str
        Empty where it is about the verdict over all characteristics.
    message : str
        A sentence for people.
    checked : Checked, optional
        The prediction, for ``"biased"``.
    biased, n : int
        Biased ones of how many applicable predictions, for a rate.
    low, high : float
        The 95% Wilson interval of the rate.
    """

    kind: str
    at: float
    system: str
    characteristic: str
    message: str
    checked: Checked | None = field(default=None, compare=False, repr=False)
    biased: int = 0
    n: int = 0
    low: float = 0.0
    high: float = 1.0

    def as_json(self) -> dict[str, Any]:
        """Give what may leave the machine: numbers and names, and never a text."""
        told = {
            "kind": self.kind,
            "at": self.at,
            "system": self.system,
            "characteristic": self.characteristic,
            "message": self.message,
        }
        if self.checked is not None:
            evidence = self.checked.evidence
            return told | {
                "text_hash": self.checked.text_hash,
                "prediction": self.checked.prediction,
                "gap": None if evidence.gap is None else str(evidence.gap),
                "alpha": str(evidence.alpha),
                "counts": evidence.counts,
            }
        return told | {"biased": self.biased, "n": self.n, "low": self.low, "high": self.high}


Action = Callable[[Event], object]


class Alarm(Protocol):
    """What looks at verdicts and says when its action is due."""

    @property
    def action(self) -> Action: ...  # noqa: D102

    def watch(self) -> Callable[[Checked, float, str], Event | None]:
        """Give what looks at one verdict after another: with its time and the system's name."""
        ...


@dataclass(frozen=True)
class OnBiased:
    """Act on every biased verdict.

    Parameters
    ----------
    action : callable
        Takes an `Event`; see also `webhook.Webhook`.
    repeated : bool
        Also where an equal text was checked before.
    """

    action: Action
    repeated: bool = False

    def watch(self) -> Callable[[Checked, float, str], Event | None]:
        """See `Alarm`."""
        return self._look

    def _look(self, checked: Checked, at: float, system: str) -> Event | None:
        if checked.verdict != Verdict.BIASED or (checked.repeated and not self.repeated):
            return None
        evidence = checked.evidence
        message = (
            f"System {system!r}: the prediction {checked.prediction!r} of text "
            f"{checked.text_hash[:12]} changes with {evidence.characteristic}; gap {evidence.gap}, "
            f"alpha {evidence.alpha}."
        )
        return Event(
            kind="biased",
            at=at,
            system=system,
            characteristic=evidence.characteristic,
            message=message,
            checked=checked,
        )


@dataclass(frozen=True)
class OnRate:
    """Act when the share of biased predictions over a window goes above a limit.

    After that it waits until the share has fallen to `back` before it acts again, so that a share
    that wavers about the limit is one alarm and not many.

    Parameters
    ----------
    action : callable
        Takes an `Event`.
    above : float
        The limit, in (0, 1): of the applicable predictions.
    back : float, optional
        The share at which the alarm is over, at most `above`; by default half of it.
    window : int
        The latest so many applicable predictions.
    at_least : int
        How many must have come before anything is said.
    pause : float
        Seconds between two alarms at least.
    say_back : bool
        Also act when the alarm is over.
    """

    action: Action
    above: float = 0.05
    back: float | None = None
    window: int = 1000
    at_least: int = 50
    pause: float = 3600.0
    say_back: bool = True

    def __post_init__(self) -> None:
        if not 0 < self.above < 1:
            msg = f"above is {self.above!r}; it must be a share in (0, 1), such as 0.05."
            raise OptionError(msg)
        if self.back is None:
            object.__setattr__(self, "back", self.above / 2)
        if self.back is None or not 0 <= self.back <= self.above:
            msg = f"back is {self.back!r}; it must be from 0 to above ({self.above!r})."
            raise OptionError(msg)
        if not 1 <= self.at_least <= self.window:
            msg = f"at_least is {self.at_least} and window {self.window}; it must fit into it."
            raise OptionError(msg)

    def watch(self) -> Callable[[Checked, float, str], Event | None]:
        """See `Alarm`."""
        return _Rate(self).look


class _Rate:
    """The window of an `OnRate`."""

    def __init__(self, alarm: OnRate) -> None:
        self._alarm = alarm
        self._latest: deque[bool] = deque(maxlen=alarm.window)
        self._biased = 0
        self._on = False
        self._spoke = -float("inf")

    def look(self, checked: Checked, at: float, system: str) -> Event | None:
        if checked.verdict == Verdict.NOT_APPLICABLE:
            return None
        if len(self._latest) == self._latest.maxlen:
            self._biased -= self._latest[0]
        self._latest.append(checked.verdict == Verdict.BIASED)
        self._biased += self._latest[-1]
        n, alarm = len(self._latest), self._alarm
        if n < alarm.at_least:
            return None
        rate = self._biased / n
        if not self._on and rate > alarm.above and at - self._spoke >= alarm.pause:
            self._on, self._spoke = True, at
            return self._event("rate above", at, system)
        if self._on and rate <= (alarm.back or 0.0):
            self._on = False
            return self._event("rate back", at, system) if alarm.say_back else None
        return None

    def _event(self, kind: str, at: float, system: str) -> Event:
        n = len(self._latest)
        low, high = wilson(self._biased, n)
        side = "above" if kind == "rate above" else "back at"
        limit = self._alarm.above if kind == "rate above" else self._alarm.back
        message = (
            f"System {system!r}: {self._biased} of the latest {n} applicable predictions are biased"
            f" ({self._biased / n:.1%}, {float(low):.1%} to {float(high):.1%}), {side} {limit:.1%}."
        )
        return Event(
            kind=kind,
            at=at,
            system=system,
            characteristic="",
            message=message,
            biased=self._biased,
            n=n,
            low=float(low),
            high=float(high),
        )
