"""What the comparison is made on: texts, further tests, the class looked for, words to insert."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.corpora.film_sentences import film_sentences
from fairnlp.corpora.function_words import without_function_words
from fairnlp.corpora.planted import HALVES, planted
from fairnlp.corpora.rationales import data_path, rationales
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    import pandas as pd

    from fairnlp.rationale.vectors import WordVectors

__all__ = ["ASKED", "CORPORA", "VARIANT", "Case", "make_case"]

CORPORA = ("planted", "movies")
"""Corpora with a name; any other is a file or folder for `corpora.rationales`."""

ASKED = ("a", "on", "into", "of", "that")
"""The paper's words, without "da", which is in few texts."""

VARIANT = "clean"
"""Which film sentences, unless told otherwise; see `corpora.film_sentences`."""

QUICK_SIZE = 2000


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """A corpus with all that a comparison needs of it.

    Parameters
    ----------
    name : str
    frame : DataFrame
        See ``core.frames.RATIONALES``.
    target : str
        The class that is looked for.
    asked : tuple of str
        Words that are inserted whatever the corpus.
    tests : dict of str to DataFrame
        Versions of the same texts to test on.
    vectors : WordVectors, optional
        Made from further texts; by default, models make them from the texts they are trained on.
    told : tuple of str
        Sentences about the corpus.
    """

    name: str
    frame: pd.DataFrame
    target: str
    asked: tuple[str, ...]
    tests: dict[str, pd.DataFrame] = field(default_factory=dict)
    vectors: WordVectors | None = None
    told: tuple[str, ...] = ()

    @cached_property
    def content(self) -> pd.DataFrame | None:
        """The corpus without function words in its rationales; None if there are none in them."""
        cleaned = without_function_words(self.frame)
        same = cleaned["rationale"].tolist() == self.frame["rationale"].tolist()
        return None if same else cleaned

    @property
    def context(self) -> list[str]:
        """Names of the columns with context features."""
        return [str(name) for name in self.frame if str(name).startswith("context:")]

    @property
    def groups(self) -> list[str]:
        """Names of the columns that say what people marked about the context."""
        return [str(name) for name in self.frame if str(name).startswith("annotated:")]


def make_case(
    corpus: str,
    *,
    path: str | Path | None = None,
    target: str | None = None,
    strength: float = 0.5,
    variant: str = VARIANT,
    folds: int = 5,
    seed: int = 0,
    quick: bool = False,
) -> Case:
    """Read or make the corpus.

    Parameters
    ----------
    corpus : {"planted", "movies"} or path
        See `corpora.planted`, `corpora.film_sentences` and `corpora.rationales`.
    path : path, optional
        Where the film reviews are.
    target : str, optional
        The class looked for, in a corpus of your own; not needed where one class has rationales.
    strength : float
        Of the bias of the planted corpus.
    variant : str
        Which sentences of the film reviews.
    folds, seed
        Of the corpus.
    quick : bool
        A part of the corpus, to see whether all works.

    Returns
    -------
    Case

    Raises
    ------
    UnknownChoiceError, MissingDataError, OptionError, SchemaError
        If there is no such corpus, or it cannot be used.
    """
    if corpus == "planted":
        return _planted(strength, folds=folds, seed=seed, size=QUICK_SIZE if quick else None)
    if corpus == "movies":
        return _movies(path, variant, folds=folds, seed=seed, quick=quick)
    if not Path(corpus).expanduser().exists():
        raise UnknownChoiceError(unknown_choice("corpus", corpus, [*CORPORA, "a path"]))
    frame = rationales(corpus, folds=folds, seed=seed)
    asked = tuple(word for word in ASKED if _texts_with(frame, word) >= 2)
    if not asked:
        msg = f"No word of {ASKED} is in two texts of the corpus; is it English?"
        raise OptionError(msg)
    chosen = _target(frame, target)
    return Case(name=Path(corpus).name, frame=frame, target=chosen, asked=asked)


def _planted(strength: float, *, folds: int, seed: int, size: int | None) -> Case:
    options = {"strength": strength, "folds": folds, "seed": seed, "size": size}
    frame = planted(**options)  # type: ignore[arg-type]  # one dict for three calls
    tests = {half: planted(half=half, **options) for half in HALVES}  # type: ignore[arg-type]
    return Case(
        name="planted",
        frame=frame,
        target=frame.attrs["planted_class"],
        asked=tuple(frame.attrs["planted_words"]),
        tests=tests,
        told=(
            f"The posts are made by a grammar: the planted words stand beside "
            f"{frame.attrs['planted_class']!r} in training only, with strength {strength:g}. The "
            'test "ordinary" has them as often in every class, "reversed" the other way round; '
            '"test" is the fold left out, with the bias of training.',
        ),
    )


def _movies(path: str | Path | None, variant: str, *, folds: int, seed: int, quick: bool) -> Case:
    from fairnlp.corpora.eraser import read_documents
    from fairnlp.rationale.vectors import corpus_vectors

    documents = read_documents(data_path("movies", path))
    sizes = {"neg": 150, "pos": 300, "other": 1500} if quick else None
    frame = film_sentences(documents, variant=variant, sizes=sizes, folds=folds, seed=seed)
    some = documents[::10] if quick else documents
    texts = [" ".join(document.tokens) for document in some]
    vectors = corpus_vectors([cut(text, words(text)) for text in texts], min_count=5, seed=seed)
    return Case(
        name=f"movies ({variant})",
        frame=frame,
        target="neg",
        asked=ASKED,
        vectors=vectors,
        told=(
            "Sentences of film reviews, with the class of the review where a rationale overlaps "
            "them. In the variants clean and cleanc, opinions and others come from different "
            "reviews: part of what is learned may be the reviews.",
            f"Word vectors are made from {len(some):,} reviews without their labels, those of the "
            "test folds among them. There are no context features.",
        ),
    )


def _target(frame: pd.DataFrame, target: str | None) -> str:
    classes = sorted(frame["label"].unique())
    if target is not None:
        if target not in classes:
            raise UnknownChoiceError(unknown_choice("target", target, classes))
        return target
    has = frame["rationale"].map(lambda marks: marks is not None and any(marks))
    marked = sorted(frame.loc[has, "label"].unique())
    if len(marked) != 1:
        msg = f"Classes with rationales: {marked}. Which is looked for? target=, of {classes}."
        raise OptionError(msg)
    return str(marked[0])


def _texts_with(frame: pd.DataFrame, word: str) -> int:
    pairs = zip(frame["text"], frame["tokens"], strict=True)
    return sum(word in cut(text, tokens) for text, tokens in pairs)
