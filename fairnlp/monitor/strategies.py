"""Which mutants of a text are asked about, and when it is enough.

A strategy is a frozen set of options. `Full` asks about all mutants, `TwoStep` about a sample first
(Yang et al. 2021), `Exact` until the verdict is settled, and `adaptive.Adaptive` about the telling
ones first, which it learns. See `inquiry.Asking` for how they ask.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from fairnlp.core.errors import OptionError
from fairnlp.core.registry import load
from fairnlp.monitor.inquiry import (
    Asking,
    Inquiry,
    Key,
    Outcome,
    Pool,
    Strategy,
    answer_all,
    check_number,
)
from fairnlp.monitor.misses import least_sample, worst_miss
from fairnlp.monitor.stages import in_turns, shuffled, until_settled

if TYPE_CHECKING:
    import numpy as np

    from fairnlp.monitor.inquiry import Questions

__all__ = [
    "STRATEGIES",
    "Asking",
    "Exact",
    "Full",
    "Key",
    "Outcome",
    "Pool",
    "Strategy",
    "TwoStep",
    "answer_all",
    "by_name",
]

STRATEGIES = {
    "full": "fairnlp.monitor.strategies:Full",
    "two_step": "fairnlp.monitor.strategies:TwoStep",
    "exact": "fairnlp.monitor.strategies:Exact",
    "adaptive": "fairnlp.monitor.adaptive:Adaptive",
}
"""The strategies that `by_name` knows."""


def by_name(name: str, **options: Any) -> Strategy:
    """Make a strategy of its name and options.

    Parameters
    ----------
    name : str
        A key of `STRATEGIES`.
    **options
        Those of the strategy, such as ``x=4``.

    Returns
    -------
    Strategy

    Raises
    ------
    UnknownChoiceError
        If the name is not known.
    OptionError
        If the strategy has no such option, or cannot use its value.

    Examples
    --------
    >>> by_name("two_step", x=6)
    TwoStep(x=6, miss_at_most=None, curtail=False, batch=4)
    >>> by_name("two_steps")
    Traceback (most recent call last):
    fairnlp.core.errors.UnknownChoiceError: Unknown strategy 'two_steps'; choose one of ...
    """
    kind = load("strategy", name, STRATEGIES)
    known = [field.name for field in fields(kind)]
    if strange := [option for option in options if option not in known]:
        has = f"it has {', '.join(known)}" if known else "it has none"
        msg = f"Strategy {name!r} has no option {strange[0]!r}; {has}."
        raise OptionError(msg)
    made: Strategy = kind(**options)
    return made


@dataclass(frozen=True, kw_only=True)
class Full:
    """Ask about all mutants, in one batch: the check that the others are measured against."""

    name: ClassVar[str] = "full"

    def start(self) -> Full:
        """Give itself: nothing is learnt."""
        return self

    def questions(self, pool: Pool, rng: np.random.Generator) -> Questions:
        """Ask; see `inquiry.Asking.questions`."""
        inquiry = Inquiry(pool)
        yield from inquiry.ask(in_turns(pool.classes))
        return inquiry.end()


@dataclass(frozen=True, kw_only=True)
class TwoStep:
    """Ask about X random mutants of each class, and about the others only if these disagree.

    Parameters
    ----------
    x : int, optional
        Mutants of each class in the first step; 4 if nothing is said. A class with fewer is asked
        about whole.
    miss_at_most : float, optional
        Instead of `x`: the least X with which no biased text is missed with a larger probability;
        it is found for the mutants and the alpha of each text.
    curtail : bool
        Ask the second step in batches, and stop as soon as the verdict is settled.
    batch : int
        Mutants of each class in such a batch.

    Notes
    -----
    Yang et al. (2021), "BiasRV", section 2. If the sample agrees with the prediction of the
    original text, the verdict is "fair". That can miss a biased text: see `misses.worst_miss`.
    Whether the second step is curtailed changes no verdict.
    """

    name: ClassVar[str] = "two_step"
    x: int | None = None
    miss_at_most: float | None = None
    curtail: bool = False
    batch: int = 4

    def __post_init__(self) -> None:
        if self.miss_at_most is not None:
            if self.x is not None:
                msg = f"Give x ({self.x}) or miss_at_most ({self.miss_at_most}), not both."
                raise OptionError(msg)
            least_sample(self.miss_at_most)  # says what is wrong with it
        elif self.x is None:
            object.__setattr__(self, "x", 4)
        check_number("x", 1 if self.x is None else self.x)
        check_number("batch", self.batch)

    def start(self) -> TwoStep:
        """Give itself: nothing is learnt."""
        return self

    def questions(self, pool: Pool, rng: np.random.Generator) -> Questions:
        """Ask; see `inquiry.Asking.questions`."""
        sizes = {class_: len(values) for class_, values in pool.classes.items()}
        x = self.x
        if x is None:
            x = least_sample(self.miss_at_most or 0.0, sizes, pool.alpha)
        order = shuffled(pool, rng)
        inquiry = Inquiry(pool)
        yield from inquiry.ask(in_turns(order, 0, x))
        if inquiry.agrees and inquiry.settled:
            return inquiry.end()
        if inquiry.agrees:
            asked = len(inquiry.asked)
            reason = (
                f"{asked} of {pool.size} mutants, at most {x} of each class, agree with the "
                "original prediction."
            )
            valid = {class_: inquiry.counts[class_].total() for class_ in order}
            bound = max(worst_miss(valid[c], n, pool.alpha) for c, n in sizes.items())
            return inquiry.end_agreed(reason, miss_at_most=bound)
        if not self.curtail:
            yield from inquiry.ask(in_turns(order, x))
            return inquiry.end()
        return (yield from until_settled(inquiry, order, self.batch))


@dataclass(frozen=True, kw_only=True)
class Exact:
    """Ask until the verdict is settled: nothing is missed, and little is saved.

    Parameters
    ----------
    batch : int
        Mutants of each class in a batch. The first batch is half of all mutants: before that,
        nothing can be settled.

    Notes
    -----
    A text whose mutants all agree is settled only when fewer are left than would make a gap: with
    30 mutants a class and alpha = 0.10, after 56 of 60. No strategy that takes the system as a
    black box can do better on it without a chance to miss something.
    """

    name: ClassVar[str] = "exact"
    batch: int = 4

    def __post_init__(self) -> None:
        check_number("batch", self.batch)

    def start(self) -> Exact:
        """Give itself: nothing is learnt."""
        return self

    def questions(self, pool: Pool, rng: np.random.Generator) -> Questions:
        """Ask; see `inquiry.Asking.questions`."""
        order = shuffled(pool, rng)
        inquiry = Inquiry(pool)
        half = min(map(len, order.values()), default=0) // 2
        yield from inquiry.ask(in_turns(order, 0, half))
        return (yield from until_settled(inquiry, order, self.batch))
