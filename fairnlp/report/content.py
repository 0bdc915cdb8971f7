"""The content of a report as plain values: what the page shows and what JSON holds."""

from __future__ import annotations

import math
from dataclasses import astuple, is_dataclass
from typing import TYPE_CHECKING, Any

from fairnlp.report.formats import count, percent, score
from fairnlp.report.telling import HOW, telling
from fairnlp.report.words import CAVEATS, TERMS

if TYPE_CHECKING:
    import pandas as pd

    from fairnlp.report.data import ReportData

__all__ = ["SCHEMA", "content"]

SCHEMA = 1
"""Version of the layout of the JSON file; raised when a key changes its meaning or goes."""


def content(data: ReportData, *, cases: int = 5, values: int = 10) -> dict[str, Any]:
    """Lay out what a report says.

    Parameters
    ----------
    data : ReportData
        What was found.
    cases : int
        At most how many test cases to show, a system and characteristic.
    values : int
        At most how many values behind the minority labels to show, a system and characteristic.

    Returns
    -------
    dict
        Goes into JSON as it is; a figure that is not known is None. Keys: ``schema``, ``title``,
        ``corpus``, ``in_short``, ``summary``, ``gaps``, ``class_rates``, ``equality_gaps``,
        ``crossed``, ``systems``, ``templates``, ``cases``, ``values``, ``refusals``,
        ``recogniser``, ``terms``, ``caveats``, ``notes`` and ``provenance``.
    """
    systems = _records(data.systems)
    accuracy = {row["system"]: row for row in systems}
    templates = _templates(data)
    flagged = _flagged(data)
    summary = [
        row
        | flagged.get((row["system"], row["characteristic"]), {})
        | {key: accuracy.get(row["system"], {}).get(key) for key in _ACCURACY}
        | {key: templates[row["characteristic"]][key] for key in ("texts", "per_1000")}
        for row in _records(data.summary)
    ]
    return {
        "schema": SCHEMA,
        "title": data.title,
        "corpus": _plain(dict(data.corpus)),
        "in_short": [
            {"system": row["system"], "characteristic": row["characteristic"]}
            | {"verdict": row["verdict"], "sentence": _sentence(row)}
            | {"scores": _moved(data, row)}
            for row in summary
            if row["values"] == "all"
        ],
        "summary": summary,
        "gaps": _records(data.gaps),
        "class_rates": _records(data.class_rates),
        "equality_gaps": _records(data.equality_gaps),
        "crossed": _records(data.crossed),
        "systems": systems,
        "templates": list(templates.values()),
        "cases": _cases(data, cases),
        "values": _values(data, values),
        "refusals": _records(data.refusals),
        "recogniser": {
            "rows": _records(data.recogniser),
            "warning": data.recogniser_warning,
        },
        "terms": TERMS,
        "caveats": list(CAVEATS),
        "notes": list(data.notes),
        "provenance": _plain({"manifest": dict(data.manifest), "info": dict(data.info)}),
    }


_ACCURACY = ("accuracy", "accuracy_n", "accuracy_low", "accuracy_high")
_GROUP = ["system", "characteristic"]


def _sentence(row: dict[str, Any]) -> str:
    """Say the counts behind a verdict."""
    if not row["pairs"]:
        return f"No pair could be compared in {count(row['templates'])} templates."
    said = (
        f"Of {count(row['pairs'])} pairs of texts that differ in {row['characteristic']} alone, "
        f"{count(row['btcs'])} ({percent(row['rate'])}) got different labels"
    )
    if not row["placebo_pairs"]:
        return f"{said}; there are no pairs within a class to compare with."
    return (
        f"{said}; of {count(row['placebo_pairs'])} pairs within one class, "
        f"{count(row['placebo_differs'])} ({percent(row['placebo_rate'])})."
    )


def _moved(data: ReportData, row: dict[str, Any]) -> str:
    """Say which way the scores move where their interval leaves out zero; else nothing."""
    keys = (*_GROUP, "values")
    gaps = [gap for gap in _records(data.gaps) if all(gap[key] == row[key] for key in keys)]
    said = [
        f"Scores for {gap['class_b']} are {'higher' if gap['gap'] > 0 else 'lower'} than for "
        f"{gap['class_a']} by {score(abs(gap['gap']))} on the mean of {count(gap['templates'])} "
        f"templates (interval {score(gap['low'])} to {score(gap['high'])}; higher in "
        f"{count(gap['templates_up'])}, lower in {count(gap['templates_down'])})."
        for gap in gaps
        if gap["low"] is not None and (gap["low"] > 0 or gap["high"] < 0)
    ]
    return " ".join(said)


def _templates(data: ReportData) -> dict[str, dict[str, Any]]:
    """Count the templates of each characteristic, by the class of the original."""
    found = {}
    for name, rows in data.templates.groupby("characteristic", sort=False, observed=True):
        texts, templates = int(data.corpus["texts"]), int(rows["templates"].sum())
        found[str(name)] = {
            "characteristic": str(name),
            "texts": texts,
            "templates": templates,
            "per_1000": 1000 * templates / texts if texts else None,
            "classes": _records(rows.drop(columns="characteristic")),
        }
    return found


def _flagged(data: ReportData) -> dict[Any, dict[Any, int]]:
    """Count the values of each system and characteristic, and those with a flag."""
    groups = data.values.assign(flagged=data.values["flag"] != "").groupby(_GROUP, observed=True)
    counts = groups.agg(values_used=("value_id", "size"), values_flagged=("flagged", "sum"))
    return {key: _plain(row) for key, row in counts.to_dict(orient="index").items()}


def _cases(data: ReportData, limit: int) -> dict[str, Any]:
    """Choose test cases, and say of how many."""
    chosen = telling(data.pairs, data.values, limit=limit)
    summary = data.summary[data.summary["values"] == "all"].set_index(_GROUP)
    counts = summary[["btcs", "templates_with_btc"]].to_dict(orient="index")
    groups = [
        {
            "system": key[0],
            "characteristic": key[1],
            **_plain(counts[key]),
            "templates_drawn": min(data.pairs_drawn, int(counts[key]["templates_with_btc"])),
            "pairs": _records(rows),
        }
        for key, rows in chosen.groupby(_GROUP, sort=False, observed=True)
    ]
    return {"how": HOW, "groups": groups}


def _values(data: ReportData, limit: int) -> list[dict[str, Any]]:
    """Name the values with the most minority labels, and say of how many."""
    groups = []
    for key, rows in data.values.groupby(_GROUP, sort=False, observed=True):
        behind = rows[rows["minority"] > 0].sort_values(
            ["minority", "btcs"], ascending=False, kind="stable"
        )
        groups.append(
            {
                "system": key[0],
                "characteristic": key[1],
                "values": len(rows),
                "behind": len(behind),
                "minority": int(rows["minority"].sum()),
                "rows": [
                    row | {"value": row.get("name") or row["value_id"]}
                    for row in _records(behind.head(limit))
                ],
            }
        )
    return groups


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    known = frame.astype(object).where(frame.notna(), None)
    return [_plain(row) for row in known.to_dict(orient="records")]


def _plain(value: Any) -> Any:
    """Turn NumPy's values into Python's, and what is missing into None, all the way down."""
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if is_dataclass(value) and not isinstance(value, type):  # a changed span
        return _plain(astuple(value))
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    if hasattr(value, "tolist"):  # NumPy's scalars and arrays
        return _plain(value.tolist())
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value)  # a date, a path
