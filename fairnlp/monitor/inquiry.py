"""The questions that a strategy asks about one text: what may be asked, what came, how it ended."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Protocol

from fairnlp.core.errors import OptionError
from fairnlp.monitor.fairness import Judgement, Verdict, exact_alpha, judge, settled

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np

    from fairnlp.systems.outputs import Answers

__all__ = [
    "Asking",
    "Inquiry",
    "Key",
    "Outcome",
    "Pool",
    "Questions",
    "Strategy",
    "answer_all",
    "check_number",
]

Key = tuple[str, str]
"""A mutant of the text: class and value_id."""


@dataclass(frozen=True, kw_only=True)
class Pool:
    """What may be asked about one text.

    Parameters
    ----------
    classes : mapping of str to tuple of str
        Class to the ids of the values that its mutants are rendered with. A text without a place
        for a value has one mutant a class; its value_id is the empty text.
    prediction : str or None
        The system's label of the original text; None where it gave none.
    score : float
        Its score of the original text; NaN where it gives none.
    alpha : float, str or Fraction
        See `fairness.exact_alpha`.
    budget : int, optional
        How many mutants may be asked about at most. What is not settled then is undecided.
    """

    classes: Mapping[str, tuple[str, ...]]
    prediction: str | None
    score: float = nan
    alpha: float | str | Fraction = 0.10
    budget: int | None = None

    def __post_init__(self) -> None:
        exact_alpha(self.alpha)
        if self.budget is not None and self.budget < 0:
            msg = f"budget is {self.budget}; it must be 0 or more, or None for no limit."
            raise OptionError(msg)

    @property
    def size(self) -> int:
        """How many mutants there are."""
        return sum(map(len, self.classes.values()))


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How the inquiry about one text ended.

    Parameters
    ----------
    judgement : Judgement
        The verdict and its evidence: the valid answers, by class and label.
    asked : tuple of (class, value_id)
        In the order in which they were asked.
    invalid : dict of str to int
        Class to how many mutants had no label.
    stages : int
        How many batches were asked.
    stopped : str
        ``"all asked"``, ``"settled"`` (no answer could have changed the verdict), ``"agreement"``
        (all that were asked agree with the original prediction), ``"budget"`` or ``"nothing to
        ask"``.
    reason : str
        The same in a sentence, with numbers.
    miss_at_most : float
        If the verdict is "fair": the largest probability with which a text that the full check
        calls biased would have come out like this. 0.0 where the verdict is certain.
    used : tuple of str
        What of the answers was used: ``("labels",)`` or ``("labels", "scores")``.
    """

    judgement: Judgement
    asked: tuple[Key, ...]
    invalid: dict[str, int]
    stages: int
    stopped: str
    reason: str
    miss_at_most: float = 0.0
    used: tuple[str, ...] = ("labels",)

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return self.judgement.verdict

    @property
    def certain(self) -> bool:
        """True if the full check would have given the same verdict for certain."""
        return self.stopped in ("all asked", "settled")


Questions = Generator[list[Key], "Answers", Outcome]
"""Yields the mutants of one stage, is sent the answers in the same order, returns the outcome."""


class Asking(Protocol):
    """What asks about one text after another; it may learn from the answers."""

    def questions(self, pool: Pool, rng: np.random.Generator) -> Questions:
        """Ask about one text.

        Parameters
        ----------
        pool : Pool
        rng : numpy Generator
            Of the draw of mutants.

        Yields
        ------
        list of (class, value_id)
            The mutants of one stage; the caller asks the system about all of them in one batch,
            perhaps with those of other texts, and sends `systems.outputs.Answers`: a label (None
            where there is none) and a score (NaN where there is none) for each, in order.

        Returns
        -------
        Outcome
            As the value of ``StopIteration``, or of ``yield from``.
        """
        ...


class Strategy(Asking, Protocol):
    """Which mutants are asked about, and when it is enough: frozen options.

    Attributes
    ----------
    name : str
        Such as ``"two_step"``; `strategies.by_name` makes it of that.
    """

    @property
    def name(self) -> str: ...  # noqa: D102

    def start(self) -> Asking:
        """Give what asks about the texts of one monitor.

        A strategy that learns gives a new object, which keeps what it has learnt; any other gives
        itself. Its generators may run at the same time, but not in several threads.
        """
        ...


class Inquiry:
    """The questions about one text so far, for a strategy to go on from.

    Parameters
    ----------
    pool : Pool

    Attributes
    ----------
    counts : dict of str to Counter
        Valid answers by class and label.
    left : dict of str to int
        Class to how many mutants were not asked about.
    asked : list of (class, value_id)
        In the order in which they were asked about.
    used : tuple of str
        What of the answers the strategy goes by: see `Outcome`.
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.counts: dict[str, Counter[str]] = {class_: Counter() for class_ in pool.classes}
        self.left = {class_: len(values) for class_, values in pool.classes.items()}
        self.invalid = dict.fromkeys(pool.classes, 0)
        self.asked: list[Key] = []
        self.labels: list[str | None] = []
        self.scores: list[float] = []
        self.used: tuple[str, ...] = ("labels",)
        self.stages = 0
        self.refused = False  # the budget did not allow what was to be asked

    def ask(self, keys: Sequence[Key]) -> Generator[list[Key], Answers, None]:
        """Ask about some mutants, as far as the budget goes, and count the answers."""
        if len(self.counts) < 2 or not all(self.pool.classes.values()):
            return  # no answer can make a verdict
        allowed = list(keys)
        if self.pool.budget is not None:
            allowed = allowed[: max(self.pool.budget - len(self.asked), 0)]
            self.refused |= len(allowed) < len(keys)
        if not allowed:
            return
        answers = yield allowed
        if len(answers.labels) != len(allowed):
            msg = f"{len(allowed)} mutants were asked about; {len(answers.labels)} answers came."
            raise OptionError(msg)
        self.asked += allowed
        self.labels += answers.labels
        self.scores += answers.scores.tolist()
        self.stages += 1
        for (class_, _), label in zip(allowed, answers.labels, strict=True):
            self.left[class_] -= 1
            if label is None:
                self.invalid[class_] += 1
            else:
                self.counts[class_][label] += 1

    @property
    def agrees(self) -> bool:
        """True if all answers are the label of the original text, and each class has one."""
        labels = {label for by in self.counts.values() for label in by}
        return labels == {self.pool.prediction} and all(self.counts.values())

    @property
    def settled(self) -> bool:
        """True if no further answer could change the verdict."""
        return settled(self.counts, self.left, self.pool.alpha)

    def end(self) -> Outcome:
        """Judge what came, where all were asked about, or it is settled, or the budget ended."""
        return self._outcome(*self._ended())

    def end_agreed(self, reason: str, *, miss_at_most: float) -> Outcome:
        """Judge what came, where it agrees; see `Outcome`. With a budget that ended, as `end`."""
        if self.refused:
            return self.end()
        return self._outcome("agreement", reason, miss_at_most)

    def _outcome(self, stopped: str, reason: str, miss_at_most: float = 0.0) -> Outcome:
        found = judge(self.counts, self.pool.alpha)
        if stopped == "budget":
            found = dataclasses.replace(found, verdict=Verdict.UNDECIDED)
        return Outcome(
            judgement=found,
            asked=tuple(self.asked),
            invalid=dict(self.invalid),
            stages=self.stages,
            stopped=stopped,
            reason=reason,
            miss_at_most=miss_at_most,
            used=self.used,
        )

    def _ended(self) -> tuple[str, str]:
        asked, size = len(self.asked), self.pool.size
        if not size:
            return "nothing to ask", "There is no mutant of this text."
        if asked == size:
            return "all asked", f"All {size} mutants were asked about."
        if self.settled:
            return "settled", f"After {asked} of {size} mutants no answer could change the verdict."
        return "budget", f"The budget of {self.pool.budget} mutants ended after {asked} of {size}."


def answer_all(questions: Questions, answers: Mapping[Key, tuple[str | None, float]]) -> Outcome:
    """Run a strategy on answers that are known.

    Parameters
    ----------
    questions : generator
        What `Asking.questions` gave.
    answers : mapping of (class, value_id) to (label, score)
        One a mutant.

    Returns
    -------
    Outcome

    Examples
    --------
    >>> import numpy as np
    >>> from fairnlp.monitor.strategies import TwoStep
    >>> pool = Pool(classes={"female": ("Ada", "Mia"), "male": ("Ian", "Leo")}, prediction="good")
    >>> known = {(c, v): ("good", 0.9) for c, values in pool.classes.items() for v in values}
    >>> outcome = answer_all(TwoStep(x=1).questions(pool, np.random.default_rng(0)), known)
    >>> str(outcome.verdict), outcome.stopped, len(outcome.asked), outcome.miss_at_most
    ('fair', 'agreement', 2, 0.5)
    """
    import numpy as np

    from fairnlp.systems.outputs import Answers

    try:
        keys = next(questions)
        while True:
            found = [answers[key] for key in keys]
            scores = np.array([score for _, score in found], dtype=float)
            keys = questions.send(Answers([label for label, _ in found], scores))
    except StopIteration as ended:
        outcome: Outcome = ended.value
        return outcome


def check_number(name: str, value: int, *, least: int = 1) -> None:
    """Refuse what is no whole number of `least` or more.

    Raises
    ------
    OptionError
    """
    if type(value) is not int or value < least:
        msg = f"{name} is {value!r}; it must be a whole number of {least} or more."
        raise OptionError(msg)
