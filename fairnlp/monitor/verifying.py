"""Verdicts on texts: read them, ask about their mutants together, and gather the evidence."""

from __future__ import annotations

import hashlib
import logging
import time
from dataclasses import dataclass, field, replace
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.monitor.checked import Checked, Evidence
from fairnlp.monitor.checking import Check, Checker
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.inquiry import Pool
from fairnlp.monitor.preparing import Preparer, Subject
from fairnlp.systems.prediction import ask

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from fractions import Fraction

    from fairnlp.characteristics.base import Refusal

__all__ = ["Predicted", "Verifier", "generator", "seeded_share", "text_hash"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Predicted:
    """A text and what the system said of it.

    Parameters
    ----------
    text : str or None
        None where there is no text.
    label : str or None
        None where the system gave none.
    score : float
        NaN where there is none.
    told : bool
        False if the answers did not tell the label, so that the system is to be asked.
    """

    text: str | None
    label: str | None
    score: float = field(compare=False)
    told: bool = True


@dataclass(frozen=True, kw_only=True)
class Verifier:
    """What gives verdicts; it keeps nothing of a text.

    Parameters
    ----------
    preparer : Preparer
    checker : Checker
    alpha : Fraction
    seed : int
        With the hash of a text, the seed of what is drawn for it, so that the order of texts does
        not matter.
    budget : int, optional
        Mutants of a text that may be asked about for each characteristic.
    stability : float
        The share of texts whose mutants are asked about once more, one by one.
    wants_scores : bool
        True if the strategy goes by the scores of the texts themselves.
    seen : callable, optional
        What of each text the system reads; see `systems.base.System`.
    """

    preparer: Preparer
    checker: Checker
    alpha: Fraction
    seed: int
    budget: int | None
    stability: float
    wants_scores: bool
    seen: Callable[[Sequence[str]], Sequence[Hashable]] | None = None

    def verify(self, predicted: Sequence[Predicted]) -> list[Checked]:
        """Check predictions together: each stage of all of them is one batch for the system."""
        started = time.perf_counter()
        read = self.preparer.prepare([one.text for one in predicted])
        predicted = self._scored(predicted, read)
        found = [
            {name: self._start(one, name, part) for name, part in parts.items()}
            for one, parts in zip(predicted, read, strict=True)
        ]
        checks = [part for parts in found for part in parts.values() if isinstance(part, Check)]
        self.checker.run(checks)
        for one, parts in zip(predicted, found, strict=True):
            if seeded_share(one.text or "", self.seed, "stability") < self.stability:
                for part in parts.values():
                    if isinstance(part, Check):
                        self.checker.repeat_alone(part)
        seconds = (time.perf_counter() - started) / max(len(predicted), 1)
        return [
            Checked(
                prediction=one.label,
                score=one.score,
                by_characteristic={
                    name: part.evidence() if isinstance(part, Check) else part
                    for name, part in parts.items()
                },
                text_hash=text_hash(one.text or ""),
                seconds=seconds,
            )
            for one, parts in zip(predicted, found, strict=True)
        ]

    def undecided(self, one: Predicted, reason: str, detail: str) -> Checked:
        """Give the verdict on a text that was not, or could not be, checked."""
        return Checked(
            prediction=one.label,
            score=one.score,
            by_characteristic={
                name: Evidence(
                    characteristic=name,
                    verdict=Verdict.UNDECIDED,
                    reason=reason,
                    detail=detail,
                    alpha=self.alpha,
                    prediction=one.label,
                )
                for name in self.preparer.characteristics
            },
            text_hash=text_hash(one.text or ""),
        )

    def _scored(
        self, predicted: Sequence[Predicted], read: Sequence[dict[str, Subject | Refusal]]
    ) -> Sequence[Predicted]:
        """Ask for the scores of the texts themselves, where a strategy goes by scores."""
        if not self.wants_scores:
            return predicted
        texts = [
            one.text
            for one, parts in zip(predicted, read, strict=True)
            if one.text is not None and isnan(one.score)
            if any(isinstance(part, Subject) for part in parts.values())
        ]
        try:
            found = ask(self.checker.system, texts)
        except Exception as error:
            _log.warning("No scores of the texts themselves: %s: %s", type(error).__name__, error)
            return predicted
        scores = dict(zip(texts, found.scores.tolist(), strict=True))
        return [replace(one, score=scores.get(one.text or "", one.score)) for one in predicted]

    def _start(self, one: Predicted, name: str, part: Subject | Refusal) -> Check | Evidence:
        if not isinstance(part, Subject):
            return self._not_applicable(one, name, part.reason, part.detail)
        if self._cut_off(part):
            detail = f"System {self.checker.system.name!r} reads the same of every mutant."
            return self._not_applicable(one, name, "cut off", detail)
        classes: dict[str, tuple[str, ...]] = {}
        for class_, value in part.texts:
            classes[class_] = (*classes.get(class_, ()), value)
        pool = Pool(
            classes=classes,
            prediction=one.label,
            score=one.score,
            alpha=self.alpha,
            budget=self.budget,
        )
        rng = generator(text_hash(part.template.text), self.seed, name)
        return Check(subject=part, characteristic=name, pool=pool, rng=rng)

    def _not_applicable(self, one: Predicted, name: str, reason: str, detail: str) -> Evidence:
        return Evidence(
            characteristic=name,
            verdict=Verdict.NOT_APPLICABLE,
            reason=reason,
            detail=detail,
            alpha=self.alpha,
            prediction=one.label,
        )

    def _cut_off(self, subject: Subject) -> bool:
        """Tell whether no change of the text reaches the system.

        Two mutants of different classes that it tells apart are enough; only where there are none,
        all are looked at.
        """
        if self.seen is None:
            return False
        firsts = {class_: text for (class_, _), text in reversed(list(subject.texts.items()))}
        if len(set(self.seen(list(firsts.values())))) > 1:
            return False
        return len(set(self.seen(list(subject.texts.values())))) == 1


def text_hash(text: str) -> str:
    """SHA-256 of a text, in 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def seeded_share(text: str, seed: int, purpose: str) -> float:
    """Give a number in [0, 1) that a text always has for a seed and a purpose.

    Examples
    --------
    >>> seeded_share("A text.", 0, "share") == seeded_share("A text.", 0, "share")
    True
    """
    return float(generator(text_hash(text), seed, purpose).random())


def generator(hash_: str, seed: int, purpose: str) -> np.random.Generator:
    """Make what draws for a text: of its hash, a seed and a purpose, so that no order matters."""
    told = hashlib.sha256(f"{purpose}\0{hash_}".encode()).digest()
    return np.random.default_rng(
        [seed, *(int.from_bytes(told[i : i + 4]) for i in range(0, 16, 4))]
    )
