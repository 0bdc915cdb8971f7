"""The summary of a log, counted by the database so that a long log needs no more memory."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.monitor.summary import ANY, TALLIES, Summary, make_summary, window_for

if TYPE_CHECKING:
    from fairnlp.monitor.log import VerdictLog

__all__ = ["log_summary"]

# A window starts at a multiple of its length. A repeated verdict asked the system nothing.
_BY_CHARACTERISTIC = """SELECT CAST(v.time / ?1 AS INTEGER) * ?1, c.characteristic, c.verdict,
    count(*), sum(c.asked * (1 - v.repeated)), sum(c.mutants)
    FROM verdicts v JOIN checks c ON c.verdict_id = v.id WHERE v.time >= ?2 GROUP BY 1, 2, 3"""
_OVERALL = """SELECT CAST(time / ?1 AS INTEGER) * ?1, ?3, verdict, count(*), 0, 0
    FROM verdicts WHERE time >= ?2 GROUP BY 1, 3"""
_REASONS = """SELECT c.characteristic, c.verdict, c.reason, count(*)
    FROM verdicts v JOIN checks c ON c.verdict_id = v.id WHERE v.time >= ? GROUP BY 1, 2, 3"""
_SPAN = "SELECT min(time), max(time) FROM verdicts WHERE time >= ?"


def log_summary(log: VerdictLog, *, since: float | None, every: int | None) -> Summary:
    """Sum up a log; see `VerdictLog.summary`."""
    since = -math.inf if since is None else since
    first, last = log.query(_SPAN, [since])[0]
    window = window_for((last or 0.0) - (first or 0.0), every=every)
    rows = log.query(_BY_CHARACTERISTIC, [window, since])
    if len({row[1] for row in rows}) > 1:
        rows += log.query(_OVERALL, [window, since, ANY])
    frame = pd.DataFrame(rows, columns=["start", *TALLIES])
    frame["start"] = pd.to_datetime(frame["start"], unit="s", utc=True)
    reasons = pd.DataFrame(
        log.query(_REASONS, [since]), columns=["characteristic", "verdict", "reason", "n"]
    )
    return make_summary(frame.drop(columns="start"), frame, reasons, counters={}, window=window)
