"""A trained network as a system under test that takes words."""

from __future__ import annotations

from abc import abstractmethod
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

__all__ = ["FILL", "UNKNOWN", "AttentionModel", "NetworkModel", "NeuralModel", "pick_device"]

FILL, UNKNOWN = 0, 1
"""Rows of the table of vectors that are no word of the vocabulary."""

PLACES = 32_768
"""Words in one pass, those that fill up included: memory stays bounded whatever the texts."""


def pick_device(device: str | None, *, purpose: str) -> str:
    """Give the device that is named, else an accelerator if there is one, else the processor."""
    torch = require("torch", extra="neural", purpose=purpose)
    return device or ("cuda" if torch.cuda.is_available() else "cpu")


class NetworkModel(TokenModel):
    """What all networks share: passes over texts of like length, and gradients.

    Parameters
    ----------
    facts : Facts
    network : LstmAttention, Cnn or Encoder
        Its weights are in place.
    device : str
    """

    def __init__(self, facts: Facts, *, network: Any, device: str) -> None:
        super().__init__(facts)
        self.network, self.device, self.places = network, device, PLACES
        self.network.layers.to(device).eval()

    @abstractmethod
    def ids(self, tokens: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
        """Give what the network reads of each text: rows of the table of vectors."""

    @abstractmethod
    def _vectors_of(self, filled: torch.Tensor) -> torch.Tensor:
        """Look up the vectors of a table of ids."""

    @abstractmethod
    def _owners(self, tokens: Sequence[Sequence[str]], mask: np.ndarray) -> np.ndarray:
        """Tell which word each place of the mask belongs to; -1 for none."""

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

    def _keys(self, tokens: Sequence[Sequence[str]]) -> list[Any]:
        return list(self.ids(tokens))

    # For measures of influence; see systems.tokens.GradientClassifier

    def embedded(
        self, texts: Sequence[str], spans: Sequence[Spans], context: np.ndarray | None = None
    ) -> Embedded:
        """Give the input vectors of texts whose words stand at `spans`.

        Beside them are the mask of the places that are read, and the context features as the last
        layer sees them.
        """
        import torch

        tokens = [cut(text, at) for text, at in zip(texts, spans, strict=True)]
        filled, mask = self._filled(self.ids(tokens))
        owners = self._owners(tokens, mask.cpu().numpy())
        word = torch.from_numpy(owners >= 0).to(self.device)
        nothing = torch.where(word, self.unknown_id, filled)
        features = self._features(self._scaled(context, len(tokens)))
        vectors, baseline = self._vectors_of(filled), self._vectors_of(nothing)
        return Embedded(vectors.detach(), baseline.detach(), owners, (mask, features))

    def embedded_probabilities(self, vectors: torch.Tensor, *beside: torch.Tensor) -> torch.Tensor:
        """Give what `probabilities` gives, as a tensor of shape (n, classes) that has gradients."""
        import torch

        mask, features = beside
        # cuDNN gives no gradients of an LSTM that is not in training.
        with torch.backends.cudnn.flags(enabled=False):
            return torch.softmax(self.network(vectors, mask, features).logits, dim=1)

    @property
    def unknown_id(self) -> int:
        """The row of the table of vectors for the unknown word."""
        return UNKNOWN

    # How it is done

    def _passes(
        self, ids: list[tuple[int, ...]], context: np.ndarray
    ) -> Iterator[tuple[list[int], Pass]]:
        """Run the network over texts of like length together."""
        order = sorted(range(len(ids)), key=lambda row: len(ids[row]))
        start = 0
        while start < len(order):
            stop = start + 1
            while stop < len(order) and (stop + 1 - start) * len(ids[order[stop]]) <= self.places:
                stop += 1
            rows = order[start:stop]
            filled, mask = self._filled([ids[row] for row in rows])
            vectors = self._vectors_of(filled)
            yield rows, self.network(vectors, mask, self._features(context[rows]))
            start = stop

    def _features(self, scaled: np.ndarray) -> torch.Tensor:
        import torch

        return torch.as_tensor(scaled, dtype=torch.float32, device=self.device)

    def _filled(self, ids: Sequence[tuple[int, ...]]) -> tuple[torch.Tensor, torch.Tensor]:
        import torch

        lengths = np.array([len(row) for row in ids], dtype=int)
        # At least one place, since no network takes a text of none.
        places = np.arange(max(1, lengths.max(initial=0)))
        mask = places < lengths[:, None]
        filled = np.full(mask.shape, FILL)
        filled[mask] = np.fromiter((i for row in ids for i in row), dtype=int, count=lengths.sum())
        return torch.from_numpy(filled).to(self.device), torch.from_numpy(mask).to(self.device)


class NeuralModel(NetworkModel):
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
        device = pick_device(device, purpose=f"The model {facts.recipe.name!r}")
        import torch

        self.words = tuple(words)
        self.number = {word: at for at, word in enumerate(self.words, start=2)}
        self.vectors = torch.from_numpy(np.array(arrays["vectors"])).to(device)
        # The first weights are thrown away: drawing them must not move torch's global state.
        with torch.random.fork_rng(devices=[]):
            network = NETWORKS[facts.recipe.kind](
                facts.recipe,
                size=self.vectors.shape[1],
                n_context=len(facts.context_features),
                n_classes=len(facts.classes),
            )
        weights = {k: torch.from_numpy(np.array(v)) for k, v in arrays.items() if k != "vectors"}
        network.layers.load_state_dict(weights)
        super().__init__(facts, network=network, device=device)

    @property
    def known_words(self) -> frozenset[str]:
        """The words of the vocabulary: all others look alike to it."""
        return frozenset(self.words)

    def ids(self, tokens: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
        """Give the row of the table of vectors for each word that is read."""
        most, number = self.recipe.max_length, self.number.get
        return [tuple([number(w.lower(), UNKNOWN) for w in words[:most]]) for words in tokens]

    def _vectors_of(self, filled: torch.Tensor) -> torch.Tensor:
        return self.vectors[filled]

    def _owners(self, tokens: Sequence[Sequence[str]], mask: np.ndarray) -> np.ndarray:
        return np.where(mask, np.arange(mask.shape[1]), -1)

    def arrays(self) -> dict[str, np.ndarray]:
        """Give all numbers of the model, by name."""
        state = self.network.layers.state_dict()
        kept = {name: value.cpu().numpy() for name, value in state.items()}
        return {"vectors": self.vectors.cpu().numpy()} | kept


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
        return word_attention(self, texts, spans)


def word_attention(
    model: NetworkModel, texts: Sequence[str], spans: Sequence[Spans]
) -> list[np.ndarray]:
    """Add up the attention of the places that belong to each word."""
    import torch

    tokens = [cut(text, at) for text, at in zip(texts, spans, strict=True)]
    ids = model.ids(tokens)
    result = [np.zeros(len(words)) for words in tokens]
    with torch.inference_mode():
        for rows, given in model._passes(ids, np.zeros((len(ids), len(model.context_features)))):
            shares = given.log_attention.double().exp().cpu().numpy()
            mask = np.arange(shares.shape[1]) < np.array([len(ids[row]) for row in rows])[:, None]
            owners = model._owners([tokens[row] for row in rows], mask)
            for row, share, owner in zip(rows, shares, owners, strict=True):
                np.add.at(result[row], owner[owner >= 0], share[owner >= 0])
    return result
