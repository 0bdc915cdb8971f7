"""The result of an audit, read from its run folder when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import RunError, UnknownChoiceError, unknown_choice
from fairnlp.core.store import RunFolder
from fairnlp.metamorphic.btc import Found
from fairnlp.report.formats import count, interval, percent
from fairnlp.runs.plan import Plan
from fairnlp.runs.steps import RECOGNISER_FILE, curation_file, mutants_of, step_name
from fairnlp.runs.truth import audited_class_rates, audited_equality_gaps
from fairnlp.templates.template import Templates

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from fairnlp.templates.mutate import Mutants

__all__ = ["AuditResult", "Findings", "shown"]


class AuditResult:
    """What an audit found; nothing is read before it is asked for.

    Parameters
    ----------
    path : path
        The run folder.

    Attributes
    ----------
    path : Path
        The run folder.
    plan : Plan
        The options of the run.
    found : mapping
        System (or system and characteristic, where several were audited) to `Found`, with the
        table per template, the pairs, and the values behind them.

    Raises
    ------
    RunError
        If there is no run.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._folder = RunFolder(path)
        self.path: Path = self._folder.path
        self.plan = Plan.from_json(self._folder.manifest()["options"])
        self.found: Mapping[Any, Found] = Findings(self)

    @property
    def finished(self) -> bool:
        """Whether all of it is done (the report aside)."""
        return self._folder.has("summary", 0)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Options, hash of the corpus, versions; see ``core.provenance.manifest``."""
        return self._folder.manifest()

    @cached_property
    def table(self) -> pd.DataFrame:
        """As `summary`, with further rows in which the flagged values are left out.

        Such a row has ``values == "without flagged"`` and follows the one with ``"all"``.
        """
        if not self.finished:
            msg = f"The run in {self.path} is not finished; continue: fairnlp resume {self.path}"
            raise RunError(msg)
        return self._folder.read("summary")

    @property
    def summary(self) -> pd.DataFrame:
        """One row a system and characteristic.

        ``system``, ``characteristic``; ``texts`` and ``templates_per_1000`` of them; ``accuracy``
        on the ``accuracy_n`` labelled texts that the system was not trained on, with
        ``accuracy_low`` and ``accuracy_high`` (Wilson; NaN without labels that it gives); and the
        columns of `Found.summary`: templates, those with a BTC, pairs, BTCs, BTC rate and placebo
        rate with their intervals, verdict.

        Raises
        ------
        RunError
            If the run is not finished.
        """
        table = self.table
        return table[table["values"] == "all"].drop(columns="values").reset_index(drop=True)

    @cached_property
    def corpus(self) -> pd.DataFrame:
        """The texts that were audited."""
        return self._folder.read("corpus")

    @cached_property
    def templates(self) -> pd.DataFrame:
        """The templates of all characteristics; see ``core.frames.TEMPLATES``."""
        return pd.concat(
            [self._folder.read(step_name("templates", c)) for c in self.plan.characteristics],
            ignore_index=True,
        )

    @cached_property
    def refusals(self) -> pd.DataFrame:
        """Why the other texts gave no template: ``core.frames.REFUSALS`` and `characteristic`."""
        return pd.concat(
            [
                self._folder.read(step_name("refusals", c)).assign(characteristic=c)
                for c in self.plan.characteristics
            ],
            ignore_index=True,
        )

    @cached_property
    def recogniser(self) -> pd.DataFrame:
        """How many persons are found, by group of names; see `RecogniserAudit.frame`."""
        return self._folder.read("recogniser")

    @property
    def recogniser_warning(self) -> str:
        """What a reader must be told of it, or nothing."""
        return str((self._folder.read_json(RECOGNISER_FILE) or {}).get("warning", ""))

    @property
    def report(self) -> Path | None:
        """The HTML page, or None if none was written."""
        page = self.path / "report.html"
        return page if page.exists() else None

    def class_rates(
        self, *, positive: str = "positive", confidence: float = 0.95, resamples: int = 2000
    ) -> pd.DataFrame:
        """Tell how often each system predicts the mutants of each class positive, and how rightly.

        A mutant's true label is that of its text. Texts that a system was trained on, and texts
        without a label, are left out.

        Parameters
        ----------
        positive, confidence, resamples
            See `metamorphic.group_gaps.class_rates`.

        Returns
        -------
        DataFrame
            ``system``, ``characteristic`` and the columns of `group_gaps.CLASS_RATES`; no rows
            without labelled texts.
        """
        return audited_class_rates(
            self,
            positive=positive,
            confidence=confidence,
            resamples=resamples,
            seed=self.plan.seed,
        )

    def equality_gaps(
        self, *, positive: str = "positive", confidence: float = 0.95, resamples: int = 2000
    ) -> pd.DataFrame:
        """Sum up how far the error rates of the classes are apart: FPED and FNED.

        Parameters
        ----------
        positive, confidence, resamples
            See `class_rates`.

        Returns
        -------
        DataFrame
            One row a system and characteristic: these two and the columns of
            `group_gaps.EQUALITY_GAPS`; no rows without labelled texts.
        """
        return audited_equality_gaps(
            self,
            positive=positive,
            confidence=confidence,
            resamples=resamples,
            seed=self.plan.seed,
        )

    def values_a_class(self) -> dict[str, int]:
        """Tell for each characteristic how many values a class gets at most, spare ones aside."""
        counts = {}
        for name in self.plan.characteristics:
            table = self.mutants(name).values
            counts[name] = int((~table["spare"]).groupby(table["class"]).sum().max())
        return counts

    def curated(self, characteristic: str | None = None) -> Templates:
        """Give the templates as objects; by default those of the first characteristic."""
        name = self._characteristic(characteristic)
        templates, refusals = (
            self._folder.read(step_name(step, name)) for step in ("templates", "refusals")
        )
        info = self._folder.read_json(curation_file(name)) or {}
        return Templates.from_frame(templates, refusals, info | {"texts": self.plan.texts})

    def mutants(self, characteristic: str | None = None) -> Mutants:
        """Give the mutants; by default those of the first characteristic."""
        name = self._characteristic(characteristic)
        return mutants_of(self.plan, name, self._folder.read(step_name("templates", name)))

    def _characteristic(self, name: str | None) -> str:
        known = self.plan.characteristics
        if name is None:
            return known[0]
        if name not in known:
            raise UnknownChoiceError(unknown_choice("characteristic", name, known))
        return name

    def _repr_html_(self) -> str:
        if not self.finished:
            return f"<p>{escape(str(self.path))}: not finished</p>"
        table = shown(self.summary).to_html(index=False)
        where = f"<p>Report: {escape(str(self.report))}</p>" if self.report else ""
        return f"{table}{where}"

    def __repr__(self) -> str:
        return f"AuditResult({str(self.path)!r}{'' if self.finished else ', not finished'})"


class Findings(Mapping[Any, Found]):
    """System, or (system, characteristic), to what was found; each is read once, when needed.

    Parameters
    ----------
    result : AuditResult
    """

    def __init__(self, result: AuditResult) -> None:
        self._result = result
        self._read: dict[tuple[str, str], Found] = {}

    def __iter__(self) -> Iterator[Any]:
        plan = self._result.plan
        pairs = [(g.name, c) for g in plan.systems for c in plan.characteristics]
        return iter(pairs if len(plan.characteristics) > 1 else [name for name, _ in pairs])

    def __len__(self) -> int:
        return len(self._result.plan.systems) * len(self._result.plan.characteristics)

    def __getitem__(self, key: str | tuple[str, str]) -> Found:
        system, characteristic = key if isinstance(key, tuple) else (key, None)
        plan = self._result.plan
        keys = {given.name: given.key for given in plan.systems}
        if system not in keys or (characteristic is None and len(plan.characteristics) > 1):
            msg = unknown_choice("result", key, map(str, self))
            raise UnknownChoiceError(msg)
        name = self._result._characteristic(characteristic)
        if (system, name) not in self._read:
            folder = RunFolder(self._result.path)
            self._read[system, name] = Found(
                system=system,
                predictions=folder.read(step_name("predictions", name, keys[system])),
                mutants=self._result.mutants(name),
                lexicon=frozenset(folder.read(step_name("lexicon", keys[system]))["word"]),
            )
        return self._read[system, name]


def shown(summary: pd.DataFrame) -> pd.DataFrame:
    """Write the summary of an audit as words, for a table that is read by eye.

    Parameters
    ----------
    summary : DataFrame
        `AuditResult.summary`.

    Returns
    -------
    DataFrame of str, one row a system and characteristic
    """
    rows = []
    for row in summary.to_dict(orient="records"):
        accuracy = "no labels"
        if row["accuracy_n"]:
            accuracy = f"{percent(row['accuracy'])} (n = {count(row['accuracy_n'])})"
        rates = {
            title: f"{percent(row[name])} of {count(row[pairs])} "
            f"({interval(row[f'{name}_low'], row[f'{name}_high'], like=row[name])})"
            for title, name, pairs in (
                ("BTC rate", "rate", "pairs"),
                ("placebo rate", "placebo_rate", "placebo_pairs"),
            )
        }
        rows.append(
            {
                "system": row["system"],
                "characteristic": row["characteristic"],
                "accuracy": accuracy,
                "templates": count(row["templates"]),
                "with a BTC": count(row["templates_with_btc"]),
                "BTCs": count(row["btcs"]),
                **rates,
                "verdict": row["verdict"],
            }
        )
    return pd.DataFrame(rows, dtype="str")
