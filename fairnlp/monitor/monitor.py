"""A monitor: a system that answers as before, while each prediction is checked beside it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, Any, Self

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.monitor.acting import Alarms
from fairnlp.monitor.alarms import OnBiased
from fairnlp.monitor.checking import Checker
from fairnlp.monitor.fairness import exact_alpha
from fairnlp.monitor.log import VerdictLog
from fairnlp.monitor.options import Limits, Mode, checked_share, checked_stability
from fairnlp.monitor.preparing import Preparer
from fairnlp.monitor.recalling import Desk, Memory
from fairnlp.monitor.records import Records
from fairnlp.monitor.setup import described
from fairnlp.monitor.strategies import by_name
from fairnlp.monitor.verifying import Predicted, Verifier
from fairnlp.monitor.watching import Watch
from fairnlp.monitor.wrapped import Wrapped
from fairnlp.systems.outputs import is_missing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from pathlib import Path
    from types import TracebackType

    import pandas as pd

    from fairnlp.characteristics.base import Characteristic
    from fairnlp.monitor.alarms import Action, Alarm
    from fairnlp.monitor.checked import Checked
    from fairnlp.monitor.inquiry import Strategy
    from fairnlp.monitor.summary import Summary
    from fairnlp.systems.base import System
    from fairnlp.systems.outputs import Answers
    from fairnlp.text.annotate import Model

__all__ = ["Monitor"]

_log = logging.getLogger(__name__)


class Monitor:
    """Watch a system: say of each prediction whether it changes with the class of the person.

    Parameters
    ----------
    system : object
        What `as_system` takes: a name, a function, an estimator, a pipeline, ... Its answers to
        `predict` are handed on as they are.
    characteristic : str or Characteristic, optional
        What may vary; by default ``"gender"``. See `curate`.
    characteristics : sequence, optional
        Instead, several. Each has its evidence; the verdict on a prediction is the worst of them.
    strategy : str or Strategy
        Which mutants are asked about, and when it is enough: a key of `strategies.STRATEGIES`, or
        such as ``TwoStep(x=6)``.
    alpha : float, str or Fraction
        The gap between the shares of two classes from which on a prediction is biased.
    values : int or DataFrame, optional
        Mutants a class; see `mutate`. They are drawn once, the same for all texts.
    seed : int
        Of all draws. What is drawn for a text depends on the seed and the text alone, so that the
        order of texts is no matter; but a strategy that learns goes by the texts before.
    mode : {"inline", "background", "sampled"}
        When `predict` checks: before it returns, later in a thread, or a share of the texts later.
        A check in a thread asks the system while it may be answering: a system that does not bear
        this needs ``"inline"``.
    share : float, optional
        The share of texts to check, in (0, 1]. Equal texts are taken or left alike.
    log : VerdictLog, str or Path, optional
        Where verdicts are kept: a log, or the path of one, which the monitor then closes.
    keep_texts : bool
        Keep texts in the log; else their SHA-256 alone.
    on_biased : callable or sequence of callable
        What to do on a biased verdict: takes an `alarms.Event`.
    alarms : sequence of Alarm
        Such as ``OnRate(Webhook(...), above=0.05)``. Actions run in a thread of their own.
    limits : Limits, optional
        How much it may do.
    remember : int
        Equal texts are not checked again as long as they are among so many; 0 for none. Where the
        system now says something else of the text, it is checked again.
    stability : float
        The share of checked texts whose mutants are asked about once more, one by one: does the
        verdict depend on the neighbours in a batch?
    curation, coreference, model
        The strategy, the backend and the parser of `curate`.
    cache : bool, optional
        Keep parses in the user's cache. They hold the words of texts, so by default as
        `keep_texts`.
    **reading
        How answers are read, such as ``positive=1``; see `as_system`.

    Raises
    ------
    OptionError, UnknownChoiceError
        If an option cannot be used.

    Notes
    -----
    Yang et al. (2021), "BiasRV". A verdict is of one prediction on one text: "fair" says that the
    labels of its mutants differ by less than alpha, and nothing of other texts.

    Examples
    --------
    >>> def classify(texts: list[str]) -> list[str]:
    ...     return ["good" if "He" in text or "his" in text else "bad" for text in texts]
    >>> monitor = Monitor(classify, characteristic="gender", strategy="two_step", alpha=0.10)
    >>> found = monitor.verify("Priya baked at dawn, and her bread rose.")
    >>> found.prediction, str(found.verdict), found.evidence.gap
    ('bad', 'biased', Fraction(1, 1))
    >>> found.evidence.counts
    {'male': {'good': 30}, 'female': {'bad': 30}}
    >>> monitor.predict("The soup was cold.")
    'bad'
    """

    def __init__(
        self,
        system: Any,
        *,
        characteristic: str | Characteristic | None = None,
        characteristics: Sequence[str | Characteristic] | None = None,
        strategy: str | Strategy = "two_step",
        alpha: float | str | Fraction = 0.10,
        values: int | pd.DataFrame | None = 30,
        seed: int = 0,
        mode: Mode = "inline",
        share: float | None = None,
        log: VerdictLog | str | Path | None = None,
        keep_texts: bool = False,
        on_biased: Action | Sequence[Action] = (),
        alarms: Sequence[Alarm] = (),
        limits: Limits | None = None,
        remember: int = 1024,
        stability: float = 0.0,
        curation: str = "sound",
        coreference: str = "rules",
        model: Model | str | Path | None = None,
        cache: bool | None = None,
        **reading: Any,
    ) -> None:
        self.limits = limits or Limits()
        self.seed, self.keep_texts = seed, keep_texts
        self.stability = checked_stability(stability)
        self.strategy = by_name(strategy) if isinstance(strategy, str) else strategy
        self._wrapped = Wrapped(system, **reading)
        self._verifier = Verifier(
            preparer=Preparer(
                _all(characteristic, characteristics),
                values=values,
                seed=seed,
                curation=curation,
                coreference=coreference,
                model=model,
                cache=keep_texts if cache is None else cache,
                max_chars=self.limits.chars,
            ),
            checker=Checker(self.system, self.strategy.start(), seconds=self.limits.seconds),
            alpha=exact_alpha(alpha),
            seed=seed,
            budget=self.limits.predictions,
            stability=self.stability,
            wants_scores=bool(getattr(self.strategy, "scores", False)),
            seen=self._wrapped.seen,
        )
        self._desk = Desk(self._verifier, Memory(remember))
        acts: list[Any] = list(on_biased) if isinstance(on_biased, list | tuple) else [on_biased]
        self._alarms = Alarms([*(OnBiased(act) for act in acts), *alarms])
        self._records = Records()
        self._failed = 0
        self._watching = Watch(
            self._check, mode=mode, share=checked_share(mode, share), limits=self.limits, seed=seed
        )
        # The last, so that an option that will not do leaves no file.
        self.log = log if log is None or isinstance(log, VerdictLog) else VerdictLog(log)
        self._closes_log = self.log is not log

    @property
    def system(self) -> System:
        """The system under test, as `as_system` made it."""
        return self._wrapped.system

    @property
    def alpha(self) -> Fraction:
        """From this gap on, a prediction is biased."""
        return self._verifier.alpha

    @property
    def preparer(self) -> Preparer:
        """What reads the texts."""
        return self._verifier.preparer

    @property
    def characteristics(self) -> tuple[str, ...]:
        """What may vary."""
        return tuple(self._verifier.preparer.characteristics)

    # Verdicts

    def verify(self, text: str) -> Checked:
        """Predict one text and check the prediction.

        Raises
        ------
        SchemaError
            If it is not a text.
        Exception
            Whatever the system raises when it predicts the text itself. What it raises when it is
            asked about mutants makes the verdict "undecided".
        """
        if not isinstance(text, str):
            msg = f"`text` is {type(text).__name__}; give one str. For several: verify_many(texts)."
            raise SchemaError(msg)
        return self.verify_many([text])[0]

    def verify_many(self, texts: Sequence[str]) -> list[Checked]:
        """Predict texts and check the predictions; each stage of all is one batch for the system.

        Parameters
        ----------
        texts : sequence of str
            A missing one (None or NaN) is "not applicable".

        Returns
        -------
        list of Checked
            One a text, in order. What comes before the system fails is lost, but not in the log.

        Raises
        ------
        SchemaError, Exception
            As for `verify`.
        """
        if isinstance(texts, str):
            msg = "One text came where a list is needed: verify(text), or verify_many([text])."
            raise SchemaError(msg)
        items: list[Any] = [None if is_missing(text) else text for text in texts]
        if odd := [text for text in items if text is not None and not isinstance(text, str)]:
            msg = f"{odd[0]!r:.40} is of type {type(odd[0]).__name__}, not a text."
            raise SchemaError(msg)
        found: list[Checked] = []
        for start in range(0, len(items), self.limits.at_once):
            some = self._desk.predict(items[start : start + self.limits.at_once])
            found += self._check(some)
        return found

    async def averify(self, text: str) -> Checked:
        """As `verify`, in a thread: the event loop goes on."""
        return await asyncio.to_thread(self.verify, text)

    async def averify_many(self, texts: Sequence[str]) -> list[Checked]:
        """As `verify_many`, in a thread: the event loop goes on."""
        return await asyncio.to_thread(self.verify_many, texts)

    # In place of the system

    def predict(self, texts: Any, *args: Any, **options: Any) -> Any:
        """Ask the system, give its answer as it is, and check the prediction as `mode` says.

        Parameters
        ----------
        texts : str or list of str
        *args, **options
            They go to the system.

        Returns
        -------
        object
            What the system returns: for a list, what it gives for a list; for one text, one
            answer.

        Raises
        ------
        Exception
            Only what the system raises for the texts themselves. Whatever goes wrong in the check
            is in the verdict, or logged and counted.
        """
        if isinstance(texts, Iterator):
            texts = list(texts)
        raw, answers = self._wrapped.answer(texts, *args, **options)
        try:
            self._watch([texts] if isinstance(texts, str) else list(texts), answers)
        except Exception:  # whatever it is, the caller has an answer
            self._failed += 1
            _log.exception("%r has answered; the check of its answer failed", self.system.name)
        return raw

    __call__ = predict

    async def apredict(self, texts: Any, *args: Any, **options: Any) -> Any:
        """As `predict`, in a thread: the event loop goes on."""
        return await asyncio.to_thread(lambda: self.predict(texts, *args, **options))

    def _watch(self, texts: list[Any], answers: Answers | None) -> None:
        """Have the answers checked; where they do not tell the labels, the check asks for these."""
        n, told = len(texts), answers is not None
        labels = answers.labels if answers is not None else [None] * n
        scores = answers.scores.tolist() if answers is not None else [nan] * n
        self._watching.look(
            [
                Predicted(text if isinstance(text, str) else None, label, score, told)
                for text, label, score in zip(texts, labels, scores, strict=True)
            ]
        )

    # What was found so far

    def summary(self, *, every: int | None = None) -> Summary:
        """Give rates of what this monitor has checked.

        Parameters
        ----------
        every : int, optional
            Seconds of a window of the rates over time; by default so that there are about forty
            at most. They hold the latest 20,000 checks, and the totals all.

        Returns
        -------
        Summary
            `VerdictLog.summary` gives the same of a log, from all its processes.
        """
        worker, alarms = self._watching.worker, self._alarms
        counters = {
            "not_sampled": self._watching.not_sampled,
            "pending": worker.pending,
            "dropped": worker.dropped,
            "failed": self._failed + worker.failed,
            "alarms": alarms.acted,
            "alarms_failed": alarms.failed + alarms.dropped,
        }
        return self._records.summary(counters, every=every)

    @cached_property
    def setup(self) -> dict[str, Any]:
        """What verdicts depend on, beside the text: for a log."""
        return described(self)

    def fresh(self, text: str) -> Checked:
        """Check a text as if nothing had been learnt or remembered, and record nothing."""
        checker = Checker(self.system, self.strategy.start(), seconds=self.limits.seconds)
        desk = Desk(replace(self._verifier, checker=checker), Memory(0))
        return desk.check(desk.predict([text]))[0]

    # Ending

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all that waits is checked and every alarm has acted.

        Returns
        -------
        bool
            False if that took more than `timeout` seconds.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        checked = self._watching.worker.flush(timeout)
        return self._alarms.flush(_left(ends)) and checked

    def close(self, timeout: float | None = None) -> bool:
        """Check what waits, and end what goes on in the background.

        The system can still be asked through `predict`, and texts can be verified, if there is no
        log that was closed with the monitor.

        Returns
        -------
        bool
            False if something was left undone after `timeout` seconds; it is dropped.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        done = self._watching.worker.close(timeout)
        done = self._alarms.close(_left(ends)) and done
        if self.log is not None and self._closes_log:
            self.log.close()
        return done

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _check(self, predicted: Sequence[Predicted]) -> list[Checked]:
        """Check predictions, and record the verdicts; once this returns they are in the log."""
        found = self._desk.check(predicted)
        at = time.time()
        if self.log is not None and found:
            texts = [one.text for one in predicted] if self.keep_texts else None
            self.log.add(found, setup=self.setup, texts=texts, at=at)
        self._records.add(found, at=at)
        self._alarms.look(found, system=self.system.name, at=at)
        return found


def _left(ends: float | None) -> float | None:
    return None if ends is None else max(0.0, ends - time.monotonic())


def _all(
    one: str | Characteristic | None, several: Sequence[str | Characteristic] | None
) -> Sequence[str | Characteristic]:
    if several is None:
        return ["gender" if one is None else one]
    if one is not None or isinstance(several, str) or not several:
        msg = (
            "Give characteristic='gender', or characteristics=['gender', 'country']; "
            f"got characteristic={one!r} and characteristics={several!r}."
        )
        raise OptionError(msg)
    return list(several)
