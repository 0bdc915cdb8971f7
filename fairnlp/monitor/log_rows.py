"""A verdict and its evidence as rows of the log, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from fairnlp.monitor.checked import Answer

if TYPE_CHECKING:
    from fairnlp.monitor.checked import Checked, Evidence

__all__ = ["CHECKS", "VERDICTS", "answers_of", "check_row", "verdict_row"]

VERDICTS = {
    "id": "verdict_id",
    **{
        name: name
        for name in ("time", "text_hash", "text", "prediction", "score", "repeated", "seconds")
    },
}
"""Columns of the table to columns of the frame."""

CHECKS = {
    name: name
    for name in (
        "characteristic verdict reason detail original_class alpha gap label counts mutants asked "
        "invalid stages predictions miss_at_most unstable flipped"
    ).split()
}


def verdict_row(checked: Checked, *, at: float, text: str | None) -> dict[str, Any]:
    """The row of a verdict in ``verdicts``."""
    return {
        "time": at,
        "text_hash": checked.text_hash,
        # A lone surrogate, which no file can hold, is written as its number.
        "text": None if text is None else text.encode("utf-8", "backslashreplace").decode(),
        "prediction": checked.prediction,
        "score": _number(checked.score),
        "verdict": str(checked.verdict),
        "repeated": checked.repeated,
        "seconds": checked.seconds,
    }


def check_row(
    evidence: Evidence, *, keep_words: bool
) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Give the pool of a check, and its row in ``checks``.

    Parameters
    ----------
    evidence : Evidence
    keep_words : bool
        False to leave out what may hold words of the text: the forms of the slots, what was seen
        where a text gave no template, and what an exception said.
    """
    pool: dict[str, list[str]] = {}
    if evidence.subject is not None:
        for class_, value in evidence.subject.texts:
            pool.setdefault(class_, []).append(value)
    slots = [asdict(slot) for slot in evidence.slots]
    if not keep_words:
        slots = [{k: v for k, v in slot.items() if k not in ("forms", "casing")} for slot in slots]
    row = {
        "characteristic": evidence.characteristic,
        "verdict": str(evidence.verdict),
        "reason": evidence.reason,
        "detail": evidence.detail if keep_words or evidence.ended else "",
        "original_class": evidence.original_class,
        "slots": json.dumps(slots, ensure_ascii=False),
        "alpha": str(evidence.alpha),
        "score": _number(evidence.score),
        "gap": None if evidence.gap is None else str(evidence.gap),
        "label": evidence.label,
        "counts": json.dumps(evidence.counts, ensure_ascii=False),
        "answers": json.dumps(
            [[a.class_, a.value_id, a.label, _number(a.score)] for a in evidence.answers],
            ensure_ascii=False,
        ),
        "mutants": sum(evidence.n.values()),
        "asked": len(evidence.answers),
        "invalid": sum(evidence.invalid.values()),
        "stages": evidence.stages,
        "predictions": evidence.predictions,
        "miss_at_most": evidence.miss_at_most,
        "used": json.dumps(evidence.used),
        "unstable": evidence.unstable,
        "flipped": evidence.flipped,
    }
    return pool, row


def answers_of(content: str) -> tuple[Answer, ...]:
    """Read the answers of a check back."""
    return tuple(
        Answer(class_, value, label, nan if score is None else score)
        for class_, value, label, score in json.loads(content)
    )


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)
