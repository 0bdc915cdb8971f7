"""What all models share: words in, a probability for each class out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import softmax

from fairnlp.core.errors import OptionError
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.rationale.recipe import Recipe

__all__ = ["UNKNOWN_WORD", "Facts", "TokenModel"]

UNKNOWN_WORD = "<unknown>"
"""No word of a text: `text.words` cuts it into three."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """What a model knows beside its weights.

    Parameters
    ----------
    recipe : Recipe
    classes : tuple of str
    context_features : tuple of str
        The context features that it was trained on, in order.
    centre, scale : ndarray of float, shape (features,)
        Mean and standard deviation of each in the training texts.
    info : dict
        Facts for tables, such as ``epochs`` and ``no_rationale``.
    """

    recipe: Recipe
    classes: tuple[str, ...]
    context_features: tuple[str, ...] = ()
    centre: np.ndarray = field(default_factory=lambda: np.empty(0))
    scale: np.ndarray = field(default_factory=lambda: np.empty(0))
    info: dict[str, Any] = field(default_factory=dict)


class TokenModel(ABC):
    """A trained model; see `systems.tokens.TokenClassifier`.

    Attributes
    ----------
    name : str
    classes : tuple of str
        The classes, in alphabetical order.
    context_features : tuple of str
        Context features that it needs, in the order of the columns; see `context_contributions`.
    unknown : str
        The word that stands for all that it does not know.
    info : dict
        Facts for tables.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts, self.recipe, self.info = facts, facts.recipe, dict(facts.info)
        self.name, self.classes = facts.recipe.name, facts.classes
        self.context_features = facts.context_features
        self.unknown = UNKNOWN_WORD

    # A system under test

    def labels(self, texts: Sequence[str], context: np.ndarray | None = None) -> list[str]:
        """Give the most probable class of each text."""
        return self.named(self.probabilities(texts, context))

    def probabilities(self, texts: Sequence[str], context: np.ndarray | None = None) -> np.ndarray:
        """Give the probability of each class.

        Parameters
        ----------
        texts : sequence of str
        context : ndarray of float, shape (n, features), optional
            Needed if the model has `context_features`: the same features in that order, in the
            units of the corpus.

        Returns
        -------
        ndarray of float, shape (n, classes)
            Rows add up to 1.

        Raises
        ------
        OptionError
            If the context features are missing, too many, or no numbers.
        """
        return self.token_probabilities([cut(text, words(text)) for text in texts], context)

    def token_probabilities(
        self, tokens: Sequence[Sequence[str]], context: np.ndarray | None = None
    ) -> np.ndarray:
        """Give what `probabilities` gives, for texts that are cut into words.

        A text may have no word. What a model cannot tell apart is asked once, so that two such
        texts get the very same answer.
        """
        return softmax(self.logits(tokens, context), axis=1)

    def logits(
        self, tokens: Sequence[Sequence[str]], context: np.ndarray | None = None
    ) -> np.ndarray:
        """Give the scores of which `token_probabilities` is the softmax."""
        scaled = self._scaled(context, len(tokens))
        keys = list(zip(self._keys(tokens), map(bytes, scaled), strict=True))
        rows = {key: row for row, key in reversed(list(enumerate(keys)))}
        if not rows:
            return np.empty((0, len(self.classes)))
        asked = self._logits([tokens[row] for row in rows.values()], scaled[list(rows.values())])
        place = {key: at for at, key in enumerate(rows)}
        return asked[[place[key] for key in keys]]

    def named(self, probabilities: np.ndarray) -> list[str]:
        """Give the class of the highest probability in each row; of equal ones, the first."""
        return [self.classes[at] for at in probabilities.argmax(axis=1).tolist()]

    # Context features

    def context_contributions(self, texts: Sequence[str], context: np.ndarray) -> np.ndarray:
        """Give what each context feature adds to the score of each class: w_k c_k.

        Parameters
        ----------
        texts : sequence of str
            They do not matter: the features are joined after the text is read.
        context : ndarray of float, shape (n, features)
            In the units of the corpus. The last layer sees (c - mean) / sd, with mean and sd of
            the training texts, so that a feature at its mean adds nothing.

        Returns
        -------
        ndarray of float, shape (n, features, classes)
            In the units of `logits`.

        Raises
        ------
        OptionError
            If the context features are not those of the model.
        """
        return self._scaled(context, len(texts))[:, :, None] * self._last_layer().T[None]

    def _scaled(self, context: np.ndarray | None, n: int) -> np.ndarray:
        want = len(self.context_features)
        if context is None:
            if want:
                msg = (
                    f"Model {self.name!r} was trained with {want} context features "
                    f"({', '.join(self.context_features[:5])}): give context=, a row for each text."
                )
                raise OptionError(msg)
            return np.empty((n, 0))
        given = np.asarray(context, dtype=float)
        if not want and given.ndim == 2 and len(given) == n:
            return np.empty((n, 0))  # it was trained without them
        if given.shape != (n, want) or not np.isfinite(given).all():
            what = f"of shape {given.shape}" if given.shape != (n, want) else "with NaN or infinity"
            msg = f"Model {self.name!r} needs context of shape ({n}, {want}); got one {what}."
            raise OptionError(msg)
        scaled: np.ndarray = (given - self.facts.centre) / self.facts.scale
        return scaled

    # What a kind of model brings

    @abstractmethod
    def _logits(self, tokens: Sequence[Sequence[str]], context: np.ndarray) -> np.ndarray:
        """Give the scores of texts that differ; `context` is scaled."""

    @abstractmethod
    def _last_layer(self) -> np.ndarray:
        """Weights of the context features in the scores, of shape (classes, features)."""

    @abstractmethod
    def arrays(self) -> dict[str, np.ndarray]:
        """Give all numbers of the model, by name."""

    def _keys(self, tokens: Sequence[Sequence[str]]) -> list[Any]:
        """Give what the model sees of each text: texts of one key cannot be told apart."""
        return [tuple(text) for text in tokens]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, classes={self.classes})"
