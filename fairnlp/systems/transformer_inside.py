"""What a transformer shows of its inside: embeddings with gradients, and attention by word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.systems.tokens import Embedded

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch

    from fairnlp.systems.tokens import Spans

__all__ = ["embed", "owners_of", "word_attention"]


def embed(
    model: Any, tokenizer: Any, texts: Sequence[str], spans: Sequence[Spans], *, max_length: int
) -> Embedded:
    """Embed the pieces of texts, and say which word each belongs to.

    Parameters
    ----------
    model, tokenizer
        Of transformers; the tokenizer must be a fast one, which tells where its pieces stand.
    texts : sequence of str
    spans : sequence of list of (start, end)
        Where the words stand.
    max_length : int
        Pieces that are read.

    Returns
    -------
    Embedded
        Beside the vectors is the mask of the pieces that are no padding.

    Raises
    ------
    OptionError
        If the tokenizer does not tell where its pieces stand.
    """
    import torch

    found, owners = _pieces(tokenizer, texts, spans, max_length=max_length)
    ids = found["input_ids"].to(model.device)
    unknown = tokenizer.unk_token_id
    if unknown is None:
        unknown = tokenizer.mask_token_id if tokenizer.mask_token_id is not None else 0
    owned = torch.from_numpy(owners >= 0).to(ids.device)
    table = model.get_input_embeddings()
    vectors = table(ids).detach()
    baseline = table(torch.where(owned, unknown, ids)).detach()
    mask = found["attention_mask"].to(ids.device)
    return Embedded(vectors=vectors, baseline=baseline, owners=owners, beside=(mask,))


def word_attention(
    model: Any, tokenizer: Any, texts: Sequence[str], spans: Sequence[Spans], *, max_length: int
) -> list[np.ndarray]:
    """Give the attention of the first piece to each word, in the last layer.

    The heads are averaged, and the pieces of a word summed up; marks keep their share, so that the
    weights of the words sum up to less than 1.
    """
    import torch

    found, owners = _pieces(tokenizer, texts, spans, max_length=max_length)
    before = model.config._attn_implementation
    model.set_attn_implementation("eager")  # others do not tell their weights
    try:
        with torch.inference_mode():
            layers = model(
                input_ids=found["input_ids"].to(model.device),
                attention_mask=found["attention_mask"].to(model.device),
                output_attentions=True,
            ).attentions
    finally:
        model.set_attn_implementation(before)
    weights = layers[-1].mean(dim=1)[:, 0].double().cpu().numpy()
    return [
        np.bincount(owner[owner >= 0], weights=row[owner >= 0], minlength=len(places))
        for row, owner, places in zip(weights, owners, spans, strict=True)
    ]


def owners_of(offsets: Sequence[tuple[int, int]], spans: Spans) -> np.ndarray:
    """Tell which word each piece belongs to.

    Parameters
    ----------
    offsets : sequence of (start, end)
        Of the pieces; equal for a mark or padding.
    spans : list of (start, end)
        Of the words, in order.

    Returns
    -------
    ndarray of int
        The word in which the last character of the piece stands, since pieces may begin with the
        blank before; -1 if it stands in none.

    Examples
    --------
    >>> owners_of([(0, 0), (0, 2), (2, 4), (4, 9)], [(0, 4), (5, 9)]).tolist()
    [-1, 0, 0, 1]
    """
    starts = np.array([start for start, _ in spans], dtype=int)
    ends = np.array([end for _, end in spans], dtype=int)
    pieces = np.array(offsets, dtype=int).reshape(-1, 2)
    last = pieces[:, 1] - 1
    at = np.searchsorted(starts, last, side="right") - 1
    inside = (pieces[:, 1] > pieces[:, 0]) & (at >= 0)
    inside[inside] = last[inside] < ends[at[inside]]
    return np.where(inside, at, -1)


def _pieces(
    tokenizer: Any, texts: Sequence[str], spans: Sequence[Spans], *, max_length: int
) -> tuple[Any, np.ndarray]:
    if not tokenizer.is_fast:
        msg = (
            f"The tokenizer {type(tokenizer).__name__} does not tell where its pieces stand; load "
            "the model with a fast one."
        )
        raise OptionError(msg)
    found = tokenizer(
        list(texts),
        truncation=True,
        max_length=max_length,
        padding=True,
        return_offsets_mapping=True,
        return_tensors="pt",
    )
    offsets: torch.Tensor = found["offset_mapping"]
    owners = [owners_of(row, places) for row, places in zip(offsets.tolist(), spans, strict=True)]
    return found, np.stack(owners)
