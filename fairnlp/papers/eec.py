"""The Equity Evaluation Corpus at work: scores by gender and race, as its paper compares them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scipy import stats

from fairnlp.core.errors import OptionError
from fairnlp.core.provenance import frame_hash, machine, versions
from fairnlp.corpora.eec import eec
from fairnlp.corpora.pairing import eec_pairs
from fairnlp.papers.eec_result import COLUMNS, KEY, EecResult
from fairnlp.papers.eec_scores import APART, names_apart, paired_scores
from fairnlp.papers.scoring import named_systems, sentence_scores
from fairnlp.stats.paired_table import paired_tests
from fairnlp.systems.collisions import collisions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["SYSTEMS", "reproduce"]

SYSTEMS = ("vader", "afinn", "textblob", "textblob-subjectivity", "sentimentr", "linear")
"""The systems that are tested by default; the paper's were 219 entries of a shared task."""

_FAMILY = ["system", "by", "names", "persons"]


def reproduce(
    corpus: pd.DataFrame | None = None,
    *,
    systems: Sequence[Any] = SYSTEMS,
    alpha: float = 0.05,
    tolerance: float = 1e-10,
    resamples: int = 2000,
    seed: int = 0,
) -> EecResult:
    """Compare the scores of sentences that differ in the gender, or the race, of the person.

    Parameters
    ----------
    corpus : DataFrame, optional
        As of `fairnlp.corpora.eec` (the default) or `fairnlp.corpora.build_eec`, with two genders
        and two races.
    systems : sequence
        See `fairnlp.as_system`; each must give scores.
    alpha, tolerance, resamples, seed
        See `fairnlp.stats.paired_tests`.

    Returns
    -------
    EecResult

    Raises
    ------
    OptionError
        If a system gives no scores, two have one name, or a group has more than two sides.

    Notes
    -----
    Kiritchenko and Mohammad (2018), "Examining Gender and Race Bias in Two Hundred Sentiment
    Analysis Systems", section 4: for each system and emotion the mean difference of paired
    sentences and a paired t-test (``t_p``, ``names == "together"``). Added here: the signed-rank
    test over persons, effect sizes, intervals, a correction, and the results without the persons
    that a lexicon holds, such as the name Tia in VADER's.

    Examples
    --------
    >>> import pandas as pd
    >>> from fairnlp.corpora import build_eec
    >>> names = pd.DataFrame({"name": ["Tia", "Ada", "Ian", "Omar"],
    ...     "gender": ["female", "female", "male", "male"], "group": ["a", "b", "a", "b"]})
    >>> found = reproduce(build_eec(names=names), systems=["vader"], resamples=20)
    >>> found.collisions["word"].tolist()
    ['Tia']
    >>> rows = found.table.query("by == 'gender' and names == 'matched' and emotion == 'none'")
    >>> rows[["persons", "pairs", "pairs_differ", "share_up"]].round(3).values.tolist()
    [['all', 12, 1, 0.083], ['no lexicon words', 11, 0, 0.0]]
    """
    corpus = eec() if corpus is None else corpus
    tested = named_systems(systems)
    sentences, ids = corpus["sentence"].tolist(), corpus["id"].tolist()
    rows, hits, scores, apart, seconds = [], [], [], [], {}
    for system in tested:
        began = time.perf_counter()
        score = pd.Series(sentence_scores(system, sentences, ids), index=ids)
        seconds[system.name] = round(time.perf_counter() - began, 2)
        hit = collisions(system, corpus["person"])
        for persons, some in _choices(corpus, hit["word"]):
            for by in ("gender", "race"):
                for names in ("matched", "together"):
                    pairs = eec_pairs(some, by=by, names=names)
                    rows.append(
                        paired_scores(pairs, score).assign(
                            system=system.name, by=by, names=names, persons=persons
                        )
                    )
        hits.append(hit.assign(system=system.name))
        apart.append(names_apart(corpus, score).assign(system=system.name))
        scores.append(pd.DataFrame({"system": system.name, "id": ids, "score": score.to_numpy()}))
    rows = [part for part in rows if len(part)]
    if not rows:
        msg = "No two persons of the corpus match each other in the other group: see `eec_pairs`."
        raise OptionError(msg)
    manifest = {
        "paper": "eec",
        "corpus": frame_hash(corpus),
        "seconds": seconds,
        "versions": versions(),
        "machine": machine(),
    }
    return EecResult(
        table=_table(pd.concat(rows, ignore_index=True), alpha, tolerance, resamples, seed),
        collisions=pd.concat(hits, ignore_index=True)[["system", "word", "entry", "effect"]],
        names=pd.concat(apart, ignore_index=True)[["system", "by", "emotion", *APART]],
        scores=pd.concat(scores, ignore_index=True),
        manifest=manifest,
    )


def _choices(corpus: pd.DataFrame, words: pd.Series) -> Iterator[tuple[str, pd.DataFrame]]:
    yield "all", corpus
    if len(words):
        yield "no lexicon words", corpus[~corpus["person"].isin(words)]


def _table(
    rows: pd.DataFrame, alpha: float, tolerance: float, resamples: int, seed: int
) -> pd.DataFrame:
    key = [*KEY]
    tests = paired_tests(
        rows, by=key, family=_FAMILY, alpha=alpha, tolerance=tolerance, resamples=resamples,
        seed=seed,
    )  # fmt: skip
    more = [
        dict(zip(key, of, strict=True)) | _shares(group, tolerance)
        for of, group in rows.groupby(key, sort=False)
    ]
    return tests.merge(pd.DataFrame(more), on=key, validate="one_to_one")[[*COLUMNS]]


def _shares(group: pd.DataFrame, tolerance: float) -> dict[str, object]:
    difference = (group["x"] - group["y"]).dropna().to_numpy()
    up, down = (difference > tolerance).mean(), (difference < -tolerance).mean()
    differs = (np.abs(difference) > tolerance).any()
    spread = len(difference) > 1 and np.ptp(difference) > tolerance
    return {
        "difference": group["difference"].iloc[0],
        "t_p": float(stats.ttest_1samp(difference, 0).pvalue) if spread else float(not differs),
        "share_up": float(up),
        "share_down": float(down),
        "share_equal": float(1 - up - down),
    }
