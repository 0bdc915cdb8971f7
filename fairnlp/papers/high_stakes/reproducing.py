"""What models of a high-stakes domain look at, whether they can be fooled, and a cure for it."""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.adversary.candidates import candidate_unigrams
from fairnlp.adversary.insertion import insert_unigrams
from fairnlp.adversary.training import train_language_model
from fairnlp.adversary.trigrams import TrigramModel
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.provenance import frame_hash, machine, versions
from fairnlp.papers.high_stakes.cases import make_case
from fairnlp.papers.high_stakes.result import HighStakes, assemble
from fairnlp.papers.high_stakes.settings import PAPER_SETTING, setting
from fairnlp.papers.high_stakes.work import SettingWork

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from fairnlp.adversary.candidates import Candidates
    from fairnlp.adversary.insertion import AttackSet
    from fairnlp.adversary.scorers import InsertionScorer
    from fairnlp.papers.high_stakes.cases import Case

__all__ = ["SCORERS", "reproduce"]

SCORERS = ("lstm", "trigrams")
"""What tells how natural a text with a word inserted is: the paper's model, or a quick one."""

BY_RULE = 5
"""Words that the rule may add: neutral ones with the highest weights."""

QUICK: dict[str, Any] = {"folds": 2, "runs": 1, "keep": 200, "epochs": 8}

log = logging.getLogger(__name__)


def reproduce(
    corpus: str = "planted",
    *,
    path: str | Path | None = None,
    target: str | None = None,
    settings: Sequence[str] = (PAPER_SETTING,),
    strength: float = 0.5,
    variant: str = "clean",
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
    began, seconds = time.perf_counter(), {}
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
        model = _scorer(case, scorer, place, seed=seed, progress=progress)
        candidates = candidate_unigrams(case.frame, target=case.target, seed=seed)
        extra = [word for word in candidates.neutral() if word not in case.asked]
        words = [*case.asked, *[word for word in extra if model.knows(word)][:BY_RULE]]
        attack = insert_unigrams(case.frame, words, model, keep=keep, progress=progress)
        seconds["language model and insertion"] = time.perf_counter() - began
        parts: dict[str, list[pd.DataFrame]] = {}
        for one in chosen:
            began = time.perf_counter()
            work = SettingWork(one, case, attack, place / one.name, progress)
            trained = work.train(
                folds=tested, runs=runs, seed=seed, processes=processes, fresh=fresh,
                changes=changes,
            )  # fmt: skip
            seconds[f"{one.name}: training"] = time.perf_counter() - began
            began = time.perf_counter()
            for step, frame in work.measure(trained, fresh=fresh).items():
                parts.setdefault(step, []).append(frame)
            seconds[f"{one.name}: measures"] = time.perf_counter() - began
    frames = {step: pd.concat(found, ignore_index=True) for step, found in parts.items()}
    told = {
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
        "attack": _told_attack(attack, candidates, case),
        "language_model": _told_scorer(model),
        "seconds": {name: round(value, 1) for name, value in seconds.items()},
        "versions": versions(),
        "machine": machine(),
    }
    return assemble(frames, case=case, settings=chosen, words=words, manifest=told)


def _scorer(
    case: Case, kind: str, place: Path, *, seed: int, progress: bool | None
) -> InsertionScorer:
    texts = case.frame["text"].tolist()
    if kind == "trigrams":
        return TrigramModel(texts)
    return train_language_model(
        texts, folder=place / "language-model", seed=seed, progress=progress
    )


def _told_attack(attack: AttackSet, candidates: Candidates, case: Case) -> dict[str, Any]:
    weights = candidates.frame.set_index("unigram")["weight"]
    naturalness = attack.summary().to_dict(orient="records")
    for row in naturalness:
        word = row["unigram"]
        row["asked"] = word in case.asked
        row["weight"] = round(float(weights.get(word, 0.0)), 3)
    return {
        "scorer": attack.scorer,
        "keep": attack.keep,
        "texts": attack.n_texts,
        "gaps": attack.n_gaps,
        "rule": "neutral words with a positive weight in an L1 logistic regression on the corpus",
        "C": candidates.C,
        "words": naturalness,
    }


def _told_scorer(model: Any) -> dict[str, Any]:
    report = getattr(model, "report", None)
    held_out = [] if report is None else report.to_dict(orient="records")
    return {"name": model.name, "held_out": held_out}
