"""The monitor as the service uses it: in threads, within bounds, its results as plain values."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fairnlp.core.errors import FairnlpError, OptionError, SystemUnderTestError
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.service.checks import Checks
from fairnlp.monitor.service.metrics import Figure
from fairnlp.monitor.service.reading import LogReader, Record
from fairnlp.monitor.service.threads import Threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from fairnlp.monitor.checked import Checked, Evidence
    from fairnlp.monitor.log import VerdictLog
    from fairnlp.monitor.service.limits import ServiceLimits
    from fairnlp.monitor.summary import Summary
    from fairnlp.systems.base import System

__all__ = ["Watch", "Watched", "recorded", "result"]

CASES = 10
"""Biased cases on the status page."""

T = TypeVar("T")

ANSWERING = 16
"""Predictions that are asked for at once; checks have threads of their own, so never wait for these
nor keep them waiting."""


NOT = str(Verdict.NOT_APPLICABLE)

_COUNTERS = {
    "pending": "Texts that wait for their check.",
    "dropped": "Texts left unchecked, for want of room.",
    "checked": "Texts that were checked.",
    "repeated": "Of these, texts equal to one checked before.",
    "not_sampled": "Texts that were left unchecked, being outside the sample.",
    "failed": "Checks that failed, without a verdict.",
}


class Watched(Protocol):
    """What the service asks of a monitor."""

    @property
    def system(self) -> System: ...  # noqa: D102
    @property
    def alpha(self) -> Fraction: ...  # noqa: D102
    @property
    def characteristics(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def strategy(self) -> Any: ...  # noqa: D102
    @property
    def log(self) -> VerdictLog | None: ...  # noqa: D102

    def predict(self, texts: Any) -> Any: ...  # noqa: D102
    def verify_many(self, texts: Sequence[str]) -> list[Checked]: ...  # noqa: D102
    def summary(self) -> Summary: ...  # noqa: D102
    def close(self, timeout: float | None = None) -> bool: ...  # noqa: D102


class Watch:
    """A monitor at work in a service.

    Parameters
    ----------
    monitor : Monitor
    limits : ServiceLimits

    Attributes
    ----------
    checks : Checks
        Those that a caller waits for; the monitor has a queue of its own for the others.
    """

    def __init__(self, monitor: Watched, limits: ServiceLimits) -> None:
        if monitor.log is None:
            msg = "The service keeps every verdict: give it a monitor with a log."
            raise OptionError(msg)
        self.monitor, self.limits = monitor, limits
        self.reader = LogReader(monitor.log.path)
        self.checks = Checks(limit=limits.max_checks)
        self._answering = Threads(ANSWERING, name="fairnlp-predict")
        self._looking = Threads(1, name="fairnlp-status")

    async def predict(self, text: str) -> Any:
        """Give what the system returns; its check is the monitor's affair.

        Raises
        ------
        SystemUnderTestError
            If the system itself fails.
        """
        try:
            return await self._answering.run(lambda: self.monitor.predict(text))
        except Exception as error:
            raise self._failed(error) from error

    async def verify(self, texts: Sequence[str]) -> list[Checked]:
        """Check texts and give the results when the verdicts are recorded.

        Raises
        ------
        Busy
            If too many texts are being checked.
        SystemUnderTestError
            If the system fails on the texts themselves.
        """
        try:
            return await self.checks.run(lambda: self.monitor.verify_many(texts), texts=len(texts))
        except FairnlpError:  # of the system, or of the log
            raise
        except Exception as error:
            raise self._failed(error) from error

    async def read(self, look: Callable[[LogReader], T]) -> T:
        """Read what is recorded."""
        return await self._looking.run(lambda: look(self.reader))

    async def summary(self) -> dict[str, Any]:
        """Give the rates so far, how many texts wait, and how many were left out."""
        rates = await self.read(LogReader.rates)
        counters = await self.counters()
        return {
            "rates": rates.to_dict(orient="records"),
            "pending": counters["pending"],
            "dropped": counters["dropped"],
        }

    async def counters(self) -> Counter[str]:
        """Give what the monitor counts, with the texts that this service checks or turned away."""
        found = await self._looking.run(lambda: Counter(self.monitor.summary().counters))
        found.update(pending=self.checks.pending, dropped=self.checks.dropped)
        return found

    async def status(self) -> dict[str, Any]:
        """Give what the status page shows: the summary, and the latest biased cases."""
        cases = await self.read(
            lambda reader: reader.page(limit=CASES, verdict=Verdict.BIASED, repeated=False)
        )
        return await self.summary() | {"cases": cases}

    def about(self) -> dict[str, Any]:
        """Say what is watched, and how."""
        monitor = self.monitor
        return {
            "system": monitor.system.name,
            "characteristics": list(monitor.characteristics),
            "strategy": getattr(monitor.strategy, "name", str(monitor.strategy)),
            "alpha": f"{float(monitor.alpha):g}",
        }

    async def figures(self) -> list[Figure]:
        """Give what a Prometheus server reads of the checks."""
        counters = await self.counters()
        rates = await self.read(LogReader.rates)
        verdicts = [
            Figure(
                "fairnlp_verdicts",
                "Verdicts in the log.",
                row[str(verdict)],
                {"characteristic": row["characteristic"], "verdict": str(verdict)},
                True,
            )
            for row in rates.assign(**{NOT: rates["texts"] - rates["applicable"]}).to_dict(
                "records"
            )
            for verdict in Verdict
        ]
        return verdicts + [
            Figure(f"fairnlp_{name}", meaning, counters[name], {}, name != "pending")
            for name, meaning in _COUNTERS.items()
        ]

    async def stop(self) -> bool:
        """Finish what was promised, within the time limit; False if something was left."""
        done = await self._looking.run(lambda: self.monitor.close(self.limits.drain_seconds))
        self.reader.close()
        return done

    def _failed(self, error: Exception) -> SystemUnderTestError:
        if isinstance(error, SystemUnderTestError):
            return error
        said = f"it raised {type(error).__name__}: {error}"
        return SystemUnderTestError(said, system=self.monitor.system.name)


def result(checked: Checked) -> dict[str, Any]:
    """Give a result as the plain values of `schemas.Result`."""
    return {
        "verdict": str(checked.verdict),
        "prediction": checked.prediction,
        "score": None if math.isnan(checked.score) else checked.score,
        "text_hash": checked.text_hash,
        "repeated": checked.repeated,
        "evidence": [_evidence(one) for one in checked.by_characteristic.values()],
    }


def recorded(record: Record) -> dict[str, Any]:
    """Give a record as the plain values of `schemas.Recorded`."""
    return {
        "id": record.check_id,
        "verdict_id": record.verdict_id,
        "time": record.time.isoformat(),
        "prediction": record.evidence.prediction,
        "score": record.score,
        "text_hash": record.text_hash,
        "text": record.text,
        "repeated": record.repeated,
        **_evidence(record.evidence),
    }


def _evidence(one: Evidence) -> dict[str, Any]:
    return {
        "characteristic": one.characteristic,
        "verdict": str(one.verdict),
        "reason": one.reason,
        "detail": one.detail,
        "alpha": float(one.alpha),
        "gap": None if one.gap is None else float(one.gap),
        "label": one.label,
        "classes": one.classes,
        "original_class": one.original_class,
        "counts": one.counts,
        "invalid": one.invalid,
        "mutants": dict(one.n),
        "asked": len(one.answers),
        "miss_at_most": one.miss_at_most,
        "unstable": one.unstable,
    }
