"""What reproducing a paper gives: the table, the reasons, the figures, and files to keep."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import MissingDataError
from fairnlp.core.replacing import replace_file
from fairnlp.report.formats import count, interval, percent

if TYPE_CHECKING:
    import os

    from matplotlib.axes import Axes

__all__ = ["Reproduction", "read_kept"]

TABLE, MANIFEST = "table.csv", "manifest.json"


@dataclass(frozen=True)
class Reproduction:
    """A table of BiasFinder, made anew.

    Parameters
    ----------
    table : DataFrame
        See `papers.biasfinder.beside_reported`.
    manifest : dict
        ``runs`` (of each: options, hash of the corpus, versions, kind of machine) and ``seconds``
        that each took.
    """

    table: pd.DataFrame
    manifest: dict[str, Any]

    @property
    def seconds(self) -> dict[str, float]:
        """How long each run took, by its name."""
        return dict(self.manifest["seconds"])

    @cached_property
    def why(self) -> list[str]:
        """Say in plain sentences why the figures are not those of the paper."""
        table = self.table
        first = table.drop_duplicates(["characteristic", "strategy"])
        said = [
            f"Other systems: the paper tests BERT, here {_and(table['system'].unique())}. A rate "
            "belongs to a system; it need not be that of another.",
            "Another reading: another parser and other rules for who is meant, so other texts give "
            "templates.",
            "Other values: names and occupations are from our own lists, as many as in the paper.",
            "First names only: a full name becomes a slot for its first name, and surnames stay.",
        ]
        for strategy, rows in first.groupby("strategy", sort=False):
            counts = _and(
                f"{count(row['templates'])} {row['characteristic']} templates "
                f"({row['templates_per_1000']:.0f} per 1,000 texts; the paper "
                f"{1000 * row['paper_templates'] / row['paper_texts']:.0f})"
                for row in rows.to_dict(orient="records")
            )
            guards = (
                "refuses what is uncertain"
                if strategy == "sound"
                else "makes no check of soundness, as the published code"
            )
            said.append(f"Strategy {strategy!r} {guards}: {counts}.")
        if (alone := first.loc[first["placebo_pairs"] == 0, "characteristic"].unique()).size:
            said.append(
                f"No placebo for {_and(alone)}: with one value a class, as in the paper, no pair "
                "stays within a class, so that a rate cannot be told from jumpiness about words."
            )
        fewer = first[first["texts"] < first["paper_texts"]]
        if len(fewer):
            which = _and(
                f"{row['characteristic']} ({row['strategy']}) {count(row['texts'])}"
                for row in fewer.to_dict(orient="records")
            )
            said.append(
                f"Fewer reviews than the paper's 25,000: {which}. Compare rates and templates per "
                "1,000, not counts."
            )
        said.append(
            "The paper's raters found some of its test cases to be no true positives (see the "
            "table); ours have not been rated."
        )
        return said

    def joined(self, earlier: Reproduction) -> Reproduction:
        """Add the rows of another one whose runs this one lacks, such as of other strategies."""
        runs = ["characteristic", "strategy"]
        table = pd.concat([self.table, earlier.table], ignore_index=True)
        lead = pd.MultiIndex.from_frame(self.table[runs])
        again = pd.MultiIndex.from_frame(earlier.table[runs]).isin(lead)
        keep = [True] * len(self.table) + (~again).tolist()
        table = table[keep].sort_values(
            ["strategy", "characteristic"], key=_in_order, kind="stable", ignore_index=True
        )
        both = {key: {**earlier.manifest[key], **self.manifest[key]} for key in ("runs", "seconds")}
        return Reproduction(table, self.manifest | both)

    def shown(self) -> pd.DataFrame:
        """Write the table as words, for reading."""
        rows = []
        for row in self.table.to_dict(orient="records"):
            placebo = "no pairs" if row["placebo_pairs"] == 0 else percent(row["placebo_rate"])
            within = interval(row["rate_low"], row["rate_high"], like=row["rate"])
            rows.append(
                {
                    "characteristic": row["characteristic"],
                    "strategy": row["strategy"],
                    "system": row["system"],
                    "texts": count(row["texts"]),
                    "templates": count(row["templates"]),
                    "paper's": count(row["paper_templates"]),
                    "pairs": count(row["pairs"]),
                    "BTCs": count(row["btcs"]),
                    "paper's BTCs": count(row["paper_btcs"]),
                    "BTC rate": f"{percent(row['rate'])} ({within})",
                    "placebo rate": placebo,
                    "paper's rate, at least": percent(row["paper_rate_least"]),
                    "paper's true positives": ", ".join(
                        percent(row[f"paper_true_{rater}"]) for rater in (1, 2)
                    ),
                }
            )
        return pd.DataFrame(rows, dtype="str")

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Keep the table (CSV) and its manifest (JSON), which also says why the figures differ.

        Returns
        -------
        Path
            The table. No text of a review is in either file.
        """
        path = Path(folder) / TABLE
        # LF on every system: the same table gives the same bytes.
        replace_file(path, self.table.to_csv(index=False, lineterminator="\n").encode())
        content = json.dumps(self.manifest | {"why": self.why}, indent=2, ensure_ascii=False)
        replace_file(path.with_name(MANIFEST), (content + "\n").encode())
        return path

    def figures(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Draw the figures: templates and BTCs beside the paper's, BTC rates beside placebo rates.

        Returns
        -------
        list of Path
            The SVG files; each has a PNG and a manifest beside it.
        """
        from fairnlp import plotting

        def save(ax: Axes, name: str, data: pd.DataFrame) -> Path:
            return plotting.save_figure(ax, name, folder=folder, data=data, source="biasfinder")

        counts = _templates(self.table)
        ax = plotting.counts_beside(
            counts,
            title="How many templates do reviews give?",
            xlabel="templates (log scale)",
            ax=plotting.sized_axes(2 * counts["row"].nunique()),
        )
        files = [save(ax, "templates", counts)]
        for strategy, rows in self.table.groupby("strategy", sort=False):
            counts = _btcs(rows)
            ax = plotting.counts_beside(
                counts,
                title=f"How many test cases are found? (strategy {strategy!r})",
                xlabel="bias-uncovering test cases (log scale)",
                ax=plotting.sized_axes(2 * counts["row"].nunique()),
            )
            files.append(save(ax, f"btcs-{strategy}", counts))
            summary = rows.assign(values="all")
            ax = plotting.btc_rates(summary, ax=plotting.sized_axes(len(summary) + 1))
            ax.set_title(f"{ax.get_title(loc='left')} (strategy {strategy!r})", loc="left")
            files.append(save(ax, f"rates-{strategy}", summary))
        return files


def read_kept(folder: str | os.PathLike[str]) -> Reproduction:
    """Read what `Reproduction.save` kept.

    Raises
    ------
    MissingDataError
        If it is not there.
    """
    place = Path(folder)
    if missing := [name for name in (TABLE, MANIFEST) if not (place / name).exists()]:
        msg = (
            f"{place} has no {_and(missing)}; make it: fairnlp reproduce biasfinder --figures "
            f"{place.parent}."
        )
        raise MissingDataError(msg)
    table = pd.read_csv(place / TABLE)
    manifest = json.loads((place / MANIFEST).read_text("utf-8"))
    manifest.pop("why", None)
    return Reproduction(table, manifest)


def _in_order(names: pd.Series) -> pd.Series:
    """Number names in the order of the paper's table; the sound strategy comes first."""
    order = ["sound", "paper", "gender", "occupation", "country"]
    return names.map(order.index)


def _templates(table: pd.DataFrame) -> pd.DataFrame:
    """Count templates: a row a characteristic, a series a strategy and the paper."""
    first = table.drop_duplicates(["characteristic", "strategy"])
    read = first.groupby("characteristic")["texts"].agg(
        lambda n: " / ".join(map(count, n.unique()))
    )
    names = table["characteristic"]
    table = table.assign(row=names + "\n" + names.map(read) + " texts")
    ours = table.loc[first.index, ["row", "strategy", "templates"]]
    ours = ours.set_axis(["row", "series", "n"], axis=1)
    ours["series"] = "strategy " + ours["series"]
    return pd.concat([ours, _reported(table, "templates")], ignore_index=True)


def _btcs(table: pd.DataFrame) -> pd.DataFrame:
    """Count BTCs of one strategy: a row a characteristic, a series a system and the paper."""
    table = table.assign(row=table["characteristic"] + "\n" + table["texts"].map(count) + " texts")
    ours = table.rename(columns={"system": "series", "btcs": "n"})[["row", "series", "n"]]
    return pd.concat([ours, _reported(table, "btcs")], ignore_index=True)


def _reported(table: pd.DataFrame, what: str) -> pd.DataFrame:
    once = table.drop_duplicates("characteristic")
    series = "reported (BERT, 25,000 texts)"
    return pd.DataFrame({"row": once["row"], "series": series, "n": once[f"paper_{what}"]})


def _and(words: Any) -> str:
    *head, last = map(str, words)
    return f"{', '.join(head)} and {last}" if head else last
