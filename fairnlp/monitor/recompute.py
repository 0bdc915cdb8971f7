"""Verdicts of a log, computed again: from what was kept, or by asking the system once more."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.monitor.checked import TRANSIENT, tally
from fairnlp.monitor.fairness import Verdict, judge
from fairnlp.monitor.inquiry import Pool, answer_all
from fairnlp.monitor.log_rows import answers_of
from fairnlp.monitor.strategies import STRATEGIES, by_name
from fairnlp.monitor.verifying import generator, text_hash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairnlp.monitor.checked import Checked
    from fairnlp.monitor.log import VerdictLog
    from fairnlp.monitor.monitor import Monitor

__all__ = ["Rechecked", "check_again", "recompute"]

_QUERY = """SELECT v.id, v.text_hash, v.prediction, c.score, c.characteristic, c.verdict, c.reason,
    c.alpha, c.answers, p.content, s.content
    FROM verdicts v JOIN checks c ON c.verdict_id = v.id
    JOIN pools p ON p.id = c.pool_id JOIN setups s ON s.id = v.setup_id"""


def recompute(log: VerdictLog, verdict_id: int | None = None) -> pd.DataFrame:
    """Compute verdicts again from the answers that a log holds; no system is asked.

    Parameters
    ----------
    log : VerdictLog
    verdict_id : int, optional
        One of them; by default all.

    Returns
    -------
    DataFrame, one row a verdict and characteristic
        ``verdict_id``, ``characteristic``, ``logged``, ``recomputed``, ``same`` (bool) and ``by``:
        ``"replayed"`` if the strategy drew the same mutants from the seed and came to its end on
        the answers that were kept; ``"counted"`` if the answers were counted and judged, since the
        strategy had learnt from the texts before; ``"stated"`` where no answer decides.

    Raises
    ------
    OptionError
        If there is no such verdict.
    """
    where, values = ("", []) if verdict_id is None else (" WHERE v.id = ?", [verdict_id])
    rows = []
    for row in log.query(f"{_QUERY}{where} ORDER BY c.id", values):
        id_, hash_, prediction, score, characteristic, logged, reason, alpha, answers, *made = row
        pool_of, setup = map(json.loads, made)
        known = answers_of(answers)
        pool = Pool(
            classes={class_: tuple(values) for class_, values in pool_of.items()},
            prediction=prediction,
            score=float("nan") if score is None else score,
            alpha=alpha,
            budget=setup.get("predictions"),
        )
        if not known or reason in TRANSIENT:
            again, by = logged, "stated"
        elif (strategy := _replayable(setup)) is None:
            counts = tally(known, {class_: len(values) for class_, values in pool.classes.items()})
            found = judge(counts, pool.alpha).verdict
            again, by = str(Verdict.UNDECIDED if reason == "budget" else found), "counted"
        else:
            rng = generator(hash_, setup["seed"], characteristic)
            said = {(a.class_, a.value_id): (a.label, a.score) for a in known}
            again, by = _replay(strategy.questions(pool, rng), said), "replayed"
        rows.append((id_, characteristic, logged, again, logged == again, by))
    if verdict_id is not None and not rows:
        msg = f"There is no verdict {verdict_id} in {log.path}; it holds {len(log)}."
        raise OptionError(msg)
    columns = ["verdict_id", "characteristic", "logged", "recomputed", "same", "by"]
    return pd.DataFrame(rows, columns=columns)


def _replayable(setup: Mapping[str, Any]) -> Any:
    """The strategy of a setup, if it goes by nothing but the text at hand."""
    told = setup["strategy"]
    if told["name"] not in STRATEGIES:  # one of the user's own
        return None
    strategy = by_name(told["name"], **told["options"])
    return strategy if strategy.start() is strategy else None


def _replay(questions: Any, said: dict[tuple[str, str], tuple[str | None, float]]) -> str:
    try:
        return str(answer_all(questions, said).verdict)
    except KeyError as error:  # it asks for a mutant that was not asked about then
        return f"another course: it asks about {error}"


@dataclass(frozen=True, kw_only=True)
class Rechecked:
    """A verdict of a log beside what a monitor says of the same text now.

    Parameters
    ----------
    same : bool
        True if prediction, verdict and answers are the same for every characteristic.
    now : Checked
        What the monitor says.
    logged : dict of str to str
        Characteristic to the verdict in the log.
    differences : tuple of str
        What differs: options and versions, the prediction, answers, verdicts.
    """

    same: bool
    now: Checked
    logged: dict[str, str]
    differences: tuple[str, ...]


def check_again(log: VerdictLog, verdict_id: int, monitor: Monitor, text: str) -> Rechecked:
    """Check the text of a logged verdict again, and say what differs.

    Parameters
    ----------
    log : VerdictLog
    verdict_id : int
    monitor : Monitor
        One with the same options. It is asked as if it had seen no text before; a strategy that
        had learnt may therefore come to another verdict.
    text : str
        The text; the log may hold its hash alone.

    Returns
    -------
    Rechecked

    Raises
    ------
    OptionError
        If there is no such verdict, or it is of another text.
    """
    rows = log.query(
        "SELECT v.text_hash, v.prediction, c.characteristic, c.verdict, c.answers, s.content "
        "FROM verdicts v JOIN checks c ON c.verdict_id = v.id JOIN setups s ON s.id = v.setup_id "
        "WHERE v.id = ? ORDER BY c.id",
        [verdict_id],
    )
    if not rows:
        msg = f"There is no verdict {verdict_id} in {log.path}; it holds {len(log)}."
        raise OptionError(msg)
    if rows[0][0] != text_hash(text):
        msg = f"Verdict {verdict_id} is of another text: its SHA-256 is {rows[0][0]}."
        raise OptionError(msg)
    now = monitor.fresh(text)
    setup, then = monitor.setup, json.loads(rows[0][5])
    told = [
        f"{name}: {then.get(name)!r}, now {setup.get(name)!r}"
        for name in {**then, **setup}
        if then.get(name) != setup.get(name)
    ]
    found = []
    if rows[0][1] != now.prediction:
        found.append(f"prediction: {rows[0][1]!r}, now {now.prediction!r}")
    for _, _, name, verdict, answers, _ in rows:
        evidence = now.by_characteristic.get(name)
        if evidence is None:
            found.append(f"{name}: not checked now")
            continue
        if evidence.verdict != verdict:
            found.append(f"{name}: {verdict!r}, now {str(evidence.verdict)!r}")
        if answers_of(answers) != evidence.answers:
            found.append(f"{name}: other mutants were asked, or other answers came")
    return Rechecked(
        same=not found,
        now=now,
        logged={row[2]: row[3] for row in rows},
        differences=(*told, *found),
    )
