"""From a finished run to what its report shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.characteristics.crossed import JOIN
from fairnlp.characteristics.reasons import REASONS
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import SchemaError
from fairnlp.core.store import RunFolder
from fairnlp.corpora.contents import describe
from fairnlp.metamorphic.crossing import crossed_table
from fairnlp.report.data import (
    CLASS_RATES,
    CROSSED,
    EQUALITY_GAPS,
    RECOGNISER,
    SYSTEMS,
    ReportData,
)
from fairnlp.report.formats import count
from fairnlp.report.telling import draw_cases
from fairnlp.runs.steps import curation_file, system_file
from fairnlp.runs.summary import flag_choices
from fairnlp.systems import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairnlp.runs.plan import Plan
    from fairnlp.runs.result import AuditResult

__all__ = ["report_data"]

DRAWN = 200
"""From how many templates a system test cases are drawn; the report shows the most telling."""


def report_data(result: AuditResult) -> ReportData:
    """Gather what the report of a run shows.

    Parameters
    ----------
    result : AuditResult
        Of a finished run.

    Returns
    -------
    ReportData

    Raises
    ------
    RunError
        If the run is not finished.
    """
    table, plan, folder = result.table, result.plan, RunFolder(result.path)
    templates = result.templates
    original = templates.set_index("template_id")["original_class"]
    tables, pairs, values, gaps = [], [], [], []
    crossed = [pd.DataFrame(columns=[*CROSSED])]
    for given in plan.systems:
        for characteristic in plan.characteristics:
            found = result.found[given.name, characteristic]
            of = {"system": given.name, "characteristic": characteristic}
            counts = found.table.astype({"template_id": "str"})
            tables.append(counts.assign(**of, original_class=counts["template_id"].map(original)))
            pairs.append(draw_cases(found, templates=DRAWN, seed=plan.seed).assign(**of))
            values.append(found.minority.assign(**of))
            gaps += [found.gaps(flagged=f, seed=plan.seed) for f in flag_choices(found)]
            if JOIN in characteristic:
                crossed.append(crossed_table(found, seed=plan.seed).assign(**of))
    recogniser = result.recogniser
    try:
        rates, equality = result.class_rates(), result.equality_gaps()
    except SchemaError:  # true labels of another kind: which of them is positive is not known
        rates, equality = (
            pd.DataFrame(columns=[*CLASS_RATES]),
            pd.DataFrame(columns=[*EQUALITY_GAPS]),
        )
    return ReportData(
        title=_title(plan),
        corpus=_corpus(result),
        summary=table,
        gaps=pd.concat(gaps, ignore_index=True),
        class_rates=rates,
        equality_gaps=equality,
        crossed=pd.concat(crossed[1:] or crossed, ignore_index=True),
        systems=_systems(folder, plan, table),
        templates=_template_counts(plan, templates),
        refusals=_refused(plan, result.refusals),
        tables=pd.concat(tables, ignore_index=True),
        pairs=pd.concat(pairs, ignore_index=True),
        pairs_drawn=DRAWN,
        values=pd.concat(values, ignore_index=True),
        # The report shows what curation uses, not the parser's label alone.
        recogniser=recogniser.loc[recogniser["instrument"] == "reading", list(RECOGNISER)],
        recogniser_warning=result.recogniser_warning,
        manifest=result.manifest,
        info={c: folder.read_json(curation_file(c)) or {} for c in plan.characteristics},
        notes=_notes(result),
    )


def _title(plan: Plan) -> str:
    what = " and ".join(plan.characteristics)
    n = len(plan.systems)
    systems = f"{n} system{'s' if n > 1 else ''}"
    return f"{what[:1].upper()}{what[1:]} in {count(plan.texts)} texts, {systems}"


def _corpus(result: AuditResult) -> dict[str, Any]:
    corpus = result.corpus
    names = corpus["source"].dropna().unique().tolist() if "source" in corpus else []
    return {
        "name": ", ".join(map(str, names[:5])) or "own texts",
        "hash": result.manifest["inputs"]["corpus"],
        **describe(corpus),
    }


def _systems(folder: RunFolder, plan: Plan, table: pd.DataFrame) -> pd.DataFrame:
    known = catalogue.describe().set_index("name")
    rows = []
    for given in plan.systems:
        facts = folder.read_json(system_file(given.key)) or {}
        said = [
            f"{name.replace('_', ' ')} {_short(value)}"
            for name, value in facts.get("info", {}).items()
            if isinstance(value, str | int | float)
        ]
        said += [
            f"of the {count(told['names'])} values of {told['field'].replace('_', ' ')} "
            f"({told['characteristic']}) it knows {count(told['known'])} and tells "
            f"{count(told['told_apart'])} apart"
            for told in facts.get("names", ())
        ]
        if given.source in known.index:
            row = known.loc[given.source]
            said.insert(0, f"{row['kind']}, {row['package']} {row['version']}")
        own = table[table["system"] == given.name].iloc[0]
        rows.append(
            {"system": given.name, "about": "; ".join(said)}
            | {column: own[column] for column in SYSTEMS if column.startswith("accuracy")}
        )
    return pd.DataFrame(rows)


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _template_counts(plan: Plan, templates: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for characteristic in plan.characteristics:
        what = as_characteristic(plan.given(characteristic))
        of = templates[templates["characteristic"] == characteristic]
        # where only names change, nothing tells the class of the original
        untold = [c for c in of["original_class"].unique() if c not in what.classes]
        for class_ in untold or what.classes:
            here = of[of["original_class"] == class_]
            rows.append(
                {
                    "characteristic": characteristic,
                    "original_class": class_,
                    "templates": len(here),
                    "with_value": int(here["takes_value"].sum()),
                }
            )
    return pd.DataFrame(rows)


def _refused(plan: Plan, refusals: pd.DataFrame) -> pd.DataFrame:
    counts = refusals.groupby(["characteristic", "reason"], sort=True).size().reset_index(name="n")
    counts = counts.sort_values("n", ascending=False, kind="stable")
    place = {name: i for i, name in enumerate(plan.characteristics)}
    counts = counts.sort_values("characteristic", key=lambda c: c.map(place), kind="stable")
    return pd.DataFrame(
        {
            "characteristic": counts["characteristic"].to_numpy(),
            "reason": counts["reason"].to_numpy(),
            "meaning": [REASONS.get(reason, "") for reason in counts["reason"]],
            "texts": counts["n"].to_numpy(),
        }
    )


def _notes(result: AuditResult) -> tuple[str, ...]:
    return (*_trained_on(result), *_told_alike(result))


def _told_alike(result: AuditResult) -> Iterator[str]:
    """Warn where no pair can differ, since all values reach the system as one and the same."""
    folder = RunFolder(result.path)
    for given in result.plan.systems:
        for told in (folder.read_json(system_file(given.key)) or {}).get("names", ()):
            if told["names"] > 1 and told["told_apart"] == 1:
                yield (
                    f"{given.name} cannot tell the {count(told['names'])} values of "
                    f"{told['field'].replace('_', ' ')} ({told['characteristic']}) apart: that "
                    "they make no difference to it says nothing about others."
                )


def _trained_on(result: AuditResult) -> tuple[str, ...]:
    labelled = int(result.corpus["label"].notna().sum()) if "label" in result.corpus else 0
    measured = result.summary.groupby("system", sort=False)["accuracy_n"].first().items()
    return tuple(
        f"{system}: {count(labelled - int(n))} of the {count(labelled)} labelled texts were used "
        "to train it; its accuracy is measured on the others."
        for system, n in measured
        if 0 < int(n) < labelled
    )
