"""The states of an LSTM after every first part of some texts, so that insertions can share them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.adversary.network import batches, hidden, log_p, log_p_of_each, padded
from fairnlp.adversary.vocabulary import EDGE

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Prefixes", "totals"]


class Prefixes:
    """Some texts of like length, read once in one direction, with the state at every position.

    Parameters
    ----------
    net : ModuleDict
        See `network.build`; in evaluation mode.
    texts : sequence of sequence of int
        Numbered words, in the order in which the direction reads them.
    extra : sequence of int
        Words whose log p is wanted at every position too.

    Attributes
    ----------
    total : ndarray, shape (texts,)
        log p of each text, its end included.
    before : ndarray, shape (texts, longest + 2)
        log p of the first 0, 1, ... words.
    alone : ndarray, shape (extra, texts, longest + 1)
        log p of each extra word after the first 0, 1, ... words.
    """

    def __init__(self, net: Any, texts: Sequence[Sequence[int]], extra: Sequence[int]) -> None:
        import torch

        self._net = net
        self._numbers, self._lengths = padded(texts)
        self._device = net["embedding"].weight.device
        with torch.inference_mode():
            outputs = self._read(torch.as_tensor(self._numbers, device=self._device))
            flat = outputs.flatten(0, 1)
            aims = torch.as_tensor(self._numbers.ravel(), device=self._device)
            own = _array(log_p(net, flat, aims)).reshape(self._numbers.shape)
            each = _array(log_p_of_each(net, flat, extra))
        self.alone = each.reshape(len(extra), *self._numbers.shape)
        inside = np.arange(self._numbers.shape[1]) <= self._lengths[:, None]
        summed = np.where(inside, own, 0.0).cumsum(axis=1)
        self.before = np.column_stack([np.zeros(len(summed)), summed])
        self.total = summed[:, -1]

    def _read(self, numbers: Any) -> Any:
        """Read word by word, the edge first, and keep every state."""
        import torch

        inputs = torch.nn.functional.pad(numbers[:, :-1], (1, 0), value=EDGE)
        outputs, states, state = [], [], None
        for step in range(inputs.shape[1]):
            output, state = hidden(self._net, inputs[:, step : step + 1], state)
            outputs.append(output)
            states.append(torch.stack(state))
        self._states = torch.stack(states)  # steps, h and c, layers, texts, size
        return torch.cat(outputs, dim=1)

    def after(self, text: np.ndarray, position: np.ndarray, word: np.ndarray) -> np.ndarray:
        """Give log p of all that follows when a word is read after the first words of a text.

        Parameters
        ----------
        text, position, word : ndarray of int, shape (n,)
            Which text, how many of its words come first, and the number of the word.

        Returns
        -------
        ndarray, shape (n,)
        """
        lengths = self._lengths[text] - position + 1
        found = np.zeros(len(text))
        for rows in batches(lengths):
            found[rows] = self._follow(text[rows], position[rows], word[rows], lengths[rows])
        return found

    def _follow(
        self, text: np.ndarray, position: np.ndarray, word: np.ndarray, lengths: np.ndarray
    ) -> np.ndarray:
        import torch

        steps = np.arange(lengths.max())
        wanted = steps < lengths[:, None]
        place = np.minimum(position[:, None] + steps, self._numbers.shape[1] - 1)
        targets = self._numbers[text[:, None], place]
        inputs = np.column_stack([word, targets[:, :-1]])
        with torch.inference_mode():
            # Two index arrays around slices: the rows come first, then h and c, layers, size.
            kept = self._states[torch.as_tensor(position), :, :, torch.as_tensor(text)]
            h, c = kept.permute(1, 2, 0, 3).contiguous()
            outputs, _ = hidden(self._net, torch.as_tensor(inputs, device=self._device), (h, c))
            mask = torch.as_tensor(wanted, device=self._device)
            aims = torch.as_tensor(targets[wanted], device=self._device)
            scores = _array(log_p(self._net, outputs[mask], aims))
        each = np.zeros(wanted.shape)
        each[wanted] = scores
        summed: np.ndarray = each.sum(axis=1)
        return summed


def _array(tensor: Any) -> np.ndarray:
    found: np.ndarray = tensor.double().cpu().numpy()
    return found


def totals(net: Any, texts: Sequence[Sequence[int]]) -> np.ndarray:
    """Give log p of each text, its end included, in one direction.

    Parameters
    ----------
    net : ModuleDict
    texts : sequence of sequence of int
        Numbered words, in the order in which the direction reads them.

    Returns
    -------
    ndarray, shape (texts,)
    """
    import torch

    device = net["embedding"].weight.device
    lengths = np.array([len(text) + 1 for text in texts], dtype=np.int64)
    found = np.zeros(len(texts))
    for rows in batches(lengths):
        numbers, _ = padded([texts[row] for row in rows])
        wanted = np.arange(numbers.shape[1]) < lengths[rows][:, None]
        inputs = np.column_stack([np.full(len(rows), EDGE), numbers[:, :-1]])
        with torch.inference_mode():
            outputs, _ = hidden(net, torch.as_tensor(inputs, device=device))
            mask = torch.as_tensor(wanted, device=device)
            aims = torch.as_tensor(numbers[wanted], device=device)
            scores = _array(log_p(net, outputs[mask], aims))
        each = np.zeros(wanted.shape)
        each[wanted] = scores
        found[rows] = each.sum(axis=1)
    return found
