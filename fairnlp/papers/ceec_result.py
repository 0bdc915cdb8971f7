"""What cognates and their synonyms show of some tools: tables, how to read them, figures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.papers import kept
from fairnlp.papers.by_emotion import by_emotion, rank_sum, signed_interval
from fairnlp.papers.ceec_reported import REPORTED, tool_of
from fairnlp.papers.ceec_tools import LEAKS, PAIRS, TOOLS
from fairnlp.papers.ceec_why import why
from fairnlp.report.formats import count, interval
from fairnlp.stats.paired_table import PAIRED_TESTS

if TYPE_CHECKING:
    import os
    from pathlib import Path

__all__ = ["COLUMNS", "KEY", "CeecResult", "read_kept"]

KEY = {
    "language": "str, which the cognates come from",
    "system": "str",
    "state": "str, 'before' or 'after' debiasing",
    "emotion": "str",
}

COLUMNS = {**KEY, **PAIRED_TESTS, **REPORTED}
"""Columns of `CeecResult.table`; x is the sentence about the cognate."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CeecResult:
    """What cognates and their synonyms show of some tools.

    Parameters
    ----------
    table : DataFrame
        The tests; columns as `COLUMNS`.
    tools : DataFrame
        How many pairs each tool scores differently; columns as `TOOLS`.
    pairs : DataFrame
        The pairs one by one; columns as `PAIRS`.
    leaks : DataFrame
        What debiasing moves elsewhere; columns as `LEAKS`. Held-out pairs are a random half, the
        tool being debiased with the other half alone; for the reviews it is debiased with all.
    manifest : dict
        ``paper``, ``variant``, ``corpora`` and ``reviews`` (hashes), ``options``,
        ``cpu_seconds``, ``versions``, ``machine``.
    """

    table: pd.DataFrame
    tools: pd.DataFrame
    pairs: pd.DataFrame
    leaks: pd.DataFrame
    manifest: dict[str, Any]

    @cached_property
    def why(self) -> list[str]:
        """Say in plain sentences how to read the tables, and why they are not the paper's."""
        return why(self.tools, self.leaks, self.manifest)

    def by_emotion(self) -> pd.DataFrame:
        """Set the tests beside each other as the paper's tables 3 and 4: a column an emotion."""
        return by_emotion(self.table, rows=["language", "system", "state"])

    def shown_tools(self) -> pd.DataFrame:
        """Write `tools` as words, for reading."""
        rows = [
            {
                "language": row["language"],
                "system": row["system"],
                "pairs": count(row["pairs"]),
                "differ": count(row["differ_before"]),
                "paper's": _reported(row),
                "debiased": _or_dash(row["differ_after"]),
                "why they differ still": row["kinds"],
            }
            for row in self.tools.to_dict(orient="records")
        ]
        return pd.DataFrame(rows, dtype="str")

    def shown(self) -> pd.DataFrame:
        """Write the tests as words, for reading: a row a test."""
        rows = [
            {
                "language": row["language"],
                "system": row["system"],
                "debiasing": row["state"],
                "emotion": row["emotion"],
                "sentences differ": f"{row['sentences_differ']} of {row['sentences']}",
                "V": rank_sum(row["V"]),
                "p": f"{row['p']:.2g}",
                "pairs differ": f"{row['pairs_differ']} of {row['pairs']}",
                "paper's": _reported(row),
                "p, pairs": f"{row['pair_p']:.2g}",
                "adjusted": f"{row['pair_p_adjusted']:.2g}",
                "effect": signed_interval(row, "effect", "effect", 2),
                "mean difference": signed_interval(row, "mean_difference", "mean", 4),
                "verdict": row["verdict"],
                "paper says": row["paper_says"],
            }
            for row in self.table.to_dict(orient="records")
        ]
        return pd.DataFrame(rows, dtype="str")

    def shown_leaks(self) -> pd.DataFrame:
        """Write `leaks` as words, for reading: a row a language, system and set of texts."""
        rows = self.leaks.assign(
            said=[
                f"{row['moved']} of {count(row['n'])} "
                f"({interval(row['low'], row['high'], like=row['share'])})"
                for row in self.leaks.to_dict(orient="records")
            ]
        )
        key = ["language", "system", "texts"]
        wide = rows.pivot(index=key, columns="what", values="said")
        order = pd.MultiIndex.from_frame(rows[key].drop_duplicates())
        wide = wide.reindex(order).reindex(columns=["score", "label", "pair"]).reset_index()
        names = {"score": "scores moved", "label": "labels moved", "pair": "pairs moved"}
        return wide.rename(columns=names).rename_axis(columns=None)

    def figures(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Draw, for each language, how many pairs differ, and the effects of the tests.

        And on how many reviews scores and labels moved, where that was counted.

        Returns
        -------
        list of Path
            The SVG files; each has a PNG and a manifest beside it.
        """
        from fairnlp import plotting
        from fairnlp.plotting.paired import paired_effects

        files = []
        for language, some in self.tools.groupby("language", sort=False):
            theirs = some["paper_pairs"].iloc[0]
            of = f"{some['pairs'].iloc[0]}" + ("" if theirs != theirs else f"; paper: {theirs:g}")
            counts = pd.concat(
                [
                    some.assign(series=series, n=some[column])
                    for series, column in (
                        ("before debiasing", "differ_before"),
                        ("after", "differ_after"),
                        ("paper, before", "paper_pairs_differ"),
                    )
                ]
            )
            counts["row"] = _broken(counts["system"])
            counts = counts.dropna(subset="n").astype({"n": int})
            counts = counts[["row", "series", "n"]]
            ax = plotting.counts_beside(
                counts,
                title=f"How many {language} cognates are scored unlike their synonyms?",
                xlabel=f"pairs, of {of} (log scale)",
                ax=plotting.sized_axes(2 * counts["row"].nunique()),
            )
            files.append(_saved(ax, f"pairs-{_plain(language)}", folder, counts))
        for language, tests in self.table.groupby("language", sort=False):
            tests = tests.assign(row=_rows(tests), series=tests["emotion"])
            ax = paired_effects(
                tests,
                first="cognate",
                second="synonym",
                title=f"Which way do scores of {language} cognates lean?",
                ax=plotting.sized_axes(int(1.6 * tests["row"].nunique())),
            )
            files.append(_saved(ax, f"effects-{_plain(language)}", folder, tests))
        moved = self.leaks[self.leaks["texts"] == "reviews"]
        for what, rows in moved.groupby("what", sort=False):
            counts = rows.assign(
                row=_broken(rows["system"]), series=rows["language"], n=rows["moved"]
            )[["row", "series", "n"]]
            ax = plotting.counts_beside(
                counts,
                title=f"How many reviews get another {what} after debiasing?",
                xlabel=f"reviews, of {count(rows['n'].iloc[0])} (log scale)",
                ax=plotting.sized_axes(2 * counts["row"].nunique()),
            )
            files.append(_saved(ax, f"reviews-{what}s", folder, counts))
        return files

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Keep ``table``, ``pairs`` and ``leaks`` as CSV, and ``manifest.json``.

        Of the pairs, those that differ before or after, or have a reason. No review is in it.

        Returns
        -------
        list of Path
            The files.
        """
        told = (self.pairs[["differ_before", "differ_after"]] > 0).any(axis=1)
        tables = {"table": self.table, "tools": self.tools, "pairs": self.pairs[told]}
        tables |= {"leaks": self.leaks}
        return kept.keep(folder, tables, self.manifest | {"why": self.why})


def read_kept(folder: str | os.PathLike[str]) -> CeecResult:
    """Read what `CeecResult.save` kept.

    Raises
    ------
    MissingDataError
        If it is not there.
    """
    contracts = {"table": COLUMNS, "tools": TOOLS, "pairs": PAIRS, "leaks": LEAKS}
    tables, manifest = kept.read(folder, contracts)
    manifest.pop("why", None)
    return CeecResult(**tables, manifest=manifest)


def _saved(ax: Any, name: str, folder: Any, data: pd.DataFrame) -> Path:
    from fairnlp import plotting

    return plotting.save_figure(ax, name, folder=folder, data=data, source="ceec")


def _plain(language: Any) -> str:
    return re.sub("[^a-z0-9]+", "-", str(language).lower()).strip("-") or "language"


def _broken(names: pd.Series) -> pd.Series:
    """Break long names of systems into lines."""
    return names.str.replace(", ", ",\n")


def _rows(tests: pd.DataFrame) -> pd.Series:
    """Name the rows of the figure: the tool, its state, and how many pairs differ."""
    key = [tests["system"], tests["state"]]
    differ = tests["pairs_differ"].groupby(key).transform("max").astype("str")
    state = tests["state"].map({"before": "", "after": ", debiased"})
    of = tests["pairs"].astype("str")
    return _broken(tests["system"]) + state + "\n" + differ + " of " + of + " pairs differ"


def _reported(row: Any) -> str:
    """Write the paper's count for a tool that it tests."""
    if not tool_of(row["system"]) or row["paper_pairs_differ"] != row["paper_pairs_differ"]:
        return "–"
    return f"{row['paper_pairs_differ']:g} of {row['paper_pairs']:g}"


def _or_dash(value: float) -> str:
    return "–" if value != value else count(value)
