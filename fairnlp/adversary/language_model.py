"""The LSTM language model: forward and backward, trained on any texts."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.adversary.epochs import Options, save_state
from fairnlp.adversary.network import batches, build
from fairnlp.adversary.prefixes import Prefixes, totals
from fairnlp.adversary.vocabulary import UNKNOWN, Vocabulary
from fairnlp.core.errors import MissingDataError
from fairnlp.core.optional import require
from fairnlp.core.progress import bar
from fairnlp.core.replacing import replace_file
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

__all__ = ["DIRECTIONS", "MODEL", "LanguageModel", "load_language_model", "perplexities", "turned"]

DIRECTIONS = ("forward", "backward")
MODEL = "model.json"


class LanguageModel:
    """An LSTM language model in two directions; `train_language_model` makes one.

    log p of a text is the mean of what the two directions give it: the sum of log p of its words
    and of its end (its beginning, for the backward one). Words are those of `text.words.words`, in
    lower case; all that are not known count as one word.

    Attributes
    ----------
    name : str
        What results call it.
    vocabulary : Vocabulary
    options : Options
    report : DataFrame
        What `perplexity` says of the texts that were held out, with ``epochs``. They also decided
        when to stop, so the figure is a little better than for new texts.
    """

    name = "LSTM, forward and backward"

    def __init__(
        self, nets: dict[str, Any], vocabulary: Vocabulary, options: Options, report: pd.DataFrame
    ) -> None:
        self.nets = nets
        self.vocabulary = vocabulary
        self.options = options
        self.report = report

    def knows(self, word: str) -> bool:
        """Tell whether a word is in the vocabulary."""
        return word in self.vocabulary

    def log_probabilities(self, texts: Sequence[str]) -> np.ndarray:
        """Give log p of each text, in order (natural logarithm)."""
        return self.token_log_probabilities([cut(text, words(text)) for text in texts])

    def token_log_probabilities(self, texts: Sequence[Sequence[str]]) -> np.ndarray:
        """Give log p of each text that is cut into words, in order."""
        numbers = [self.vocabulary.numbers(tokens) for tokens in texts]
        both = [totals(self.nets[way], turned(numbers, way)) for way in DIRECTIONS]
        mean: np.ndarray = np.mean(both, axis=0)
        return mean

    def perplexity(self, texts: Sequence[str]) -> pd.DataFrame:
        """Tell how well texts are foreseen.

        Parameters
        ----------
        texts : sequence of str

        Returns
        -------
        DataFrame, one row a direction
            ``direction``, ``perplexity`` (exp of the mean of -log p over words and ends),
            ``n_words`` (with one end a text), ``n_texts``, ``unknown`` (share of words that are
            not in the vocabulary: the larger it is, the less a low perplexity says).
        """
        numbers = [self.vocabulary.numbers(cut(text, words(text))) for text in texts]
        return perplexities(self.nets, numbers)

    def insertions(
        self,
        texts: Sequence[Sequence[str]],
        positions: Sequence[Sequence[int]],
        unigrams: Sequence[str],
        *,
        shortlist: int | None = None,
        progress: bool | None = None,
    ) -> list[np.ndarray]:
        """Give log p of each text with each unigram at each position.

        What comes before the new word is read once for all insertions into a text, and what
        comes after it is read from there on; nothing is approximated.

        Parameters
        ----------
        texts, positions, unigrams, shortlist
            See `scorers.InsertionScorer`.
        progress : bool, optional
            See `core.progress.bar`.

        Returns
        -------
        list of ndarray, shape (unigrams, positions)
            One a text; NaN where a position was not scored.
        """
        numbers = [self.vocabulary.numbers(tokens) for tokens in texts]
        extra = self.vocabulary.numbers(list(unigrams))
        found = [np.full((len(extra), len(places)), np.nan) for places in positions]
        rows = list(batches(np.array([len(text) + 1 for text in numbers], dtype=np.int64)))
        with _a_thread_a_direction() as pool:
            for batch in bar(rows, title="scoring insertions", unit="batches", show=progress):
                some, places = [numbers[row] for row in batch], [positions[row] for row in batch]
                scored = self._insertions(some, places, extra, shortlist, pool)
                for row, scores in zip(batch, scored, strict=True):
                    found[row][:] = scores
        return found

    def _insertions(
        self,
        texts: list[list[int]],
        positions: list[Sequence[int]],
        extra: list[int],
        shortlist: int | None,
        pool: ThreadPoolExecutor,
    ) -> list[np.ndarray]:
        read = list(
            pool.map(lambda way: Prefixes(self.nets[way], turned(texts, way), extra), DIRECTIONS)
        )
        n = np.array([len(text) for text in texts])
        text = np.repeat(np.arange(len(texts)), [len(places) for places in positions])
        place = np.concatenate([np.asarray(places, dtype=np.int64) for places in positions])
        text, place = np.tile(text, len(extra)), np.tile(place, len(extra))
        which = np.repeat(np.arange(len(extra)), len(text) // max(1, len(extra)))
        sides = (place, n[text] - place)  # the backward direction counts from the end
        alone = sum(one.alone[which, text, side] for one, side in zip(read, sides, strict=True))
        wanted = np.ones(len(text), dtype=bool)
        if shortlist is not None:
            wanted = _best(alone, which * len(texts) + text, shortlist)
        text, which = text[wanted], which[wanted]
        word = np.array(extra, dtype=np.int64)[which]

        def whole(one: Prefixes, side: np.ndarray) -> np.ndarray:
            after = one.after(text, side, word)
            total: np.ndarray = one.before[text, side] + one.alone[which, text, side] + after
            return total

        log_ps = np.full(len(wanted), np.nan)
        log_ps[wanted] = np.mean(
            list(pool.map(whole, read, [side[wanted] for side in sides])), axis=0
        )
        table = log_ps.reshape(len(extra), -1)
        ends = np.cumsum([len(places) for places in positions])[:-1]
        return np.split(table, ends, axis=1)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the model to a folder; `load_language_model` reads it again.

        Parameters
        ----------
        folder : path
            ``model.json``, ``forward.pt`` and ``backward.pt`` are written there.
        """
        place = Path(folder)
        for way, net in self.nets.items():
            save_state(place / f"{way}.pt", net.state_dict())
        told = {
            "options": asdict(self.options),
            "words": self.vocabulary.words,
            "report": self.report.to_dict(orient="records"),
        }
        replace_file(place / MODEL, json.dumps(told, ensure_ascii=False).encode())


@contextmanager
def _a_thread_a_direction() -> Iterator[ThreadPoolExecutor]:
    """Read the two directions side by side, each on one thread.

    Threads that share each step of an LSTM wait for each other, most of all on a busy machine. How
    many threads torch uses is as before afterwards.
    """
    torch = require("torch", extra="neural", purpose="The LSTM language model")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with ThreadPoolExecutor(min(threads, len(DIRECTIONS))) as pool:
            yield pool
    finally:
        torch.set_num_threads(threads)


def load_language_model(folder: str | os.PathLike[str], *, device: str = "cpu") -> LanguageModel:
    """Read a language model from a folder. Nothing in its files is executed.

    Raises
    ------
    MissingDataError
        If the folder holds none.
    MissingDependencyError
        If torch is not installed.
    """
    torch = require("torch", extra="neural", purpose="The LSTM language model")
    place = Path(folder)
    try:
        told = json.loads((place / MODEL).read_bytes())
        options = Options(**told["options"])
        vocabulary = Vocabulary(told["words"])
        nets = {}
        for way in DIRECTIONS:
            net = _built(vocabulary, options)
            weights = torch.load(place / f"{way}.pt", map_location=device, weights_only=True)
            net.load_state_dict(weights)
            nets[way] = net.to(device).eval()
    except FileNotFoundError as error:
        msg = (
            f"{place} holds no language model ({Path(str(error.filename)).name} is missing); "
            "train_language_model(texts, folder=...) writes one."
        )
        raise MissingDataError(msg) from error
    except (ValueError, KeyError, TypeError, RuntimeError) as error:
        msg = f"{place} is damaged, or of another version ({str(error).splitlines()[0][:120]})."
        raise MissingDataError(msg) from error
    return LanguageModel(nets, vocabulary, options, pd.DataFrame(told["report"]))


def _built(vocabulary: Vocabulary, options: Options) -> Any:
    import torch

    with torch.random.fork_rng():  # the first weights are drawn, and then replaced
        return build(
            len(vocabulary),
            size=options.size,
            layers=options.layers,
            dropout=options.dropout,
        )


def turned(texts: Sequence[list[int]], way: str) -> list[list[int]]:
    """Put numbered words into the order in which a direction reads them."""
    return [text[::-1] if way == "backward" else text for text in texts]


def _best(scores: np.ndarray, group: np.ndarray, most: int) -> np.ndarray:
    """Mark the highest scores of each group."""
    order = np.lexsort((-scores, group))
    sorted_group = group[order]
    first = np.searchsorted(sorted_group, sorted_group, side="left")
    chosen = np.zeros(len(scores), dtype=bool)
    chosen[order[np.arange(len(order)) - first < most]] = True
    return chosen


def perplexities(nets: dict[str, Any], texts: list[list[int]]) -> pd.DataFrame:
    """Give what `LanguageModel.perplexity` gives, for numbered words."""
    n = sum(len(text) + 1 for text in texts)
    unknown = sum(text.count(UNKNOWN) for text in texts) / max(1, n - len(texts))
    return pd.DataFrame(
        [
            {
                "direction": way,
                "perplexity": float(np.exp(-totals(nets[way], turned(texts, way)).sum() / n))
                if n
                else np.nan,
                "n_words": n,
                "n_texts": len(texts),
                "unknown": unknown,
            }
            for way in DIRECTIONS
        ]
    )
