"""Audit of the instrument: whom curation finds, by group of names.

A recogniser that finds the names of one group less often gives fewer templates about them, so it
is looked at before anything is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.stats import fisher_exact

from fairnlp.lexicons.tables import load_table
from fairnlp.stats.proportions import wilson
from fairnlp.text.annotate import Model, Skipped, annotate, load_model
from fairnlp.text.people import read

if TYPE_CHECKING:
    from pathlib import Path


__all__ = ["FRAMES", "RecogniserAudit", "audit_recogniser"]

FRAMES = {
    "first word": (
        "{name} painted the fence on Sunday.",
        "{name} has sold the old piano.",
        "{name} is late for the meeting.",
        "{name} will bring the salad.",
        "{name} laughed at the joke.",
    ),
    "mid-sentence": (
        "We thanked {name} for the soup.",
        "Yesterday {name} mended the bike.",
        "The letter came from {name} in May.",
        "I think {name} plays the cello.",
        "The coach and {name} agreed at once.",
    ),
}
"""Place of the name to the sentences that are filled with each name."""

_LEVEL = 0.05


@dataclass(frozen=True)
class RecogniserAudit:
    """Whom the parser's recogniser and the reading of people find.

    Parameters
    ----------
    frame : DataFrame
        One row an instrument, group, gender and place: ``instrument`` (``"parser"``: its own
        entity label; ``"reading"``: label and name list together, which curation uses), ``group``,
        ``gender``, ``place``, ``offered``, ``found``, ``low`` and ``high`` (95% Wilson interval).
    differences : DataFrame
        One row an instrument: ``instrument``, ``groups``, ``shares``, ``p_value`` (Fisher's exact
        test of found by group, sentences as units) and ``differs``.
    model : str
        The parser.
    """

    frame: pd.DataFrame
    differences: pd.DataFrame
    model: str

    @property
    def warning(self) -> str:
        """What a reader must be told: the groups that curation finds unequally, or ``""``."""
        row = self.differences.set_index("instrument").loc["reading"]
        if not row["differs"]:
            return ""
        return (
            f"Curation does not find all groups of names equally often ({row['shares']}; "
            f"p = {row['p_value']:.2g}), so the templates speak more of some people than of others."
        )


def audit_recogniser(
    *, model: Model | str | Path | None = None, names: pd.DataFrame | None = None
) -> RecogniserAudit:
    """Put names of known groups into plain sentences, and count which are found as persons.

    Parameters
    ----------
    model : Model, str or Path, optional
        The parser, as for `fairnlp.curate`.
    names : DataFrame, optional
        ``name``, ``gender`` and ``group``; by default the 40 first names of the Equity Evaluation
        Corpus.

    Returns
    -------
    RecogniserAudit
    """
    parser = model if isinstance(model, Model) else load_model(model)
    names = load_table("eec_names") if names is None else names
    cases = [
        (row.group, row.gender, place, row.name, frame)
        for row in names.itertuples(index=False)
        for place, frames in FRAMES.items()
        for frame in frames
    ]
    rows = []
    docs = annotate([f.format(name=n) for *_, n, f in cases], model=parser, progress=False)
    for (group, gender, place, _name, frame), doc in zip(cases, docs, strict=True):
        if isinstance(doc, Skipped):
            continue
        start = frame.index("{")
        labelled = any(
            e.label_ == "PERSON" and e.start_char <= start < e.end_char for e in doc.ents
        )
        known = any(m.kind == "name" and m.sure and m.start == start for m in read(doc).mentions)
        rows += [
            ("parser", group, gender, place, labelled),
            ("reading", group, gender, place, known),
        ]
    found = pd.DataFrame(rows, columns=["instrument", "group", "gender", "place", "found"])
    keys = ["instrument", "group", "gender", "place"]
    table = found.groupby(keys, sort=False)["found"].agg(offered="size", found="sum").reset_index()
    table = table.sort_values("instrument", kind="stable", ignore_index=True)
    low, high = wilson(table["found"], table["offered"])
    return RecogniserAudit(table.assign(low=low, high=high), _differences(found), parser.name)


def _differences(found: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for instrument, part in found.groupby("instrument", sort=True):
        counts = part.groupby("group", sort=True)["found"].agg(["sum", "size"])
        table = [[row["sum"], row["size"] - row["sum"]] for _, row in counts.iterrows()]
        p_value = float(fisher_exact(np.array(table)).pvalue) if len(table) > 1 else 1.0
        shares = ", ".join(
            f"{group} {row['sum']} of {row['size']}" for group, row in counts.iterrows()
        )
        rows.append((instrument, len(counts), shares, p_value, p_value < _LEVEL))
    columns = ["instrument", "groups", "shares", "p_value", "differs"]
    return pd.DataFrame(rows, columns=columns)
