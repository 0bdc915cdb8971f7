"""What tells how likely a text is: the protocols that insertion asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["InsertionScorer", "TextScorer"]


@runtime_checkable
class TextScorer(Protocol):
    """A language model.

    Attributes
    ----------
    name : str
        What results call it.
    """

    name: str

    def log_probabilities(self, texts: Sequence[str]) -> np.ndarray:
        """Give log p of each text (natural logarithm, a sum over its tokens), in order."""
        ...


@runtime_checkable
class InsertionScorer(TextScorer, Protocol):
    """A language model that scores all insertions into a text together.

    It works on the words of `text.words.words` and does without the rendered texts, so that what
    the insertions into one text share is computed once.
    """

    def knows(self, word: str) -> bool:
        """Tell whether a word has a probability of its own."""
        ...

    def token_log_probabilities(self, texts: Sequence[Sequence[str]]) -> np.ndarray:
        """Give what `log_probabilities` gives, for texts that are cut into words."""
        ...

    def insertions(
        self,
        texts: Sequence[Sequence[str]],
        positions: Sequence[Sequence[int]],
        unigrams: Sequence[str],
        *,
        shortlist: int | None = None,
        progress: bool | None = None,
    ) -> list[np.ndarray]:
        """Give log p of each text with each unigram at each position.

        Parameters
        ----------
        texts : sequence of sequence of str
            The words of each text.
        positions : sequence of sequence of int
            For each text, before which word to insert; its length is after the last.
        unigrams : sequence of str
            What to insert.
        shortlist : int, optional
            Score only so many positions of each text and unigram: those at which the unigram by
            itself is the most likely. By default all.
        progress : bool, optional
            See `core.progress.bar`.

        Returns
        -------
        list of ndarray, shape (unigrams, positions)
            One a text; NaN where a position was not scored.
        """
        ...
