"""The log of verdicts: a SQLite file that several threads and processes may write to."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pandas as pd

from fairnlp.core.errors import OptionError, RunError
from fairnlp.core.replacing import replace_file
from fairnlp.monitor.log_file import LogFile, insert
from fairnlp.monitor.log_rows import CHECKS, VERDICTS, check_row, verdict_row
from fairnlp.monitor.log_summary import log_summary

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from types import TracebackType

    from fairnlp.monitor.checked import Checked
    from fairnlp.monitor.summary import Summary

__all__ = ["VerdictLog"]


class VerdictLog:
    """Keep verdicts so that each can be computed again.

    Once `add` has returned, the verdicts are on the disk: neither a kill of the process nor a
    power cut loses them.

    Parameters
    ----------
    path : str or Path
        The file; it is made if it is not there.
    create : bool
        False to refuse a path at which there is no file.

    Attributes
    ----------
    query : callable
        Reads with SQL of one's own: a statement and its values; see `log_tables.TABLES`.

    Raises
    ------
    RunError
        If the file is something else, or of another version, or cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with VerdictLog(Path(folder) / "log.sqlite") as log:
    ...         len(log), list(log.frame())[:4]
    (0, ['verdict_id', 'time', 'text_hash', 'text'])
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            msg = f"There is no log {self.path}; a monitor makes it: Monitor(..., log=path)."
            raise RunError(msg)
        self._file = LogFile(self.path)
        self.query = self._file.query

    # Writing

    def add(
        self,
        found: Sequence[Checked],
        *,
        setup: Mapping[str, Any],
        texts: Sequence[str | None] | None = None,
        at: float | None = None,
    ) -> list[int]:
        """Keep verdicts, all or none.

        Parameters
        ----------
        found : sequence of Checked
        setup : mapping
            What made them, such as `Monitor.setup`; it must go into JSON.
        texts : sequence of str, optional
            One a verdict, to keep them. Without, only their SHA-256 is kept.
        at : float, optional
            When, in seconds since 1970; by default now.

        Returns
        -------
        list of int
            The id of each verdict, ascending.

        Raises
        ------
        RunError
            If the file cannot be written, such as when the disk is full.
        """
        if texts is not None and len(texts) != len(found):
            msg = f"{len(found)} verdicts came with {len(texts)} texts; give one text a verdict."
            raise OptionError(msg)
        kept = [None] * len(found) if texts is None else list(texts)
        at = time.time() if at is None else at
        ids = []
        setups: dict[str, int] = {}
        pools: dict[str, int] = {}
        with self._file.writing() as connection:
            setup_id = _known(connection, "setups", setups, setup)
            for checked, text in zip(found, kept, strict=True):
                row = verdict_row(checked, at=at, text=text)
                ids.append(insert(connection, "verdicts", {**row, "setup_id": setup_id}))
                for evidence in checked.by_characteristic.values():
                    pool, check = check_row(evidence, keep_words=text is not None)
                    pool_id = _known(connection, "pools", pools, pool)
                    insert(
                        connection,
                        "checks",
                        {"verdict_id": ids[-1], "pool_id": pool_id, **check},
                    )
        return ids

    # Reading

    def __len__(self) -> int:
        """Count the verdicts."""
        return int(self.query("SELECT count(*) FROM verdicts")[0][0])

    def frame(
        self,
        *,
        since: float | None = None,
        verdict: str | None = None,
        limit: int | None = None,
        whole: bool = False,
    ) -> pd.DataFrame:
        """Give the verdicts, a row for each characteristic.

        Parameters
        ----------
        since : float, optional
            Only those from then on, in seconds since 1970.
        verdict : str, optional
            Only those checks that came to this verdict.
        limit : int, optional
            Only the latest so many checks.
        whole : bool
            Also all that a verdict can be computed from again, as JSON: ``slots``, ``answers``,
            ``pool`` (class to the values of its mutants) and ``setup``.

        Returns
        -------
        DataFrame, in the order in which they were kept
            ``verdict_id``, ``time`` (UTC), ``text_hash``, ``text`` (missing unless kept),
            ``prediction`` (missing where there was none), ``score``, ``repeated``, ``seconds``,
            ``characteristic``, ``verdict``, ``reason``, ``detail``, ``original_class``, ``alpha``
            and ``gap`` (exact fractions, as ``"1/10"``), ``label`` (of the gap), ``counts`` (JSON:
            class to label to mutants), ``mutants`` (of the text), ``asked``, ``invalid``,
            ``stages``, ``predictions``, ``miss_at_most``, ``unstable`` and ``flipped``.
        """
        where, values = ["1"], []
        for clause, value in (("v.time >= ?", since), ("c.verdict = ?", verdict)):
            if value is not None:
                where.append(clause)
                values.append(value)
        columns = {f"v.{name}": called for name, called in VERDICTS.items()}
        columns |= {f"c.{name}": called for name, called in CHECKS.items()}
        if whole:
            columns |= {"c.slots": "slots", "c.answers": "answers", "p.content": "pool"}
            columns |= {"s.content": "setup"}
        rows = self.query(
            f"SELECT {', '.join(columns)} FROM verdicts v JOIN checks c ON c.verdict_id = v.id "
            "JOIN pools p ON p.id = c.pool_id JOIN setups s ON s.id = v.setup_id "
            f"WHERE {' AND '.join(where)} ORDER BY c.id DESC LIMIT ?",
            [*values, -1 if limit is None else limit],
        )
        frame = pd.DataFrame(rows[::-1], columns=[*columns.values()])
        frame["time"] = pd.to_datetime(frame["time"], unit="s", utc=True)
        kinds = {
            "repeated": "bool",
            "unstable": "boolean",
            "score": "float64",
            "seconds": "float64",
        }
        words = ("text", "prediction", "gap", "label")
        return frame.astype(kinds | dict.fromkeys(words, "str"))

    def export(self, path: str | Path) -> Path:
        """Write all verdicts with their evidence to a Parquet file, whole or not at all.

        Parameters
        ----------
        path : str or Path
            Where to; a file that is there is replaced. Its columns are those of `frame`.

        Returns
        -------
        Path
        """
        buffer = io.BytesIO()
        self.frame(whole=True).to_parquet(buffer, index=False)
        replace_file(Path(path), buffer.getvalue())
        return Path(path)

    def summary(self, *, since: float | None = None, every: int | None = None) -> Summary:
        """Give rates by characteristic, and over time.

        Parameters
        ----------
        since : float, optional
            Only what came from then on, in seconds since 1970.
        every : int, optional
            Seconds of a window; by default so that there are about forty at most.

        Returns
        -------
        Summary
        """
        return log_summary(self, since=since, every=every)

    def recompute(self, verdict_id: int | None = None) -> pd.DataFrame:
        """Compute verdicts again from the answers that were kept; see `recompute.recompute`."""
        from fairnlp.monitor.recompute import recompute

        return recompute(self, verdict_id)

    def close(self) -> None:
        """Close the file; the log cannot be used any more."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _known(
    connection: sqlite3.Connection, table: str, known: dict[str, int], content: Mapping[str, Any]
) -> int:
    """Give the id of a setup or pool, which many verdicts share."""
    told = json.dumps(content, ensure_ascii=False)  # the order of classes is part of a draw
    if told not in known:
        connection.execute(f"INSERT OR IGNORE INTO {table} (content) VALUES (?)", [told])
        (row,) = connection.execute(f"SELECT id FROM {table} WHERE content = ?", [told])
        known[told] = int(row[0])
    return known[told]
