"""Causal and masked transformers from a local folder as language models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fairnlp.adversary.network import batches
from fairnlp.core.errors import MissingDataError, OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.optional import require

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

__all__ = ["TransformerScorer"]

KINDS = ("causal", "masked")
LOADERS = {"causal": "AutoModelForCausalLM", "masked": "AutoModelForMaskedLM"}
ENDINGS = {"ForCausalLM": "causal", "LMHeadModel": "causal", "ForMaskedLM": "masked"}


class TransformerScorer:
    """A transformer that tells how likely a text is. Nothing is fetched.

    A causal model gives the sum of log p of each piece after those before it; the first piece
    comes after the model's own beginning mark, or is not counted where it has none. A masked model
    gives the pseudo log-likelihood of Salazar et al. (2020): the sum of log p of each piece when
    that piece alone is masked. Both are in natural logarithms, over the pieces of the model. The
    two are figures of different kinds, and neither compares with that of another model.

    Parameters
    ----------
    folder : path
        Model and tokenizer, as ``save_pretrained`` writes them.
    kind : {"causal", "masked"}, optional
        By default what the model's configuration says.
    batch : int
        Pieces in one pass.
    device : str, optional
        Such as ``"cpu"`` or ``"cuda"``; by default an accelerator if there is one.
    name : str, optional
        By default the name of the folder with the kind.

    Raises
    ------
    MissingDependencyError
        If torch or transformers is not installed.
    MissingDataError
        If the folder holds no model.
    UnknownChoiceError
        If the kind is not known.
    OptionError
        If the configuration does not tell the kind, or an option is out of its range.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        kind: str | None = None,
        batch: int = 2048,
        device: str | None = None,
        name: str | None = None,
    ) -> None:
        torch = require("torch", extra="neural", purpose="A transformer")
        transformers = require("transformers", extra="neural", purpose="A transformer")
        self.folder = Path(folder)
        self.kind = _kind(self.folder, kind)
        if batch < 1:
            msg = f"batch is {batch}; give the number of pieces in one pass, at least 1."
            raise OptionError(msg)
        self.batch = batch
        self.name = name or f"{self.folder.resolve().name} ({self.kind})"
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(
            self.folder, local_files_only=True
        )
        loader = getattr(transformers, LOADERS[self.kind])
        self.model = loader.from_pretrained(self.folder, local_files_only=True)
        self.model.to(self.device).eval()
        if self.kind == "masked" and self.tokenizer.mask_token_id is None:
            msg = f"The tokenizer in {self.folder} has no mask; a masked model needs one."
            raise OptionError(msg)
        self.longest = getattr(self.model.config, "max_position_embeddings", None)

    def log_probabilities(self, texts: Sequence[str]) -> np.ndarray:
        """Give log p of each text, in order.

        Raises
        ------
        OptionError
            If a text has more pieces than the model takes: cut off, its log p would be that of
            another text.
        """
        rows = [self._pieces(text) for text in texts]
        for text, row in zip(texts, rows, strict=True):
            if self.longest is not None and len(row) > self.longest:
                msg = (
                    f"{self.name} takes {self.longest} pieces; a text has {len(row)} "
                    f"({text[:40]!r} ...). Leave it out, or split it."
                )
                raise OptionError(msg)
        return self._masked(rows) if self.kind == "masked" else self._causal(rows)

    def _pieces(self, text: str) -> list[int]:
        pieces: list[int] = self.tokenizer(text, add_special_tokens=self.kind == "masked")[
            "input_ids"
        ]
        if self.kind == "masked":
            return pieces
        begin = self.tokenizer.bos_token_id
        begin = self.tokenizer.eos_token_id if begin is None else begin
        return pieces if begin is None else [begin, *pieces]

    def _causal(self, rows: list[list[int]]) -> np.ndarray:
        found = np.zeros(len(rows))
        for some in batches(np.array([len(row) for row in rows], dtype=int), most=self.batch):
            numbers, inside = _rectangle([rows[place] for place in some])
            if numbers.shape[1] > 1:
                line, at = np.nonzero(inside[:, 1:])
                each = self._log_p(numbers, inside, line, at, numbers[line, at + 1])
                np.add.at(found, some[line], each)
        return found

    def _masked(self, rows: list[list[int]]) -> np.ndarray:
        special = set(self.tokenizer.all_special_ids) - {self.tokenizer.unk_token_id}
        text = [n for n, row in enumerate(rows) for piece in row if piece not in special]
        place = [at for row in rows for at, piece in enumerate(row) if piece not in special]
        found = np.zeros(len(rows))
        for some in batches(np.array([len(rows[n]) for n in text], dtype=int), most=self.batch):
            owner, at = np.array(text)[some], np.array(place)[some]
            numbers, inside = _rectangle([rows[n] for n in owner])
            line = np.arange(len(some))
            right = numbers[line, at].copy()
            numbers[line, at] = self.tokenizer.mask_token_id
            np.add.at(found, owner, self._log_p(numbers, inside, line, at, right))
        return found

    def _log_p(
        self,
        numbers: np.ndarray,
        inside: np.ndarray,
        line: np.ndarray,
        at: np.ndarray,
        pieces: np.ndarray,
    ) -> np.ndarray:
        """Give log p of a piece by what the model says at a place of a row."""
        import torch

        with torch.inference_mode():
            logits = self.model(
                input_ids=torch.as_tensor(numbers, device=self.device),
                attention_mask=torch.as_tensor(inside.astype(int), device=self.device),
            ).logits[torch.as_tensor(line), torch.as_tensor(at)]
            aims = torch.as_tensor(pieces, device=self.device)
            scores = -torch.nn.functional.cross_entropy(logits.float(), aims, reduction="none")
        found: np.ndarray = scores.double().cpu().numpy()
        return found


def _rectangle(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Lay out pieces in rows of one length, and mark what is not padding."""
    lengths = np.array([len(row) for row in rows], dtype=int)
    inside = np.arange(lengths.max()) < lengths[:, None]
    numbers = np.zeros(inside.shape, dtype=np.int64)
    numbers[inside] = np.concatenate([np.asarray(row, dtype=np.int64) for row in rows])
    return numbers, inside


def _kind(folder: Path, kind: str | None) -> str:
    try:
        told = json.loads((folder / "config.json").read_bytes())
    except FileNotFoundError as error:
        msg = (
            f"{folder} holds no model (config.json); write one there with model.save_pretrained "
            "and tokenizer.save_pretrained."
        )
        raise MissingDataError(msg) from error
    if kind is not None:
        if kind not in KINDS:
            raise UnknownChoiceError(unknown_choice("kind", kind, KINDS))
        return kind
    for name in told.get("architectures") or ():
        for ending, found in ENDINGS.items():
            if name.endswith(ending):
                return found
    msg = f"The model in {folder} does not say what it foresees; give kind='causal' or 'masked'."
    raise OptionError(msg)
