"""What the Equity Evaluation Corpus shows of some systems: tables, how to read them, figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.papers import kept
from fairnlp.papers.by_emotion import by_emotion, rank_sum, signed_interval
from fairnlp.report.formats import percent
from fairnlp.stats.paired_table import PAIRED_TESTS

if TYPE_CHECKING:
    import os
    from pathlib import Path

__all__ = ["COLUMNS", "KEY", "EecResult", "read_kept"]

KEY = {
    "system": "str",
    "by": "str, 'gender' or 'race'",
    "names": "str, 'matched' or 'together': see `eec_pairs`",
    "persons": "str, 'all', or 'no lexicon words': without those that the system's lexicon holds",
    "emotion": "str, of the emotion word; 'none' where there is none",
}

COLUMNS = {
    **KEY,
    "difference": "str, what x - y is, such as 'female - male'",
    **PAIRED_TESTS,
    "t_p": "float, of the paired t-test over sentences, as in the paper; 1 if nothing differs",
    "share_up": "float, share of sentence pairs with the higher score for the first group",
    "share_down": "float, for the second group",
    "share_equal": "float",
}
"""Columns of `EecResult.table`; `pair` stands for all sentence pairs of two persons."""


COLLISIONS = {"system": "str", "word": "str", "entry": "str", "effect": "float"}
NAMES = {
    "system": "str",
    "by": "str",
    "emotion": "str",
    "between": "float",
    "within": "float",
}
SCORES = {"system": "str", "id": "str", "score": "float"}


@dataclass(frozen=True, kw_only=True, eq=False)
class EecResult:
    """What the corpus shows of some systems.

    Parameters
    ----------
    table : DataFrame
        Columns as `COLUMNS`.
    collisions : DataFrame
        Persons that a system's lexicon holds: ``system``, ``word``, ``entry``, ``effect``; see
        `fairnlp.systems.collisions`.
    names : DataFrame
        See `papers.eec_scores.names_apart`.
    scores : DataFrame
        ``system``, ``id`` (of the sentence) and ``score``.
    manifest : dict
        ``paper``, ``corpus`` (hash), ``seconds`` a system, ``versions``, ``machine``.
    """

    table: pd.DataFrame
    collisions: pd.DataFrame
    names: pd.DataFrame
    scores: pd.DataFrame
    manifest: dict[str, Any]

    @property
    def why(self) -> list[str]:
        """Say in plain sentences how to read the table, and what differs from the paper."""
        return [
            "Other systems: the paper tests 219 entries of a shared task that predict the "
            "intensity of an emotion; here the score is a sentiment.",
            "The verdict stands on persons (she/he, Ebony/Alonzo), each with one mean over its "
            "sentences: sentences of one person are near copies, and p over sentences takes them "
            "for independent.",
            "Which name is matched with which is arbitrary; names together are the paper's way, "
            "but by race they leave two pairs of persons, with which no difference can be shown.",
            "Corrected over the emotions of a system, group and choice of persons (see family).",
            *_told(self.collisions),
        ]

    def shown(self) -> pd.DataFrame:
        """Write the rows of matched names as words, for reading."""
        rows = []
        for row in self.table[self.table["names"] == "matched"].to_dict(orient="records"):
            rows.append(
                {
                    "system": row["system"],
                    "x - y": row["difference"],
                    "persons": row["persons"],
                    "emotion": row["emotion"],
                    "sentences differ": f"{row['sentences_differ']} of {row['sentences']}",
                    "V": rank_sum(row["V"]),
                    "p": f"{row['p']:.2g}",
                    "persons differ": f"{row['pairs_differ']} of {row['pairs']}",
                    "p, persons": f"{row['pair_p']:.2g}",
                    "adjusted": f"{row['pair_p_adjusted']:.2g}",
                    "effect": signed_interval(row, "effect", "effect", 2),
                    "mean difference": signed_interval(row, "mean_difference", "mean", 3),
                    "x, y higher": f"{percent(row['share_up'])}, {percent(row['share_down'])}",
                    "verdict": row["verdict"],
                }
            )
        return pd.DataFrame(rows, dtype="str")

    def by_emotion(self) -> pd.DataFrame:
        """Set the tests of matched names beside each other: a row a system, a column an emotion."""
        matched = self.table[self.table["names"] == "matched"]
        return by_emotion(matched, rows=["system", "difference", "persons"])

    def figures(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Draw the effects by gender and by race.

        Returns
        -------
        list of Path
            The SVG files; each has a PNG and a manifest beside it.
        """
        from fairnlp import plotting
        from fairnlp.plotting.paired import paired_effects

        files = []
        matched = self.table[self.table["names"] == "matched"]
        for by, rows in matched.groupby("by", sort=False):
            first, second = rows["difference"].iloc[0].split(" - ", 1)
            told = rows["persons"].where(rows["persons"] != "all", "all persons")
            key = [rows["system"], told]
            differ = rows["pairs_differ"].groupby(key).transform("max").astype("str")
            of = rows["pairs"].groupby(key).transform("max").astype("str")
            row = (
                rows["system"].str.replace(", ", ",\n")
                + ", "
                + told
                + "\n"
                + differ
                + " of "
                + of
                + " pairs differ"
            )
            drawn = rows.assign(row=row, series=rows["emotion"])
            ax = paired_effects(
                drawn,
                first=first,
                second=second,
                title=f"Does the {by} of a person move the score?",
                ax=plotting.sized_axes(2 * drawn["row"].nunique()),
            )
            name = f"eec-{by}"
            files.append(plotting.save_figure(ax, name, folder=folder, data=drawn, source="eec"))
        return files

    def save(self, folder: str | os.PathLike[str], *, scores: bool = False) -> list[Path]:
        """Keep ``table``, ``collisions`` and ``names`` as CSV, and ``manifest.json``.

        Parameters
        ----------
        folder : path
        scores : bool
            Also the score of each sentence, by its id: about a megabyte.

        Returns
        -------
        list of Path
            The files. The sentences are in none of them.
        """
        tables = {"table": self.table, "collisions": self.collisions, "names": self.names}
        tables |= {"scores": self.scores} if scores else {}
        return kept.keep(folder, tables, self.manifest | {"why": self.why})


def read_kept(folder: str | os.PathLike[str]) -> EecResult:
    """Read what `EecResult.save` kept; there are no scores in it.

    Raises
    ------
    MissingDataError
        If it is not there.
    """
    contracts = {"table": COLUMNS, "collisions": COLLISIONS, "names": NAMES}
    tables, manifest = kept.read(folder, contracts)
    manifest.pop("why", None)
    return EecResult(**tables, scores=pd.DataFrame(columns=[*SCORES]), manifest=manifest)


def _told(hits: pd.DataFrame) -> list[str]:
    if hits.empty:
        return ["No person is an entry of a lexicon, so far as lexicons are known."]
    said = [
        f"{system}: {', '.join(part['word'].drop_duplicates())}"
        for system, part in hits.groupby("system", sort=False)
    ]
    return [
        f"Persons that are entries of a lexicon: {'; '.join(said)}. What a sentence with them "
        "gains need not be of their group: see the rows without them."
    ]
