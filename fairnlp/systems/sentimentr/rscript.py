"""The real R package sentimentr, asked through Rscript where that is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from fairnlp.core.errors import MissingDependencyError, SystemUnderTestError
from fairnlp.systems.lexicon_tool import LexiconTool
from fairnlp.systems.sentimentr.averages import as_texts, average

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np

    from fairnlp.systems.sentimentr.averages import Average
    from fairnlp.systems.sentimentr.tables import Tables

__all__ = ["InR", "lexicon_table", "sentiment_in_r", "versions"]

_SCRIPT = Path(__file__).parent / "ask.R"
_MISSING = "NA"


def sentiment_in_r(
    texts: Sequence[str | None], *, tables: Tables | None = None
) -> tuple[pd.DataFrame, float]:
    """Score every sentence with the R package itself.

    Parameters
    ----------
    texts : sequence of str
    tables : Tables, optional
        By default those of the R package.

    Returns
    -------
    frame : DataFrame
        As from `sentiment`.
    seconds : float
        What ``sentiment()`` took in R, without the start of R and the splitting of texts.

    Raises
    ------
    MissingDependencyError
        If R or its package sentimentr is not installed.
    """
    found = versions()
    if not found.get("sentimentr"):
        lacks = "its package sentimentr" if found else "R (Rscript)"
        msg = (
            f"{lacks[0].upper()}{lacks[1:]} is not installed; install R from "
            "https://www.r-project.org, and in it install.packages('sentimentr'). "
            "fairnlp's own port, as_system('sentimentr'), needs neither."
        )
        raise MissingDependencyError(msg, name="sentimentr")
    with tempfile.TemporaryDirectory() as folder:
        given = [Path(folder) / name for name in ("texts", "found", "polarity", "shifters")]
        _write(given[0], (_codes(text) for text in as_texts(texts)))
        if tables is not None:
            _write(given[2], _lines(tables.polarity))
            _write(given[3], _lines(tables.shifters))
        _ask("sentiment", *given[: 2 if tables is None else 4])
        first, *rows = given[1].read_text(encoding="utf-8").splitlines()
    frame = pd.DataFrame(
        [row.split("\t") for row in rows],
        columns=["element_id", "sentence_id", "word_count", "sentiment", "sentence"],
    )
    words = [pd.NA if count == _MISSING else int(count) for count in frame["word_count"]]
    columns = {
        "element_id": frame["element_id"].astype("int64"),
        "sentence_id": frame["sentence_id"].astype("int64"),
        "sentence": pd.Series([_text(codes) for codes in frame["sentence"]], dtype="str"),
        "word_count": pd.Series(words, dtype="Int64"),
        "sentiment": frame["sentiment"].astype("float64"),
    }
    return pd.DataFrame(columns), float(first)


class InR(LexiconTool):
    """SentimentR as its authors wrote it: the R package, in a process of R for each batch.

    See `LexiconTool` for the other parameters.

    Parameters
    ----------
    tables : Tables, optional
        By default those of the R package.
    how : str
        See `average`.
    """

    title: ClassVar[str] = "SentimentR in R"
    package: ClassVar[str] = "sentimentr (of R)"
    band: ClassVar[float] = 0.0
    range: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))

    def __init__(
        self, *, tables: Tables | None = None, how: Average = "downweighted_zero", **options: Any
    ) -> None:
        super().__init__(**options)
        self.tables, self.how = tables, how

    def score(self, text: str) -> float:
        """Score one text; a batch takes little longer."""
        return float(self.score_all([text])[0])

    def score_all(self, texts: Sequence[str]) -> np.ndarray:
        """Score texts as they are."""
        frame, _ = sentiment_in_r(texts, tables=self.tables)
        return average(frame, how=self.how)["ave_sentiment"].to_numpy()

    @property
    def lexicon(self) -> frozenset[str]:
        """Words and valence shifters of the tables, if they were given."""
        if self.tables is None:
            return frozenset()
        return frozenset({*self.tables.polarity, *self.tables.shifters})

    @property
    def info(self) -> dict[str, Any]:
        """Facts for a report."""
        own = {"tables": self.tables.title if self.tables else "of R", "average": self.how}
        return super().info | own | {f"version of {k}": v for k, v in versions().items()}


@cache
def versions() -> dict[str, str]:
    """Versions of R and of its packages, "" for one that is missing; empty without R."""
    if not shutil.which("Rscript"):
        return {}
    said = _ask("versions", "sentimentr", "lexicon", "textshape", "stringi")
    return dict(line.split("\t") for line in said.splitlines() if "\t" in line)


@cache
def lexicon_table(name: str) -> dict[str, float] | None:
    """Read a table of the R package lexicon; None where that is not installed."""
    if not versions().get("lexicon"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        _ask("table", name, path)
        rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
        return {_text(word) or "": float(value) for word, value in rows}


def _ask(*given: str | Path) -> str:
    command = ["Rscript", "--vanilla", str(_SCRIPT), *map(str, given)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        msg = f"Rscript ended with {done.returncode}: {done.stderr.strip()[-500:]}"
        raise SystemUnderTestError(msg, system="SentimentR in R")
    return done.stdout


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _lines(table: Mapping[str, float]) -> list[str]:
    return [f"{_codes(word)}\t{value!r}" for word, value in table.items()]


def _codes(text: str | None) -> str:
    return _MISSING if text is None else " ".join(str(ord(character)) for character in text)


def _text(codes: str) -> str | None:
    return None if codes == _MISSING else "".join(chr(int(code)) for code in codes.split())
