"""A transformer classifier from a local folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import MissingDataError, OptionError
from fairnlp.core.optional import require
from fairnlp.systems.adapters import Adapter
from fairnlp.systems.outputs import POSITIVE, Answers, Reader
from fairnlp.systems.transformer_inside import embed, word_attention

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch

    from fairnlp.systems.tokens import Embedded, Spans

__all__ = ["TransformerSystem"]


class TransformerSystem(Adapter):
    """A sequence classifier that transformers can load, such as a BERT fine-tuned on reviews.

    Nothing is fetched: the folder holds model and tokenizer, as ``save_pretrained`` writes them.
    The score is the probability of the positive label, in [0, 1], if one is declared. It also
    gives the probability of each class, and shows gradients and attention: see `tokens`.

    Parameters
    ----------
    folder : str or Path
    positive, labels
        See `as_system`; the labels of the model are known from its configuration.
    max_length : int, optional
        Tokens of a text that are read, the special ones among them; the rest is cut off, and
        texts that are equal up to there are asked about once. By default all that the model takes.
    batch_size : int
        Texts in one pass; texts of like length go together, so that little is padded.
    device : str, optional
        Such as ``"cpu"`` or ``"cuda"``; by default an accelerator if there is one.
    name : str, optional
        By default the name of the folder.

    Raises
    ------
    MissingDependencyError
        If torch or transformers is not installed.
    MissingDataError
        If the folder holds no model.
    OptionError
        If an option is out of range, or `threshold` is given: the model has labels.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        positive: Any = None,
        labels: Any = None,
        threshold: float | None = None,
        max_length: int | None = None,
        batch_size: int = 32,
        device: str | None = None,
        name: str | None = None,
    ) -> None:
        torch = require("torch", extra="neural", purpose="A transformer")
        transformers = require("transformers", extra="neural", purpose="A transformer")
        self.folder = Path(folder)
        if not (self.folder / "config.json").is_file():
            msg = (
                f"{self.folder} holds no model (config.json); write one there with "
                "model.save_pretrained and tokenizer.save_pretrained."
            )
            raise MissingDataError(msg)
        if threshold is not None:
            msg = "A model in a folder gives labels; declare `positive`, not `threshold`."
            raise OptionError(msg)
        self.name = name or self.folder.resolve().name
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(
            self.folder, local_files_only=True
        )
        self.model = transformers.AutoModelForSequenceClassification.from_pretrained(
            self.folder, local_files_only=True
        )
        self.model.to(self.device).eval()
        self.max_length = self._checked_length(max_length)
        if batch_size < 1:
            msg = f"batch_size is {batch_size}; give the number of texts in one pass, at least 1."
            raise OptionError(msg)
        self.batch_size = batch_size
        words = self.model.config.id2label
        self.model_labels = [words[i] for i in range(self.model.config.num_labels)]
        self.reader = Reader(
            positive=positive, labels=self.model_labels if labels is None else labels
        )
        self.called = [self.reader.name(label) for label in self.model_labels]
        self.classes = tuple(dict.fromkeys(self.called))
        self.info = {
            "labels": self.model_labels,
            "max_length": self.max_length,
            "device": self.device,
            "config": json.dumps(self.model.config.to_dict(), sort_keys=True, default=str),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        }

    def seen(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """What of each text the model reads: its tokens up to `max_length`."""
        tokens = self.tokenizer(list(texts), truncation=True, max_length=self.max_length)
        return [tuple(ids) for ids in tokens["input_ids"]]

    def _checked_length(self, wanted: int | None) -> int:
        # Tokenizers without a limit say 10**30; the model's table of positions is the true one.
        most = min(
            self.tokenizer.model_max_length,
            getattr(self.model.config, "max_position_embeddings", None) or 10**30,
        )
        if wanted is None and most > 10**6:
            msg = f"The model in {self.folder} does not tell how many tokens it takes: max_length="
            raise OptionError(msg)
        if wanted is not None and not 3 <= wanted <= most:
            msg = f"max_length is {wanted}; the model takes from 3 to {most} tokens."
            raise OptionError(msg)
        return wanted or most

    def answers(self, texts: Sequence[str]) -> Answers:
        """Classify the texts; those with the same tokens once."""
        if not texts:
            return Answers([], np.empty(0))
        table = self._asked(texts)
        labels: list[str | None] = [
            None if np.isnan(row).any() else self.called[int(row.argmax())] for row in table
        ]
        if POSITIVE not in self.called:
            return Answers(labels, np.full(len(table), np.nan))
        return Answers(labels, table[:, [name == POSITIVE for name in self.called]].sum(axis=1))

    def probabilities(self, texts: Sequence[str], context: Any = None) -> np.ndarray:
        """Give the probability of each class; a transformer looks at no context features.

        Returns
        -------
        ndarray of float, shape (texts, classes)
            Labels of the model that are called the same are one class.
        """
        if not texts:
            return np.empty((0, len(self.classes)))
        return self._asked(texts) @ self._merged

    @property
    def _merged(self) -> np.ndarray:
        """Which label of the model, by row, is which class, by column."""
        return np.array([[float(name == one) for one in self.classes] for name in self.called])

    def embedded(
        self, texts: Sequence[str], spans: Sequence[Spans], context: Any = None
    ) -> Embedded:
        """Embed texts; see `tokens.GradientClassifier`. The unknown piece is the baseline."""
        return embed(self.model, self.tokenizer, texts, spans, max_length=self.max_length)

    def embedded_probabilities(self, vectors: torch.Tensor, *beside: torch.Tensor) -> torch.Tensor:
        """Give the probability of each class for embeddings, with gradients."""
        import torch

        (mask,) = beside
        logits = self.model(inputs_embeds=vectors, attention_mask=mask).logits
        merged = torch.as_tensor(self._merged, device=logits.device)
        return torch.softmax(logits.double(), dim=-1) @ merged

    def attention(
        self, texts: Sequence[str], spans: Sequence[Spans], context: Any = None
    ) -> list[np.ndarray]:
        """Give the attention to each word; see `transformer_inside.word_attention`."""
        return word_attention(self.model, self.tokenizer, texts, spans, max_length=self.max_length)

    def _asked(self, texts: Sequence[str]) -> np.ndarray:
        """Give the probability of each label of the model; texts with the same tokens once."""
        # A plain list of ids, so that padding waits until texts of like length are together.
        tokens = self.tokenizer(list(texts), truncation=True, max_length=self.max_length)
        keys = [tuple(ids) for ids in tokens["input_ids"]]
        rows = {key: row for row, key in reversed(list(enumerate(keys)))}
        probabilities = dict(
            zip(rows, self._probabilities(tokens, list(rows.values())), strict=True)
        )
        return np.array([probabilities[key] for key in keys]).reshape(len(keys), -1)

    def _probabilities(self, tokens: Any, rows: list[int]) -> np.ndarray:
        import torch

        result = np.empty((len(rows), len(self.model_labels)))
        order = sorted(range(len(rows)), key=lambda at: len(tokens["input_ids"][rows[at]]))
        for start in range(0, len(order), self.batch_size):
            some = order[start : start + self.batch_size]
            batch = self.tokenizer.pad(
                {name: [column[rows[at]] for at in some] for name, column in tokens.items()},
                return_tensors="pt",
            ).to(self.device)
            with torch.inference_mode():
                logits = self.model(**batch).logits
            result[some] = torch.softmax(logits.double(), dim=-1).cpu().numpy()
        return result
