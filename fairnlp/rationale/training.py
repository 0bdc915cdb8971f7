"""Training one model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.rationale.classifier import Facts, TokenModel
from fairnlp.rationale.data import covered_classes, hold_out, read
from fairnlp.rationale.fitting import Examples, fit, quiet_torch
from fairnlp.rationale.losses import rationale_goals
from fairnlp.rationale.networks import NETWORKS
from fairnlp.rationale.neural import FILL, UNKNOWN, AttentionModel, NeuralModel, pick_device
from fairnlp.rationale.recipe import Recipe, as_recipe
from fairnlp.rationale.svm import SvmModel, fit_svm
from fairnlp.rationale.vectors import WordVectors, corpus_vectors, read_vectors

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import pandas as pd

    from fairnlp.rationale.data import Marked

__all__ = ["as_vectors", "train", "train_on"]


def train(
    frame: pd.DataFrame,
    *,
    model: str | Recipe = "lstm",
    target: str | None = None,
    vectors: WordVectors | str | os.PathLike[str] | None = None,
    seed: int = 0,
    threads: int = 1,
    device: str | None = None,
    **settings: Any,
) -> TokenModel:
    """Train one model on all texts of a frame.

    A part of them is held out, on which training is stopped.

    Parameters
    ----------
    frame : DataFrame
        Columns as `core.frames.RATIONALES`; ``fold`` is not needed. Texts that share a ``group``,
        where there is such a column, are held out together.
    model : str or Recipe
        ``"svm"``, ``"cnn"``, ``"lstm"``, ``"lstm_rationale"``, ``"bilstm"``,
        ``"bilstm_rationale"``, ``"transformer"``, or settings of your own.
    target : str, optional
        The class that is looked for, whose rationales an attention loss covers. Not needed where
        one class alone has rationales.
    vectors : WordVectors or path, optional
        See `read_vectors`; by default they are made from the texts of the frame.
    seed : int
        Of all that is drawn; the same gives the same model.
    threads : int
        That torch may use. With several, the last digits may differ.
    device : str, optional
        Such as ``"cuda"``; by default an accelerator if there is one.
    **settings
        Settings of `Recipe` to change, such as ``epochs=3``.

    Returns
    -------
    TokenModel
        A system under test. ``info`` has ``n_train``, ``n_held_out``, ``epochs``,
        ``best_epoch``, ``held_out_macro_f1``; of the attention loss ``rationale``,
        ``no_rationale`` and ``rationale_cut`` (texts of a covered class with a rationale, without
        one, and with one that is cut off), and ``rationale_classes``; of the vectors ``vectors``,
        ``coverage``.

    Raises
    ------
    SchemaError
        If the frame does not keep its contract.
    OptionError, UnknownChoiceError
        If there is no such model or setting, or the texts are too few.
    MissingDependencyError
        If torch is not installed; the SVM does without.

    Examples
    --------
    >>> import pandas as pd
    >>> texts = ["a dreadful day", "a lovely day", "one dreadful cup", "one lovely cup"] * 6
    >>> frame = pd.DataFrame({
    ...     "text_id": [str(n) for n in range(24)],
    ...     "text": texts,
    ...     "label": ["bad", "good"] * 12,
    ...     "tokens": [[(0, t.find(" ")), (t.find(" ") + 1, t.rfind(" ")),
    ...                 (t.rfind(" ") + 1, len(t))] for t in texts],
    ...     "rationale": [[False, True, False], None] * 12,
    ... })
    >>> made = train(frame, model="svm", cost=1)
    >>> made.labels(["some lovely tea"]), made.classes, made.info["n_held_out"]
    (['good'], ('bad', 'good'), 4)
    """
    recipe = as_recipe(model, **settings)
    marked = read(frame, folds=False)
    return train_on(
        marked,
        recipe,
        target=target,
        vectors=as_vectors(vectors, marked),
        seeds=[seed],
        threads=threads,
        device=device,
    )


def as_vectors(
    vectors: WordVectors | str | os.PathLike[str] | None, marked: Marked
) -> WordVectors | None:
    """Read vectors from a file where they are not read yet, those of the words of the texts."""
    if vectors is None or isinstance(vectors, WordVectors):
        return vectors
    return read_vectors(Path(vectors), words={word for words in marked.tokens for word in words})


def train_on(
    marked: Marked,
    recipe: Recipe,
    *,
    target: str | None,
    vectors: WordVectors | None,
    seeds: Sequence[int],
    threads: int = 1,
    device: str | None = None,
) -> TokenModel:
    """Train one model; `seeds` are put together, and the rest is as for `train`."""
    if len(marked.classes) < 2:
        msg = f"All {len(marked)} texts are of class {marked.classes[0]!r}; two or more are needed."
        raise OptionError(msg)
    split, order, weights = (
        np.random.default_rng(sequence) for sequence in np.random.SeedSequence(list(seeds)).spawn(3)
    )
    kept, held = hold_out(marked, share=recipe.held_out, rng=split)
    covered: tuple[str, ...] = ()
    if recipe.rationale_weight:
        covered = covered_classes(marked, recipe.rationale_classes, target)
    facts = _facts(marked, marked.take(kept), recipe, n_held_out=len(held))
    job = _Job(marked, kept, held, facts, covered)
    seed = int(weights.integers(2**31))
    if recipe.kind == "svm":
        return job.svm(seed)
    device = pick_device(device, purpose=f"The model {recipe.name!r}")
    if recipe.kind == "transformer":
        with quiet_torch(threads=threads, seed=seed, device=device):
            return job.transformer(order, device)
    if vectors is None:
        vectors = corpus_vectors(
            marked.tokens, size=recipe.vector_size, min_count=recipe.min_count, seed=seed
        )
    with quiet_torch(threads=threads, seed=seed, device=device):
        return job.network(vectors, order, device)


def _facts(marked: Marked, kept: Marked, recipe: Recipe, *, n_held_out: int) -> Facts:
    context = kept.context if recipe.context else kept.context[:, :0]
    scale = context.std(axis=0)
    scale[scale == 0] = 1  # a feature that is the same everywhere adds nothing
    return Facts(
        recipe=recipe,
        classes=marked.classes,
        context_features=marked.context_names[: context.shape[1]],
        centre=context.mean(axis=0),
        scale=scale,
        info={"n_train": len(kept), "n_held_out": n_held_out},
    )


class _Job:
    """The texts of one model, divided, and what is known before it is trained."""

    def __init__(
        self,
        marked: Marked,
        kept: np.ndarray,
        held: np.ndarray,
        facts: Facts,
        covered: tuple[str, ...],
    ) -> None:
        self.marked, self.kept, self.held = marked, kept, held
        self.facts, self.recipe, self.covered = facts, facts.recipe, covered
        number = {label: at for at, label in enumerate(facts.classes)}
        self.labels = np.array([number[label] for label in marked.labels])
        n_features = len(facts.context_features)
        self.context = (marked.context[:, :n_features] - facts.centre) / facts.scale

    def svm(self, seed: int) -> SvmModel:
        kept, held = (
            ([self.marked.tokens[row] for row in rows], self.labels[rows], self.context[rows])
            for rows in (self.kept, self.held)
        )
        words, arrays = fit_svm(
            *kept, held, n_classes=len(self.facts.classes), recipe=self.recipe, seed=seed
        )
        return SvmModel(self.facts, words=words, arrays=arrays)

    def network(self, vectors: WordVectors, rng: np.random.Generator, device: str) -> NeuralModel:
        import torch

        network = NETWORKS[self.recipe.kind](
            self.recipe,
            size=vectors.size,
            n_context=len(self.facts.context_features),
            n_classes=len(self.facts.classes),
        )
        network.layers.to(device)
        rows = [np.zeros(vectors.size, dtype=np.float32), vectors.unknown, *vectors.matrix]
        table = torch.nn.Embedding.from_pretrained(
            torch.from_numpy(np.stack(rows)).to(device),
            freeze=not self.recipe.train_vectors,
            sparse=True,
            padding_idx=FILL,
        )
        number = {word: at for at, word in enumerate(vectors.words, start=2)}
        ids = [
            [number.get(word.lower(), UNKNOWN) for word in words[: self.recipe.max_length]]
            for words in self.marked.tokens
        ]
        owners = [list(range(len(row))) for row in ids]
        self._fit(network, table, ids, owners, order=rng, device=device)
        self.facts.info.update(
            vectors=vectors.source, coverage=vectors.coverage(self.marked.tokens)
        )
        state = network.layers.state_dict()
        arrays = {name: value.cpu().numpy() for name, value in state.items()}
        arrays["vectors"] = table.weight.detach().cpu().numpy()
        kind = AttentionModel if self.recipe.kind == "lstm" else NeuralModel
        return kind(self.facts, words=vectors.words, arrays=arrays, device=device)

    def transformer(self, rng: np.random.Generator, device: str) -> TokenModel:
        from fairnlp.rationale import transformer

        model, tokenizer, marks = transformer.load_encoder(Path(str(self.recipe.folder)))
        network = transformer.build(self.facts, model, marks)
        network.layers.to(device)
        most = transformer.most_pieces(tokenizer, model, self.recipe.max_length)
        ids, owners = transformer.pieces(tokenizer, self.marked.tokens, most)
        self._fit(network, model.get_input_embeddings(), ids, owners, order=rng, device=device)
        return transformer.TransformerModel(
            self.facts, tokenizer=tokenizer, network=network, device=device
        )

    def _fit(
        self,
        network: Any,
        table: Any,
        ids: list[list[int]],
        owners: list[list[int]],
        *,
        order: np.random.Generator,
        device: str,
    ) -> None:
        train, counts = self._examples(self.kept, ids, owners, device)
        held, _ = self._examples(self.held, ids, owners, device)
        fitted = fit(network, table, train, held, recipe=self.recipe, rng=order)
        self.facts.info.update(
            epochs=fitted.epochs,
            best_epoch=fitted.best_epoch,
            held_out_macro_f1=fitted.history[fitted.best_epoch - 1]["held_out"],
            history=fitted.history,
        )
        if self.covered:
            self.facts.info.update(counts, rationale_classes=list(self.covered))

    def _examples(
        self, rows: np.ndarray, ids: list[list[int]], owners: list[list[int]], device: str
    ) -> tuple[Examples, dict[str, int]]:
        """Give texts as tensors; `owners` has the word of each place, -1 for none."""
        import torch

        masks = [self.marked.masks[row] for row in rows]
        covered = [self.marked.labels[row] in self.covered for row in rows]
        places = [np.array(owners[row], dtype=int) for row in rows]
        goals, counts = rationale_goals(masks, covered, places)
        lengths = np.array([len(ids[row]) for row in rows])
        filled = np.full((len(rows), max(1, lengths.max())), FILL)
        wanted = np.zeros(filled.shape, dtype=np.float32)
        for at, (row, goal) in enumerate(zip(rows, goals, strict=True)):
            filled[at, : lengths[at]] = ids[row]
            if goal is not None:
                wanted[at, : len(goal)] = goal
        context = torch.as_tensor(self.context[rows], dtype=torch.float32)
        tensors = (torch.from_numpy(filled), context, torch.from_numpy(self.labels[rows]))
        on, beside, labels = (tensor.to(device) for tensor in tensors)
        return Examples(on, lengths, beside, labels, torch.from_numpy(wanted).to(device)), counts
