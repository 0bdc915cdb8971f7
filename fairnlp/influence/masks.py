"""The words that people marked, beside the words that were measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fairnlp.core.errors import SchemaError
from fairnlp.core.frames import RATIONALES, check_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Marked", "mask_of", "masks_by_text"]

_NEEDED = {name: RATIONALES[name] for name in ("text_id", "tokens", "rationale")}


class Marked(NamedTuple):
    """The words of a text and which of them were marked; None if nobody was asked."""

    spans: list[tuple[int, int]]
    mask: np.ndarray | None


def masks_by_text(rationales: pd.DataFrame) -> dict[str, Marked]:
    """Give the marks of each text.

    Parameters
    ----------
    rationales : DataFrame
        ``text_id``, ``tokens`` and ``rationale`` as in `core.frames.RATIONALES`.

    Returns
    -------
    dict of str to Marked

    Raises
    ------
    SchemaError
        If a column is missing, or a text has more or fewer marks than words.
    """
    check_frame(rationales, _NEEDED, name="rationales")
    found = {}
    for text_id, tokens, rationale in zip(
        rationales["text_id"], rationales["tokens"], rationales["rationale"], strict=True
    ):
        spans = [(int(start), int(end)) for start, end in tokens]
        mask = _mask(rationale)
        if mask is not None and len(mask) != len(spans):
            msg = f"Text {text_id} has {len(spans)} words and {len(mask)} marks; give one a word."
            raise SchemaError(msg)
        found[str(text_id)] = Marked(spans, mask)
    return found


def _mask(rationale: Any) -> np.ndarray | None:
    if rationale is None or (isinstance(rationale, float) and np.isnan(rationale)):
        return None
    return np.asarray(rationale, dtype=bool)


def mask_of(text_id: str, rows: pd.DataFrame, masks: dict[str, Marked]) -> np.ndarray | None:
    """Give the marks of a text whose words were measured; None if nobody was asked.

    Raises
    ------
    SchemaError
        If the text is not there, or its words are others.
    """
    if text_id not in masks:
        msg = f"Text {text_id} is not among the rationales; give those of the same texts."
        raise SchemaError(msg)
    spans = list(zip(rows["start"], rows["end"], strict=True))
    if spans != masks[text_id].spans:
        msg = (
            f"The words of text {text_id} are not those of its rationale ({len(spans)} and "
            f"{len(masks[text_id].spans)}); measure influence on the frame with the rationales."
        )
        raise SchemaError(msg)
    return masks[text_id].mask
