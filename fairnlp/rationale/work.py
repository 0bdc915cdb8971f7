"""One model of many: trained, tested, and written with its predictions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from fairnlp.core.store import RunFolder
from fairnlp.rationale.ensemble import PROBABILITY, class_f1
from fairnlp.rationale.files import save, save_words
from fairnlp.rationale.training import train_on
from fairnlp.rationale.vectors import corpus_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from fairnlp.rationale.classifier import TokenModel
    from fairnlp.rationale.data import Marked
    from fairnlp.rationale.recipe import Recipe
    from fairnlp.rationale.vectors import WordVectors

__all__ = ["TEST", "Task", "Work", "model_path"]

TEST = "test"
"""What the fold that was left out is called among the tests."""

NETWORK_KINDS = ("cnn", "lstm")


class Task(NamedTuple):
    """A model to train: number of its part, place of its recipe, fold and run."""

    part: int
    recipe: int
    fold: int
    run: int


def model_path(folder: Path, recipe: Recipe, fold: int, run: int) -> Path:
    """Tell where a model is kept; a transformer is a folder."""
    end = "" if recipe.kind == "transformer" else ".npz"
    return folder / "models" / f"{recipe.name}-fold{fold}-run{run}{end}"


@dataclass(kw_only=True, eq=False)
class Work:
    """All that the models of one call have in common. It goes to worker processes as it is.

    Parameters
    ----------
    path : Path
        The run folder.
    marked : Marked
    others : dict of str to Marked
        Further texts to test on.
    recipes : tuple of Recipe
    target, vectors, seed, threads, device
        See `cross_train`.
    """

    path: Path
    marked: Marked
    others: dict[str, Marked]
    recipes: tuple[Recipe, ...]
    target: str | None
    vectors: WordVectors | None
    seed: int
    threads: int
    device: str | None
    _made: dict[tuple[int, int, int], WordVectors] = field(default_factory=dict, repr=False)

    def do(self, task: Task) -> None:
        """Train, test and write one model; its result comes last, when all else is there."""
        recipe, folder = self.recipes[task.recipe], RunFolder(self.path)
        rows = np.flatnonzero(self.marked.folds != task.fold)
        vectors, words_at = None, None
        if recipe.kind in NETWORK_KINDS:
            vectors, words_at = self._words(recipe, task.fold, rows)
        trained = self.marked.take(rows)
        model = train_on(
            trained,
            recipe,
            target=self.target,
            vectors=vectors,
            seeds=[self.seed, task.fold, task.run],
            threads=self.threads,
            device=self.device,
        )
        told = {"model": recipe.name, "fold": task.fold, "run": task.run}
        results, predictions = self._tested(model, trained, told)
        path = model_path(self.path, recipe, task.fold, task.run)
        save(model, path, words_at=None if recipe.train_vectors else words_at)
        folder.write("predictions", task.part, predictions)
        folder.write("results", task.part, results)

    def _words(self, recipe: Recipe, fold: int, rows: np.ndarray) -> tuple[WordVectors, Path]:
        """Give the vectors of a fold and the file in which its models share them."""
        folder = self.path / "models"
        if self.vectors is not None:
            vectors, name = self.vectors, "words.npz"
        else:
            size, least = recipe.vector_size, recipe.min_count
            if (fold, size, least) not in self._made:  # models of a fold come one after the other
                self._made.clear()
                trained = self.marked.take(rows)
                self._made[fold, size, least] = corpus_vectors(
                    trained.tokens, size=size, min_count=least, seed=self.seed
                )
            vectors = self._made[fold, size, least]
            name = f"words-fold{fold}-{size}-{least}.npz"
        # The same content each time, so that it does not matter which process writes it.
        if not (folder / name).exists():
            save_words(vectors, folder / name)
        return vectors, folder / name

    def _tested(
        self, model: TokenModel, trained: Marked, told: dict[str, Any]
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        results, predictions = [], []
        known = {tuple(words) for words in trained.tokens}
        for name, texts in {TEST: self.marked, **self.others}.items():
            here = np.arange(len(texts))
            if texts.folds.size:
                here = np.flatnonzero(texts.folds == told["fold"])
            if not here.size:
                continue
            some = texts.take(here)
            given = model.token_probabilities(some.tokens, some.context)
            predicted = model.named(given)
            results.append(
                told
                | {"test": name, "n_test": len(some)}
                | {"n_seen": sum(tuple(words) in known for words in some.tokens)}
                | class_f1(some.labels, predicted, model.classes)
                | {f"n:{c}": some.labels.count(c) for c in model.classes}
                | {key: model.info.get(key, default) for key, default in FACTS.items()}
            )
            predictions.append(
                pd.DataFrame(
                    told
                    | {"test": name, "text_id": some.ids, "label": some.labels}
                    | {"predicted": predicted}
                    | {f"{PROBABILITY}{c}": given[:, at] for at, c in enumerate(model.classes)}
                )
            )
        return pd.DataFrame(results), pd.concat(predictions, ignore_index=True)


FACTS: dict[str, Any] = {
    "n_train": 0,
    "n_held_out": 0,
    "epochs": np.nan,
    "best_epoch": np.nan,
    "held_out_macro_f1": np.nan,
    "rationale": 0,
    "no_rationale": 0,
    "rationale_cut": 0,
    "vectors": "none",
    "coverage": np.nan,
}
"""Facts of a model that its result has, and what stands there for a model without."""
