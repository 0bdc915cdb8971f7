"""Strategies of the monitor, replayed over the predictions of all mutants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.frames import PREDICTIONS, check_frame
from fairnlp.monitor.adaptive import Adaptive
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.misses import miss_probability
from fairnlp.monitor.strategies import Exact, Full, Pool, TwoStep, answer_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairnlp.monitor.strategies import Key, Strategy

__all__ = ["CURTAILED", "OUTCOMES", "SIZES", "Studied", "replay", "studied"]

SIZES = tuple(range(1, 16))
"""The X of the two-step check that are tried."""

CURTAILED = (2, 4, 6, 10, 15)
"""Those of the check whose second step is curtailed: it misses the same."""

SHARES = ((1, 0), (1, 1), (2, 1), (2, 2), (3, 3), (4, 4))
"""How many telling and how many random values of each class `Adaptive` is tried with."""

OUTCOMES = {
    "template_id": "str",
    "place": "int, place in the stream, from 0",
    "kind": "str, such as 'two_step'",
    "option": "str, such as 'x=4'",
    "mutants": "int, that could be asked about",
    "asked": "int, that were",
    "stages": "int, batches",
    "biased": "bool, verdict of the full check",
    "found": "bool, True if this strategy says 'biased'",
    "certain": "bool, True if it was sure of its verdict",
    "expected_miss": "float, of a sample, if biased; NaN else, and where no sample is drawn",
}
"""What `replay` gives, one row a text and strategy."""


@dataclass(frozen=True, kw_only=True)
class Studied:
    """A strategy that is studied, and the curve that it is a point of.

    Parameters
    ----------
    kind : str
        The curve.
    option : str
        What differs along it.
    strategy : Strategy
    x : int, optional
        Mutants of each class in a random first step, where there is one.
    """

    kind: str
    option: str
    strategy: Strategy
    x: int | None = None


def studied() -> list[Studied]:
    """List the strategies that are studied."""
    found = [Studied(kind="full", option="", strategy=Full())]
    for kind, curtail, sizes in (
        ("two_step", False, SIZES),
        ("two_step, curtailed", True, CURTAILED),
    ):
        found += [
            Studied(kind=kind, option=f"x={x}", strategy=TwoStep(x=x, curtail=curtail), x=x)
            for x in sizes
        ]
    sure = TwoStep(miss_at_most=0.05, curtail=True)
    found.append(Studied(kind="two_step, curtailed", option="miss_at_most=0.05", strategy=sure))
    found.append(Studied(kind="exact", option="", strategy=Exact()))
    for kind, scores in (("adaptive", True), ("adaptive, labels alone", False)):
        for telling, random in SHARES:
            strategy = Adaptive(telling=telling, random=random, scores=scores)
            option = f"telling={telling}, random={random}"
            found.append(Studied(kind=kind, option=option, strategy=strategy))
    return found


def replay(
    predictions: pd.DataFrame,
    originals: pd.DataFrame,
    *,
    strategies: Sequence[Studied],
    alpha: float = 0.10,
    seed: Sequence[int] = (0,),
) -> pd.DataFrame:
    """Run strategies over a stream of texts whose mutants are all predicted.

    The texts come in an order that the seed draws, the same for all strategies. The code that asks
    is that of the monitor; the answers are looked up.

    Parameters
    ----------
    predictions : DataFrame
        Columns of ``core.frames.PREDICTIONS``: all mutants of the texts.
    originals : DataFrame
        ``template_id``, ``label`` and ``score`` of the original texts.
    strategies : sequence of Studied
    alpha : float
        See `fairnlp.monitor.fairness.judge`.
    seed : sequence of int
        Of the order of the texts and of all draws.

    Returns
    -------
    DataFrame, one row a strategy and text, in the order of the stream
        Columns as `OUTCOMES`.
    """
    check_frame(predictions, PREDICTIONS, name="predictions")
    texts = _texts(predictions, originals, alpha)
    order = np.random.default_rng(seed).permutation(len(texts))
    stream = [texts[i] for i in order.tolist()]
    full = [answer_all(Full().questions(pool, _rng(seed, 0)), known) for _, pool, known in stream]
    rows = []
    for one in strategies:
        asking = one.strategy.start()
        for place, ((template_id, pool, known), whole) in enumerate(zip(stream, full, strict=True)):
            outcome = answer_all(asking.questions(pool, _rng(seed, place)), known)
            biased = whole.verdict is Verdict.BIASED
            chance = float("nan")
            if biased and one.x is not None:
                chance = miss_probability(whole.judgement.counts, pool.prediction, one.x)
            rows.append(
                (
                    template_id,
                    place,
                    one.kind,
                    one.option,
                    pool.size,
                    len(outcome.asked),
                    outcome.stages,
                    biased,
                    outcome.verdict is Verdict.BIASED,
                    outcome.certain,
                    chance,
                )
            )
    return pd.DataFrame(rows, columns=list(OUTCOMES))


Text = tuple[str, Pool, "Mapping[Key, tuple[str | None, float]]"]


def _texts(predictions: pd.DataFrame, originals: pd.DataFrame, alpha: float) -> list[Text]:
    said = originals.set_index("template_id")
    labels = said["label"].where(said["label"].notna(), None).to_dict()
    scores = said["score"].to_dict()
    columns = [predictions[name].astype(object) for name in ("template_id", "class", "value_id")]
    given = predictions["label"].astype(object).where(predictions["label"].notna(), None)
    values: dict[str, dict[str, list[str]]] = {}
    known: dict[str, dict[Key, tuple[str | None, float]]] = {}
    for template_id, class_, value, label, score in zip(
        *columns, given, predictions["score"].tolist(), strict=True
    ):
        values.setdefault(template_id, {}).setdefault(class_, []).append(value)
        known.setdefault(template_id, {})[class_, value] = (label, score)
    return [
        (
            template_id,
            Pool(
                classes={class_: tuple(some) for class_, some in by_class.items()},
                prediction=labels[template_id],
                score=scores[template_id],
                alpha=alpha,
            ),
            known[template_id],
        )
        for template_id, by_class in values.items()
    ]


def _rng(seed: Sequence[int], place: int) -> np.random.Generator:
    return np.random.default_rng([*seed, 1, place])
