"""Word vectors: counted in texts, or read from a text file."""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import randomized_svd
from threadpoolctl import threadpool_limits

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["WordVectors", "corpus_vectors", "read_vectors"]


@dataclass(frozen=True, kw_only=True, eq=False)
class WordVectors:
    """A vector for each of some words, and one for all others.

    Parameters
    ----------
    words : tuple of str
        In lower case, each once.
    matrix : ndarray of float32, shape (words, size)
        One row a word.
    unknown : ndarray of float32, shape (size,)
        What stands for every other word.
    source : str
        Where they come from, for tables.
    info : dict
        How they were made.
    """

    words: tuple[str, ...]
    matrix: np.ndarray
    unknown: np.ndarray
    source: str
    info: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.matrix.shape[1])

    def coverage(self, tokens: Sequence[Sequence[str]]) -> float:
        """Share of the words in some texts that have a vector of their own; NaN without words."""
        known = frozenset(self.words)
        counts = Counter(word.lower() for words in tokens for word in words)
        total = counts.total()
        return sum(n for word, n in counts.items() if word in known) / total if total else np.nan

    def __repr__(self) -> str:
        return f"WordVectors({len(self.words):,} words of {self.size} numbers, {self.source})"


def corpus_vectors(
    tokens: Sequence[Sequence[str]],
    *,
    size: int = 100,
    window: int = 5,
    min_count: int = 1,
    seed: int = 0,
) -> WordVectors:
    """Make vectors of the company that words keep in some texts.

    No label is looked at, so texts without labels will do, and more of them are better.

    Parameters
    ----------
    tokens : sequence of sequence of str
        The words of each text.
    size : int
        Numbers of a vector; fewer if there are fewer words.
    window : int
        How many words to either side are company.
    min_count : int
        Words of fewer places are all taken for one, the unknown word.
    seed : int
        Of the decomposition.

    Returns
    -------
    WordVectors
        Words in alphabetical order; each vector has length sqrt(size), so that a number is about
        as far from 0 as networks expect. The unknown word has the mean of all vectors, not that of
        the rare words: where rare words are evidence, they would make evidence of every word that
        is masked.

    Raises
    ------
    OptionError
        If an option is out of its range, or no two words stand beside each other.

    Notes
    -----
    Positive pointwise mutual information with the context counts to the power of 0.75, and its
    singular vectors times the root of the singular values: Levy, Goldberg and Dagan (2015), who
    find it on a par with word2vec. It takes no further package, and the same seed gives the same
    vectors however many processors there are.

    Examples
    --------
    >>> made = corpus_vectors([["a", "red", "cup"], ["a", "blue", "cup"]] * 2, size=2)
    >>> made.words, made.matrix.shape
    (('a', 'blue', 'cup', 'red'), (4, 2))
    """
    for option, value in (("size", size), ("window", window), ("min_count", min_count)):
        if value < 1:
            msg = f"{option} is {value}; it must be 1 or more."
            raise OptionError(msg)
    lower = [[word.lower() for word in words] for words in tokens]
    counts = Counter(word for words in lower for word in words)
    words = tuple(sorted(word for word, n in counts.items() if n >= min_count))
    number = {word: at for at, word in enumerate(words)}
    unknown = len(words)
    counted = _company([[number.get(word, unknown) for word in text] for text in lower], window)
    if not words or counted is None:
        msg = (
            f"{len(lower)} texts have no word {min_count} times beside another word: give more "
            "texts, a smaller min_count, or vectors from a file."
        )
        raise OptionError(msg)
    matrix = _decomposed(_ppmi(counted, len(words) + 1), size, seed)
    return WordVectors(
        words=words,
        matrix=matrix[:-1],
        # Without a rare word there is no place to learn from: the middle of all words.
        unknown=matrix[:-1].mean(axis=0),
        source="texts",
        info={"texts": len(lower), "size": matrix.shape[1], "window": window, "seed": seed}
        | {"min_count": min_count, "unknown": "mean of all vectors"},
    )


def _company(texts: list[list[int]], window: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Give the pairs of words that stand within a window, both ways; None without any."""
    flat = np.array([word for text in texts for word in text], dtype=np.int64)
    of = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    left, right = [], []
    for step in range(1, window + 1):
        same = of[step:] == of[:-step]
        left.append(flat[:-step][same])
        right.append(flat[step:][same])
    first, second = np.concatenate(left), np.concatenate(right)
    if not first.size:
        return None
    return np.concatenate([first, second]), np.concatenate([second, first])


def _ppmi(pairs: tuple[np.ndarray, np.ndarray], n: int) -> sparse.csr_array:
    table = sparse.csr_array(sparse.coo_array((np.ones(pairs[0].size), pairs), shape=(n, n)))
    table.sum_duplicates()
    rows = np.asarray(table.sum(axis=1)).ravel()
    columns = rows**0.75  # the table is symmetric
    columns /= columns.sum()
    at = table.tocoo()
    # p(w, c) / (p(w) p(c)); every entry that is there has a row and a column sum above 0.
    ratio = at.data / (rows[at.coords[0]] * columns[at.coords[1]])
    table.data = np.maximum(np.log(ratio), 0)
    return table


def _decomposed(table: sparse.csr_array, size: int, seed: int) -> np.ndarray:
    # One thread: with several, sums are taken in another order and the last digits differ.
    with threadpool_limits(limits=1):
        left, values, _ = randomized_svd(
            table, n_components=min(size, table.shape[0]), n_iter=5, random_state=seed
        )
        vectors = left * np.sqrt(values)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    length[length == 0] = 1
    return (vectors / length * np.sqrt(vectors.shape[1])).astype(np.float32)


def read_vectors(
    path: str | os.PathLike[str], *, words: Collection[str] | None = None
) -> WordVectors:
    """Read vectors from a text file, as word2vec and GloVe write them.

    Parameters
    ----------
    path : path
        One line a word: the word, then its numbers, with blanks between. A first line of two whole
        numbers (words, size) is passed over. ``.gz`` is unpacked.
    words : collection of str, optional
        Only these are kept, such as the words of a corpus: files are large.

    Returns
    -------
    WordVectors
        In the order of the file. A word is read in lower case; of several that are then the same,
        the first counts. The unknown word gets the mean of what was read. Numbers are divided by
        their root mean square, so that files of different scales train alike.

    Raises
    ------
    MissingDataError
        If the file is not there.
    SchemaError
        If a line is not what it should be; its number is told.
    OptionError
        If it has none of the words.
    """
    file = Path(path)
    if not file.is_file():
        msg = f"There is no file {file} with word vectors (word2vec or GloVe text format)."
        raise MissingDataError(msg)
    wanted = None if words is None else {word.lower() for word in words}
    rows: dict[str, np.ndarray] = {}
    n_lines = 0
    for number, word, values in _lines(file):
        n_lines += 1
        if word not in rows and (wanted is None or word in wanted):
            rows[word] = _numbers(file, number, values)
    if not rows:
        what = "no vectors" if not n_lines else f"none of the {len(wanted or ())} words asked for"
        msg = (
            f"{file} has {what} in {n_lines} lines; is it of another language or in another format?"
        )
        raise OptionError(msg)
    matrix = np.stack(list(rows.values()))
    scale = float(np.sqrt((matrix.astype(float) ** 2).mean())) or 1.0
    matrix = (matrix / scale).astype(np.float32)
    return WordVectors(
        words=tuple(rows),
        matrix=matrix,
        unknown=matrix.mean(axis=0),
        source=file.name,
        info={"lines": n_lines, "size": matrix.shape[1], "scale": scale}
        | {"unknown": "mean of all vectors"},
    )


def _lines(file: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the number of each line, its word, and its numbers as they are written."""
    size = 0
    with gzip.open(file, "rb") if file.suffix == ".gz" else file.open("rb") as lines:
        for number, raw in enumerate(lines, start=1):
            try:
                parts = raw.decode().split()
            except UnicodeDecodeError as error:
                msg = f"{file}, line {number}: not UTF-8 ({error.reason}); is it the binary format?"
                raise SchemaError(msg) from error
            if not size:
                if number == 1 and len(parts) == 2 and all(part.isdigit() for part in parts):
                    size = int(parts[1])
                    continue
                size = len(parts) - 1
            # A word may hold blanks itself, so the numbers are counted from the end.
            between = parts[1 : len(parts) - size]
            if size < 1 or len(parts) < size + 1 or (between and all(map(_is_number, between))):
                msg = (
                    f"{file}, line {number}: {max(len(parts) - 1, 0)} numbers; {max(size, 1)} are "
                    "needed after the word."
                )
                raise SchemaError(msg)
            yield number, " ".join(parts[:-size]).lower(), parts[-size:]


def _numbers(file: Path, number: int, values: list[str]) -> np.ndarray:
    try:
        vector = np.array(values, dtype=np.float32)
    except ValueError as error:
        msg = f"{file}, line {number}: {error}."
        raise SchemaError(msg) from error
    if not np.isfinite(vector).all():
        msg = f"{file}, line {number}: a number is not finite."
        raise SchemaError(msg)
    return vector


def _is_number(part: str) -> bool:
    try:
        float(part)
    except ValueError:
        return False
    return True
