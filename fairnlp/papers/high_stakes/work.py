"""The work on one setting: models over folds and runs, each measured once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.progress import bar
from fairnlp.core.provenance import frame_hash, manifest
from fairnlp.core.store import RunFolder
from fairnlp.papers.high_stakes.measures import STEPS, measure_model
from fairnlp.papers.high_stakes.tables import TRAINED_BY
from fairnlp.rationale.folds import cross_train

if TYPE_CHECKING:
    from pathlib import Path

    from fairnlp.adversary.insertion import AttackSet
    from fairnlp.papers.high_stakes.cases import Case
    from fairnlp.papers.high_stakes.settings import Setting
    from fairnlp.rationale.result import CrossTrained

__all__ = ["SettingWork"]


class SettingWork:
    """The models of one setting: trained, then measured one by one.

    Parameters
    ----------
    chosen : Setting
    case : Case
    attack : AttackSet
        Texts with words inserted.
    place : Path
        The folder of the setting, from which the work goes on after a stop.
    progress : bool, optional
        See `core.progress.bar`.
    """

    def __init__(
        self,
        chosen: Setting,
        case: Case,
        attack: AttackSet,
        place: Path,
        progress: bool | None,
    ) -> None:
        self.chosen, self.case, self.attack = chosen, case, attack
        self.place, self.progress = place, progress

    def train(
        self,
        *,
        folds: int | None,
        runs: int,
        seed: int,
        processes: int,
        fresh: bool,
        changes: dict[str, Any],
    ) -> CrossTrained:
        """Train the models; see `rationale.cross_train`. `changes` are settings of recipes."""
        frame = self.case.frame
        content = self.case.content
        return cross_train(
            content if self.chosen.content and content is not None else frame,
            models=self.chosen.recipes,
            folds=folds,
            runs=runs,
            out=self.place / "models",
            tests=self.case.tests,
            target=self.case.target,
            vectors=self.case.vectors,
            seed=seed,
            processes=processes,
            progress=self.progress,
            fresh=fresh,
            **changes,
        )

    def measure(self, trained: CrossTrained, *, fresh: bool) -> dict[str, pd.DataFrame]:
        """Measure each model that was not measured before, and give all there is."""
        folder = RunFolder(self.place / "measures")
        tasks = [(name, *place) for name in trained.recipes for place in trained.places()]
        made = manifest(
            "high stakes measures",
            options={"target": self.case.target, "models": [list(task) for task in tasks]},
            inputs={
                "frame": frame_hash(self.case.frame),
                "attack": frame_hash(self.attack.frame),
                "results": frame_hash(trained.results),
            },
        )
        with folder.lock():
            if not folder.claim(made, fresh=fresh):
                folder.write_manifest(made)
            left = [n for n in range(len(tasks)) if not folder.has("flips", n)]
            for number in bar(left, title="measuring", unit="models", show=self.progress):
                self._measure(folder, number, trained, *tasks[number])
            found = {step: self._read(folder, step) for step in STEPS}
        name = self.chosen.name
        found |= {"results": trained.results, "predictions": trained.predictions}
        found["summary"] = trained.summary()
        return {step: frame.assign(setting=name) for step, frame in found.items()}

    def _measure(
        self, folder: RunFolder, number: int, trained: CrossTrained, name: str, fold: int, run: int
    ) -> None:
        model = trained.model(name, fold=fold, run=run)
        found = measure_model(model, self.case, self.attack, fold=fold)
        for step in (*(step for step in STEPS if step != "flips"), "flips"):  # flips: all is there
            if len(found[step]):
                named = found[step].assign(model=name, fold=fold, run=run)
                folder.write(step, number, named)

    @staticmethod
    def _read(folder: RunFolder, step: str) -> pd.DataFrame:
        if not folder.parts(step):
            return pd.DataFrame(columns=[*TRAINED_BY[1:]])
        return folder.read(step)
