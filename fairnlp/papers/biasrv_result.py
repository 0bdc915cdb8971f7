"""What watching systems as BiasRV does gives: tables beside the paper's, figures, files."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import MissingDataError
from fairnlp.core.replacing import replace_file
from fairnlp.papers.biasrv_tables import REPORTED
from fairnlp.report.formats import count, interval, percent

if TYPE_CHECKING:
    import os

__all__ = ["BiasrvResult", "read_kept"]

TABLES = ("summary", "table", "stream")
MANIFEST = "manifest.json"

FEW = 5
"""With fewer different biased texts, nothing is drawn or said of misses."""

CHOSEN = {
    "full": "",
    "two_step": "x=4",
    "two_step, curtailed": "x=4",
    "exact": "",
    "adaptive": "telling=1, random=1",
    "adaptive, labels alone": "telling=1, random=1",
}
"""Of each curve the point that is shown first: the paper's, or the default."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BiasrvResult:
    """What the full check flags, and what strategies save and miss.

    Parameters
    ----------
    summary : DataFrame
        One row a system and curation; columns as `biasrv_tables.SUMMARY`.
    table : DataFrame
        One row a strategy beside that; columns as `biasrv_tables.TABLE`.
    stream : DataFrame
        How strategies that learn do along the stream; columns as `biasrv_tables.STREAM`.
    manifest : dict
        ``paper``, ``runs`` (options, hash of the corpus, versions, machine) and ``seconds``, by
        curation.
    """

    summary: pd.DataFrame
    table: pd.DataFrame
    stream: pd.DataFrame
    manifest: dict[str, Any]

    @cached_property
    def why(self) -> list[str]:
        """Say in plain sentences why the figures are not those of the paper."""
        first = self.summary.drop_duplicates("curation").to_dict(orient="records")
        per_text = REPORTED["cost"] * REPORTED["texts"] / REPORTED["templates"]
        said = [
            "Another system: the paper watches BERT, here "
            f"{_and(self.summary['system'].unique())}. How often a prediction hangs on a name "
            "belongs to a system, and so does what a sample misses.",
            "Another reading: another parser and other rules for who is meant, so other texts have "
            "mutants: "
            + _and(
                f"{count(row['templates'])} of {count(row['texts'])} with curation "
                f"{row['curation']!r}, {count(row['with_values'])} of these with a name"
                for row in first
            )
            + f" (the paper: {count(REPORTED['templates'])} of {count(REPORTED['texts'])}). A text "
            "without a name has one mutant a gender, of which nothing can be saved.",
            "Cost is counted in predictions of mutants for each text, not in seconds, which are a "
            f"machine's. So read, the paper's {REPORTED['cost']} are {per_text:.0f} predictions "
            "for each of its texts with mutants.",
            "Equality with alpha counts as biased, as in the published code, but shares are "
            "compared as fractions: as floats, most of the texts at the very threshold are lost.",
            f"The paper draws names once and has {REPORTED['biased']} biased texts, so that its "
            f"{percent(REPORTED['missed'])} missed are one text; here the outcomes of all draws "
            "are pooled, and intervals resample texts, since a text comes with every draw.",
        ]
        if any(row["texts"] < REPORTED["texts"] for row in first):
            said.append("Fewer reviews than the paper's 25,000: compare rates, not counts.")
        for row in self.summary.to_dict(orient="records"):
            if row["held_out"] < row["templates"]:
                said.append(
                    f"{row['system']} was trained on some of these reviews. Of the others, "
                    f"{percent(row['held_out_biased_rate'])} are biased ({count(row['held_out'])} "
                    f"texts a draw, curation {row['curation']!r}), of all "
                    f"{percent(row['biased_rate'])}."
                )
        full = self.table[self.table["kind"] == "full"]
        for row in full[full["biased_texts"] < FEW].to_dict(orient="records"):
            n = row["biased_texts"]
            said.append(
                f"{n or 'No'} {'text is' if n < 2 else 'different texts are'} biased for "
                f"{row['system']} (curation {row['curation']!r}): this tells what strategies save, "
                "and nothing of what they miss."
            )
        said.append(
            "The adaptive strategy learns from the start of each stream and looks at no text "
            "ahead; each draw of names is a new stream in an order of its own. By labels alone it "
            "asks about twice as many values as its options say."
        )
        return said

    def shown(self) -> pd.DataFrame:
        """Write the summary beside the paper's figures as words, for reading."""
        rows = [
            {
                "system": row["system"],
                "curation": row["curation"],
                "texts": count(row["texts"]),
                "with mutants": count(row["templates"]),
                "flagged": f"{row['biased']:.1f} ({row['biased_least']} to {row['biased_most']})",
                "cost of the full check": f"{row['cost']:.2f}",
                "two steps save": percent(row["saved"]),
                "two steps miss": _share(row["missed"]),
            }
            for row in self.summary.to_dict(orient="records")
        ]
        rows.append(
            {
                "system": "BERT (reported)",
                "curation": "BiasFinder's",
                "texts": count(REPORTED["texts"]),
                "with mutants": count(REPORTED["templates"]),
                "flagged": str(REPORTED["biased"]),
                "cost of the full check": f"{REPORTED['cost']:.2f}",
                "two steps save": percent(REPORTED["saved"]),
                "two steps miss": percent(REPORTED["missed"]),
            }
        )
        return pd.DataFrame(rows, dtype="str")

    def shown_strategies(self, *, whole: bool = False) -> pd.DataFrame:
        """Write what strategies save and miss as words, for reading.

        Parameters
        ----------
        whole : bool
            Every point of every curve; by default, one a curve.
        """
        rows = []
        for row in self.table.to_dict(orient="records"):
            if not (whole or CHOSEN.get(row["kind"]) == row["option"]):
                continue
            saved = interval(row["saved_low"], row["saved_high"], like=row["saved"])
            missed = interval(row["missed_low"], row["missed_high"], like=row["missed_rate"])
            rows.append(
                {
                    "system": row["system"],
                    "curation": row["curation"],
                    "strategy": f"{row['kind']} {row['option']}".strip(),
                    "saved": f"{percent(row['saved'])} ({saved})",
                    "missed": f"{count(row['missed'])} of {count(row['biased'])}",
                    "texts": count(row["biased_texts"]),
                    "rate": f"{_share(row['missed_rate'])} ({missed})",
                    "expected": _share(row["expected_missed"], none=""),
                    "cost": f"{row['cost']:.2f}",
                    "batches a text": f"{row['stages']:.2f}",
                }
            )
        return pd.DataFrame(rows, dtype="str")

    def joined(self, earlier: BiasrvResult) -> BiasrvResult:
        """Add the rows of another result whose system and curation this one lacks."""
        frames = {}
        for name in TABLES:
            mine, other = getattr(self, name), getattr(earlier, name)
            key = ["system", "curation"]
            have = pd.MultiIndex.from_frame(self.summary[key])
            new = other[~pd.MultiIndex.from_frame(other[key]).isin(have)]
            frames[name] = pd.concat([mine, new], ignore_index=True) if len(new) else mine
        both = {key: {**earlier.manifest[key], **self.manifest[key]} for key in ("runs", "seconds")}
        return BiasrvResult(**frames, manifest=self.manifest | both)

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Keep ``summary``, ``table`` and ``stream`` as CSV, and ``manifest.json``.

        Returns
        -------
        list of Path
            The files. No text of a review is in any of them.
        """
        place, files = Path(folder), []
        for name in TABLES:
            files.append(place / f"{name}.csv")
            content = getattr(self, name).to_csv(index=False, lineterminator="\n")
            replace_file(files[-1], content.encode())
        told = self.manifest | {"reported": REPORTED, "why": self.why}
        content = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
        replace_file(place / MANIFEST, content.encode())
        return [*files, place / MANIFEST]

    def figures(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Draw what is saved against what is missed, and what is saved along the stream.

        Returns
        -------
        list of Path
            The SVG files; each has a PNG and a manifest beside it.
        """
        from fairnlp import plotting
        from fairnlp.plotting.saving import saved_along, saved_missed

        files = []
        for (system, curation), rows in self.table.groupby(["system", "curation"], sort=False):
            about = f"{system}, curation {curation!r}"
            name = f"{system}-{curation}".lower().replace(" ", "-")
            if rows["biased_texts"].max() >= FEW:
                drawn = rows.assign(label=_labels(rows))
                n = rows["biased"].iloc[0]
                ax = saved_missed(
                    drawn,
                    title=f"What does a strategy save, and what does it miss? ({about})",
                    missed=f"missed of {n:,} biased predictions, all draws",
                    ax=plotting.sized_axes(9),
                )
                made = plotting.save_figure(
                    ax, f"saved-missed-{name}", folder=folder, data=drawn, source="biasrv"
                )
                files.append(made)
            mine = (self.stream["system"] == system) & (self.stream["curation"] == curation)
            chosen = self.stream["kind"].map(CHOSEN) == self.stream["option"]
            stream = self.stream[mine & chosen]
            ax = saved_along(
                stream,
                title=f"How soon does learning pay? ({about})",
                ax=plotting.sized_axes(5),
            )
            made = plotting.save_figure(
                ax, f"stream-{name}", folder=folder, data=stream, source="biasrv"
            )
            files.append(made)
        return files


def read_kept(folder: str | os.PathLike[str]) -> BiasrvResult:
    """Read what `BiasrvResult.save` kept.

    Raises
    ------
    MissingDataError
        If it is not there.
    """
    place = Path(folder)
    names = [*(f"{name}.csv" for name in TABLES), MANIFEST]
    if missing := [name for name in names if not (place / name).exists()]:
        msg = (
            f"{place} has no {_and(missing)}; make it: fairnlp reproduce biasrv --figures "
            f"{place.parent}."
        )
        raise MissingDataError(msg)
    manifest = json.loads((place / MANIFEST).read_text("utf-8"))
    told = {key: manifest[key] for key in ("paper", "runs", "seconds")}
    frames = {
        name: pd.read_csv(place / f"{name}.csv", keep_default_na=False, na_values=[""])
        for name in TABLES
    }
    for name in ("table", "stream"):
        frames[name]["option"] = frames[name]["option"].fillna("")
    return BiasrvResult(**frames, manifest=told)


def _labels(rows: pd.DataFrame) -> pd.Series:
    """What is written at a point: X at some places of its curve, and which is the default."""
    named = rows["option"].isin(["x=1", "x=2", "x=4", "x=6", "x=10", "x=15"])
    labels = rows["option"].where(named & (rows["kind"] == "two_step"), "")
    adaptive = rows["kind"].str.startswith("adaptive")
    return labels.mask(adaptive & (rows["kind"].map(CHOSEN) == rows["option"]), "default")


def _share(share: float, *, none: str = "none biased") -> str:
    return none if math.isnan(share) else percent(share)


def _and(words: Any) -> str:
    *head, last = map(str, words)
    return f"{', '.join(head)} and {last}" if head else last
