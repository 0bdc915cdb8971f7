"""Training of the LSTM language model on any texts."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.adversary.epochs import Options, train_direction
from fairnlp.adversary.language_model import (
    DIRECTIONS,
    MODEL,
    LanguageModel,
    load_language_model,
    perplexities,
    turned,
)
from fairnlp.adversary.vocabulary import Vocabulary
from fairnlp.core.errors import OptionError, RunError
from fairnlp.core.lock import hold
from fairnlp.core.optional import require
from fairnlp.core.provenance import frame_hash
from fairnlp.core.replacing import replace_file
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

__all__ = ["train_language_model"]

TRAINING = "training.json"


def train_language_model(
    texts: Sequence[str] | pd.Series,
    *,
    options: Options | None = None,
    folder: str | os.PathLike[str] | None = None,
    device: str = "cpu",
    progress: bool | None = None,
    **changes: Any,
) -> LanguageModel:
    """Train the forward and the backward language model on some texts.

    Parameters
    ----------
    texts : sequence of str
        At least two with words in them. A text that comes several times counts once, so that none
        is both trained on and held out.
    options : Options, optional
        See there; by default three layers of 128.
    folder : path, optional
        Where epochs and the finished model are kept. A finished model of the same texts and
        options is read, an unfinished one goes on.
    device : str
        Such as ``"cpu"`` or ``"cuda"``.
    progress : bool, optional
        See `core.progress.bar`.
    **changes
        Options by name, such as ``epochs=5``.

    Returns
    -------
    LanguageModel
        The random state of torch and numpy is as it was.

    Raises
    ------
    OptionError
        If there are too few texts or an option is out of its range.
    RunError
        If the folder holds another model, or another training is at work in it.
    MissingDependencyError
        If torch is not installed.

    Notes
    -----
    Zhong et al. (2019): forward and backward, three LSTM layers of
    128, an 80/20 split, early stopping.

    Examples
    --------
    >>> nouns = ["plan", "ship", "crew", "cook", "sail"]
    >>> texts = [f"the {kind} {noun} ." for kind in ("old", "new") for noun in nouns]
    >>> model = train_language_model(  # doctest: +SKIP
    ...     texts, layers=1, size=8, epochs=1, progress=False
    ... )
    >>> model.report[["direction", "n_words", "n_texts"]].values.tolist()  # doctest: +SKIP
    [['forward', 10, 2], ['backward', 10, 2]]
    """
    require("torch", extra="neural", purpose="The LSTM language model")
    chosen = Options(**(asdict(options or Options()) | changes))
    given = [str(text) for text in texts]
    if folder is None:
        return _trained(given, chosen, device, None, progress)
    place = Path(folder)
    with hold(place):
        told = {
            "texts": frame_hash(pd.DataFrame({"text": given})),
            "options": asdict(chosen),
        }
        _claim(place, told)
        if (place / MODEL).is_file():
            return load_language_model(place, device=device)
        model = _trained(given, chosen, device, place, progress)
        model.save(place)
        for way in DIRECTIONS:
            (place / f"{way}-epoch.pt").unlink(missing_ok=True)
        return model


def _claim(place: Path, told: dict[str, Any]) -> None:
    path = place / TRAINING
    there = json.loads(path.read_bytes()) if path.is_file() else None
    if there is None and (place / MODEL).is_file():
        there = {}
    if there is not None and there != told:
        what = "other options" if there.get("texts") == told["texts"] else "other texts"
        msg = f"{place} holds a language model of {what}; choose another folder."
        raise RunError(msg)
    replace_file(path, json.dumps(told).encode())


def _trained(
    texts: list[str], options: Options, device: str, place: Path | None, progress: bool | None
) -> LanguageModel:
    different = [tokens for text in dict.fromkeys(texts) if (tokens := cut(text, words(text)))]
    held = round(options.held_out * len(different))
    if not 0 < held < len(different):
        msg = (
            f"{len(different)} different texts with words came; a language model needs more, of "
            f"which {options.held_out:.0%} are held out."
        )
        raise OptionError(msg)
    order = np.random.default_rng(options.seed).permutation(len(different))
    kept = [different[row] for row in order[held:]]
    vocabulary = Vocabulary.of(kept, min_count=options.min_count, most=options.most_words)
    train = [vocabulary.numbers(tokens) for tokens in kept]
    test = [vocabulary.numbers(different[row]) for row in order[:held]]
    nets, epochs = {}, []
    for number, way in enumerate(DIRECTIONS):
        nets[way], trained = train_direction(
            turned(train, way),
            turned(test, way),
            words=len(vocabulary),
            options=options,
            number=number,
            title=f"training the {way} language model",
            device=device,
            checkpoint=None if place is None else place / f"{way}-epoch.pt",
            progress=progress,
        )
        epochs.append(trained)
    report = perplexities(nets, test).assign(epochs=epochs)
    return LanguageModel(nets, vocabulary, options, report)
