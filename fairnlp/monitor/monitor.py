"""A monitor: a system that answers as before, while each prediction is checked beside it."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import nan
from typing import TYPE_CHECKING, Any, Self

from fairnlp.core.errors import OptionError, SchemaError, SystemUnderTestError
from fairnlp.monitor.background import Worker
from fairnlp.monitor.checked import TRANSIENT, Checked
from fairnlp.monitor.checking import Checker
from fairnlp.monitor.fairness import exact_alpha
from fairnlp.monitor.options import Limits, Mode, checked_share
from fairnlp.monitor.preparing import Preparer
from fairnlp.monitor.strategies import by_name
from fairnlp.monitor.verifying import Predicted, Verifier, seeded_share, text_hash
from fairnlp.monitor.wrapped import Wrapped
from fairnlp.systems.outputs import OutputError, is_missing
from fairnlp.systems.prediction import ask

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from pathlib import Path
    from types import TracebackType

    import pandas as pd

    from fairnlp.characteristics.base import Characteristic
    from fairnlp.monitor.inquiry import Strategy
    from fairnlp.systems.base import System
    from fairnlp.text.annotate import Model

__all__ = ["Monitor"]

_log = logging.getLogger(__name__)


@dataclass
class _Job:
    """A prediction that waits for its check."""

    predicted: Predicted
    done: threading.Event = field(default_factory=threading.Event)


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
    keep_texts : bool
        Keep texts in the log; else their SHA-256 alone.
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
        keep_texts: bool = False,
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
        self.mode, self.share = mode, checked_share(mode, share)
        self.seed, self.keep_texts, self.remember = seed, keep_texts, remember
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
            stability=stability,
        )
        self.counters: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._memory: OrderedDict[str, Checked] = OrderedDict()
        self._worker: Worker[_Job] = Worker(
            self._work, limit=self.limits.queue, at_once=self.limits.at_once, name="fairnlp-monitor"
        )

    @property
    def system(self) -> System:
        """The system under test, as `as_system` made it."""
        return self._wrapped.system

    @property
    def alpha(self) -> Fraction:
        """From this gap on, a prediction is biased."""
        return self._verifier.alpha

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
            some = items[start : start + self.limits.at_once]
            known = {text: checked for text in some if (checked := self._recall(text))}
            new = self._predicted([text for text in dict.fromkeys(some) if text not in known])
            told = {one.text: one for one in new} | {
                text: Predicted(text, checked.prediction, checked.score)
                for text, checked in known.items()
            }
            found += self._check([told[text] for text in some])
        return found

    async def averify(self, text: str) -> Checked:
        """As `verify`, in a thread: the event loop goes on."""
        return await asyncio.to_thread(self.verify, text)

    async def averify_many(self, texts: Sequence[str]) -> list[Checked]:
        """As `verify_many`, in a thread: the event loop goes on."""
        return await asyncio.to_thread(self.verify_many, texts)

    def _predicted(self, texts: Sequence[str | None]) -> list[Predicted]:
        """Ask the system about the texts themselves."""
        there = [text for text in texts if text is not None]
        try:
            found = ask(self.system, there)
        except OutputError as error:
            at = [f"row {position}" for position in error.positions]
            raise SystemUnderTestError(str(error), system=self.system.name, text_ids=at) from error
        made = iter(zip(found.labels, found.scores.tolist(), strict=True))
        return [Predicted(text, *((None, nan) if text is None else next(made))) for text in texts]

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
        raw = self._wrapped.answer(texts, *args, **options)
        try:
            one = isinstance(texts, str)
            self._watch([texts] if one else list(texts), raw, one=one)
        except Exception:  # whatever it is, the caller has an answer
            self._count(failed=1)
            _log.exception("%r has answered; the check of its answer failed", self.system.name)
        return raw

    __call__ = predict

    async def apredict(self, texts: Any, *args: Any, **options: Any) -> Any:
        """As `predict`, in a thread: the event loop goes on."""
        return await asyncio.to_thread(lambda: self.predict(texts, *args, **options))

    def _watch(self, texts: list[Any], raw: Any, *, one: bool) -> None:
        """Have the answers checked: now, later, or not at all."""
        answers = self._wrapped.read(raw, len(texts), one=one)
        labels = [None] * len(texts) if answers is None else answers.labels
        scores = [nan] * len(texts) if answers is None else answers.scores.tolist()
        predicted = [
            Predicted(text if isinstance(text, str) else None, label, score, answers is not None)
            for text, label, score in zip(texts, labels, scores, strict=True)
        ]
        chosen = [p for p in predicted if self.share == 1.0 or self._sampled(p.text or "")]
        self._count(not_sampled=len(predicted) - len(chosen))
        if self.mode == "inline" and self.limits.delay is None:
            for start in range(0, len(chosen), self.limits.at_once):
                self._check(chosen[start : start + self.limits.at_once])
            return
        jobs = [job for p in chosen if self._worker.put(job := _Job(p))]
        if len(jobs) < len(chosen):
            self._count(dropped=len(chosen) - len(jobs))
        if self.mode == "inline" and self.limits.delay is not None:
            ends = time.monotonic() + self.limits.delay
            for job in jobs:
                job.done.wait(max(0.0, ends - time.monotonic()))

    def _sampled(self, text: str) -> bool:
        return seeded_share(text, self.seed, "share") < self.share

    def _work(self, jobs: Sequence[_Job]) -> None:
        try:
            self._check([job.predicted for job in jobs])
        finally:
            for job in jobs:
                job.done.set()

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all that waits is checked; False if that took more than `timeout` seconds."""
        return self._worker.flush(timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Check what waits, and end; False if something was left after `timeout` seconds.

        The system can still be asked through `predict`, and texts verified; but nothing goes on
        in the background any more.
        """
        return self._worker.close(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # What is known of predictions

    def _check(self, predicted: Sequence[Predicted]) -> list[Checked]:
        """Check predictions together, those of equal texts once, and record the verdicts."""
        recalled = {one: checked for one in predicted if (checked := self._recall(one.text, one))}
        fresh = self._verified([one for one in dict.fromkeys(predicted) if one not in recalled])
        found: list[Checked] = []
        for one in predicted:
            if one in recalled:
                found.append(recalled[one].again())
            else:
                found.append(fresh[one])
                recalled[one] = fresh[one]  # where it comes once more, it is repeated
        with self._lock:
            for one, checked in fresh.items():
                if checked.evidence.reason not in TRANSIENT and one.text is not None:
                    self._memory[checked.text_hash] = checked
            while len(self._memory) > self.remember:
                self._memory.popitem(last=False)
        self._record(predicted, found)
        return found

    def _verified(self, predicted: Sequence[Predicted]) -> dict[Predicted, Checked]:
        """Check; what raises is undecided, and takes no other text with it."""
        try:
            told = self._told(predicted)
            found = self._verifier.verify(told)
        except Exception as error:
            if len(predicted) > 1:
                return {k: v for one in predicted for k, v in self._verified([one]).items()}
            _log.exception("The check of a prediction of %r failed", self.system.name)
            reason = "unusable answers" if isinstance(error, OutputError) else "check failed"
            detail = f"{type(error).__name__}: {error}"
            return {one: self._verifier.undecided(one, reason, detail) for one in predicted}
        return dict(zip(predicted, found, strict=True))

    def _told(self, predicted: Sequence[Predicted]) -> list[Predicted]:
        """Ask for the labels of the texts whose answers did not tell them."""
        untold = [one.text for one in predicted if not one.told and one.text is not None]
        if not untold:
            return list(predicted)
        found = {one.text: one for one in self._predicted(list(dict.fromkeys(untold)))}
        return [one if one.told else found.get(one.text, one) for one in predicted]

    def _recall(self, text: str | None, now: Predicted | None = None) -> Checked | None:
        """Give what was found for an equal text, unless the system now says something else."""
        if text is None or not self.remember:
            return None
        with self._lock:
            checked = self._memory.get(text_hash(text))
            if checked is None or (now is not None and now.label != checked.prediction):
                return None
            self._memory.move_to_end(checked.text_hash)
            return checked

    def _record(self, predicted: Sequence[Predicted], found: Sequence[Checked]) -> None:
        self._count(
            checked=len(found),
            repeated=sum(checked.repeated for checked in found),
        )

    def _count(self, **more: int) -> None:
        with self._lock:
            self.counters.update(more)


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
