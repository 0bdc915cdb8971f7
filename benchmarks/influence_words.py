"""Leave-one-out of an LSTM over 1,000 posts, against one input at a time and against captum."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import report, seconds
from fairnlp import corpora
from fairnlp.influence import leave_one_out
from fairnlp.rationale import train
from fairnlp.text.words import words

if TYPE_CHECKING:
    import pandas as pd

TARGET = "complaint"


def one_at_a_time(model: Any, posts: pd.DataFrame) -> None:
    """Ask about each text with each word replaced, input by input."""
    for text, spans in zip(posts["text"], posts["tokens"], strict=True):
        tokens = [text[start:end] for start, end in spans]
        model.token_probabilities([tokens])
        for at in range(len(tokens)):
            model.token_probabilities([[*tokens[:at], model.unknown, *tokens[at + 1 :]]])


def captum_ablation(model: Any, posts: pd.DataFrame, *, batch: int | None) -> np.ndarray:
    """Let captum replace each word: all words of a text at once, or a word of each of a batch."""
    import torch
    from captum.attr import FeatureAblation

    def forward(ids: Any, mask: Any, features: Any) -> Any:
        return model.embedded_probabilities(model.vectors[ids], mask, features)

    ablation = FeatureAblation(forward)
    column, found = model.classes.index(TARGET), []
    tokens = [
        [text[start:end] for start, end in spans]
        for text, spans in zip(posts["text"], posts["tokens"], strict=True)
    ]
    for start in range(0, len(tokens), batch or 1):
        some = tokens[start : start + (batch or 1)]
        given = [model.ids([row])[0] for row in some]
        ids = torch.nn.utils.rnn.pad_sequence(
            [torch.tensor(row) for row in given], batch_first=True
        )
        mask = torch.arange(ids.shape[1]) < torch.tensor([len(row) for row in given])[:, None]
        values = ablation.attribute(
            ids,
            baselines=1,  # the row of the unknown word
            target=column,
            additional_forward_args=(mask, torch.zeros(len(some), 0)),
            perturbations_per_eval=1 if batch else ids.shape[1],
        )
        found += [row[keep].numpy() for row, keep in zip(values, mask, strict=True)]
    return np.concatenate(found)


def main() -> int:
    if not find_spec("torch"):
        print("torch is missing: make neural", file=sys.stderr)
        return 1
    import torch

    torch.set_num_threads(1)
    posts = corpora.planted(seed=0).head(1000)
    model = train(posts, model="lstm", context=False, epochs=2)
    inputs = sum(len(words(text)) + 1 for text in posts["text"])

    def ours() -> pd.DataFrame:
        return leave_one_out(model, posts, target=TARGET, progress=False)

    each = seconds(ours) / inputs
    some = posts.head(40)
    n_some = sum(len(spans) + 1 for spans in some["tokens"])
    measured = {"texts": len(posts), "inputs": inputs, "us_an_input": round(each * 1e6, 1)}
    failed = 0
    if find_spec("captum"):
        got = ours()["influence"].to_numpy()
        for name, batch, rows in (("text by text", None, some), ("batches of 256", 256, posts)):
            n = sum(len(spans) + 1 for spans in rows["tokens"])
            taken = seconds(lambda b=batch, r=rows: captum_ablation(model, r, batch=b)) / n
            same = captum_ablation(model, rows, batch=batch)
            failed |= report(
                f"influence of words: against captum's feature ablation, {name}",
                taken / each,
                at_least=1,
                captum_us_an_input=round(taken * 1e6, 1),
                largest_difference=float(np.abs(same - got[: len(same)]).max()),
            )
    single = seconds(lambda: one_at_a_time(model, some)) / n_some
    return failed | report(
        "influence of words: against one input at a time",
        single / each,
        at_least=10,
        **measured,
        single_us_an_input=round(single * 1e6, 1),
        captum="measured" if find_spec("captum") else "not installed",
    )


if __name__ == "__main__":
    sys.exit(main())
