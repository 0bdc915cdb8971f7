"""What the log holds, as the service shows it: counts, rates, and pages of verdicts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.marking import Mark, mark_spans
from fairnlp.monitor.checked import Evidence
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.log import VerdictLog
from fairnlp.monitor.log_rows import answers_of
from fairnlp.monitor.showing import told
from fairnlp.monitor.summary import TALLIES, rates

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["LogReader", "Record"]

_COLUMNS = (
    "c.id v.id v.time v.text_hash v.text v.score v.repeated v.prediction c.characteristic "
    "c.verdict c.reason c.detail c.original_class c.alpha c.answers c.slots c.miss_at_most "
    "c.unstable p.content"
).split()
# A repeated verdict asked the system nothing.
_TALLIES = """SELECT c.characteristic, c.verdict, count(*), sum(c.asked * (1 - v.repeated)),
    sum(c.mutants), max(c.id)
    FROM checks c JOIN verdicts v ON v.id = c.verdict_id WHERE c.id > ? GROUP BY 1, 2"""
_WINDOW = 160  # characters of a text that are shown around a marked word


@dataclass(frozen=True, kw_only=True)
class Record:
    """One check in the log: a text and a characteristic.

    Parameters
    ----------
    check_id, verdict_id : int
        Ascending in the order in which they were kept; a verdict has a check a characteristic.
    time : datetime
        In UTC.
    text_hash : str
    text : str or None
        None unless texts are kept.
    score : float or None
    repeated : bool
    evidence : Evidence
    slots : list of dict
        The places of the text that change with the class.
    """

    check_id: int
    verdict_id: int
    time: datetime
    text_hash: str
    text: str | None
    score: float | None
    repeated: bool
    evidence: Evidence
    slots: list[dict[str, Any]]

    @property
    def said(self) -> str:
        """What was found, in a sentence."""
        return told(self.evidence)

    @property
    def marked(self) -> str | None:
        """The text as HTML, escaped, with the words marked that change; None if it is not kept."""
        if self.text is None:
            return None
        marks = [
            Mark(start=slot["start"], end=slot["end"], kind=slot["kind"], title=slot["kind"])
            for slot in self.slots
        ]
        return mark_spans(self.text, marks, window=_WINDOW)


class LogReader:
    """A log of verdicts, read beside whoever writes to it.

    Parameters
    ----------
    path : Path
        Of the log.
    """

    def __init__(self, path: Path) -> None:
        self._log = VerdictLog(path)  # a connection of its own: no writer waits for a page
        self._tallies: dict[tuple[str, str], list[int]] = {}
        self._counted = 0  # checks up to this id

    def close(self) -> None:
        """Close the file."""
        self._log.close()

    def rates(self) -> pd.DataFrame:
        """Give the shares of biased predictions so far; each check is counted only once.

        Returns
        -------
        DataFrame, one row a characteristic
            See `summary.rates`.
        """
        rows = self._log.query(_TALLIES, [self._counted])
        for characteristic, verdict, *sums, last in rows:
            tally = self._tallies.setdefault((characteristic, verdict), [0, 0, 0])
            tally[:] = [old + new for old, new in zip(tally, sums, strict=True)]
            self._counted = max(self._counted, last)
        tallies = [(*key, *tally) for key, tally in sorted(self._tallies.items())]
        return rates(pd.DataFrame(tallies, columns=[*TALLIES]))

    def page(
        self,
        *,
        limit: int,
        before: int | None = None,
        verdict: str | None = None,
        characteristic: str | None = None,
        since: datetime | None = None,
        repeated: bool | None = None,
    ) -> list[Record]:
        """Give checks, the latest first.

        Parameters
        ----------
        limit : int
            At most so many.
        before : int, optional
            Only those with a smaller `Record.check_id`: the last one of the page before.
        verdict, characteristic : str, optional
            Only those.
        since : datetime, optional
            Only those from then on; without a time zone, in UTC.
        repeated : bool, optional
            Only texts equal to one checked before, or only the others.
        """
        if since is not None and since.tzinfo is None:
            since = since.replace(tzinfo=UTC)
        filters = {
            "c.id < ?": before,
            "c.verdict = ?": verdict,
            "c.characteristic = ?": characteristic,
            "v.repeated = ?": repeated,
            "v.time >= ?": None if since is None else since.timestamp(),
        }
        chosen = {clause: value for clause, value in filters.items() if value is not None}
        rows = self._log.query(
            f"SELECT {', '.join(_COLUMNS)} FROM checks c JOIN verdicts v ON v.id = c.verdict_id "
            f"JOIN pools p ON p.id = c.pool_id WHERE {' AND '.join(chosen) or '1'} "
            "ORDER BY c.id DESC LIMIT ?",
            [*chosen.values(), limit],
        )
        return [_record(row) for row in rows]


def _record(row: Sequence[Any]) -> Record:
    it = dict(zip(_COLUMNS, row, strict=True))
    evidence = Evidence(
        characteristic=it["c.characteristic"],
        verdict=Verdict(it["c.verdict"]),
        reason=it["c.reason"],
        detail=it["c.detail"],
        alpha=Fraction(it["c.alpha"]),
        prediction=it["v.prediction"],
        original_class=it["c.original_class"],
        n={class_: len(values) for class_, values in json.loads(it["p.content"]).items()},
        answers=answers_of(it["c.answers"]),
        miss_at_most=it["c.miss_at_most"],
        unstable=None if it["c.unstable"] is None else bool(it["c.unstable"]),
    )
    return Record(
        check_id=it["c.id"],
        verdict_id=it["v.id"],
        time=datetime.fromtimestamp(it["v.time"], UTC),
        text_hash=it["v.text_hash"],
        text=it["v.text"],
        score=it["v.score"],
        repeated=bool(it["v.repeated"]),
        evidence=evidence,
        slots=json.loads(it["c.slots"]),
    )
