"""The error rates of each class in an audit, on texts whose label is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.store import RunFolder
from fairnlp.metamorphic.group_gaps import CLASS_RATES, EQUALITY_GAPS, class_rates, equality_gaps
from fairnlp.runs.steps import step_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairnlp.runs.result import AuditResult

__all__ = ["audited_class_rates", "audited_equality_gaps"]


def audited_class_rates(result: AuditResult, **options: Any) -> pd.DataFrame:
    """Give `class_rates` of each system and characteristic; see `AuditResult.class_rates`."""
    return _tables(result, class_rates, [*CLASS_RATES], options)


def audited_equality_gaps(result: AuditResult, **options: Any) -> pd.DataFrame:
    """Give `equality_gaps` of each system and characteristic; see `AuditResult.equality_gaps`."""
    return _tables(result, equality_gaps, [*EQUALITY_GAPS], options)


def _tables(
    result: AuditResult,
    measure: Callable[..., pd.DataFrame],
    columns: list[str],
    options: dict[str, Any],
) -> pd.DataFrame:
    tables = [
        measure(result.found[system, characteristic].predictions, truth, **options).assign(
            system=system, characteristic=characteristic
        )
        for system, characteristic, truth in _truths(result)
        if len(truth)
    ]
    names = ["system", "characteristic", *columns]
    if not tables:
        return pd.DataFrame(columns=names)
    return pd.concat(tables, ignore_index=True)[names]


def _truths(result: AuditResult) -> Iterator[tuple[str, str, pd.Series]]:
    """Yield template to true label, without the texts that the system was trained on."""
    folder = RunFolder(result.path)
    templates = result.templates
    for given in result.plan.systems:
        parts = list(folder.frames(step_name("labels", given.key)))
        known = pd.concat(parts) if parts else pd.DataFrame(columns=["text_id", "label"])
        if parts:
            known = known[~known["trained_on"].astype(bool)]
        label = known.set_index("text_id")["label"]
        for characteristic in result.plan.characteristics:
            of = templates[templates["characteristic"] == characteristic].set_index("template_id")
            truth = of["text_id"].map(label)
            yield given.name, characteristic, truth[truth.notna()]
