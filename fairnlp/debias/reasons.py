"""Why a pair cannot be patched, may differ all the same, or needs a word of caution: by kind."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KINDS", "Reason", "reason"]

KINDS = {
    "capitals": "capitals: VADER adds to the score of {text!r} beside words without",
    "earlier pair": "an earlier pair gives it the score of {partner!r}",
    "lower case": "{entry!r} in lower case too: the tool cannot tell them apart",
    "never looked up": "the tool never looks up {entry!r}",
    "number of words": "another number of words: SentimentR divides by its root",
    "other pair": "other pairs change words of it: {words}",
    "part of a phrase": "phrases with it have entries of their own: {phrases}",
    "phrase": "a phrase: the tool looks up single words",
    "rule": "a rule of this copy, for a title; no lexicon file can hold it",
    "several senses": "{n} parts of speech, all replaced",
    "several words": "several words of the partner count, each for itself; one entry cannot",
    "shared word": "the partner contains the word, and would change with it",
    "shifter": "the word negates or strengthens other words; no entry changes that",
    "shifting partner": "the partner negates or strengthens other words; an entry cannot",
    "unknown": "no reason is known",
}
"""Kind to sentence."""


@dataclass(frozen=True)
class Reason:
    """A reason.

    Parameters
    ----------
    kind : str
        A key of `KINDS`; empty for none.
    said : str
        A sentence for the reader.
    """

    kind: str = ""
    said: str = ""


def reason(kind: str, **words: object) -> Reason:
    """Make the reason of a kind.

    Examples
    --------
    >>> reason("several senses", n=2)
    Reason(kind='several senses', said='2 parts of speech, all replaced')
    """
    return Reason(kind, KINDS[kind].format(**words))
