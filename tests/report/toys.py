"""A small run, typed in, whose figures can be checked by head."""

from __future__ import annotations

import pandas as pd

from fairnlp.report.data import ReportData

HOSTILE = "<script>alert('x')</script> & \"co\""

TEXT = {
    "male": f"Mark Lee is fine in this film. {HOSTILE} He sings.",
    "female": f"Rose Lee is fine in this film. {HOSTILE} She sings.",
}
SPANS = {
    "male": [],
    "female": [
        ("Mark", "Rose", 0, 4),
        ("He", "She", len(TEXT["female"]) - 10, len(TEXT["female"]) - 7),
    ],
}


def crossed_row(
    factor: str, counts: tuple[int, int], bounds: tuple[float, float]
) -> dict[str, object]:
    btcs, pairs = counts
    return {
        "system": "toy",
        "characteristic": "gender+country",
        "factor": factor,
        "pairs": pairs,
        "btcs": btcs,
        "rate": btcs / pairs if pairs else float("nan"),
        "low": bounds[0],
        "high": bounds[1],
    }


def summary_row(system: str, values: str = "all", **changes: object) -> dict[str, object]:
    # 2 templates of 2 + 2 mutants: 4 pairs between the classes and 2 within one, each.
    row: dict[str, object] = {
        "system": system,
        "characteristic": "gender",
        "values": values,
        "templates": 2,
        "templates_tested": 2,
        "templates_with_btc": 1,
        "share_with_btc": 0.5,
        "share_with_btc_low": 0.0945,
        "share_with_btc_high": 0.9055,
        "templates_without_control": 0,
        "without_control_with_btc": 0,
        "mutants": 8,
        "invalid": 0,
        "pairs": 8,
        "btcs": 2,
        "rate": 0.25,
        "rate_low": 0.0,
        "rate_high": 0.5,
        "placebo_pairs": 4,
        "placebo_differs": 1,
        "placebo_rate": 0.25,
        "placebo_rate_low": 0.0,
        "placebo_rate_high": 0.5,
        "difference": 0.0,
        "difference_low": -0.25,
        "difference_high": 0.25,
        "score_pairs": 8,
        "score_difference": 0.125,
        "placebo_score_pairs": 4,
        "placebo_score_difference": 0.0625,
        "confidence": 0.95,
        "verdict": "no group effect above the within-class difference",
    }
    return row | changes


def gap_row(system: str, values: str = "all", **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "system": system,
        "characteristic": "gender",
        "values": values,
        "class_a": "male",
        "class_b": "female",
        "templates": 2,
        "gap": -0.125,
        "low": -0.25,
        "high": -0.0625,
        "templates_up": 0,
        "templates_down": 2,
        "verdict": "scores differ",
    }
    return row | changes


def pair(template_id: str = "t-1/gender", **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "system": "toy",
        "characteristic": "gender",
        "template_id": template_id,
    }
    for side, class_, value, label, score in (
        ("a", "male", "Mark", "negative", -0.25),
        ("b", "female", "Rose", "positive", 0.5),
    ):
        row |= {
            f"class_{side}": class_,
            f"value_{side}": value,
            f"label_{side}": label,
            f"score_{side}": score,
            f"text_{side}": TEXT[class_],
            f"spans_{side}": SPANS[class_],
        }
    return row | changes


def value(class_: str, value_id: str, minority: int, **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "system": "toy",
        "characteristic": "gender",
        "class": class_,
        "value_id": value_id,
        "name": value_id,
        "flag": "",
        "n_mutants": 2,
        "minority": minority,
        "share": minority / 2,
        "btcs": 2 * minority,
    }
    return row | changes


def class_rate(
    system: str, class_: str, positive: tuple[int, int], *errors: tuple[int, int]
) -> dict[str, object]:
    """Write each rate as (how many, of how many)."""
    row: dict[str, object] = {"system": system, "characteristic": "gender", "class": class_}
    sizes = {"positive_rate": "n", "fpr": "n_negative", "fnr": "n_positive"}
    for (name, size), (k, n) in zip(sizes.items(), (positive, *errors), strict=True):
        rate = k / n if n else float("nan")
        row |= {size: n, name: rate, f"{name}_low": 0.0 if n else rate, f"{name}_high": rate}
    return row


def equality_gap(system: str, **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "system": system,
        "characteristic": "gender",
        "classes": 2,
        "templates": 2,
        "fped_low": 0.0,
        "fped_high": 0.0,
        "fned_low": 0.0,
        "fned_high": 0.0,
    }
    return row | changes


def report_data(**changes: object) -> ReportData:
    parts: dict[str, object] = {
        "title": f"Gender in 5 reviews {HOSTILE}",
        "corpus": {"name": f"mine {HOSTILE}", "texts": 5, "hash": "ab12"},
        "summary": pd.DataFrame(
            [
                summary_row("toy"),
                summary_row(
                    "toy",
                    "without flagged",
                    **{"mutants": 6, "pairs": 4, "btcs": 0, "rate": 0.0, "rate_high": 0.0},
                ),
                summary_row("other", btcs=8, rate=1.0, verdict="differs between classes"),
            ]
        ),
        "gaps": pd.DataFrame(
            [
                gap_row("toy"),
                gap_row(
                    "toy", "without flagged", high=0.125, verdict="no difference of scores seen"
                ),
                gap_row("other", templates=0, low=float("nan"), high=float("nan")),
            ]
        ),
        "class_rates": pd.DataFrame(
            [
                class_rate("toy", "all", (5, 10), (1, 6), (0, 4)),
                class_rate("toy", "male", (2, 5), (0, 3), (0, 2)),
                class_rate("toy", "female", (3, 5), (1, 3), (0, 2)),
                class_rate("other", "all", (0, 4), (0, 4), (0, 0)),
            ]
        ),
        "equality_gaps": pd.DataFrame(
            [
                # FPR 1/6 of all, 0 and 1/3: 1/6 + 1/6
                equality_gap("toy", fped=1 / 3, fped_high=0.5, fned=0.0),
                equality_gap("other", classes=11, fped=0.0, fned=float("nan")),
            ]
        ),
        "crossed": pd.DataFrame(
            [
                crossed_row("gender", (2, 8), (0.0, 0.5)),
                crossed_row("country", (0, 8), (0.0, 0.0)),
                crossed_row("gender and country", (3, 8), (0.125, 0.75)),
                crossed_row("neither", (0, 0), (float("nan"), float("nan"))),
            ]
        ),
        "systems": pd.DataFrame(
            {
                "system": ["toy", "other"],
                "about": [f"A list of two words. {HOSTILE}", ""],
                "accuracy": [0.8, float("nan")],
                "accuracy_n": [5, 0],
                "accuracy_low": [0.3755, float("nan")],
                "accuracy_high": [0.9638, float("nan")],
            }
        ),
        "templates": pd.DataFrame(
            {
                "characteristic": "gender",
                "original_class": ["male", "female"],
                "templates": [2, 0],
                "with_value": [1, 0],
            }
        ),
        "refusals": pd.DataFrame(
            {
                "characteristic": "gender",
                "reason": ["several persons", "no person"],
                "meaning": ["More than one person is mentioned.", ""],
                "texts": [2, 1],
            }
        ),
        "tables": pd.DataFrame(
            {
                "system": ["toy", "toy", "other", "other"],
                "characteristic": "gender",
                "template_id": ["t-1/gender", "t-2/gender"] * 2,
                "original_class": "male",
                "pairs": 4,
                "btcs": [2, 0, 4, 4],
                "placebo_pairs": 2,
                "placebo_differs": [1, 0, 0, 1],
                "score_difference": [0.25, 0.0, float("nan"), float("nan")],
                "placebo_score_difference": [0.125, 0.0, float("nan"), float("nan")],
            }
        ),
        "pairs": pd.DataFrame([pair(), pair("t-2/gender", system="other")]),
        "pairs_drawn": 200,
        "values": pd.DataFrame(
            [
                value("female", "Rose", 1, flag="ordinary word"),
                value("female", HOSTILE, 1),
                value("male", "Mark", 0),
                value("male", "Ian", 0, system="other"),
            ]
        ),
        "recogniser": pd.DataFrame(
            {
                "group": ["one", "another"],
                "gender": ["", "female"],
                "place": "first word",
                "offered": [10, 10],
                "found": [5, 9],
                "low": [0.2366, 0.5958],
                "high": [0.7634, 0.9821],
            }
        ),
        "recogniser_warning": "The groups differ.",
        "manifest": {
            "kind": "audit",
            "options": {"seed": 0, "systems": [{"name": "toy", "source": ""}]},
            "inputs": {"corpus": "ab12"},
            "versions": {"python": "3.11.7", "fairnlp": "0.1.0"},
        },
        "info": {"gender": {"model": {"name": "toy_model"}, "strategy": "sound"}},
        "notes": (),
    }
    return ReportData(**(parts | changes))  # type: ignore[arg-type]
