"""What models of a high-stakes domain look at, whether they can be fooled, and a cure for it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.provenance import frame_hash, machine, versions
from fairnlp.papers.high_stakes.assembling import assemble
from fairnlp.papers.high_stakes.attack import SCORERS, make_attack
from fairnlp.papers.high_stakes.cases import VARIANT, make_case
from fairnlp.papers.high_stakes.clock import Clock
from fairnlp.papers.high_stakes.settings import PAPER_SETTING, setting
from fairnlp.papers.high_stakes.work import SettingWork

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from fairnlp.papers.high_stakes.result import HighStakes


__all__ = ["reproduce"]

QUICK: dict[str, Any] = {"folds": 2, "runs": 1, "keep": 200, "epochs": 8}


def reproduce(
    corpus: str = "planted",
    *,
    path: str | Path | None = None,
    target: str | None = None,
    settings: Sequence[str] = (PAPER_SETTING,),
    strength: float = 0.5,
    variant: str = VARIANT,
    folds: int = 5,
    runs: int = 5,
    keep: int = 800,
    scorer: str = "lstm",
    quick: bool = False,
    out: str | os.PathLike[str] | None = None,
    seed: int = 0,
    processes: int = 1,
    progress: bool | None = None,
    fresh: bool = False,
) -> HighStakes:
    """Train models, see what they look at, and try to fool them with neutral words.

    Parameters
    ----------
    corpus : {"planted", "movies"} or path
        Posts whose truth is known; sentences of film reviews; or a corpus of your own as for
        `corpora.rationales`.
    path : path, optional
        Where the film reviews are.
    target : str, optional
        The class that is looked for, in a corpus of your own.
    settings : sequence of str
        How models are trained: ``"paper"``, and options with a plus between them, such as
        ``"content+both+bilstm+no-tanh"``; see `settings.OPTIONS`.
    strength : float
        Of the bias of the planted corpus.
    variant : str
        Which sentences of film reviews; see `corpora.film_sentences`.
    folds, runs : int
        Folds of the corpus, and models of each.
    keep : int
        Texts of each inserted word: the most natural ones.
    scorer : {"lstm", "trigrams"}
        The language model; "lstm" is the paper's.
    quick : bool
        A part of the corpus, two folds, one run, a language model of trigrams: to see that all
        works. The figures say little.
    out : path, optional
        A folder from which the work goes on after a stop; by default a temporary one.
    seed : int
        Of all that is drawn.
    processes : int
        How many models train at once.
    progress : bool, optional
        See `core.progress.bar`.
    fresh : bool
        Replace a run that is in the folder.

    Returns
    -------
    HighStakes

    Raises
    ------
    UnknownChoiceError, OptionError, MissingDataError, SchemaError
        If an option cannot be used or the corpus cannot be read.
    RunError
        If the folder holds another run.

    Notes
    -----
    Zhong, Chen, Patton, Selous and McKeown (2019), "Detecting and Reducing Bias in a High Stakes
    Domain", EMNLP. Their posts are private, so that the same steps are done on other corpora.

    Examples
    --------
    >>> import fairnlp as fn
    >>> found = fn.reproduce("high-stakes", corpus="planted", quick=True)  # doctest: +SKIP
    """
    if scorer not in SCORERS:
        raise UnknownChoiceError(unknown_choice("scorer", scorer, SCORERS))
    chosen = list({one.name: one for one in map(setting, settings)}.values())
    if not chosen:
        msg = "settings is empty; give at least one, such as 'paper'."
        raise OptionError(msg)
    tested: int | None = None
    changes: dict[str, Any] = {}
    if quick:
        tested, runs, keep, scorer = QUICK["folds"], QUICK["runs"], QUICK["keep"], "trigrams"
        changes = {"epochs": QUICK["epochs"]}
    case = make_case(
        corpus, path=path, target=target, strength=strength, variant=variant, folds=folds,
        seed=seed, quick=quick,
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="fairnlp-high-stakes-") as temporary:
        place = Path(temporary) if out is None else Path(out)
        clock = Clock(place / "seconds.json", fresh=fresh)
        with clock("language model and insertion"):
            attack, told = make_attack(
                case, place, scorer=scorer, keep=keep, seed=seed, progress=progress, fresh=fresh
            )
        parts: dict[str, list[pd.DataFrame]] = {}
        for one in chosen:
            work = SettingWork(one, case, attack, place / one.name, progress)
            with clock(f"{one.name}: training"):
                trained = work.train(
                    folds=tested, runs=runs, seed=seed, processes=processes, fresh=fresh,
                    changes=changes,
                )  # fmt: skip
            with clock(f"{one.name}: measures"):
                for step, frame in work.measure(trained, fresh=fresh).items():
                    parts.setdefault(step, []).append(frame)
        seconds = clock.seconds()
    frames = {step: pd.concat(found, ignore_index=True) for step, found in parts.items()}
    made = told | {
        "paper": "high-stakes",
        "corpus": {"name": case.name, "hash": frame_hash(case.frame), "texts": len(case.frame)},
        "options": {
            "settings": [one.name for one in chosen],
            "target": case.target,
            "folds": tested or folds,
            "runs": runs,
            "seed": seed,
            "quick": quick,
        }
        | ({"strength": strength} if corpus == "planted" else {}),
        "seconds": seconds,
        "versions": versions(),
        "machine": machine(),
    }
    return assemble(frames, case=case, settings=chosen, manifest=made)
