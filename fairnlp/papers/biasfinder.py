"""BiasFinder (Asyrofi et al. 2021), table 4: templates, test cases and BTC rates beside theirs."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import OptionError, RunError, UnknownChoiceError, unknown_choice
from fairnlp.core.replacing import replace_file
from fairnlp.papers.reproduction import Reproduction
from fairnlp.runs.audit import AuditResult, audit
from fairnlp.templates.curate import STRATEGIES

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

__all__ = ["CHARACTERISTICS", "REPORTED", "STRATEGIES", "SYSTEMS", "beside_reported", "reproduce"]

SYSTEMS = ("linear", "vader")
"""The systems that are tested by default; the paper tests BERT."""

CHARACTERISTICS = {"gender": 30, "occupation": 79, "country": 1}
"""The characteristics of the paper, and how many values each takes.

Names a gender, all occupations, and male and female names a country.
"""

_REPORTED = {
    "characteristic": ["gender", "occupation", "country"],
    "paper_texts": 25_000,
    "paper_templates": [3_057, 8_867, 2_344],
    "paper_btcs": [14_916, 109_386, 5_296],
    "paper_true_1": [0.763, 0.650, 0.958],
    "paper_true_2": [0.588, 0.780, 0.650],
    # 30 x 30 names, 79 x 78 / 2 occupations, 26 x 25 / 2 names of one gender.
    "pairs_a_template": [900, 3_081, 325],
}

REPORTED = pd.DataFrame(_REPORTED)
"""Table 4 of the paper (BERT on 25,000 IMDB test reviews), one row a characteristic.

``paper_true_1`` and ``paper_true_2`` are the shares of true positives that two raters found.
"""

_FIGURES = [
    "texts",
    "templates",
    "templates_per_1000",
    "mutants",
    "pairs",
    "btcs",
    "rate",
    "rate_low",
    "rate_high",
    "placebo_pairs",
    "placebo_rate",
    "placebo_rate_low",
    "placebo_rate_high",
    "difference",
    "difference_low",
    "difference_high",
    "confidence",
    "templates_with_btc",
    "verdict",
    "accuracy",
    "accuracy_n",
]
_ENDS = ("", "_low", "_high")
_FACTS = ("options", "inputs", "versions", "machine")
TIMES = "times.json"


def reproduce(
    reviews: pd.DataFrame | None = None,
    *,
    limit: int | None = None,
    systems: Sequence[Any] = SYSTEMS,
    characteristics: Sequence[str] = tuple(CHARACTERISTICS),
    strategies: Sequence[str] = STRATEGIES,
    seed: int = 0,
    processes: int | None = 1,
    model: str | None = None,
    out: str | os.PathLike[str] = "runs/biasfinder",
    progress: bool | None = None,
    fresh: bool = False,
) -> Reproduction:
    """Make table 4 of BiasFinder anew.

    Each strategy and characteristic is an audit in a folder of its own, such as
    ``out/gender-sound``. What is finished is kept: called again, it goes on where it was stopped,
    and a characteristic that is added later is all that is done then.

    Parameters
    ----------
    reviews : DataFrame, optional
        ``text_id`` and ``text``, with ``label`` for the accuracy; by default, the 25,000 IMDB
        reviews of `fairnlp.corpora.reviews`.
    limit : int, optional
        Take so many of them, drawn with the seed.
    systems : sequence
        See `fairnlp.audit`.
    characteristics : sequence of str
        Of `CHARACTERISTICS`.
    strategies : sequence of str
        ``"sound"`` leaves out what is uncertain; ``"paper"`` counts as the published code does.
    seed : int
        Of the draw of reviews and values, and of the resampling.
    processes, model, progress, fresh
        See `fairnlp.audit`.
    out : path
        The folder of the runs.

    Returns
    -------
    Reproduction

    Raises
    ------
    OptionError, UnknownChoiceError
        If a name is not known, or comes twice, or there is none.

    Notes
    -----
    30 names a gender, all 79 occupations, and one male and one female name from each of 26
    countries, as in the paper. An occupation, and a country of a text, thus has one value: there
    are no pairs within a class, and no placebo rate.
    """
    _check("characteristic", characteristics, CHARACTERISTICS)
    _check("strategy", strategies, STRATEGIES)
    if reviews is None:
        from fairnlp import corpora

        reviews = corpora.reviews(limit=limit, seed=seed)
    elif limit is not None and limit < len(reviews):
        reviews = reviews.sample(limit, random_state=seed).sort_index()
    place = Path(out)
    rows, runs = [], {}
    for strategy in strategies:
        for characteristic in characteristics:
            name = f"{characteristic}-{strategy}"
            with _timed(place, name, again=fresh):
                result = audit(
                    reviews,
                    systems=systems,
                    characteristics=[characteristic],
                    out=place / name,
                    values=CHARACTERISTICS[characteristic],
                    seed=seed,
                    strategy=strategy,
                    processes=processes,
                    model=model,
                    progress=progress,
                    report=False,
                    fresh=fresh,
                )
            rows.append(result.summary.assign(strategy=strategy))
            runs[name] = {key: result.manifest[key] for key in _FACTS}
    times = _times(place)
    manifest = {
        "paper": "biasfinder",
        "runs": runs,
        "seconds": {name: times[name] for name in runs},
    }
    return Reproduction(beside_reported(pd.concat(rows, ignore_index=True)), manifest)


def beside_reported(summary: pd.DataFrame) -> pd.DataFrame:
    """Set the summaries of audits beside the paper's figures.

    Parameters
    ----------
    summary : DataFrame
        `AuditResult.summary` with ``strategy``.

    Returns
    -------
    DataFrame, one row a characteristic, strategy and system
        Ours: ``texts``, ``templates``, ``mutants``, ``pairs``, ``btcs``, ``rate`` and
        ``placebo_rate`` with their 95% intervals, ``difference`` of the two; where there are no
        pairs within a class, ``placebo_pairs`` is 0 and what needs them is missing. The
        paper's: the columns of `REPORTED`, and ``paper_rate_least`` = its BTCs / (its templates
        x the pairs of a full template). The paper gives no number of pairs; templates with fewer
        have a higher rate.
    """
    ours = summary[["characteristic", "strategy", "system", *_FIGURES]].copy()
    placebo = [f"{name}{end}" for name in ("placebo_rate", "difference") for end in _ENDS]
    ours.loc[ours["placebo_pairs"] == 0, placebo] = float("nan")
    table = ours.merge(REPORTED, on="characteristic", how="left", validate="many_to_one")
    full = table["paper_templates"] * table.pop("pairs_a_template")
    return table.assign(paper_rate_least=table["paper_btcs"] / full)


def _check(kind: str, names: Sequence[str], known: Any) -> None:
    if isinstance(names, str) or not names or len(set(names)) < len(names):
        msg = f"Give each {kind} once, as a list such as {list(known)}; {names!r} came."
        raise OptionError(msg)
    for name in names:
        if name not in known:
            raise UnknownChoiceError(unknown_choice(kind, name, known))


@contextmanager
def _timed(place: Path, name: str, *, again: bool) -> Iterator[None]:
    """Add up the seconds that a run took, over all calls; reading a finished one takes none."""
    before = 0.0 if again else _times(place).get(name, 0.0)
    if not again and _finished(place / name):
        yield
        return
    began = time.perf_counter()
    try:
        yield
    finally:
        told = _times(place) | {name: round(before + time.perf_counter() - began, 1)}
        replace_file(place / TIMES, (json.dumps(told, indent=2) + "\n").encode())


def _finished(folder: Path) -> bool:
    try:
        return AuditResult(folder).finished
    except RunError:
        return False


def _times(place: Path) -> dict[str, float]:
    """Seconds by run; a run from elsewhere has none."""
    try:
        told: dict[str, float] = json.loads((place / TIMES).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return told
