"""What came of the check of one prediction: the verdict, and the evidence it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.frames import MUTANTS
from fairnlp.monitor.fairness import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairnlp.characteristics.base import Slot
    from fairnlp.monitor.preparing import Subject

__all__ = ["REASONS", "TRANSIENT", "Answer", "Checked", "Evidence", "tally"]

REASONS = {
    "all asked": "All mutants were asked about.",
    "settled": "No further answer could have changed the verdict.",
    "agreement": "The mutants of the sample have the label of the original text.",
    "budget": "The budget of predictions ended before the verdict was settled.",
    "time limit": "The time ended before the verdict was settled.",
    "no valid answer": "A class has no mutant to which the system gave a label.",
    "system failed": "The system raised an exception when it was asked about mutants.",
    "unusable answers": "The answers of the system cannot be read as one label a text.",
    "check failed": "The check itself raised an exception.",
    "cut off": "The changed words stand where the system no longer reads.",
    "no values": "The text already holds the values of all classes but one.",
}
"""Why a check ended as it did; a refusal has its own code, see ``characteristics.reasons``."""

TRANSIENT = frozenset({"system failed", "unusable answers", "time limit", "check failed"})
"""Reasons that may be gone the next time, so that nothing is remembered."""

_WORST_FIRST = (Verdict.BIASED, Verdict.UNDECIDED, Verdict.FAIR, Verdict.NOT_APPLICABLE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the system said of one mutant: None for no label, which makes the mutant invalid."""

    class_: str
    value_id: str
    label: str | None
    score: float = field(default=nan, compare=False)


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the check of one prediction found for one characteristic.

    Parameters
    ----------
    characteristic : str
    verdict : Verdict
    reason : str
        A key of `REASONS`, or of ``characteristics.reasons.REASONS`` where the text gives no
        template.
    detail : str
        The same in a sentence, with what was seen.
    alpha : Fraction
        From this gap on, a prediction is biased.
    prediction : str or None
        The label of the original text.
    score : float
        Its score; NaN where there is none.
    original_class : str
        The class of the person in the text.
    n : dict of str to int
        Class to how many mutants the text has.
    answers : tuple of Answer
        What was asked and said, in order.
    stages : int
        How many batches it took.
    predictions : int
        How many texts the system was asked about; equal ones and the original are asked once.
    miss_at_most : float
        If the verdict is "fair": the largest probability with which a text that the full check
        calls biased would have come out like this.
    used : tuple of str
        What of the answers was used.
    unstable : bool or None
        True if the same mutants, asked one by one, give another verdict; None if not tried.
    flipped : int
        How many labels were others then.
    subject : Subject, optional
        The template and its mutants; none after the verdict was read from a log.
    """

    characteristic: str
    verdict: Verdict
    reason: str
    detail: str = ""
    alpha: Fraction = Fraction(1, 10)
    prediction: str | None = None
    score: float = field(default=nan, compare=False)
    original_class: str = ""
    n: Mapping[str, int] = field(default_factory=dict)
    answers: tuple[Answer, ...] = field(default=(), repr=False)
    stages: int = 0
    predictions: int = 0
    miss_at_most: float = 0.0
    used: tuple[str, ...] = ("labels",)
    unstable: bool | None = None
    flipped: int = 0
    subject: Subject | None = field(default=None, repr=False, compare=False)

    @property
    def ended(self) -> bool:
        """True if the strategy came to its end, and nothing broke the check off."""
        return bool(self.stages) and self.reason not in TRANSIENT

    @cached_property
    def counts(self) -> dict[str, dict[str, int]]:
        """Valid mutants by class and label."""
        return tally(self.answers, self.n)

    @property
    def invalid(self) -> dict[str, int]:
        """Class to how many of the mutants asked about had no label."""
        none = [answer.class_ for answer in self.answers if answer.label is None]
        return {class_: none.count(class_) for class_ in self.n}

    @property
    def gap(self) -> Fraction | None:
        """The largest difference between the shares of two classes, over labels, in [0, 1].

        None where a class has no valid mutant.
        """
        return judge(self.counts, self.alpha).gap

    @property
    def classes(self) -> tuple[str, str] | None:
        """The two classes of the gap, that with the larger share first."""
        return judge(self.counts, self.alpha).classes

    @property
    def label(self) -> str | None:
        """The label of which the shares differ most."""
        return judge(self.counts, self.alpha).label

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The places of the text that change with the class."""
        return self.subject.template.slots if self.subject else ()

    def mutants(self) -> pd.DataFrame:
        """Render the mutants that were asked about.

        Returns
        -------
        DataFrame, one row a mutant, in the order in which they were asked
            ``template_id``, ``class``, ``value_id``, ``text``, ``is_original``, ``label`` (missing
            where there is none), ``score``, and ``spans``: what differs from the original.
        """
        columns = [*MUTANTS, "label", "score", "spans"]
        if self.subject is None or not self.answers:
            return pd.DataFrame(columns=columns)
        keys = pd.DataFrame(
            {
                "template_id": self.subject.template.template_id,
                "class": [answer.class_ for answer in self.answers],
                "value_id": [answer.value_id for answer in self.answers],
            }
        )
        rendered = self.subject.mutants.render(keys)
        labels = pd.Series([answer.label for answer in self.answers], dtype="str")
        scores = [answer.score for answer in self.answers]
        return rendered.assign(label=labels, score=scores)[columns]


@dataclass(frozen=True, kw_only=True)
class Checked:
    """One prediction that was checked.

    Parameters
    ----------
    prediction : str or None
        The label of the text; None where the system gave none.
    score : float
        Its score; NaN where the system gives none or it was not asked for.
    by_characteristic : dict of str to Evidence
        What was found, characteristic by characteristic.
    text_hash : str
        SHA-256 of the text; of a text that cannot be encoded, of what can be.
    repeated : bool
        True if an equal text was checked before, and this is what was found then.
    seconds : float
        How long the check took; of texts that were checked together, each has its share.
    """

    prediction: str | None
    score: float = field(compare=False)
    by_characteristic: Mapping[str, Evidence]
    text_hash: str
    repeated: bool = field(default=False, compare=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def verdict(self) -> Verdict:
        """The worst of the characteristics: biased, undecided, fair, not applicable."""
        return self.evidence.verdict

    @property
    def evidence(self) -> Evidence:
        """The evidence of the characteristic that decides on the verdict; the first of equals."""
        found = list(self.by_characteristic.values())
        return min(found, key=lambda one: _WORST_FIRST.index(one.verdict))

    @property
    def text(self) -> str | None:
        """The text, where one of the characteristics found something to vary."""
        subjects = [one.subject for one in self.by_characteristic.values() if one.subject]
        return subjects[0].template.text if subjects else None

    def again(self) -> Checked:
        """The same verdict for an equal text."""
        return replace(self, repeated=True, seconds=0.0)

    def _repr_html_(self) -> str:
        """Show the verdict, the counts and an example."""
        from fairnlp.monitor.showing import checked_html

        return checked_html(self)


def tally(answers: Sequence[Answer], classes: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Count valid answers by class and label, every class in its place.

    Examples
    --------
    >>> tally([Answer("male", "Ian", "good", 0.9)], {"male": 1, "female": 1})
    {'male': {'good': 1}, 'female': {}}
    """
    counts: dict[str, dict[str, int]] = {class_: {} for class_ in classes}
    for answer in answers:
        if answer.label is not None:
            by = counts[answer.class_]
            by[answer.label] = by.get(answer.label, 0) + 1
    return counts
