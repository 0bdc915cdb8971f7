"""Models over folds and runs, in a folder from which training goes on after a kill."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.core.provenance import frame_hash, manifest
from fairnlp.core.store import RunFolder
from fairnlp.rationale.crew import Crew
from fairnlp.rationale.data import covered_classes, read
from fairnlp.rationale.recipe import Recipe, as_recipe
from fairnlp.rationale.result import CrossTrained
from fairnlp.rationale.training import as_vectors
from fairnlp.rationale.work import TEST, Task, Work

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from fairnlp.rationale.data import Marked
    from fairnlp.rationale.vectors import WordVectors

__all__ = ["PAPER", "cross_train"]

PAPER = ("svm", "cnn", "lstm", "lstm_rationale")
"""The models of the paper."""

PRODUCTS = ("models/*.npz", "models/*/*")


def cross_train(
    frame: pd.DataFrame,
    *,
    models: Sequence[str | Recipe] = PAPER,
    folds: int | None = None,
    runs: int = 5,
    out: str | os.PathLike[str] | None = None,
    tests: Mapping[str, pd.DataFrame] | None = None,
    target: str | None = None,
    vectors: WordVectors | str | os.PathLike[str] | None = None,
    seed: int = 0,
    processes: int = 1,
    threads: int = 1,
    device: str | None = None,
    progress: bool | None = None,
    fresh: bool = False,
    **settings: Any,
) -> CrossTrained:
    """Train models on all folds but one, some times each, and test them on the fold left out.

    A model is written with its predictions when it is finished, and never trained again: stopped
    at whatever moment, the same call goes on, and ends with what an unbroken one ends with.

    Parameters
    ----------
    frame : DataFrame
        Columns as `core.frames.RATIONALES`; ``group``, where there is one, says which texts are
        held out together.
    models : sequence of str or Recipe
        See `train`; each needs a name of its own.
    folds : int, optional
        How many of the folds are tested, from the first on; by default all. Training always takes
        all others.
    runs : int
        Models for each fold. Models of one fold and run are trained from one seed, whatever their
        kind: the same texts are held out, and weights of the same shape start alike.
    out : path, optional
        The run folder; by default a temporary one that goes with the result.
    tests : mapping of str to DataFrame, optional
        Further texts to test each model on, such as ``{"reversed": ...}``. A frame with ``fold``
        has versions of the same texts: the models of a fold are tested on its rows of that fold.
    target, vectors, threads, device
        See `train`. By default, vectors are made for each fold from the texts trained on.
    seed : int
        The same gives the same models, in one process or several.
    processes : int
        How many train at once.
    progress : bool, optional
        Show a bar; by default in a terminal and in a notebook.
    fresh : bool
        Replace a run that is in the folder.
    **settings
        Settings of `Recipe` for all models, such as ``epochs=4``.

    Returns
    -------
    CrossTrained

    Raises
    ------
    SchemaError
        If a frame does not keep its contract.
    OptionError, UnknownChoiceError
        If an argument cannot be used; nothing is done then.
    MissingDependencyError
        If torch is not installed and a model needs it.
    RunError
        If the folder holds another run, is in use, or holds files of another kind.

    Examples
    --------
    >>> import fairnlp as fn
    >>> posts = fn.corpora.planted()  # doctest: +SKIP
    >>> trained = fn.rationale.cross_train(  # doctest: +SKIP
    ...     posts, out="runs/planted", target="complaint", processes=2)
    >>> trained.summary()  # doctest: +SKIP
    """
    recipes = _recipes(models, settings)
    for option, value in (("runs", runs), ("processes", processes), ("threads", threads)):
        if value < 1:
            msg = f"{option} is {value}; it must be 1 or more."
            raise OptionError(msg)
    marked = read(frame)
    tested = _tested_folds(marked, folds)
    others = _others(tests or {}, marked)
    for recipe in recipes:
        if recipe.rationale_weight:  # before any work is done
            covered_classes(marked, recipe.rationale_classes, target)
    given = as_vectors(vectors, marked)
    temporary = _Temporary() if out is None else None
    folder = RunFolder(temporary.path / "run" if temporary is not None else str(out))
    work = Work(
        path=folder.path,
        marked=marked,
        others=others,
        recipes=recipes,
        target=target,
        vectors=given,
        seed=seed,
        threads=threads,
        device=device,
    )
    tasks = [
        Task(part=part, recipe=at, fold=fold, run=run)
        for part, (fold, run, at) in enumerate(product(tested, range(runs), range(len(recipes))))
    ]
    made = manifest(
        "rationale models",
        options={
            "models": [recipe.to_json() for recipe in recipes],
            "folds": tested,
            "runs": runs,
            "target": target,
            "seed": seed,
            "tests": list(others),
        },
        inputs={"frame": _hash(frame)}
        | {f"test {name}": _hash(other) for name, other in (tests or {}).items()}
        | ({"vectors": _vectors_hash(given)} if given else {}),
    )
    with folder.lock():
        if not folder.claim(made, fresh=fresh, products=PRODUCTS):
            folder.write_manifest(made)
        left = [task for task in tasks if not folder.has("results", task.part)]
        with Crew(work, processes=min(processes, max(1, len(left)))) as crew:
            crew.do(left, progress=progress)
    return CrossTrained.read(folder.path, recipes=recipes, device=device, temporary=temporary)


def _recipes(models: Sequence[str | Recipe], settings: Mapping[str, Any]) -> tuple[Recipe, ...]:
    if isinstance(models, str | Recipe) or not models:
        msg = f"models is {models!r}; give a list, such as ['lstm', 'lstm_rationale']."
        raise OptionError(msg)
    recipes = tuple(as_recipe(model, **settings) for model in models)
    names = [recipe.name for recipe in recipes]
    if twice := [name for name in names if names.count(name) > 1]:
        msg = f"Two models are called {twice[0]!r}; give each a name, such as Recipe(name=...)."
        raise OptionError(msg)
    return recipes


def _tested_folds(marked: Marked, folds: int | None) -> list[int]:
    there = np.unique(marked.folds).tolist()
    if folds is not None and not 1 <= folds <= len(there):
        msg = f"folds is {folds}; the frame has {len(there)}: give from 1 to {len(there)}."
        raise OptionError(msg)
    return there[:folds]


def _others(tests: Mapping[str, pd.DataFrame], marked: Marked) -> dict[str, Marked]:
    others = {}
    for name, frame in tests.items():
        if name == TEST:
            msg = f"{TEST!r} is what the fold left out is called; name the further texts otherwise."
            raise OptionError(msg)
        other = read(frame, folds="fold" in frame, name=f"tests[{name!r}]")
        if strange := sorted(set(other.labels) - set(marked.labels)):
            msg = f"tests[{name!r}] has label {strange[0]!r}; the models know {marked.classes}."
            raise OptionError(msg)
        if other.context_names != marked.context_names:
            msg = (
                f"tests[{name!r}] has the context features {other.context_names}; the models are "
                f"trained with {marked.context_names}."
            )
            raise OptionError(msg)
        others[str(name)] = other
    return others


class _Temporary:
    """A folder that is removed with the last one who holds it, or at the end of the process."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="fairnlp-rationale-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _hash(frame: pd.DataFrame) -> str:
    used = ["text_id", "text", "label", "tokens", "rationale", "fold", "group"]
    kept = [c for c in frame if c in used or str(c).startswith("context:")]
    return frame_hash(frame[kept])


def _vectors_hash(vectors: WordVectors) -> str:
    digest = hashlib.sha256("\n".join(vectors.words).encode())
    digest.update(np.ascontiguousarray(vectors.matrix).tobytes())
    digest.update(np.ascontiguousarray(vectors.unknown).tobytes())
    return digest.hexdigest()
