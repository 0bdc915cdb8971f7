"""The output of the real R package, read from the folder of test data."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.systems.sentimentr import Tables

if TYPE_CHECKING:
    from pathlib import Path


@cache
def tables(folder: Path) -> Tables:
    """Give the package's own two tables."""
    polarity, shifters = (
        pd.read_csv(folder / f"sentimentr_{name}.csv.gz", keep_default_na=False)
        for name in ("hash_sentiment_jockers_rinker", "hash_valence_shifters")
    )
    return Tables(
        polarity=dict(zip(polarity["x"], polarity["y"], strict=True)),
        shifters=dict(zip(shifters["x"], shifters["y"], strict=True)),
        key="Jockers-Rinker",
        shifter_list="lexicon",
    )


def sentences(folder: Path, name: str) -> pd.DataFrame:
    """Give the sentences of a file, with those of one text together."""
    with gzip.open(folder / f"sentimentr_golden_{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return pd.DataFrame([json.loads(line) for line in file.read().split("\n") if line])


def by(folder: Path, name: str) -> pd.DataFrame:
    """Give the averages of a file."""
    frame = pd.read_csv(
        folder / f"sentimentr_golden_{name}.csv.gz", keep_default_na=False, dtype="str"
    )
    for column in frame.columns.drop(["text", "case"], errors="ignore"):
        frame[column] = pd.to_numeric(frame[column])
    return frame


def edits(folder: Path) -> dict[str, dict]:
    """Give the edits of the polarity table: what was asked, and what became of it."""
    with gzip.open(folder / "sentimentr_golden_edited_table_edits.json.gz", "rt") as file:
        return json.load(file)
