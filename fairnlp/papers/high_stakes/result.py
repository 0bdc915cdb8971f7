"""What came of the comparison: tables, how to read them, figures, and files to keep."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.papers import kept
from fairnlp.papers.high_stakes import reported as paper
from fairnlp.papers.high_stakes.settings import NAMES

if TYPE_CHECKING:
    import os

__all__ = ["TABLES", "HighStakes", "read_kept"]

TABLES = {
    "models": "macro-F1 on each test, over folds and runs and by vote, beside the paper's",
    "ranks": "table 4: rationale ranks beside the paper's",
    "ranks_by_text": "the rationale rank of each text and trained model",
    "tokens": "table 3: words that come first or second in influence",
    "flips": "tables 5 and 12: flips with each inserted word beside the paper's",
    "second_order": "whether the first word stays first once the least influential is gone",
    "context": "what context features add, between groups that people marked",
    "values": "figures of each trained model",
    "twins": "LSTM with free and with trained attention, compared pair by pair",
    "claims": "what the paper claims, and whether it shows here",
}
"""The tables of `HighStakes.tables`, and of the files that `HighStakes.save` writes."""

_TEXTS = frozenset(
    """setting model test mask text_id status token words unigram direction place feature group
    verdict measure first second claim shows""".split()
)
"""Columns that hold words; in `ranks` and `tokens`, first and second are numbers."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HighStakes:
    """What came of the comparison.

    Parameters
    ----------
    tables : dict of str to DataFrame
        See `TABLES`. No text of the corpus is in any, only single words.
    manifest : dict
        Corpus, options, inserted words, language model, seconds, versions, and ``told``: sentences
        about the corpus and the settings.
    """

    tables: dict[str, pd.DataFrame]
    manifest: dict[str, Any]

    @property
    def table(self) -> pd.DataFrame:
        """One row a setting and kind of model, ours beside the paper's.

        ``macro_f1`` (mean over trained models) with ``macro_f1_sd``, ``macro_f1_vote`` and
        ``paper_macro_f1_vote``; ``mean_rank`` with ``mean_rank_sd``, ``first``, ``second``,
        ``chance_rank`` and the paper's; ``flips`` (sum over the asked words) with ``flips_sd``,
        and ``paper_flips`` (over those of them that the paper has); ``trained``, the number of
        models.
        """
        models = self.tables["models"]
        tested = models[models["test"] == "test"]
        columns = ["setting", "model", "models", "macro_f1", "sd", "macro_f1_vote"]
        table = tested[columns].rename(columns={"models": "trained", "sd": "macro_f1_sd"})
        reported = paper.MODELS[["model", "macro_f1_vote"]]
        reported = reported.rename(columns={"macro_f1_vote": "paper_macro_f1_vote"})
        ranks = self.tables["ranks"]
        ranks = ranks[ranks["mask"] == "as marked"].rename(columns={"sd": "mean_rank_sd"})
        wanted = ["setting", "model", "mean_rank", "mean_rank_sd", "first", "second",
                  "chance_rank", "paper_rank", "paper_first", "paper_second"]  # fmt: skip
        flips = self.tables["flips"]
        flips = flips[(flips["words"] == "asked") & (flips["direction"] == "to_target")]
        every = flips[flips["unigram"] == "all"].rename(columns={"mean": "flips", "sd": "flips_sd"})
        sums = (
            flips.groupby(["setting", "model"], sort=False)["paper_mean"]
            .sum(min_count=1)
            .reset_index(name="paper_flips")
        )
        key = ["setting", "model"]
        return (
            table.merge(reported, on="model", how="left")
            .merge(ranks[wanted], on=key, how="left")
            .merge(every[[*key, "flips", "flips_sd", "n"]], on=key, how="left")
            .merge(sums, on=key, how="left")
        )

    @property
    def why(self) -> list[str]:
        """Say in plain sentences how to read the tables, and what differs from the paper."""
        attack, scorer = self.manifest["attack"], self.manifest["language_model"]
        asked = [row["unigram"] for row in attack["words"] if row["asked"]]
        found = [row["unigram"] for row in attack["words"] if not row["asked"]]
        said = [
            "Other texts: the paper's posts are private. A rank or a number of flips belongs to a "
            "corpus; what should show again is how the models differ.",
            *self.manifest["told"],
            f"Inserted words: {', '.join(asked)}, asked for whatever the corpus; "
            + (
                f"{', '.join(found)}, found by the rule ({attack['rule']})."
                if found
                else f"the rule ({attack['rule']}) adds none."
            ),
            f"Naturalness is judged by: {scorer['name']}; the {attack['keep']} most natural texts "
            "of each word out of the whole corpus, as in the paper, so most of them were trained "
            "on by a model.",
            "Ranks are of the texts of the fold left out that have a rationale and are given their "
            "class; texts without signal are left out and counted.",
            "Models of two folds share most of their training texts: the tests of pairs allow for "
            "it (corrected resampled t test), Wilcoxon's test beside them does not.",
            "Vectors of words are counted in the training texts where the corpus brings none; the "
            "paper's are of the domain.",
        ]
        if self.manifest["options"]["quick"]:
            said.append(
                "Quick: a part of the corpus, few models, a model of trigrams. The figures say "
                "little."
            )
        return said

    def shown(self) -> pd.DataFrame:
        """Write `table` as words, for reading."""
        rows = []
        for row in self.table.to_dict(orient="records"):
            rows.append(
                {
                    "setting": row["setting"],
                    "model": NAMES[row["model"]],
                    "models": row["trained"],
                    "macro-F1": _with_sd(100 * row["macro_f1"], 100 * row["macro_f1_sd"], 1),
                    "vote": _beside(
                        100 * row["macro_f1_vote"], 100 * row["paper_macro_f1_vote"], 1
                    ),
                    "rationale rank": _with_sd(row["mean_rank"], row["mean_rank_sd"], 2),
                    "paper": _number(row["paper_rank"], 2),
                    "rank 0": _beside(row["first"], row["paper_first"], 2),
                    "rank 1": _beside(row["second"], row["paper_second"], 2),
                    "chance rank": _number(row["chance_rank"], 2),
                    "flips": _with_sd(row["flips"], row["flips_sd"], 1),
                    "paper flips": _number(row["paper_flips"], 1),
                }
            )
        return pd.DataFrame(rows, dtype="str")

    def claims_shown(self) -> pd.DataFrame:
        """Write the claims as words, for reading."""
        rows = []
        for row in self.tables["claims"].to_dict(orient="records"):
            digits = 3 if str(row["measure"]).startswith("macro-F1") else 2
            low, high = (_number(row[end], digits) for end in ("low", "high"))
            rows.append(
                {
                    "setting": row["setting"],
                    "claim": row["claim"],
                    "measure": row["measure"],
                    "free": _number(row["plain"], digits),
                    "trained": _number(row["trained"], digits),
                    "difference": f"{row['difference']:+.{digits}f} ({low} to {high})",
                    "better in": f"{row['better']} of {row['n']}",
                    "p, adjusted": ""
                    if np.isnan(row["p_adjusted"])
                    else f"{row['p_adjusted']:.2g}",
                    "shows": row["shows"],
                }
            )
        return pd.DataFrame(rows, dtype="str")

    def figures(self, folder: str | os.PathLike[str], *, name: str) -> list[Path]:
        """Draw ranks, flips, words and macro-F1; see `figures.draw`."""
        from fairnlp.papers.high_stakes.figures import draw

        return draw(self, folder, name=name)

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write each table as CSV, and ``manifest.json``; `read_kept` reads them again.

        Returns
        -------
        list of Path
            The files. The texts of the corpus are in none of them.
        """
        tables = {"table": self.table} | self.tables
        return kept.keep(folder, tables, self.manifest | {"why": self.why})


def read_kept(folder: str | os.PathLike[str]) -> HighStakes:
    """Read what `HighStakes.save` kept.

    Raises
    ------
    MissingDataError
        If a file is not there.
    """
    contracts: dict[str, dict[str, str]] = {}
    for name in TABLES:
        path = Path(folder) / f"{name}.csv"
        # Where the file is missing, `read` says so.
        columns = [*pd.read_csv(path, nrows=0)] if path.is_file() else []
        numbers = {"first", "second"} if name in ("ranks", "tokens") else set()
        texts = _TEXTS - numbers
        contracts[name] = {one: "str" if one in texts else "number" for one in columns}
    contracts["ranks_by_text"] |= dict.fromkeys(("rank", "worst_rank"), "Int64")
    name = f"high-stakes --corpus {Path(folder).name}"
    tables, manifest = kept.read(folder, contracts, paper=name)
    manifest.pop("why", None)
    return HighStakes(tables=tables, manifest=manifest)


def _number(value: float, digits: int) -> str:
    return "" if np.isnan(value) else f"{value:.{digits}f}"


def _p(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.2g}"


def _with_sd(value: float, sd: float, digits: int) -> str:
    spread = "" if np.isnan(sd) else f" (sd {sd:.{digits}f})"
    return _number(value, digits) + (spread if not np.isnan(value) else "")


def _beside(ours: float, theirs: float, digits: int) -> str:
    reported = _number(theirs, digits)
    return _number(ours, digits) + (f"; paper {reported}" if reported else "")
