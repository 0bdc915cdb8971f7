"""What came of the comparison: tables, how to read them, figures, and files to keep."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.core.replacing import replace_file
from fairnlp.papers.high_stakes import reported as paper
from fairnlp.papers.high_stakes import tables as tables
from fairnlp.papers.high_stakes.context import context_by_group
from fairnlp.papers.high_stakes.twins import claims, compare_twins, values_of_models

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from fairnlp.papers.high_stakes.cases import Case
    from fairnlp.papers.high_stakes.settings import Setting

__all__ = ["TABLES", "HighStakes", "assemble"]

TABLES = {
    "models": "macro-F1 on each test, over folds and runs and by vote, beside the paper's",
    "ranks": "table 4: rationale ranks beside the paper's",
    "tokens": "table 3: words that come first or second in influence",
    "flips": "tables 5 and 12: flips with each inserted word beside the paper's",
    "second_order": "whether the first word stays first once the least influential is gone",
    "context": "what context features add, between groups that people marked",
    "values": "figures of each trained model",
    "twins": "LSTM with free and with trained attention, compared pair by pair",
    "claims": "what the paper claims, and whether it shows here",
}
"""The tables of `HighStakes.tables`, and of the files that `HighStakes.save` writes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HighStakes:
    """What came of the comparison.

    Parameters
    ----------
    tables : dict of str to DataFrame
        See `TABLES`. No text of the corpus is in any, only single words.
    ranks_by_text : DataFrame
        The rationale rank of each text and trained model; see `influence.rationales.RANKS`.
    manifest : dict
        Corpus, options, inserted words, language model, seconds, versions.
    told : tuple of str
        Sentences about the corpus and the settings.
    """

    tables: dict[str, pd.DataFrame]
    ranks_by_text: pd.DataFrame
    manifest: dict[str, Any]
    told: tuple[str, ...]

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
            *self.told,
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
                    "model": row["model"],
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
        """Write each table as CSV, and ``manifest.json``. Texts are in none of them.

        Returns
        -------
        list of Path
            The files.
        """
        place, files = Path(folder), []
        for name, table in (self.tables | {"table": self.table}).items():
            files.append(place / f"{name}.csv")
            content = table.to_csv(index=False, lineterminator="\n", float_format="%.6g")
            replace_file(files[-1], content.encode())
        told = json.dumps(self.manifest | {"why": self.why}, indent=2, ensure_ascii=False)
        replace_file(place / "manifest.json", f"{told}\n".encode())
        return [*files, place / "manifest.json"]


def assemble(
    frames: Mapping[str, pd.DataFrame],
    *,
    case: Case,
    settings: Sequence[Setting],
    manifest: dict[str, Any],
) -> HighStakes:
    """Make the tables of what was measured.

    Parameters
    ----------
    frames : mapping of str to DataFrame
        The steps of `measure_model`, ``results``, ``predictions`` and ``summary``, with
        ``setting``.
    case : Case
    settings : sequence of Setting
    manifest : dict

    Returns
    -------
    HighStakes
    """
    asked = list(case.asked)
    results, predictions = frames["results"], frames["predictions"]
    values = values_of_models(frames, results, predictions, asked=asked, target=case.target)
    compared = compare_twins(values)
    ranks, looked_at = frames["ranks"], frames["influences"]
    first = ["setting", "model", "test"]
    summary = frames["summary"]
    made = {
        "models": summary[[*first, *(c for c in summary if c not in first)]],
        "ranks": tables.ranks_of_models(ranks),
        "tokens": tables.tokens_of_models(looked_at, asked),
        "flips": tables.flips_of_words(frames["flips"], asked),
        "second_order": tables.second_order_of_models(frames["second"]),
        "context": context_by_group(frames["context"], case),
        "values": values,
        "twins": compared,
        "claims": claims(compared, planted=case.name == "planted"),
    }
    told = (*case.told, *(f"Setting {one.name!r}: {one.told}." for one in settings))
    return HighStakes(tables=made, ranks_by_text=ranks, manifest=manifest, told=told)


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
