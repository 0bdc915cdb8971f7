"""Asking the system about the mutants of some texts: one batch a stage for all of them."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.monitor.checked import Answer, Evidence, tally
from fairnlp.monitor.fairness import Verdict, judge
from fairnlp.systems.outputs import Answers, OutputError
from fairnlp.systems.prediction import ask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.monitor.inquiry import Asking, Key, Outcome, Pool, Questions
    from fairnlp.monitor.preparing import Subject
    from fairnlp.systems.base import System

__all__ = ["Check", "Checker"]

_log = logging.getLogger(__name__)

Said = tuple[str | None, float]


@dataclass
class Check:
    """One text and one characteristic under way.

    Parameters
    ----------
    subject : Subject
    characteristic : str
    pool : Pool
    rng : numpy Generator
    """

    subject: Subject
    characteristic: str
    pool: Pool
    rng: np.random.Generator
    known: dict[str, Said] = field(default_factory=dict)  # rendered text to what was said
    answers: list[Answer] = field(default_factory=list)
    wanted: list[Key] = field(default_factory=list)  # what the next stage asks
    outcome: Outcome | None = None
    stages: int = 0
    reason: str = ""
    detail: str = ""
    unstable: bool | None = None
    flipped: int = 0

    def __post_init__(self) -> None:
        self.known[self.subject.template.text] = (self.pool.prediction, self.pool.score)

    @property
    def open(self) -> bool:
        """True as long as there is something to ask."""
        return self.outcome is None and not self.reason

    def texts(self) -> list[str]:
        """The texts that the system is still to be asked about in this stage, each once."""
        wanted = dict.fromkeys(self.subject.texts[key] for key in self.wanted)
        return [text for text in wanted if text not in self.known]

    def fail(self, reason: str, detail: str) -> None:
        """End undecided."""
        self.reason, self.detail = reason, detail

    def evidence(self) -> Evidence:
        """What was found."""
        n = {class_: len(values) for class_, values in self.pool.classes.items()}
        found = judge(tally(self.answers, n), self.pool.alpha)
        evidence = Evidence(
            characteristic=self.characteristic,
            verdict=Verdict.UNDECIDED,
            reason=self.reason,
            detail=self.detail,
            alpha=found.alpha,
            prediction=self.pool.prediction,
            score=self.pool.score,
            original_class=self.subject.template.original_class,
            n=n,
            answers=tuple(self.answers),
            stages=self.stages,
            predictions=len(self.known) - 1,  # the original's was not made for the check
            unstable=self.unstable,
            flipped=self.flipped,
            subject=self.subject,
        )
        if self.outcome is None:
            return evidence
        ended = self.outcome.stopped
        nothing = self.outcome.verdict == Verdict.UNDECIDED and ended != "budget"
        return replace(
            evidence,
            verdict=self.outcome.verdict,
            reason="no valid answer" if nothing else ended,
            detail=self.outcome.reason,
            miss_at_most=self.outcome.miss_at_most,
            used=self.outcome.used,
        )


class Checker:
    """What runs checks: a system, and a strategy that says what to ask.

    Parameters
    ----------
    system : System
    asking : Asking
        What `Strategy.start` gave.
    seconds : float, optional
        How long the checks that run together may take. It is looked at between stages.
    """

    def __init__(self, system: System, asking: Asking, *, seconds: float | None = None) -> None:
        self.system, self.asking, self.seconds = system, asking, seconds
        self._lock = threading.Lock()  # a strategy that learns is one for all threads

    def run(self, checks: Sequence[Check]) -> None:
        """Ask, stage by stage, until every check has its outcome or has failed."""
        started = time.monotonic()
        running: list[tuple[Check, Questions]] = []
        for check in checks:
            questions = self.asking.questions(check.pool, check.rng)
            self._go_on(check, questions, None)
            running.append((check, questions))
        while running := [(check, q) for check, q in running if check.open]:
            if self.seconds is not None and time.monotonic() - started > self.seconds:
                for check, _ in running:
                    check.fail("time limit", f"More than {self.seconds:g} s had passed.")
                return
            self._ask([check for check, _ in running])
            for check, questions in running:
                if check.open:
                    self._go_on(check, questions, self._answered(check))

    def _go_on(self, check: Check, questions: Questions, answers: Answers | None) -> None:
        """Hand the answers to the strategy and get what it asks next."""
        try:
            with self._lock:
                wanted = next(questions) if answers is None else questions.send(answers)
            check.wanted = wanted
        except StopIteration as ended:
            check.outcome = ended.value

    def _ask(self, checks: Sequence[Check]) -> None:
        """Ask about one stage of all checks in one batch; a batch that fails, check by check."""
        texts = list(dict.fromkeys(text for check in checks for text in check.texts()))
        try:
            found = ask(self.system, texts)
        except Exception as error:
            if len(checks) > 1:
                for check in checks:
                    self._ask([check])
                return
            (check,) = checks
            reason = "unusable answers" if isinstance(error, OutputError) else "system failed"
            _log.warning("A check of system %r is undecided: %s", self.system.name, _said(error))
            check.fail(reason, f"System {self.system.name!r}: {_said(error)}")
            return
        said = dict(zip(texts, zip(found.labels, found.scores.tolist(), strict=True), strict=True))
        for check in checks:
            check.known |= {text: said[text] for text in check.texts()}

    def _answered(self, check: Check) -> Answers:
        said = [check.known[check.subject.texts[key]] for key in check.wanted]
        check.answers += [
            Answer(*key, *answer) for key, answer in zip(check.wanted, said, strict=True)
        ]
        check.stages += 1
        return Answers([label for label, _ in said], np.array([score for _, score in said]))

    def repeat_alone(self, check: Check) -> None:
        """Ask about the same mutants one by one, and see whether the verdict is another.

        What the system raises here leaves the check as it was.
        """
        if check.outcome is None or check.outcome.verdict == Verdict.UNDECIDED:
            return
        alone: dict[str, str | None] = {}
        try:
            for text in check.known:
                alone[text] = ask(self.system, [text]).labels[0]
        except Exception as error:
            _log.warning("Batch invariance was not checked: %s", _said(error))
            return
        answers = [
            replace(answer, label=alone[check.subject.texts[answer.class_, answer.value_id]])
            for answer in check.answers
        ]
        check.flipped = sum(alone[text] != label for text, (label, _) in check.known.items())
        found = judge(tally(answers, {c: 0 for c in check.pool.classes}), check.pool.alpha)
        original = alone[check.subject.template.text]
        agreed = check.outcome.stopped != "agreement" or all(a.label == original for a in answers)
        check.unstable = found.verdict != check.outcome.verdict or not agreed


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
