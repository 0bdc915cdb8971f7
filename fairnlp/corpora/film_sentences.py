"""Three classes of sentences from film reviews: negative opinion, positive opinion, other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.corpora.eraser import Document, as_marked
from fairnlp.corpora.function_words import without_function_words
from fairnlp.corpora.spans import rationale_frame, split_folds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from fairnlp.corpora.spans import Marked

__all__ = ["SIZES", "VARIANTS", "film_sentences"]

SIZES = {"neg": 329, "pos": 734, "other": 3873}
"""Sentences a class: as many as the published study has posts of aggression, loss and other."""

VARIANTS = {
    "raw": "a sentence with a rationale of any length; other: without one",
    "short": "a rationale of at most six tokens and half of the sentence; other: without one",
    "clean": "as short; other: only from reviews in which every rationale is marked",
    "cleanc": "as clean; function words and punctuation are taken out of the rationales",
}

LENGTHS = range(5, 41)
SHORT = 6


def film_sentences(
    documents: Sequence[Document],
    *,
    variant: str = "cleanc",
    sizes: Mapping[str, int] | None = None,
    folds: int = 5,
    seed: int = 0,
) -> pd.DataFrame:
    """Draw sentences of 5 to 40 tokens from film reviews with rationales.

    Parameters
    ----------
    documents : sequence of Document
        As of `read_documents`, with the labels "neg" and "pos".
    variant : {"cleanc", "clean", "short", "raw"}
        Which sentences; see `VARIANTS`.
    sizes : mapping of str to int, optional
        At most so many sentences of "neg", "pos" and "other"; by default `SIZES`. All are taken
        where there are fewer.
    folds : int, default 5
        All sentences of a review are in one fold.
    seed : int, default 0
        Draws sentences and folds.

    Returns
    -------
    DataFrame, one row a sentence
        See ``core.frames.RATIONALES``; ``group`` (the review), ``source`` and ``split``; in the
        order of the documents.

    Raises
    ------
    UnknownChoiceError
        If there is no such variant, class, or label of a document.
    OptionError
        If a size is below 1, or a class has no sentences.

    Notes
    -----
    In the reviews for training (and validation) only some of the rationales are marked, so that a
    sentence without one may be an opinion all the same: in "raw" and "short", "other" holds such.
    In the reviews for testing all are marked, and "clean" and "cleanc" take "other" from these
    alone. The price is a confound: there, opinions and others are from different reviews, and a
    model may learn the reviews.
    """
    if variant not in VARIANTS:
        raise UnknownChoiceError(unknown_choice("variant", variant, VARIANTS))
    wanted = {**SIZES, **(sizes or {})}
    _check(wanted)
    found = _candidates(
        documents, exhaustive=variant in ("clean", "cleanc"), short=variant != "raw"
    )
    chance = np.random.default_rng(seed)
    rows: list[int] = []
    for label, size in wanted.items():
        members = [row for row, one in enumerate(found) if one.label == label]
        if not members:
            msg = f"No sentence is {label!r} in the variant {variant!r} of these documents."
            raise OptionError(msg)
        rows += chance.choice(members, min(size, len(members)), replace=False).tolist()
    chosen = [found[row] for row in sorted(rows)]
    frame = rationale_frame(chosen, source=f"film sentences, {variant}", folds=folds, seed=seed)
    # Folds by the label and split of the review, so that each has its share of all classes.
    kinds = {one.name: f"{one.split} {one.label}" for one in documents}
    names = frame["group"].tolist()
    dealt = split_folds(names, [kinds[name] for name in names], folds=folds, seed=seed)
    frame["fold"] = dealt
    return without_function_words(frame) if variant == "cleanc" else frame


def _check(sizes: Mapping[str, int]) -> None:
    for label, size in sizes.items():
        if label not in SIZES:
            raise UnknownChoiceError(unknown_choice("class of sentences", label, SIZES))
        if size < 1:
            msg = f"`sizes` must be at least 1 a class; {label!r} has {size!r}."
            raise OptionError(msg)


def _candidates(documents: Sequence[Document], *, exhaustive: bool, short: bool) -> list[Marked]:
    found = []
    for document in documents:
        if document.label not in ("neg", "pos"):
            msg = unknown_choice("label of a review", document.label, ("neg", "pos"))
            raise UnknownChoiceError(f"{document.where}: {msg}")
        tested = document.split == "test"
        for number, (first, last) in enumerate(document.sentences()):
            size = last - first
            if size not in LENGTHS:
                continue
            marked = {
                place
                for start, end in document.spans
                for place in range(max(start, first), min(end, last))
            }
            if not marked:
                wanted = tested if exhaustive else not tested
            else:
                fits = len(marked) <= SHORT and 2 * len(marked) <= size
                wanted = not tested and (fits or not short)
            if wanted:
                found.append(
                    as_marked(
                        document,
                        first,
                        last,
                        text_id=f"{document.name}-{number:03d}",
                        label=document.label if marked else "other",
                        group=document.name,
                        more={"split": document.split},
                    )
                )
    return found
