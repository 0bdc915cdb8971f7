"""The tables of a log of verdicts."""

from __future__ import annotations

__all__ = ["SCHEMA", "TABLES"]

SCHEMA = 1
"""Kept as ``user_version`` of the file; it goes up with every change of `TABLES`."""

TABLES = (
    # What made a verdict: versions, strategy, alpha, seed, hashes of the values. As JSON.
    "CREATE TABLE setups (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE)",
    # Class to the values that the mutants of a text are rendered with, in order. As JSON.
    "CREATE TABLE pools (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE)",
    """CREATE TABLE verdicts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        setup_id INTEGER NOT NULL REFERENCES setups,
        time REAL NOT NULL,
        text_hash TEXT NOT NULL,
        text TEXT,
        prediction TEXT,
        score REAL,
        verdict TEXT NOT NULL,
        repeated INTEGER NOT NULL,
        seconds REAL NOT NULL)""",
    """CREATE TABLE checks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        verdict_id INTEGER NOT NULL REFERENCES verdicts,
        pool_id INTEGER NOT NULL REFERENCES pools,
        characteristic TEXT NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL,
        original_class TEXT NOT NULL,
        slots TEXT NOT NULL,
        alpha TEXT NOT NULL,
        score REAL,
        gap TEXT,
        label TEXT,
        counts TEXT NOT NULL,
        answers TEXT NOT NULL,
        mutants INTEGER NOT NULL,
        asked INTEGER NOT NULL,
        invalid INTEGER NOT NULL,
        stages INTEGER NOT NULL,
        predictions INTEGER NOT NULL,
        miss_at_most REAL NOT NULL,
        used TEXT NOT NULL,
        unstable INTEGER,
        flipped INTEGER NOT NULL)""",
    "CREATE INDEX verdicts_time ON verdicts (time)",
    "CREATE INDEX checks_verdict ON checks (verdict_id)",
    "CREATE INDEX checks_found ON checks (characteristic, verdict)",
)
