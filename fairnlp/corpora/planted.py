"""The planted corpus: posts made by a grammar, in which the evidence and the bias are known."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.corpora.planted_grammar import Draft, Grammar, Piece, draft, load_grammar
from fairnlp.corpora.spans import Marked, rationale_frame
from fairnlp.text.words import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HALVES", "planted", "planting"]

HALVES = ("ordinary", "reversed")
BASE = 0.4
"""Probability of the planted word at a place without bias."""
STEEPNESS = 2.0
"""How far full strength moves the log-odds of the planted word, up or down."""


def planted(
    *,
    strength: float = 0.5,
    half: str | None = None,
    size: int | None = None,
    folds: int = 5,
    seed: int = 0,
) -> pd.DataFrame:
    """Make short informal posts of three classes, with planted words that tell nothing.

    A post has one or two words that decide its class (*rude*, *tearful*), and some places at which
    one of six neutral words, such as "on" and "a", may or may not stand. For training, these stand
    more often in complaints than in other posts: that is the bias. The same posts come in two
    versions for testing, so that a row of one frame is the row of another in all but the planted
    words.

    Parameters
    ----------
    strength : float, default 0.5
        Of the bias, from 0 (none) to 1. The odds of a planted word at a place are
        ``exp(4 * strength)`` times as high in a complaint as in another post: at 0.5, a place has
        its planted word in 64% of the complaints and 20% of the others.
    half : {"ordinary", "reversed"}, optional
        By default the posts for training. "ordinary": for testing, the planted words as often in
        every class (40% of the places). "reversed": for testing, as rare in complaints as they
        are in others for training, and the other way round.
    size : int, optional
        About so many posts, with the same shares of the classes; by default all 4,936.
    folds : int, default 5
        Number of folds; a post is in the same fold in every version.
    seed : int, default 0
        The same seed makes the same posts.

    Returns
    -------
    DataFrame, one row a post
        See ``core.frames.RATIONALES``: the labels are "complaint" (329), "sorrow" (734) and
        "other" (3,873). The rationale is the deciding words; it marks nothing in 55 complaints and
        88 posts of sorrow whose text tells nothing, and is None for "other", for which nobody was
        asked. Further columns: ``source``; ``planted`` (list of bool, one a token, True for a
        planted word); ``context:earlier complaints`` (higher in complaints),
        ``context:replies``, ``context:hour`` and ``context:followers`` (noise), all with a
        standard deviation of 1; ``annotated:context needed`` (the text alone tells nothing, and
        the context of complaints tells more) and ``annotated:weekend`` (chance).

        ``attrs`` holds the truth: ``planted_words``, ``planted_class``, ``rationale_words`` (class
        to words), ``signal`` (the context feature), ``strength``, ``half`` and ``seed``.

    Raises
    ------
    UnknownChoiceError
        If there is no such half.
    OptionError
        If the strength is not from 0 to 1, or the size too small for the folds.

    Examples
    --------
    >>> posts = planted()
    >>> len(posts)
    4936
    >>> posts.attrs["planted_words"]
    ['a', 'on', 'into', 'of', 'that', 'just']
    """
    if half is not None and half not in HALVES:
        raise UnknownChoiceError(unknown_choice("half", half, HALVES))
    grammar = load_grammar()
    sizes = _sizes(grammar, size, folds)
    chance = np.random.default_rng(seed)
    drafts = _drafts(grammar, sizes, chance)
    context = _context(grammar, drafts, chance)
    to = str(grammar.about["planted"]["co_occur_with"])
    posts = []
    for row, (label, one) in enumerate(drafts):
        often = planting(strength, half=half, biased=label == to)
        text, spans = _text(one.pieces, often)
        asked = label != "other"
        posts.append(
            Marked(
                text_id=f"planted-{row:05d}",
                text=text,
                label=label,
                spans=(spans if one.marked else []) if asked else None,
                more=context[row],
            )
        )
    frame = rationale_frame(posts, source="planted", folds=folds, seed=seed)
    marks = [
        [word in grammar.planted for word in cut(text, tokens)]
        for text, tokens in zip(frame["text"], frame["tokens"], strict=True)
    ]
    frame["planted"] = pd.Series(marks, dtype=object)
    frame.attrs |= {
        "planted_words": list(grammar.planted),
        "planted_class": to,
        "rationale_words": {
            label: list(grammar.deciding_words(label)) for label in sizes if label != "other"
        },
        "signal": f"context:{grammar.about['context']['signal']['name']}",
        "strength": strength,
        "half": half or "training",
        "seed": seed,
    }
    return frame


def planting(strength: float, *, half: str | None = None, biased: bool) -> float:
    """Give the probability that a place has its planted word.

    Parameters
    ----------
    strength : float
        Of the bias, from 0 to 1.
    half : {"ordinary", "reversed"}, optional
        As for `planted`.
    biased : bool
        Whether the post is of the class that the words are planted in.

    Returns
    -------
    float

    Raises
    ------
    OptionError
        If the strength is not from 0 to 1.

    Examples
    --------
    >>> [round(planting(0.5, biased=biased), 2) for biased in (True, False)]
    [0.64, 0.2]
    >>> planting(0.5, half="ordinary", biased=True)
    0.4
    """
    if not 0 <= strength <= 1:
        msg = f"`strength` must be from 0 (no bias) to 1; it is {strength!r}."
        raise OptionError(msg)
    if half == "ordinary" or strength == 0:
        return BASE
    up = biased if half is None else not biased
    odds = log(BASE / (1 - BASE)) + STEEPNESS * strength * (1 if up else -1)
    return 1 / (1 + exp(-odds))


def _sizes(grammar: Grammar, size: int | None, folds: int) -> dict[str, int]:
    full = {label: int(of["size"]) for label, of in grammar.about["classes"].items()}
    if size is None:
        return full
    sizes = {label: round(size * of / sum(full.values())) for label, of in full.items()}
    if min(sizes.values()) < folds:
        least = -(-folds * sum(full.values()) // min(full.values()))
        msg = f"`size` must be at least {least}, so that each fold has each class; not {size!r}."
        raise OptionError(msg)
    return sizes


def _drafts(
    grammar: Grammar, sizes: dict[str, int], chance: np.random.Generator
) -> list[tuple[str, Draft]]:
    labels = [label for label, size in sizes.items() for _ in range(size)]
    classes = grammar.about["classes"]
    marked = {
        label: round(size * classes[label]["marked"] / classes[label]["size"])
        for label, size in sizes.items()
    }
    drafts: list[tuple[str, Draft]] = []
    seen: set[str] = set()
    for label, size in sizes.items():
        for number in range(size):
            # A post like another would be known by heart, not understood, in the other fold.
            while True:
                one = draft(grammar, label, marked=number < marked[label], chance=chance)
                text, _ = _text(one.pieces, 0.0)
                if text not in seen:
                    break
            seen.add(text)
            drafts.append((label, one))
    return [drafts[place] for place in chance.permutation(len(labels))]


def _context(
    grammar: Grammar, drafts: Sequence[tuple[str, Draft]], chance: np.random.Generator
) -> list[dict[str, float | bool]]:
    about = grammar.about["context"]
    signal, annotated = about["signal"], about["annotated"]
    rows: list[dict[str, float | bool]] = []
    for label, one in drafts:
        needed = label != "other" and not one.marked
        mean = 0.0
        if label == signal["class"]:
            mean = signal["unmarked"] if needed else signal["mean"]
        row: dict[str, float | bool] = {
            f"context:{signal['name']}": mean + float(chance.standard_normal())
        }
        row |= {f"context:{name}": float(chance.standard_normal()) for name in about["noise"]}
        row[f"annotated:{annotated['needed']}"] = needed
        row[f"annotated:{annotated['chance']}"] = bool(chance.random() < about["chance_share"])
        rows.append(row)
    return rows


def _text(pieces: Sequence[Piece], often: float) -> tuple[str, list[tuple[int, int]]]:
    """Write a post out, and tell where its deciding words stand."""
    text, spans = "", []
    for piece in pieces:
        there = piece.planted is not None and piece.chance < often
        word = str(piece.planted) if there else piece.text
        if piece.deciding:
            spans.append((len(text), len(text) + len(word)))
        text += word
    return text, spans
