"""Comprehensiveness and sufficiency: what the most influential words do together, and alone."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import check_frame
from fairnlp.influence.asking import OnError, Query, asked
from fairnlp.influence.frames import INFLUENCES, OK
from fairnlp.influence.items import context_of, read_items
from fairnlp.influence.measures import TextMeasures
from fairnlp.influence.measuring import asking, whole_answers
from fairnlp.influence.operators import NEUTRAL, OperatorName, operator_for
from fairnlp.systems.base import as_system

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairnlp.influence.items import Item

__all__ = ["BINS", "faithfulness"]

BINS = (0.01, 0.05, 0.1, 0.2, 0.5)
"""Shares of the words of a text that count as its rationale, as in ERASER."""

MEASURES = (
    "comprehensiveness",
    "sufficiency",
    "random_comprehensiveness",
    "random_sufficiency",
)


def faithfulness(
    system: Any,
    texts: Any,
    influences: pd.DataFrame,
    *,
    bins: Sequence[float] = BINS,
    operator: OperatorName = "delete",
    unknown: str | None = None,
    neutral: str = NEUTRAL,
    context: Any = None,
    seed: int = 0,
    batch_size: int = 1024,
    on_error: OnError = "raise",
    progress: bool | None = None,
) -> TextMeasures:
    """Measure what the most influential words do together, and what they do alone.

    Parameters
    ----------
    system : object
        The system that `influences` speak of.
    texts : str, sequence of str, or DataFrame
        Those that were measured, as `leave_one_out` took them.
    influences : DataFrame
        From any method: `leave_one_out`, `gradient_influence`, `attention_influence`.
    bins : sequence of float
        Shares of the words of a text, in (0, 1]; at least one word, and rounded up.
    operator, unknown, neutral, context, batch_size, on_error, progress
        As for `leave_one_out`.
    seed : int
        Of the random order that is measured beside.

    Returns
    -------
    TextMeasures
        For each text, means over `bins`: ``comprehensiveness``, what the system says of the whole
        text minus what it says without its most influential words (high: they are needed);
        ``sufficiency``, the same minus what it says of these words alone (low: they are enough);
        and both for words in random order, ``random_...``.

    Raises
    ------
    SchemaError
        If a text of `influences` is missing, or has other words.
    SystemUnderTestError, OptionError
        As for `leave_one_out`.

    Notes
    -----
    DeYoung et al. (2020), "ERASER", section 4.2: area over the perturbation curve. Words that are
    tied keep the order of the text.

    Examples
    --------
    >>> from fairnlp.influence import leave_one_out
    >>> texts = ["a good and long film"]
    >>> found = faithfulness("afinn", texts, leave_one_out("afinn", texts), bins=[0.2])
    >>> found.table[["comprehensiveness", "sufficiency"]].values.tolist()
    [[3.0, 0.0]]
    """
    check_frame(influences, INFLUENCES, name="influences")
    if not len(bins) or not all(0 < share <= 1 for share in bins):
        msg = f"bins is {list(bins)}; give shares above 0 and up to 1, such as {list(BINS)}."
        raise OptionError(msg)
    items = {item.text_id: item for item in read_items(texts)}
    system = as_system(system)
    features = context_of(texts, context, len(items), system=system)
    groups = [
        (_item(str(name), part, items), part)
        for name, part in influences.groupby("text_id", sort=False, observed=True)
    ]
    targets = [str(part["target"].iloc[0]) for _, part in groups]
    one_class = targets[0] if targets and influences["measure"].iloc[0] == "label" else None
    measured = asked(system, one_class, context=features, on_error=on_error)
    _check_targets(targets, measured.columns)
    chosen = operator_for(measured.system, operator, unknown=unknown, neutral=neutral)
    ask = asking(measured, batch_size=batch_size, progress=progress)
    numbers = {text_id: number for number, text_id in enumerate(items)}
    rows_of = [numbers[item.text_id] for item, _ in groups]
    chosen_features = None if features is None else features[rows_of]
    texts_measured = [item for item, _ in groups]
    whole = whole_answers(measured, texts_measured, chosen_features, ask, targets=targets)
    rng = np.random.default_rng(seed)
    orders = [
        (np.argsort(-part["influence"].to_numpy(dtype=float), kind="stable"), order)
        for _, part in groups
        for order in [rng.permutation(len(part))]
    ]

    def queries() -> Iterator[Query]:
        for number, (item, pair) in enumerate(zip(texts_measured, orders, strict=True)):
            row = None if chosen_features is None else chosen_features[number]
            for order in pair:
                for share in bins:
                    top = order[: ceil(share * len(order))]
                    rest = np.setdiff1d(order, top)
                    for gone in (top, rest):
                        left = item.changed(gone.tolist(), chosen.word)
                        yield Query(item.text_id, measured.given(left), row)

    answers, errors = ask(queries(), len(groups) * 4 * len(bins))
    numbers_of = whole.columns.repeat(4 * len(bins))
    left = answers[np.arange(len(answers)), numbers_of].reshape(len(groups), 2, len(bins), 2)
    drop = whole.values[:, None, None] - left.mean(axis=2)
    table = pd.DataFrame(
        {
            "text_id": pd.Series([item.text_id for item, _ in groups], dtype="str"),
            "status": pd.Series(
                _statuses(groups, drop, whole.errors, errors, 4 * len(bins)), dtype="str"
            ),
        }
        | {
            name: drop[:, order, side]
            for name, (order, side) in zip(MEASURES, ((0, 0), (0, 1), (1, 0), (1, 1)), strict=True)
        }
    )
    table.loc[table["status"] != OK, list(MEASURES)] = np.nan
    named = {
        "system": measured.system.name,
        "method": " / ".join(map(str, influences["method"].unique())),
        "operator": chosen.name,
    }
    return TextMeasures(table=table, measures=MEASURES, named=named)


def _item(name: str, part: pd.DataFrame, items: dict[str, Item]) -> Item:
    spans = tuple(zip(part["start"], part["end"], strict=True))
    if name not in items or items[name].spans != spans:
        msg = f"Text {name} is not among `texts` with the words that were measured."
        raise SchemaError(msg)
    return items[name]


def _check_targets(targets: Sequence[str], columns: Sequence[str]) -> None:
    if unknown := sorted(set(targets) - set(columns)):
        msg = f"The influences are on {unknown[0]!r}; this system has {', '.join(columns)}."
        raise OptionError(msg)


def _statuses(
    groups: Sequence[tuple[Item, pd.DataFrame]],
    drop: np.ndarray,
    of_whole: dict[int, str],
    errors: dict[int, str],
    each: int,
) -> list[str]:
    failed = {row // each: why for row, why in errors.items()}
    said = []
    for number, (_, part) in enumerate(groups):
        why = of_whole.get(number) or failed.get(number)
        if part["influence"].isna().any():
            said.append("influence not known")
        elif why or np.isnan(drop[number]).any():
            said.append(f"no answer: {why}")
        else:
            said.append(OK)
    return said
