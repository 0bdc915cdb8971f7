"""Insertion of neutral words: the most natural texts that one more word can make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.adversary.gaps import check_unigram, gaps, insert
from fairnlp.adversary.scorers import InsertionScorer, TextScorer
from fairnlp.core.errors import OptionError
from fairnlp.core.frames import TEXTS, check_frame
from fairnlp.core.progress import bar
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ATTACK", "AttackSet", "insert_unigrams"]

DECIMALS = 4

ATTACK = {
    "text_id": "str",
    "unigram": "str, what was inserted",
    "gap": "int, how many words and marks stand before it",
    "start": "int, where the inserted stretch begins in `text`",
    "end": "int, where it ends; its blank is part of it",
    "text": "str, the text with the unigram",
    "log_p": "float, log p of `text`, to four decimals",
    "naturalness": "float, `log_p` less log p of the text without the unigram",
    "rank": "int, 1 for the most natural text of the unigram",
}
"""An attack set; ``text[:start] + text[end:]`` is the text as it was."""


@dataclass(frozen=True, kw_only=True)
class AttackSet:
    """The most natural insertions of some unigrams.

    Parameters
    ----------
    frame : DataFrame
        See `ATTACK`; unigram by unigram, the most natural text first.
    scorer : str
        The language model that judged.
    keep : int
        At most so many texts were kept of each unigram.
    shortlist : int, optional
        How many gaps of each text and unigram were scored; None for all.
    n_texts, n_gaps : int
        Texts that have a gap, and all their gaps.
    without_gap : tuple of str
        Ids of the texts into which nothing can be put.
    """

    frame: pd.DataFrame
    scorer: str
    keep: int
    shortlist: int | None
    n_texts: int
    n_gaps: int
    without_gap: tuple[str, ...]

    def summary(self) -> pd.DataFrame:
        """Sum up each unigram.

        Returns
        -------
        DataFrame, one row a unigram
            ``unigram``, ``n`` (texts kept), and naturalness: ``highest``, ``median``, ``lowest``
            (of those kept), ``above_zero`` (texts that the insertion makes likelier).
        """
        grouped = self.frame.groupby("unigram", sort=False, observed=True)["naturalness"]
        found = grouped.agg(n="size", highest="max", median="median", lowest="min")
        found["above_zero"] = grouped.agg(lambda values: int((values > 0).sum())).astype(int)
        return found.reset_index()


def insert_unigrams(
    corpus: pd.DataFrame,
    unigrams: Sequence[str],
    scorer: TextScorer,
    *,
    keep: int = 800,
    shortlist: int | None = None,
    progress: bool | None = None,
) -> AttackSet:
    """Insert each unigram into each text where it reads most naturally, and keep the best texts.

    Every gap of a text is tried (see `gaps.gaps`), and the most likely text is kept. Its
    naturalness is log p(T') - log p(T). Of these texts, the `keep` most natural ones are the
    attack set of the unigram.

    Parameters
    ----------
    corpus : DataFrame
        See ``core.frames.TEXTS``. A text that comes twice is there twice.
    unigrams : sequence of str
        One word each, such as ``["a", "on", "that"]``. They should mean nothing for the label:
        see `candidates`.
    scorer : TextScorer or InsertionScorer
        The language model, such as `train_language_model` gives.
    keep : int
        How many texts of each unigram.
    shortlist : int, optional
        Score only so many gaps of each text and unigram: those at which the unigram by itself is
        the most likely, given what comes before and after. Faster, and sometimes the best gap is
        missed. For scorers with ``insertions`` alone.
    progress : bool, optional
        See `core.progress.bar`.

    Returns
    -------
    AttackSet

    Raises
    ------
    SchemaError
        If the corpus lacks a column.
    OptionError
        If there is no unigram, one is not one word, comes twice or is not known to the scorer; if
        `keep` or `shortlist` is below 1, or ids come twice.

    Notes
    -----
    Zhong et al. (2019): 800 texts of each unigram. Equal figures keep the order of gaps and texts.

    Examples
    --------
    >>> from fairnlp.adversary.trigrams import TrigramModel
    >>> corpus = pd.DataFrame({"text_id": ["a", "b"], "text": ["Come home.", "He went."]})
    >>> scorer = TrigramModel(["Come on home.", "He went on.", "He came home.", "Go on home."])
    >>> attack = insert_unigrams(corpus, ["on"], scorer, progress=False)
    >>> attack.frame[["text_id", "text", "gap", "rank"]].values.tolist()
    [['a', 'Come on home.', 1, 1], ['b', 'He went on.', 2, 2]]
    """
    check_frame(corpus, TEXTS, name="corpus")
    _check(corpus, unigrams, scorer, keep=keep, shortlist=shortlist)
    ids, texts = corpus["text_id"].astype("str").tolist(), corpus["text"].tolist()
    places = [gaps(text) for text in texts]
    some = [row for row, found in enumerate(places) if found]
    chosen = [texts[row] for row in some]
    if isinstance(scorer, InsertionScorer):
        tokens = [cut(text, words(text)) for text in chosen]
        positions = [[gap.position for gap in places[row]] for row in some]
        tables = scorer.insertions(
            tokens, positions, unigrams, shortlist=shortlist, progress=progress
        )
        before = scorer.token_log_probabilities(tokens)
    else:
        tables = _rendered(chosen, unigrams, scorer, progress=progress)
        before = scorer.log_probabilities(chosen)
    # So that the noise of floats decides nothing: equal texts are equal on any machine.
    rounded, before = [table.round(DECIMALS) for table in tables], before.round(DECIMALS)
    rows = []
    for number, unigram in enumerate(unigrams):
        best = np.array([np.nanargmax(table[number]) for table in rounded], dtype=int)
        log_p = np.array([table[number, at] for table, at in zip(rounded, best, strict=True)])
        naturalness = (log_p - before).round(DECIMALS)
        order = np.argsort(-naturalness, kind="stable")[:keep]
        for rank, place in enumerate(order, start=1):
            gap = places[some[place]][best[place]]
            put = insert(chosen[place], gap, unigram)
            rows.append(
                {
                    "text_id": ids[some[place]],
                    "unigram": unigram,
                    "gap": gap.position,
                    "start": put.start,
                    "end": put.end,
                    "text": put.text,
                    "log_p": float(log_p[place]),
                    "naturalness": float(naturalness[place]),
                    "rank": rank,
                }
            )
    return AttackSet(
        frame=pd.DataFrame(rows, columns=[*ATTACK]),
        scorer=scorer.name,
        keep=keep,
        shortlist=shortlist,
        n_texts=len(some),
        n_gaps=sum(map(len, places)),
        without_gap=tuple(ids[row] for row, found in enumerate(places) if not found),
    )


def _check(
    corpus: pd.DataFrame,
    unigrams: Sequence[str],
    scorer: TextScorer,
    *,
    keep: int,
    shortlist: int | None,
) -> None:
    if isinstance(unigrams, str) or not len(unigrams):
        msg = f"unigrams is {unigrams!r}; give a list of words, such as ['a', 'on']."
        raise OptionError(msg)
    for unigram in unigrams:
        check_unigram(unigram)
    if len(set(unigrams)) < len(unigrams):
        msg = f"A unigram comes twice in {list(unigrams)}."
        raise OptionError(msg)
    for name, value in (("keep", keep), ("shortlist", shortlist)):
        if value is not None and value < 1:
            msg = f"{name} is {value}; give 1 or more."
            raise OptionError(msg)
    if (twice := corpus["text_id"].duplicated()).any():
        msg = f"text_id must be unique; {corpus['text_id'][twice].iloc[0]!r} comes twice."
        raise OptionError(msg)
    if not isinstance(scorer, InsertionScorer):
        if shortlist is not None:
            msg = f"{scorer.name} scores whole texts; leave out shortlist."
            raise OptionError(msg)
        return
    if strange := [unigram for unigram in unigrams if not scorer.knows(unigram)]:
        msg = (
            f"{scorer.name} does not know {strange[0]!r}, so that it cannot tell how natural it "
            "is; choose words that are frequent in the texts it was trained on."
        )
        raise OptionError(msg)


def _rendered(
    texts: Sequence[str], unigrams: Sequence[str], scorer: TextScorer, *, progress: bool | None
) -> list[np.ndarray]:
    """Score whole texts, each with each unigram in each gap."""
    tables = []
    for text in bar(texts, title="scoring insertions", unit="texts", show=progress):
        found = gaps(text)
        made = [insert(text, gap, unigram).text for unigram in unigrams for gap in found]
        tables.append(scorer.log_probabilities(made).reshape(len(unigrams), len(found)))
    return tables
