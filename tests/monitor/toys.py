"""Systems with known answers, and texts about one person, about nobody, and about a pronoun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HER = "Priya baked at dawn, and her bread rose."
HIS = "Tom was late, and his bread was cold."
PRONOUN = "She laughed. Her hat fell."
NOBODY = "The soup was cold."


class Watched:
    """Labels by a rule, and the batches that it was asked about."""

    def __init__(self, rule: Callable[[str], str | None], name: str = "watched") -> None:
        self.rule, self.name = rule, name
        self.batches: list[list[str]] = []

    def labels(self, texts: Sequence[str]) -> list[str | None]:
        self.batches.append(list(texts))
        return [self.rule(text) for text in texts]

    @property
    def sizes(self) -> list[int]:
        return [len(batch) for batch in self.batches]


def by_pronoun(text: str) -> str:
    """Say good of men and bad of women: as unfair as can be."""
    return "good" if set(text.split()) & {"He", "he", "his", "His", "him"} else "bad"


def always(text: str) -> str:
    return "good"


def breaks_on(word: str, rule: Callable[[str], str] = always) -> Callable[[str], str]:
    """Follow a rule, but raise where a text holds the word."""

    def said(text: str) -> str:
        if word in text:
            msg = f"cannot read {word}"
            raise ValueError(msg)
        return rule(text)

    return said


class Cut(Watched):
    """A system that reads the first characters of a text alone, and says so."""

    def __init__(self, length: int) -> None:
        super().__init__(lambda text: by_pronoun(text[:length]), "cut")
        self.length = length

    def seen(self, texts: Sequence[str]) -> list[str]:
        return [text[: self.length] for text in texts]


class Scored(Watched):
    """Labels and scores from one pass."""

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([1.0 if self.rule(text) == "good" else -1.0 for text in texts])
