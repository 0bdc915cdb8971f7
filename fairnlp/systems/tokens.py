"""Systems that tell how likely each class is, and those that show more of how they come to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import torch

__all__ = [
    "AttentionClassifier",
    "ClassScores",
    "ContextClassifier",
    "Embedded",
    "GradientClassifier",
    "TokenClassifier",
]

Spans = list[tuple[int, int]]
"""Where the words of a text stand; see `text.words.words`."""


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


class Embedded(NamedTuple):
    """Texts as a torch model reads them: a vector for each piece.

    Parameters
    ----------
    vectors : Tensor of float, shape (texts, pieces, dimensions)
        The input embeddings. A piece is a word, a part of one, a mark that the model adds, or
        padding.
    baseline : Tensor of float, shape (texts, pieces, dimensions)
        The same where every word is the unknown one; marks and padding stay as they are.
    owners : ndarray of int, shape (texts, pieces)
        Number of the word that the piece belongs to, from 0; -1 for marks and padding.
    beside : tuple of Tensor
        What the model needs beside the vectors, such as lengths or context features; each has a
        row a text.
    """

    vectors: torch.Tensor
    baseline: torch.Tensor
    owners: np.ndarray
    beside: tuple[torch.Tensor, ...]


@runtime_checkable
class GradientClassifier(ClassScores, Protocol):
    """A torch model whose probabilities can be followed back to its input embeddings."""

    def embedded(
        self, texts: Sequence[str], spans: Sequence[Spans], context: np.ndarray | None = None
    ) -> Embedded:
        """Embed texts whose words stand at `spans`; words that are cut off have no piece."""
        ...

    def embedded_probabilities(self, vectors: torch.Tensor, *beside: torch.Tensor) -> torch.Tensor:
        """Give what `probabilities` gives, for embeddings: shape (texts, classes).

        Nothing is dropped out and nothing random happens. Gradients are kept.
        """
        ...


@runtime_checkable
class AttentionClassifier(ClassScores, Protocol):
    """A model with weights over the words of a text."""

    def attention(
        self, texts: Sequence[str], spans: Sequence[Spans], context: np.ndarray | None = None
    ) -> list[np.ndarray]:
        """Give for each text one weight, at least 0, a word; words that are cut off have 0."""
        ...


@runtime_checkable
class ContextClassifier(ClassScores, Protocol):
    """A model to whose last, linear layer context features are joined.

    Attributes
    ----------
    context_features : tuple of str
        Names of the features, in the order of the columns of `context`.
    """

    context_features: tuple[str, ...]

    def context_contributions(self, texts: Sequence[str], context: np.ndarray) -> np.ndarray:
        """Give what each feature adds to the score of each class before the softmax.

        Shape (texts, features, classes): the weight of the feature for the class times its value.
        """
        ...
