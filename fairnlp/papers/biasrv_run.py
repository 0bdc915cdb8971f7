"""The run behind BiasRV's tables: curate, predict each mutant once, replay strategies."""

from __future__ import annotations

import hashlib
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.progress import bar
from fairnlp.metamorphic.btc import find_btcs
from fairnlp.papers.biasrv_replay import replay, studied
from fairnlp.runs import steps
from fairnlp.systems.prediction import predict
from fairnlp.templates.mutate import mutate
from fairnlp.templates.template import Templates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairnlp.core.store import RunFolder
    from fairnlp.runs.plan import Plan
    from fairnlp.systems.base import System

__all__ = ["PRODUCTS", "Watch"]

PRODUCTS = ("curation-*.json", "system-*.json", "times.json")
"""Files of a run beside its parts."""

_TIMES = "times.json"
_GENDER = "gender"

_WAY = 1
"""Raised when a strategy asks otherwise, so that what was replayed is replayed again."""


class Watch:
    """A folder in which systems are watched; each step passes over what is finished.

    Parameters
    ----------
    folder : RunFolder
    plan : Plan
    draws : int
        How many times names are drawn.
    alpha : float
    progress : bool, optional
    """

    def __init__(
        self,
        folder: RunFolder,
        plan: Plan,
        *,
        draws: int,
        alpha: float,
        progress: bool | None = None,
    ) -> None:
        self.folder, self.plan, self.draws, self.alpha = folder, plan, draws, alpha
        self.progress = progress

    def curate(self, *, processes: int) -> None:
        """Turn the texts into templates."""
        done = steps.step_name("templates", _GENDER)
        with self._timed("curating", again=len(self.folder.parts(done)) < len(self.plan.parts)):
            steps.curate_parts(self.folder, self.plan, processes=processes, progress=self.progress)

    def predict(self, key: str, system: System) -> None:
        """Ask a system about the original texts, and about all mutants of each draw of names.

        A mutant for which the system fails has no label.
        """
        todo = [d for d in range(self.draws) if not self.folder.has(f"predictions-{key}", d)]
        if not todo and self.folder.has(f"originals-{key}", 0):
            return
        frame = self.folder.read(steps.step_name("templates", _GENDER))
        with self._timed(f"predicting, {key}"):
            if not self.folder.has(f"originals-{key}", 0):
                self._predict_originals(key, system, frame)
            none = pd.DataFrame(columns=["text_id", "reason", "detail"], dtype="str")
            templates = Templates.from_frame(frame, none, {"characteristic": _GENDER})
            for draw in bar(todo, title=f"{system.name}: draws of names", show=self.progress):
                seed = self.plan.seed + draw
                found = find_btcs(
                    mutate(templates, values=self.plan.values, seed=seed),
                    system,
                    batch_size=self.plan.batch_size,
                    progress=False,
                    on_error="record",
                )
                kept = found.predictions.drop(columns=["error", "text_key"])
                self.folder.write(f"predictions-{key}", draw, kept)

    def _predict_originals(self, key: str, system: System, templates: pd.DataFrame) -> None:
        steps.describe_system(self.folder, self.plan, key, system)
        seen = frozenset(getattr(system, "trained_on", None) or ())
        texts, size = templates["text"].tolist(), self.plan.batch_size
        answers = [
            predict(system, texts[start : start + size], batch=start // size, on_error="record")
            for start in range(0, max(len(texts), 1), size)
        ]
        said = pd.concat(answers, ignore_index=True)[["label", "score"]]
        about = templates[["template_id", "text_id", "takes_value"]].reset_index(drop=True)
        about["trained_on"] = about["text_id"].isin(seen)
        self.folder.write(f"originals-{key}", 0, pd.concat([about, said], axis=1))

    def originals(self, key: str) -> pd.DataFrame:
        """Read what a system said of the original texts.

        Returns
        -------
        DataFrame, one row a template
            ``template_id``, ``text_id``, ``takes_value``, ``trained_on`` (True if the system has
            seen the text before), ``label``, ``score``.
        """
        return self.folder.read_part(f"originals-{key}", 0)

    def replay(self, key: str) -> pd.DataFrame:
        """Run all strategies over the predictions of each draw.

        Returns
        -------
        DataFrame
            Columns as `biasrv_replay.OUTCOMES`, and ``draw``.
        """
        strategies = studied()
        told = repr([_WAY, str(self.alpha), self.plan.seed, strategies])
        step = f"outcomes-{key}-{hashlib.sha256(told.encode()).hexdigest()[:12]}"
        todo = [draw for draw in range(self.draws) if not self.folder.has(step, draw)]
        with self._timed(f"replaying, {key}", again=bool(todo)):
            for draw in bar(todo, title=f"{key}: strategies, draw by draw", show=self.progress):
                found = replay(
                    self.folder.read_part(f"predictions-{key}", draw),
                    self.originals(key),
                    strategies=strategies,
                    alpha=self.alpha,
                    seed=(self.plan.seed, draw),
                )
                kinds = {name: "category" for name in ("template_id", "kind", "option")}
                self.folder.write(step, draw, found.astype(kinds).assign(draw=draw))
        parts = [self.folder.read_part(step, draw) for draw in range(self.draws)]
        texts = {name: "str" for name in ("template_id", "kind", "option")}
        return pd.concat([part.astype(texts) for part in parts], ignore_index=True)

    def seconds(self) -> dict[str, float]:
        """Seconds that each step took, over all calls."""
        told: dict[str, float] = self.folder.read_json(_TIMES) or {}
        return told

    @contextmanager
    def _timed(self, name: str, *, again: bool = True) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            if again:
                told = self.seconds()
                told[name] = round(told.get(name, 0.0) + time.perf_counter() - began, 1)
                self.folder.write_json(_TIMES, told)
