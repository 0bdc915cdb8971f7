"""The strategy that learns which values move a system, and asks about these first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from fairnlp.core.errors import OptionError
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.inquiry import Inquiry, check_number
from fairnlp.monitor.misses import worst_miss
from fairnlp.monitor.stages import in_turns, shuffled, until_settled
from fairnlp.monitor.telling import LabelPulls, ScoreShifts
from fairnlp.stats.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from fairnlp.monitor.inquiry import Key, Pool, Questions

__all__ = ["Adaptive", "Learning"]


@dataclass(frozen=True, kw_only=True)
class Adaptive:
    """Ask about the values first that have moved this system most, and stop if these agree.

    If the values that pull hardest away from the prediction leave it as it is, the others will
    most likely do so too. Which these are is learnt from the answers to earlier texts, by the
    scores if the system gives any, else by the labels.

    Parameters
    ----------
    telling : int
        Values of each class with the strongest pull; where other labels lie on both sides of the
        score, as many on either side. Without scores, twice as many.
    random : int
        Further values of each class, drawn at random from the others: from these comes the miss
        that can be stated whatever was learnt. Without scores, twice as many.
    warm_up : int
        The first texts are checked in full.
    audit : float
        Share of the texts where it would stop that are checked in full instead, in [0, 1]: what it
        misses on this very stream is counted there; see `Learning.audits`.
    scores : bool
        False to go by labels even if the system gives scores.
    margin : float
        Values whose expected score comes nearer to another label than so many standard deviations
        of what is not explained are asked about too, before it may stop; at 0, only those that
        are expected to have another label.
    batch : int
        Mutants of each class in a batch, where answers disagree: it goes on until the verdict is
        settled.

    Notes
    -----
    Not in the paper. A text can only save questions if its classes have several values each. What
    is learnt of a text serves those that begin after it: of texts that are checked together, none
    gains from the others. Learning looks at no text twice and at none ahead.

    Examples
    --------
    >>> import numpy as np
    >>> from fairnlp.monitor.strategies import Pool, answer_all
    >>> values = {"female": tuple("abcdefgh"), "male": tuple("ijklmnop")}
    >>> pool = Pool(classes=values, prediction="good", score=0.6)
    >>> moved = {(c, v): ("good", 0.9 - 0.2 * (v == "c")) for c in values for v in values[c]}
    >>> learning = Adaptive(warm_up=3, audit=0).start()
    >>> for text in range(4):
    ...     outcome = answer_all(learning.questions(pool, np.random.default_rng(text)), moved)
    >>> ("female", "c") in outcome.asked, len(outcome.asked), outcome.used
    (True, 6, ('labels', 'scores'))
    """

    name: ClassVar[str] = "adaptive"
    telling: int = 1
    random: int = 1
    warm_up: int = 20
    audit: float = 0.02
    scores: bool = True
    margin: float = 2.0
    batch: int = 4

    def __post_init__(self) -> None:
        check_number("telling", self.telling)
        check_number("random", self.random, least=0)
        check_number("warm_up", self.warm_up, least=0)
        check_number("batch", self.batch)
        if not 0 <= self.audit <= 1:
            msg = f"audit is {self.audit!r}; it is a share from 0 to 1, such as 0.02."
            raise OptionError(msg)
        if not (self.margin >= 0 and math.isfinite(self.margin)):
            msg = f"margin is {self.margin!r}; it must be 0 or more, such as 2."
            raise OptionError(msg)

    def start(self) -> Learning:
        """Give what asks about the texts of one monitor, and learns from them."""
        return Learning(self)

    def questions(self, pool: Pool, rng: np.random.Generator) -> Questions:
        """Ask about one text with nothing learnt; see `inquiry.Asking.questions`."""
        return self.start().questions(pool, rng)


class Learning:
    """What `Adaptive` has learnt from the texts of one monitor, and goes on to ask.

    Attributes
    ----------
    texts : int
        Texts with values that were begun.
    audited, missed : int
        Texts that were checked in full although it would have stopped, and how many of these were
        biased.
    pulls : LabelPulls
    shifts : ScoreShifts
    """

    def __init__(self, options: Adaptive) -> None:
        self.options = options
        self.pulls, self.shifts = LabelPulls(), ScoreShifts()
        self.texts = self.audited = self.missed = 0

    def questions(self, pool: Pool, rng: np.random.Generator) -> Questions:
        """Ask; see `inquiry.Asking.questions`."""
        inquiry = Inquiry(pool)
        if any(len(values) > 1 for values in pool.classes.values()):
            self.texts += 1
        if self.texts <= self.options.warm_up:
            yield from inquiry.ask(in_turns(pool.classes))
            outcome = inquiry.end()
        else:
            outcome = yield from self._telling_first(inquiry, rng)
        self.pulls.learn(inquiry)
        if self.options.scores:
            self.shifts.learn(inquiry)
        return outcome

    @property
    def audits(self) -> tuple[int, int, float]:
        """How many of the audited texts were biased, of how many, and the most their share may be.

        The last is the upper end of a 95% Wilson interval; 1 where none was audited.
        """
        return self.missed, self.audited, _at_most(self.missed, self.audited)

    def _telling_first(self, inquiry: Inquiry, rng: np.random.Generator) -> Questions:
        pool, options = inquiry.pool, self.options
        by_score = options.scores and math.isfinite(pool.score) and self.shifts.known
        inquiry.used = ("labels", "scores") if by_score else ("labels",)
        source: LabelPulls | ScoreShifts = self.shifts if by_score else self.pulls
        times = 1 if by_score else 2
        order: dict[str, tuple[str, ...]] = {}
        telling: dict[str, tuple[str, ...]] = {}
        drawn: dict[str, tuple[str, ...]] = {}
        for class_, values in shuffled(pool, rng).items():  # what pulls alike is in random order
            ways = source.away(pool, class_, values)
            order[class_] = tuple(
                dict.fromkeys(v for turn in zip(*ways, strict=True) for v in turn)
            )
            telling[class_] = order[class_][: options.telling * times * len(ways)]
            others = [value for value in values if value not in telling[class_]]
            drawn[class_] = tuple(others[: options.random * times])
        yield from inquiry.ask(in_turns({c: telling[c] + drawn[c] for c in order}))
        while by_score and inquiry.agrees and not inquiry.refused:
            doubtful = self.shifts.doubtful(inquiry, options.margin)
            if not doubtful:
                break
            yield from inquiry.ask(doubtful[: options.batch * len(order)])
        if not inquiry.agrees or inquiry.settled or inquiry.refused:
            return (yield from until_settled(inquiry, order, options.batch))
        if rng.random() < options.audit:
            yield from inquiry.ask(_left(inquiry, order))
            outcome = inquiry.end()
            if outcome.certain:
                self.audited += 1
                self.missed += outcome.verdict is Verdict.BIASED
            return outcome
        return inquiry.end_agreed(self._reason(inquiry, drawn), miss_at_most=_bound(inquiry, drawn))

    def _reason(self, inquiry: Inquiry, drawn: Mapping[str, Sequence[str]]) -> str:
        asked, by_chance = len(inquiry.asked), sum(map(len, drawn.values()))
        moved = "the score" if "scores" in inquiry.used else "labels"
        missed, audited, most = self.audits
        told = (
            f"of {audited} such texts that were checked in full, {missed} were biased (at most "
            f"{most:.0%})"
            if audited
            else "no such text was checked in full so far"
        )
        return (
            f"{asked} of {inquiry.pool.size} mutants agree with the original prediction: "
            f"{asked - by_chance} with values that moved {moved} most in earlier texts, "
            f"{by_chance} with values drawn at random; {told}."
        )


@lru_cache(maxsize=64)  # it changes with an audit, and is told with every text
def _at_most(missed: int, audited: int) -> float:
    return float(wilson(missed, audited)[1])


def _left(inquiry: Inquiry, order: Mapping[str, Sequence[str]]) -> list[Key]:
    """The mutants that were not asked about."""
    asked = set(inquiry.asked)
    return in_turns({c: [v for v in values if (c, v) not in asked] for c, values in order.items()})


def _bound(inquiry: Inquiry, drawn: Mapping[str, Sequence[str]]) -> float:
    """Largest probability of a miss, if nothing were learnt: by the values that were drawn."""
    bounds = []
    for class_, values in inquiry.pool.classes.items():
        chosen = sum(asked_class == class_ for asked_class, _ in inquiry.asked)
        chosen -= len(drawn[class_])
        valid = max(len(drawn[class_]) - inquiry.invalid[class_], 0)
        bounds.append(worst_miss(valid, len(values), inquiry.pool.alpha, chosen=chosen))
    return max(bounds)
