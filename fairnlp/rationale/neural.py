"""A trained network as a system under test that takes words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.optional import require
from fairnlp.rationale.classifier import TokenModel
from fairnlp.rationale.networks import NETWORKS
from fairnlp.systems.tokens import Embedded
from fairnlp.text.words import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import torch

    from fairnlp.rationale.classifier import Facts
    from fairnlp.rationale.networks import Pass
    from fairnlp.systems.tokens import Spans

__all__ = ["AttentionModel", "NeuralModel"]

FILL, UNKNOWN = 0, 1
"""Rows of the table of vectors that are no word of the vocabulary."""

PLACES = 32_768
"""Words in one pass, those that fill up included: memory stays bounded whatever the texts."""


class NeuralModel(TokenModel):
    """A network over word vectors, such as the CNN.

    Parameters
    ----------
    facts : Facts
    words : sequence of str
        The vocabulary, in lower case; all else is the unknown word.
    arrays : mapping of str to ndarray
        ``vectors``: a row for what fills up, one for the unknown word, one for each word; and the
        weights of the layers.
    device : str, optional
        Such as ``"cpu"`` or ``"cuda"``; by default an accelerator if there is one.
    """

    def __init__(
        self,
        facts: Facts,
        *,
        words: Sequence[str],
        arrays: Mapping[str, np.ndarray],
        device: str | None = None,
    ) -> None:
        torch = require("torch", extra="neural", purpose=f"The model {facts.recipe.name!r}")
        super().__init__(facts)
        self.words = tuple(words)
        self.number = {word: at for at, word in enumerate(self.words, start=2)}
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.vectors = torch.from_numpy(np.array(arrays["vectors"])).to(self.device)
        self.network = NETWORKS[facts.recipe.kind](
            facts.recipe,
            size=self.vectors.shape[1],
            n_context=len(self.context_features),
            n_classes=len(self.classes),
        )
        weights = {k: torch.from_numpy(np.array(v)) for k, v in arrays.items() if k != "vectors"}
        self.network.layers.load_state_dict(weights)
        self.network.layers.to(self.device).eval()

    @property
    def known_words(self) -> frozenset[str]:
        """The words of the vocabulary: all others look alike to it."""
        return frozenset(self.words)

    def ids(self, tokens: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
        """Give the row of the table of vectors for each word that is read."""
        most, number = self.recipe.max_length, self.number.get
        return [tuple(number(w.lower(), UNKNOWN) for w in words[:most]) for words in tokens]

    # What TokenModel asks for

    def _logits(self, tokens: Sequence[Sequence[str]], context: np.ndarray) -> np.ndarray:
        import torch

        result = np.empty((len(tokens), len(self.classes)))
        with torch.inference_mode():
            for rows, given in self._passes(self.ids(tokens), context):
                result[rows] = given.logits.double().cpu().numpy()
        return result

    def _last_layer(self) -> np.ndarray:
        weight: np.ndarray = self.network.layers["out"].weight.detach().double().cpu().numpy()
        return weight[:, weight.shape[1] - len(self.context_features) :]

    def arrays(self) -> dict[str, np.ndarray]:
        """Give all numbers of the model, by name."""
        state = self.network.layers.state_dict()
        kept = {name: value.cpu().numpy() for name, value in state.items()}
        return {"vectors": self.vectors.cpu().numpy()} | kept

    def _keys(self, tokens: Sequence[Sequence[str]]) -> list[Any]:
        return list(self.ids(tokens))

    # For measures of influence; see systems.tokens.GradientClassifier

    def embedded(
        self, texts: Sequence[str], spans: Sequence[Spans], context: np.ndarray | None = None
    ) -> Embedded:
        """Give the word vectors of texts whose words stand at `spans`.

        Vectors and baseline have shape (n, length, size). Beside them are the mask of the places
        that hold a word, and the context features as the last layer sees them.
        """
        import torch

        tokens = [cut(text, at) for text, at in zip(texts, spans, strict=True)]
        filled, mask = self._filled(self.ids(tokens))
        nothing = torch.where(mask, UNKNOWN, FILL)
        owners = np.where(mask.cpu().numpy(), np.arange(mask.shape[1]), -1)
        features = self._features(self._scaled(context, len(tokens)))
        vectors, baseline = self.vectors[filled], self.vectors[nothing]
        return Embedded(vectors, baseline, owners, (mask, features))

    def embedded_probabilities(self, vectors: torch.Tensor, *beside: torch.Tensor) -> torch.Tensor:
        """Give what `probabilities` gives, as a tensor of shape (n, classes) that has gradients."""
        import torch

        mask, features = beside
        # cuDNN gives no gradients of an LSTM that is not in training.
        with torch.backends.cudnn.flags(enabled=False):
            return torch.softmax(self.network(vectors, mask, features).logits, dim=1)

    # How it is done

    def _passes(
        self, ids: list[tuple[int, ...]], context: np.ndarray
    ) -> Iterator[tuple[list[int], Pass]]:
        """Run the network over texts of like length together."""
        order = sorted(range(len(ids)), key=lambda row: len(ids[row]))
        start = 0
        while start < len(order):
            stop = start + 1
            while stop < len(order) and (stop + 1 - start) * len(ids[order[stop]]) <= PLACES:
                stop += 1
            rows = order[start:stop]
            filled, mask = self._filled([ids[row] for row in rows])
            yield rows, self.network(self.vectors[filled], mask, self._features(context[rows]))
            start = stop

    def _features(self, scaled: np.ndarray) -> Any:
        import torch

        return torch.as_tensor(scaled, dtype=torch.float32, device=self.device)

    def _filled(self, ids: Sequence[tuple[int, ...]]) -> tuple[Any, Any]:
        import torch

        lengths = np.array([len(row) for row in ids])
        # At least one place, since no network takes a text of none.
        places = np.arange(max(1, lengths.max(initial=0)))
        mask = places < lengths[:, None]
        filled = np.full(mask.shape, FILL)
        filled[mask] = np.fromiter((i for row in ids for i in row), dtype=int, count=lengths.sum())
        return torch.from_numpy(filled).to(self.device), torch.from_numpy(mask).to(self.device)


class AttentionModel(NeuralModel):
    """A network with attention over the words: the LSTM. Parameters are those of `NeuralModel`."""

    def attention(
        self, texts: Sequence[str], spans: Sequence[Spans], context: np.ndarray | None = None
    ) -> list[np.ndarray]:
        """Give the share of attention that each word gets.

        Parameters
        ----------
        texts : sequence of str
        spans : sequence of list of (int, int)
            Where the words of each text stand.
        context : ndarray, optional
            Attention does not depend on it.

        Returns
        -------
        list of ndarray, each of shape (words,)
            Adds up to 1; words beyond `max_length` have 0.
        """
        import torch

        tokens = [cut(text, at) for text, at in zip(texts, spans, strict=True)]
        ids = self.ids(tokens)
        result = [np.zeros(len(words)) for words in tokens]
        with torch.inference_mode():
            for rows, given in self._passes(ids, np.zeros((len(ids), len(self.context_features)))):
                shares = given.log_attention.double().exp().cpu().numpy()
                for row, share in zip(rows, shares, strict=True):
                    result[row][: len(ids[row])] = share[: len(ids[row])]
        return result
