"""The Cognate Equity Evaluation Corpus at work: lexicon tools before and after debiasing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.progress import bar
from fairnlp.core.provenance import frame_hash, machine, versions
from fairnlp.corpora.ceec import ceec, ceec_pairs
from fairnlp.debias import can_patch, leak_check, lexicon, retest
from fairnlp.papers.ceec_reported import beside_reported
from fairnlp.papers.ceec_result import COLUMNS, KEY, CeecResult
from fairnlp.papers.ceec_tools import LEAKS, PAIRS, count_pairs
from fairnlp.papers.scoring import named_systems, sentence_scores
from fairnlp.stats.paired_table import paired_tests
from fairnlp.stats.proportions import wilson
from fairnlp.systems.cache import Remembered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairnlp.corpora.cognates import Variant
    from fairnlp.debias import Debiased
    from fairnlp.systems.lexicon_tool import LexiconTool

__all__ = ["LANGUAGES", "SYSTEMS", "debiased", "reproduce"]

LANGUAGES = ("French", "Spanish", "Italian")
"""The languages of the paper."""

SYSTEMS = ("vader", "afinn", "textblob", "textblob-subjectivity", "sentimentr")
"""The four tools of the paper; TextBlob has two measures."""

_FAMILY = ["language", "state"]


class _Made(NamedTuple):
    scores: pd.DataFrame
    pairs: pd.DataFrame
    leaks: list[pd.DataFrame]


def reproduce(
    corpora: Mapping[str, pd.DataFrame] | None = None,
    *,
    languages: Sequence[str] = LANGUAGES,
    variant: Variant = "both-examples",
    systems: Sequence[Any] = SYSTEMS,
    debias: bool = True,
    reviews: int = 0,
    alpha: float = 0.05,
    tolerance: float = 1e-9,
    resamples: int = 2000,
    seed: int = 0,
    progress: bool | None = None,
) -> CeecResult:
    """Compare the scores of sentences about a cognate and about its synonym, and debias the tools.

    Parameters
    ----------
    corpora : mapping of str to DataFrame, optional
        Language to corpus, as of `fairnlp.corpora.ceec`; by default those of `languages` and
        `variant`.
    languages : sequence of str
    variant : {"plain", "paper-size", "both-examples"}
        See `fairnlp.corpora.cognate_pairs`.
    systems : sequence
        See `fairnlp.as_system`; each must give scores. Those with a lexicon are debiased.
    debias : bool
        False leaves the tools as they are.
    reviews : int
        On how many real reviews to count scores and labels that debiasing moves; they need
        ``fairnlp[reviews]``. 0 for none: 5,000 take about a minute.
    alpha, tolerance, resamples, seed
        See `fairnlp.stats.paired_tests`. The seed also draws the reviews and the pairs that are
        held out.
    progress : bool, optional
        See `fairnlp.core.progress.bar`.

    Returns
    -------
    CeecResult

    Raises
    ------
    OptionError
        If a system gives no scores, two have one name, or an option is out of its range.
    UnknownChoiceError, MissingDataError
        If a language or variant is not known, or not on this machine.

    Notes
    -----
    Zhiltsova, Caton and Mulwa (2019), "Mitigation of Unintended Biases against Non-Native English
    Texts in Sentiment Analysis": for each tool, language and emotion the signed-rank test over
    sentences, then the cognate is given the score of its synonym, then the test again. Added here:
    the test over pairs (the ten sentences of a pair are near copies), effects, intervals, a
    correction over the tools and emotions of a language, why a pair still differs, and what
    debiasing moves elsewhere.

    Examples
    --------
    >>> found = reproduce(languages=["Spanish"], systems=["vader"], resamples=20, progress=False)
    >>> found.tools[["system", "pairs", "differ_before", "differ_after"]].to_numpy().tolist()
    [['vader', 32, 3, 0.0]]
    """
    if reviews < 0:
        msg = f"reviews is {reviews}; give how many, 0 for none."
        raise OptionError(msg)
    tested = named_systems(systems)
    made_of = corpora or {name: ceec(name, variant=variant) for name in languages}
    texts = _reviews(reviews if debias else 0, seed)
    work = [(language, system) for system in tested for language in made_of]
    began = time.process_time()
    made, seconds, last = [], {}, None
    for language, system in bar(work, title="scoring", unit="tools", show=progress):
        start = time.process_time()
        # What it said of the reviews serves all languages.
        last = last if last is not None and last.system is system else Remembered(system)
        made.append(_tool(language, made_of[language], last, texts, debias, tolerance, seed))
        seconds[f"{system.name}, {language}"] = round(time.process_time() - start, 2)
    order = {language: at for at, language in enumerate(made_of)}
    scores, pairs, leaks = (
        _joined(parts, order)
        for parts in (
            [one.scores for one in made],
            [one.pairs for one in made],
            [leak for one in made for leak in one.leaks],
        )
    )
    tests = paired_tests(
        scores, by=[*KEY], family=_FAMILY, alpha=alpha, tolerance=tolerance, resamples=resamples,
        seed=seed,
    )  # fmt: skip
    manifest = {
        "paper": "ceec",
        "variant": "own" if corpora else variant,
        "corpora": {language: frame_hash(corpus) for language, corpus in made_of.items()},
        "reviews": {"n": len(texts), "hash": frame_hash(pd.DataFrame({"text": texts}))},
        "options": {"alpha": alpha, "tolerance": tolerance, "resamples": resamples, "seed": seed},
        "cpu_seconds": seconds | {"in all": round(time.process_time() - began, 2)},
        "versions": versions(),
        "machine": machine(),
    }
    table = beside_reported(tests)[[*COLUMNS]]
    return CeecResult(
        table=table,
        tools=count_pairs(pairs, table),
        pairs=pairs.reindex(columns=[*PAIRS]),
        leaks=leaks.reindex(columns=[*LEAKS]),
        manifest=manifest,
    )


def debiased(corpus: pd.DataFrame, system: Any) -> Debiased:
    """Give each cognate of a corpus the score of its synonym, in a copy of a lexicon tool.

    Parameters
    ----------
    corpus : DataFrame
        As of `fairnlp.corpora.ceec`.
    system : LexiconTool or str
        See `fairnlp.debias.lexicon`.

    Returns
    -------
    Debiased

    Examples
    --------
    >>> tool = debiased(ceec("Italian"), "vader")
    >>> tool.report.loc[tool.report["action"] != "none", ["word", "partner", "action"]].head(2)
         word      partner   action
    10   fine        mulct  removed
    11  forte  strong suit    added
    """
    pairs = ceec_pairs(corpus)[["cognate", "synonym"]].drop_duplicates(ignore_index=True)
    return lexicon(system, pairs.set_axis(["word", "partner"], axis=1))


def _tool(
    language: str,
    corpus: pd.DataFrame,
    system: Remembered,
    reviews: list[str],
    debias: bool,
    tolerance: float,
    seed: int,
) -> _Made:
    """Score the sentences of one language with one tool, before and after debiasing."""
    sentences = ceec_pairs(corpus).rename(
        columns={
            "cognate": "word",
            "synonym": "partner",
            "sentence_cognate": "text",
            "sentence_synonym": "partner_text",
        }
    )
    of = {"language": language, "system": system.name}
    states: dict[str, Any] = {"before": system}
    if debias and can_patch(system.system):
        states["after"] = Remembered(debiased(corpus, system.system))
    scores = pd.concat(
        [
            sentences[["pair_id", "emotion"]].assign(
                **of,
                state=state,
                x=sentence_scores(asked, sentences["text"].tolist(), _ids(sentences, "cognate")),
                y=sentence_scores(
                    asked, sentences["partner_text"].tolist(), _ids(sentences, "synonym")
                ),
            )
            for state, asked in states.items()
        ],
        ignore_index=True,
    )
    after = states.get("after")
    pairs = retest(system, after or system, sentences, tolerance=tolerance).assign(**of)
    ids = sentences.drop_duplicates("pair_id").set_index(["word", "partner"])["pair_id"]
    pairs["pair_id"] = ids.loc[pd.MultiIndex.from_frame(pairs[["word", "partner"]])].to_numpy()
    pairs = pairs.rename(columns={"word": "cognate", "partner": "synonym"})
    if after is None:
        nothing: dict[str, Any] = {
            "differ_after": np.nan,
            "largest_after": np.nan,
            "kind": "",
            "why": "",
        }
        return _Made(scores, pairs.assign(**nothing), [])
    leaks = [_held_out(system, sentences, tolerance, seed)]
    if reviews:
        leaks.append(leak_check(system, after, {"reviews": reviews}, tolerance=tolerance))
    return _Made(scores, pairs, [leak.assign(**of) for leak in leaks])


def _held_out(
    system: Remembered, sentences: pd.DataFrame, tolerance: float, seed: int
) -> pd.DataFrame:
    """Patch a half of the pairs that is drawn at random, and look at the other half."""
    words = sentences[["word", "partner"]].drop_duplicates(ignore_index=True)
    drawn = np.random.default_rng(seed).permutation(len(words))
    half = words.iloc[np.sort(drawn[: len(words) // 2])]
    patched = Remembered(lexicon(cast("LexiconTool", system.system), half))
    key = pd.MultiIndex.from_frame(sentences[["word", "partner"]])
    others = sentences[~key.isin(pd.MultiIndex.from_frame(half))]
    found = leak_check(system, patched, {"held-out pairs": others}, tolerance=tolerance)
    again = retest(system, patched, others, tolerance=tolerance)
    n, moved = len(again), int(((again["differ_before"] > 0) != (again["differ_after"] > 0)).sum())
    low, high = wilson([moved], [n])
    row = {"texts": "held-out pairs", "what": "pair", "n": n, "moved": moved}
    row |= {"share": moved / n if n else np.nan, "low": low[0], "high": high[0]}
    return pd.concat([pd.DataFrame([row]), found], ignore_index=True)


def _ids(sentences: pd.DataFrame, side: str) -> list[str]:
    return (sentences["pair_id"] + f" ({side}, " + sentences["emotion_word"] + ")").tolist()


def _reviews(n: int, seed: int) -> list[str]:
    if not n:
        return []
    from fairnlp.corpora.imdb import reviews

    return list(reviews(limit=n, seed=seed)["text"])


def _joined(parts: list[pd.DataFrame], order: Mapping[str, int]) -> pd.DataFrame:
    """Put parts together: by language, then by system as they were given."""
    if not parts:
        return pd.DataFrame(columns=["language"])
    whole = pd.concat(parts, ignore_index=True)
    return whole.sort_values("language", key=lambda names: names.map(order), kind="stable",
                             ignore_index=True)  # fmt: skip
