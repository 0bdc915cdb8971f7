"""A transformer that is adapted to a corpus, with its attention drawn to the rationale."""

from __future__ import annotations

import io
import json
import os
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.core.optional import require
from fairnlp.rationale.networks import Pass
from fairnlp.rationale.neural import NetworkModel, pick_device, word_attention

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import torch

    from fairnlp.rationale.classifier import Facts
    from fairnlp.systems.tokens import Spans

__all__ = ["Encoder", "TransformerModel", "load_encoder"]

PLACES = 4096
"""Pieces in one pass: attention, which is kept, grows with the square of a text."""

HEAD = "head.npz"


class Encoder:
    """A transformer, and one layer on its first place and the context features.

    Attention is that of the first place (the mark that stands for the text) in the last layer, the
    mean of its heads, over the pieces of words; marks that the tokenizer adds are left out and the
    rest adds up to 1.

    Parameters
    ----------
    model : PreTrainedModel
    marks : (int, int)
        How many marks the tokenizer puts before and after a text.
    n_context, n_classes : int
    dropout : float
    tells_words : bool
        Whether a further layer tells words of a rationale from others.
    """

    def __init__(
        self,
        model: Any,
        *,
        marks: tuple[int, int],
        n_context: int,
        n_classes: int,
        dropout: float,
        tells_words: bool,
    ) -> None:
        nn = require("torch", extra="neural", purpose="A transformer").nn
        size = model.config.hidden_size
        self.before, self.after = marks
        layers = {
            "encoder": model,
            "dropout": nn.Dropout(dropout),
            "out": nn.Linear(size + n_context, n_classes),
        }
        if tells_words:
            layers["marks"] = nn.Linear(size, 1)
        self.layers = nn.ModuleDict(layers)

    def __call__(self, vectors: Any, mask: Any, context: Any) -> Pass:
        """Give the scores of texts; see `LstmAttention`. Vectors are those of pieces."""
        import torch

        given = self.layers["encoder"](
            inputs_embeds=vectors, attention_mask=mask.long(), output_attentions=True
        )
        states = given.last_hidden_state
        read = self.layers["dropout"](states[:, 0])
        logits = self.layers["out"](torch.cat([read, context], dim=1))
        inner = self.inner(mask)
        share = given.attentions[-1][:, :, 0].mean(dim=1)
        # A text without words has no place for attention: a finite number keeps NaN away.
        logs = share.clamp(min=1e-12).log().masked_fill(~inner, -1e9)
        log_attention = torch.log_softmax(logs, dim=1).masked_fill(~inner, -torch.inf)
        if "marks" not in self.layers:
            return Pass(logits, log_attention)
        marks = self.layers["marks"](states).squeeze(2).masked_fill(~inner, -torch.inf)
        return Pass(logits, log_attention, marks)

    def inner(self, mask: Any) -> Any:
        """Tell which places are pieces of words."""
        import torch

        places = torch.arange(mask.shape[1], device=mask.device)
        ends = mask.sum(dim=1, keepdim=True) - self.after
        return (places >= self.before) & (places < ends)


class TransformerModel(NetworkModel):
    """An adapted transformer.

    Words are cut into pieces by its tokenizer; the attention of a word is the sum of its pieces'.

    Parameters
    ----------
    facts : Facts
    tokenizer : PreTrainedTokenizerFast
    network : Encoder
    device : str
    """

    def __init__(self, facts: Facts, *, tokenizer: Any, network: Encoder, device: str) -> None:
        super().__init__(facts, network=network, device=device)
        self.tokenizer, self.places = tokenizer, PLACES
        self.unknown = unknown_word(tokenizer)
        self.max_length = most_pieces(tokenizer, network.layers["encoder"], facts.recipe.max_length)

    @property
    def unknown_id(self) -> int:
        """The number of the piece that stands for the unknown word."""
        number: int = self.tokenizer.convert_tokens_to_ids(self.unknown)
        return number

    def ids(self, tokens: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
        """Give the pieces of each text, with the marks that the tokenizer adds."""
        return [tuple(ids) for ids in pieces(self.tokenizer, tokens, self.max_length)[0]]

    def _vectors_of(self, filled: torch.Tensor) -> torch.Tensor:
        vectors: torch.Tensor = self.network.layers["encoder"].get_input_embeddings()(filled)
        return vectors

    def _owners(self, tokens: Sequence[Sequence[str]], mask: np.ndarray) -> np.ndarray:
        owners = np.full(mask.shape, -1)
        for row, of in enumerate(pieces(self.tokenizer, tokens, self.max_length)[1]):
            owners[row, : len(of)] = of
        return owners

    def attention(
        self, texts: Sequence[str], spans: Sequence[Spans], context: np.ndarray | None = None
    ) -> list[np.ndarray]:
        """Give the share of attention that each word gets; see `AttentionModel.attention`."""
        return word_attention(self, texts, spans)

    def arrays(self) -> dict[str, np.ndarray]:
        """Give the numbers of the layers after the transformer, by name."""
        state = self.network.layers.state_dict()
        return {
            name: value.cpu().numpy()
            for name, value in state.items()
            if not name.startswith("encoder.")
        }


def unknown_word(tokenizer: Any) -> str:
    """Give the piece for what is not known; of a tokenizer without one, the mask."""
    found = tokenizer.unk_token or tokenizer.mask_token
    if found is None:
        msg = "The tokenizer has neither an unknown word nor a mask; words could not be masked."
        raise OptionError(msg)
    return str(found)


def pieces(
    tokenizer: Any, tokens: Sequence[Sequence[str]], most: int
) -> tuple[list[list[int]], list[list[int]]]:
    """Give the ids of the pieces of each text, and the word of each piece (-1 for marks)."""
    if not tokens:
        return [], []
    given = tokenizer(
        [list(words) for words in tokens],
        is_split_into_words=True,
        truncation=True,
        max_length=most,
        padding=False,
    )
    ids: list[list[int]] = given["input_ids"]
    owners = [
        [-1 if word is None else word for word in given.word_ids(row)] for row in range(len(ids))
    ]
    return ids, owners


def load_encoder(folder: Path) -> tuple[Any, Any, tuple[int, int]]:
    """Load model and tokenizer from a folder; nothing is fetched.

    Returns
    -------
    model, tokenizer
    marks : (int, int)
        How many marks the tokenizer puts before and after a text.

    Raises
    ------
    MissingDataError
        If the folder holds no model.
    OptionError
        If the tokenizer cannot tell which piece is of which word, or marks no start.
    """
    transformers = require("transformers", extra="neural", purpose="A transformer")
    if not (folder / "config.json").is_file():
        msg = (
            f"{folder} holds no model (config.json); write one there with model.save_pretrained "
            "and tokenizer.save_pretrained."
        )
        raise MissingDataError(msg)
    tokenizer = transformers.AutoTokenizer.from_pretrained(
        folder, local_files_only=True, add_prefix_space=True
    )
    model = transformers.AutoModel.from_pretrained(
        folder, local_files_only=True, attn_implementation="eager"
    )
    if not tokenizer.is_fast:
        msg = f"The tokenizer in {folder} does not tell the word of each piece; a fast one does."
        raise OptionError(msg)
    marks = tokenizer(["a"], is_split_into_words=True, return_special_tokens_mask=True)
    special = marks["special_tokens_mask"]
    before = special.index(0) if 0 in special else 0
    after = special[::-1].index(0) if 0 in special else 0
    if not before:
        msg = f"The tokenizer in {folder} puts no mark before a text; take a model like BERT."
        raise OptionError(msg)
    return model, tokenizer, (before, after)


def most_pieces(tokenizer: Any, model: Any, wanted: int) -> int:
    """Give how many pieces of a text are read, marks included."""
    # Tokenizers without a limit say 10**30; the model's table of positions is the true one.
    table = getattr(model.config, "max_position_embeddings", None) or 10**30
    return int(min(wanted, tokenizer.model_max_length, table))


def save_transformer(model: TransformerModel, folder: Path, content: dict[str, Any]) -> Path:
    """Write an adapted transformer to a folder that is there whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    try:
        model.network.layers["encoder"].save_pretrained(temporary)
        model.tokenizer.save_pretrained(temporary)
        packed = io.BytesIO()
        np.savez_compressed(packed, **model.arrays())  # type: ignore[arg-type]
        (temporary / HEAD).write_bytes(packed.getvalue())
        (temporary / "facts.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return folder


def build(facts: Facts, model: Any, marks: tuple[int, int]) -> Encoder:
    """Put the layers on top of a transformer, as the recipe has them."""
    recipe = facts.recipe
    return Encoder(
        model,
        marks=marks,
        n_context=len(facts.context_features),
        n_classes=len(facts.classes),
        dropout=recipe.dropout,
        tells_words=bool(recipe.rationale_weight) and recipe.rationale_loss == "words",
    )


def load_transformer(folder: Path, facts: Facts, *, device: str | None) -> TransformerModel:
    """Read what `save_transformer` wrote."""
    import torch

    device = pick_device(device, purpose="A transformer")
    with torch.random.fork_rng(devices=[]):
        model, tokenizer, marks = load_encoder(folder)
        network = build(facts, model, marks)
    try:
        with np.load(folder / HEAD, allow_pickle=False) as arrays:
            head = {name: torch.from_numpy(arrays[name]) for name in arrays.files}
        own = {k: v for k, v in network.layers.state_dict().items() if k.startswith("encoder.")}
        network.layers.load_state_dict(own | head)
    except (OSError, EOFError, ValueError, RuntimeError, KeyError) as error:
        msg = f"{folder / HEAD} is missing or damaged ({type(error).__name__}: {error})."
        raise SchemaError(msg) from error
    return TransformerModel(facts, tokenizer=tokenizer, network=network, device=device)
