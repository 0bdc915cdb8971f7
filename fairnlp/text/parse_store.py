"""Parses on disk: one SQLite file a model, shared by processes, thrown away when it is broken."""

from __future__ import annotations

import logging
import sqlite3
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

__all__ = ["ParseStore"]

log = logging.getLogger(__name__)


class ParseStore:
    """A table of text hash to parse.

    What it holds can be made again, so no fault of it stops a run: a broken file is replaced, and
    where the file cannot be used at all (no rights, disk full) the parses are kept in a temporary
    one that goes with the store. Either is logged as a warning. A parse that was put in is either
    there whole or not at all, also after a kill.

    Parameters
    ----------
    path : Path, optional
        The file. Without it, a temporary one.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._connection = self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Give the parses that are there.

        Parameters
        ----------
        keys : iterable of bytes
            Hashes of texts.

        Returns
        -------
        dict of bytes to bytes
            Hash to parse, for those of `keys` that are there.
        """
        try:
            return self._read(keys)
        except sqlite3.DatabaseError as error:
            self._mend(error)
            return self._read(keys)

    def put(self, parses: Mapping[bytes, bytes]) -> None:
        """Keep parses; one that is there already is replaced.

        Parameters
        ----------
        parses : mapping of bytes to bytes
            Hash to parse.
        """
        try:
            self._write(parses)
        except sqlite3.DatabaseError as error:
            self._mend(error)
            self._write(parses)

    def _read(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        rest = iter(keys)
        while some := tuple(islice(rest, 500)):  # SQLite takes a limited number of marks
            marks = ",".join("?" * len(some))
            query = f"SELECT text, parse FROM parses WHERE text IN ({marks})"
            found.update(self._connection.execute(query, some))
        return found

    def _write(self, parses: Mapping[bytes, bytes]) -> None:
        with self._connection:
            self._connection.executemany(
                "INSERT OR REPLACE INTO parses VALUES (?, ?)", parses.items()
            )

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            return self._reopen(error)

    def _connect(self) -> sqlite3.Connection:
        # An empty name is SQLite's temporary file, which is gone when it is closed.
        connection = sqlite3.connect(self._path or "", timeout=60, check_same_thread=False)
        try:
            # Readers and a writer do not wait for each other; a power cut may lose the last
            # parses but not break the file.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS parses (text BLOB PRIMARY KEY, parse BLOB NOT NULL)"
            )
        except sqlite3.DatabaseError:
            connection.close()
            raise
        return connection

    def _mend(self, error: sqlite3.DatabaseError) -> None:
        if isinstance(
            error, sqlite3.ProgrammingError
        ):  # a fault of the caller, such as a late call
            raise error
        self._connection.close()
        self._connection = self._reopen(error)

    def _reopen(self, error: sqlite3.DatabaseError) -> sqlite3.Connection:
        """Start a new file if the old one is broken, or a temporary one if it cannot be used."""
        if self._path is None:
            raise error
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            log.warning(
                "The stored parses in %s are broken (%s): starting anew.", self._path, error
            )
            try:
                for end in ("", "-wal", "-shm"):
                    Path(f"{self._path}{end}").unlink(missing_ok=True)
                return self._connect()
            except (OSError, sqlite3.DatabaseError) as second:
                log.warning("%s cannot be replaced (%s).", self._path, second)
        log.warning("Parses are not stored: %s cannot be used (%s).", self._path, error)
        self._path = None
        return self._connect()
