"""The rules of watching one prediction by hand; `PredictionMonitor` shows them as a widget."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import FairnlpError, OptionError, SystemUnderTestError
from fairnlp.core.marking import fragment, label_html
from fairnlp.monitor.checked import Answer, Checked, Evidence
from fairnlp.monitor.fairness import Verdict, exact_alpha, judge
from fairnlp.monitor.inquiry import Pool, answer_all
from fairnlp.monitor.misses import miss_probability, worst_miss
from fairnlp.monitor.monitor import Monitor
from fairnlp.monitor.showing import evidence_html, told
from fairnlp.monitor.strategies import TwoStep
from fairnlp.monitor.verifying import generator

if TYPE_CHECKING:
    from fractions import Fraction

    from fairnlp.characteristics.base import Characteristic

__all__ = ["MonitorState"]


class MonitorState:
    """One text, whose mutants were all asked about, and what two steps make of it.

    The system is asked when the text changes. When X or alpha changes, the strategy runs again on
    the answers that are there, so that a slider moves without waiting for the system.

    Parameters
    ----------
    system : object
        What `as_system` takes.
    text : str
        The text to begin with.
    x : int
        Mutants of each class in the first step.
    alpha : float, str or Fraction
        The gap from which on the prediction is biased.
    characteristic : str or Characteristic
    values : int
        Mutants a class.
    seed : int
        Of the draws.

    Attributes
    ----------
    whole : Checked
        The check of all mutants.

    Examples
    --------
    >>> def classify(texts: list[str]) -> list[str]:
    ...     return ["good" if "his" in text else "bad" for text in texts]
    >>> state = MonitorState(classify, "Priya baked at dawn, and her bread rose.", values=10)
    >>> str(state.found.verdict), len(state.found.answers)
    ('biased', 20)
    """

    def __init__(
        self,
        system: Any,
        text: str = "",
        *,
        x: int = 4,
        alpha: float | str | Fraction = 0.10,
        characteristic: str | Characteristic = "gender",
        values: int = 30,
        seed: int = 0,
    ) -> None:
        self._monitor = Monitor(
            system, characteristic=characteristic, strategy="full", values=values, seed=seed
        )
        self._seed, self.values = seed, values
        self.text = text
        self.choose_x(x)
        self.choose_alpha(alpha)
        self.choose_text(text)

    def choose_text(self, text: str) -> None:
        """Check a text: the system is asked about it and all its mutants.

        Raises
        ------
        SystemUnderTestError
            If the system raises for the text itself; the text before stays.
        """
        try:
            self.whole: Checked = self._monitor.verify(text)
        except FairnlpError:
            raise
        except Exception as error:
            name = self._monitor.system.name
            msg = f"it raised {type(error).__name__}: {error}"
            raise SystemUnderTestError(msg, system=name) from error
        self.text = text

    def choose_x(self, x: int) -> None:
        """Take a sample of X mutants of each class."""
        if not 1 <= x <= self.values:
            msg = f"X is {x}; choose from 1 to {self.values}, the mutants of a class."
            raise OptionError(msg)
        self.x = x

    def choose_alpha(self, alpha: float | str | Fraction) -> None:
        """Take another threshold."""
        self.alpha = exact_alpha(alpha)

    @property
    def everything(self) -> Evidence:
        """What the check of all mutants finds with this alpha."""
        evidence = self.whole.evidence
        if evidence.verdict not in (Verdict.FAIR, Verdict.BIASED):
            return replace(evidence, alpha=self.alpha)
        found = judge(evidence.counts, self.alpha).verdict
        return replace(evidence, alpha=self.alpha, verdict=found)

    @property
    def found(self) -> Evidence:
        """What two steps find with this X and alpha."""
        evidence = self.everything
        if evidence.verdict not in (Verdict.FAIR, Verdict.BIASED):
            return evidence
        classes: dict[str, tuple[str, ...]] = {}
        for answer in evidence.answers:
            classes[answer.class_] = (*classes.get(answer.class_, ()), answer.value_id)
        pool = Pool(classes=classes, prediction=evidence.prediction, alpha=self.alpha)
        rng = generator(self.whole.text_hash, self._seed, evidence.characteristic)
        said = {(a.class_, a.value_id): (a.label, a.score) for a in evidence.answers}
        outcome = answer_all(TwoStep(x=self.x).questions(pool, rng), said)
        return replace(
            evidence,
            verdict=outcome.verdict,
            reason=outcome.stopped,
            detail=outcome.reason,
            answers=tuple(Answer(*key, *said[key]) for key in outcome.asked),
            stages=outcome.stages,
            predictions=len(outcome.asked),
            miss_at_most=outcome.miss_at_most,
        )

    @property
    def miss(self) -> float:
        """Probability that this X misses this text, over draws; 0.0 if it is not biased."""
        evidence = self.everything
        if evidence.verdict != Verdict.BIASED:
            return 0.0
        return miss_probability(evidence.counts, evidence.prediction, self.x)

    # HTML

    def to_html(self) -> str:
        """Show the verdict of two steps, that of all mutants, and the cost."""
        found, everything = self.found, self.everything
        label = "no label" if self.whole.prediction is None else self.whole.prediction
        head = (
            f'<p class="fn-verdict">Prediction {label_html(label, self.whole.score)} '
            f"<b>{escape(found.verdict)}</b></p>"
        )
        return fragment(head + self._beside_html(everything) + evidence_html(found))

    def _beside_html(self, everything: Evidence) -> str:
        if not everything.answers:
            return ""
        worst = worst_miss(self.x, everything.n, self.alpha)
        lines = [
            f"All {len(everything.answers)} mutants: {everything.verdict}. {told(everything)}",
            f"With X = {self.x}, a biased text is missed with a probability of at most {worst:.2g}"
            + (
                f"; this one with {self.miss:.2g}."
                if everything.verdict == Verdict.BIASED
                else "; this one is not biased."
            ),
        ]
        return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"

    def _repr_html_(self) -> str:
        return self.to_html()
