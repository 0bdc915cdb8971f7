"""The SQLite file of a log: opened, checked, written whole transactions at a time."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import RunError
from fairnlp.monitor.log_tables import SCHEMA, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["LogFile", "insert"]

_PATIENCE = 30.0  # seconds to wait for another process that writes


class LogFile:
    """A file that several threads and processes may use at once.

    Parameters
    ----------
    path : Path
        It is made if it is not there.

    Raises
    ------
    RunError
        If it is something else, or of another version, or cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._connection = self._open()

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Read.

        Raises
        ------
        RunError
            If the file cannot be read.
        """
        with self._lock:
            try:
                return self._here().execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise RunError(f"The log {self.path} cannot be read: {error}.") from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write: what is done in the block is on the disk when it ends, or nothing of it is.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        with self._lock:
            try:
                connection = self._here()
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                msg = f"Verdicts cannot be written to {self.path}: {error}."
                raise RunError(msg) from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _here(self) -> sqlite3.Connection:
        """The connection of this process: one that came through a fork cannot be used."""
        if os.getpid() != self._process:
            self._inherited = self._connection  # closing it could disturb the other process
            self._connection = self._open()
            self._process = os.getpid()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=_PATIENCE, check_same_thread=False, isolation_level=None
            )
        except (OSError, sqlite3.Error) as error:
            raise RunError(f"The log {self.path} cannot be opened: {error}.") from error
        try:
            # Readers and a writer do not wait for each other; what is written is on the disk.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            self._check_schema(connection)
        except sqlite3.Error as error:
            connection.close()
            msg = f"{self.path} cannot be used as a log of verdicts: {error}. Name another file."
            raise RunError(msg) from error
        except RunError:
            connection.close()
            raise
        return connection

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        """Make the tables in a new file; refuse one that is something else."""
        connection.execute("BEGIN IMMEDIATE")  # two processes may open a new file at once
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not schema and not tables:
            for statement in TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        elif schema != SCHEMA:
            connection.execute("ROLLBACK")
            what = f"a log of schema {schema}" if schema else "a database of something else"
            msg = (
                f"{self.path} is {what}; this fairnlp reads schema {SCHEMA}. Use the version that "
                "wrote it, or name another file."
            )
            raise RunError(msg)
        connection.execute("COMMIT")


def insert(connection: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> int:
    """Put a row into a table and give its id."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    done = connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", [*row.values()])
    return int(done.lastrowid or 0)
