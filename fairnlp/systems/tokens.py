"""Systems that tell how likely each class is, and those that take words instead of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["ClassScores", "TokenClassifier"]


@runtime_checkable
class ClassScores(Protocol):
    """A system that gives the probability of each class.

    Attributes
    ----------
    name : str
        What tables call it.
    classes : tuple of str
        The classes, in the order of the columns.
    """

    name: str
    classes: tuple[str, ...]

    def labels(self, texts: Sequence[str]) -> list[str]:
        """Give one label a text, in order."""
        ...

    def probabilities(self, texts: Sequence[str], context: np.ndarray | None = None) -> np.ndarray:
        """Give one row a text and one column a class; rows add up to 1.

        `context` has a row of further features for each text, where the system was trained on
        such; see `core.frames.RATIONALES`.
        """
        ...


@runtime_checkable
class TokenClassifier(ClassScores, Protocol):
    """A system whose words can be given one by one, so that one can be masked or added.

    Attributes
    ----------
    unknown : str
        The word that stands for all that it does not know.
    """

    unknown: str

    def token_probabilities(
        self, tokens: Sequence[Sequence[str]], context: np.ndarray | None = None
    ) -> np.ndarray:
        """Give what `probabilities` gives, for texts that are cut into words.

        The words are those of `text.words.words`, in the letter case of the text.
        """
        ...
