"""What came of training over folds and runs."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.store import RunFolder
from fairnlp.rationale.comparing import compare
from fairnlp.rationale.ensemble import Vote, summarise, votes
from fairnlp.rationale.files import load
from fairnlp.rationale.work import model_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pandas as pd

    from fairnlp.rationale.classifier import TokenModel
    from fairnlp.rationale.recipe import Recipe

__all__ = ["CrossTrained"]


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossTrained:
    """Models over folds and runs, with their results.

    Parameters
    ----------
    path : Path
        The run folder.
    recipes : dict of str to Recipe
        Of each model, by name.
    results : DataFrame
        One row a model, fold, run and test, in this order: ``model``, ``fold``, ``run``, ``test``
        (``"test"`` for the fold left out), ``n_test``, ``n_seen`` (texts whose words are those of
        a text trained on), ``macro_f1``, ``f1:...`` and ``n:...`` of each class, ``n_train``,
        ``n_held_out``, ``epochs``, ``best_epoch``, ``held_out_macro_f1``; ``rationale``,
        ``no_rationale``, ``rationale_cut``, ``vectors``, ``coverage`` as `train` tells them.
    predictions : DataFrame
        One row a model, fold, run, test and text: ``text_id``, ``label``, ``predicted``, and
        ``probability:...`` of each class.
    """

    path: Path
    recipes: dict[str, Recipe]
    results: pd.DataFrame
    predictions: pd.DataFrame
    device: str | None = None
    temporary: Any = field(default=None, repr=False)  # a temporary folder, held as long as this

    @classmethod
    def read(
        cls,
        path: Path,
        *,
        recipes: Sequence[Recipe],
        device: str | None = None,
        temporary: Any = None,
    ) -> Self:
        """Read a finished run folder."""
        folder, order = RunFolder(path), [recipe.name for recipe in recipes]
        frames = []
        for step in ("results", "predictions"):
            found = folder.read(step)
            place = found["model"].map(order.index)
            # Stable: tests, and texts of a test, stay in their order.
            by = found.assign(_place=place).sort_values(["_place", "fold", "run"], kind="stable")
            frames.append(by.drop(columns="_place").reset_index(drop=True))
        return cls(
            path=path,
            recipes={recipe.name: recipe for recipe in recipes},
            results=frames[0],
            predictions=frames[1],
            device=device,
            temporary=temporary,
        )

    def model(self, name: str, *, fold: int, run: int) -> TokenModel:
        """Load one model.

        Raises
        ------
        UnknownChoiceError
            If there is no model of that name.
        OptionError
            If there is none of that fold and run.
        """
        if name not in self.recipes:
            raise UnknownChoiceError(unknown_choice("model", name, self.recipes))
        if (fold, run) not in self.places():
            msg = f"There is no fold {fold}, run {run}; there are {self.places()}."
            raise OptionError(msg)
        return load(model_path(self.path, self.recipes[name], fold, run), device=self.device)

    def places(self) -> list[tuple[int, int]]:
        """Give the folds and runs, in order."""
        pairs = zip(self.results["fold"].tolist(), self.results["run"].tolist(), strict=True)
        return list(OrderedDict.fromkeys(pairs))

    def models(self, name: str) -> Iterator[tuple[int, int, TokenModel]]:
        """Load the models of a name one after the other, each with its fold and run."""
        for fold, run in self.places():
            yield fold, run, self.model(name, fold=fold, run=run)

    def vote(self, name: str, *, fold: int) -> Vote:
        """Load the models of a fold as one system, in which each run has a vote."""
        runs = [run for at, run in self.places() if at == fold]
        return Vote([self.model(name, fold=fold, run=run) for run in runs])

    def votes(self) -> pd.DataFrame:
        """Let the runs vote on each text; see `ensemble.votes`."""
        return votes(self.predictions)

    def summary(self) -> pd.DataFrame:
        """Give the figures of each model; see `ensemble.summarise`."""
        return summarise(self.results, self.predictions)

    def compare(self, *pairs: tuple[str, str], value: str = "macro_f1") -> pd.DataFrame:
        """Test whether models differ, on each test; see `comparing.compare`."""
        return compare(self.results, pairs, value=value, by=["test"])
