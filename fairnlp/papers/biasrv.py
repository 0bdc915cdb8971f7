"""BiasRV (Yang et al. 2021): how many predictions are biased, and what strategies save and miss."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import TEXTS, check_frame
from fairnlp.core.provenance import frame_hash, manifest
from fairnlp.core.store import RunFolder
from fairnlp.monitor.fairness import exact_alpha
from fairnlp.papers.biasrv_result import BiasrvResult
from fairnlp.papers.biasrv_run import PRODUCTS, Watch
from fairnlp.papers.biasrv_tables import Of, strategy_table, stream_table, summary_table
from fairnlp.runs import steps
from fairnlp.runs.plan import Plan
from fairnlp.runs.tested import given_systems, load_systems, own_systems
from fairnlp.templates.curate import STRATEGIES as CURATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["SYSTEMS", "reproduce"]

SYSTEMS = ("linear", "vader")
"""The systems that are watched by default; the paper watches BERT."""


def reproduce(
    reviews: pd.DataFrame | None = None,
    *,
    limit: int | None = None,
    systems: Sequence[Any] = SYSTEMS,
    draws: int = 10,
    values: int = 30,
    alpha: float = 0.10,
    seed: int = 0,
    curation: str = "sound",
    processes: int | None = 1,
    model: str | None = None,
    out: str | os.PathLike[str] = "runs/biasrv",
    progress: bool | None = None,
    fresh: bool = False,
) -> BiasrvResult:
    """Watch systems on reviews as BiasRV does, and compare strategies.

    All mutants are predicted, once for each draw of names, and kept; strategies are then run over
    these predictions. What is finished is kept: called again, it goes on where it was stopped, and
    more draws cost only themselves.

    Parameters
    ----------
    reviews : DataFrame, optional
        ``text_id`` and ``text``; by default, the 25,000 IMDB reviews of `fairnlp.corpora.reviews`.
    limit : int, optional
        Take so many of them, drawn with the seed.
    systems : sequence
        See `fairnlp.audit`.
    draws : int
        How many times names are drawn.
    values : int
        Names of each gender in a draw.
    alpha : float
        From this gap on, a prediction is biased; see `fairnlp.monitor.fairness.judge`.
    seed : int
        Of all draws; draw d takes names with seed + d.
    curation : str
        ``"sound"`` leaves out texts that are uncertain; ``"paper"`` takes the rule of the
        published code. See `fairnlp.curate`.
    processes, model, progress, fresh
        See `fairnlp.audit`.
    out : path
        A folder in it, named like `curation`, holds the run.

    Returns
    -------
    BiasrvResult

    Raises
    ------
    OptionError, UnknownChoiceError
        If an option cannot be used.
    RunError
        If the folder holds another run.
    SystemUnderTestError
        If a system answers in a way that cannot be read.

    Notes
    -----
    Yang, Asyrofi and Lo (2021), "BiasRV: Uncovering Biased Sentiment Predictions at Runtime",
    section 4: texts with mutants, predictions flagged, cost of the full check, and what two steps
    save and miss. Added here: other strategies, any X, several draws of names, and the probability
    of a miss.

    Examples
    --------
    >>> import fairnlp as fn
    >>> fn.reproduce("biasrv", limit=1000, systems=["linear"]).summary  # doctest: +SKIP
    """
    if draws < 1:
        msg = f"draws is {draws}; names are drawn once or more."
        raise OptionError(msg)
    exact_alpha(alpha)
    if curation not in CURATIONS:
        raise UnknownChoiceError(unknown_choice("curation", curation, CURATIONS))
    if reviews is None:
        from fairnlp import corpora

        reviews = corpora.reviews(limit=limit, seed=seed)
    elif limit is not None and limit < len(reviews):
        reviews = reviews.sample(limit, random_state=seed).sort_index()
    check_frame(reviews, TEXTS, name="reviews")
    texts = reviews[list(TEXTS)].reset_index(drop=True).astype({"text_id": "str"})
    plan = Plan(
        texts=len(texts),
        systems=given_systems(systems),
        characteristics=("gender",),
        values=values,
        seed=seed,
        strategy=curation,
        chunk=250,
        batch_size=1024,
        model=None if model is None else str(model),
        on_error="record",
    )
    run = Watch(RunFolder(Path(out) / curation), plan, draws=draws, alpha=alpha, progress=progress)
    made = manifest("biasrv", options=plan.to_json(), inputs={"corpus": frame_hash(texts)})
    with run.folder.lock():
        if not run.folder.claim(made, fresh=fresh, products=PRODUCTS):
            steps.store_corpus(run.folder, plan, texts)
            run.folder.write_manifest(made)
        run.curate(processes=processes or os.cpu_count() or 1)
        loaded = load_systems(plan.systems, own_systems(systems), folder=run.folder.path)
        summary, table, stream = [], [], []
        for key, system in loaded.items():
            run.predict(key, system)
            outcomes = run.replay(key)
            of = Of(system=system.name, curation=curation, texts=len(texts))
            summary.append(summary_table(outcomes, run.originals(key), of=of))
            table.append(strategy_table(outcomes, of=of, seed=seed))
            stream.append(stream_table(outcomes, of=of))
    return BiasrvResult(
        summary=pd.concat(summary, ignore_index=True),
        table=pd.concat(table, ignore_index=True),
        stream=pd.concat(stream, ignore_index=True),
        manifest={
            "paper": "biasrv",
            "runs": {curation: made | {"draws": draws, "alpha": alpha}},
            "seconds": {curation: run.seconds()},
        },
    )
