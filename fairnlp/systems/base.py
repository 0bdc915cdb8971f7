"""What a system under test is, and how anything that classifies texts is made into one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.registry import load
from fairnlp.systems.adapters import EstimatorSystem, FunctionSystem, PipelineSystem
from fairnlp.systems.outputs import Reader
from fairnlp.systems.prediction import predict

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence

    import numpy as np

__all__ = ["BUILT_IN", "ScoringSystem", "System", "as_system", "built_in_name", "predict"]

BUILT_IN = {
    "afinn": "fairnlp.systems.afinn:Afinn",
    "linear": "fairnlp.systems.training:on_reviews",
    "sentimentr": "fairnlp.systems.sentimentr.tool:SentimentR",
    "textblob": "fairnlp.systems.textblob:TextBlob",
    "textblob-subjectivity": "fairnlp.systems.textblob:TextBlobSubjectivity",
    "vader": "fairnlp.systems.vader:Vader",
}
"""The systems that `as_system` knows by name."""


class System(Protocol):
    """A system under test.

    What it may have beside the two below:

    - ``scores(texts)``: see `ScoringSystem`;
    - ``answers(texts)``: an `outputs.Answers`, where labels and scores come from one pass, and
      where a text may be left without an answer;
    - ``lexicon``: frozenset of lower-case words that the system reacts to by themselves, so that
      values which are among them can be flagged;
    - ``known_words``: frozenset of the lower-case words of its vocabulary, or ``tokenizer``: so
      that names can be chosen which it knows (``characteristics.recognition``);
    - ``scored_words(text)``: a list of `lexicon_tool.ScoredWord`, which words counted with what;
    - ``seen(texts)``: a list with what of each text it reads, equal where it cannot tell two apart,
      such as the tokens up to its limit;
    - ``info``: mapping of facts for the report, such as cut-offs or held-out accuracy.

    Attributes
    ----------
    name : str
        What tables call it.
    """

    @property
    def name(self) -> str: ...  # noqa: D102

    def labels(self, texts: Sequence[str]) -> list[str]:
        """Give one label a text, in order."""
        ...


class ScoringSystem(System, Protocol):
    """A system that also tells how positive a text is."""

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        """Give one float a text, in order; larger is more positive."""
        ...


def as_system(
    obj: Any,
    *,
    name: str | None = None,
    positive: Any = None,
    threshold: float | None = None,
    labels: Mapping[Hashable, str] | Collection[Hashable] | None = None,
    takes: Literal["one", "many"] | None = None,
    **options: Any,
) -> System:
    """Make a system under test of anything that classifies texts.

    Parameters
    ----------
    obj : object
        One of

        - a name: ``"vader"``, ``"textblob"``, ``"textblob-subjectivity"``, ``"afinn"``,
          ``"sentimentr"``, ``"linear"``;
        - a function of a list of texts, or of one text;
        - a fitted scikit-learn estimator or pipeline that takes texts;
        - a transformers text-classification pipeline, or a folder with such a model;
        - a file ``.csv`` with the columns ``word,score``: see `wordscores.WordScores`;
        - an object with ``labels(texts)``.
    name : str, optional
        What tables call it; by default, the name of the function or class.
    positive : hashable or collection, optional
        The label that means positive, such as ``"POSITIVE"``, ``"LABEL_1"``, ``True`` or ``1``.
        All labels are then called "positive" and "negative". Needed where labels are not words.
    threshold : float, optional
        Where the answers are numbers (probabilities or other scores): from here on, positive.
    labels : mapping or collection, optional
        All labels that the system may give, or a mapping to what each is to be called. Any other
        label stops the run.
    takes : {"one", "many"}, optional
        Whether a function takes one text or a list. By default, the annotation of its first
        parameter tells; else it is tried on lists of two and of three short sentences, and then
        on one of them.
    **options
        For a name, a folder or a file: options of the system, such as ``cut=0.05`` for VADER.

    Returns
    -------
    System

    Raises
    ------
    OptionError
        If the object cannot be used, or the declaration does not fit it.
    UnknownChoiceError
        If a name is not known.

    Examples
    --------
    >>> def classify(text: str) -> int:
    ...     return int("good" in text)
    >>> as_system(classify, positive=1).labels(["A good film.", "A bad film."])
    ['positive', 'negative']
    """
    declared = {"positive": positive, "threshold": threshold, "labels": labels}
    if isinstance(obj, str | Path):
        return _by_name(obj, name, {k: v for k, v in declared.items() if v is not None}, options)
    if options:
        msg = f"as_system got an unknown option {next(iter(options))!r} for {_called(obj)}."
        raise OptionError(msg)
    if isinstance(obj, type):
        msg = f"{obj.__name__} is a class; give an object of it, such as {obj.__name__}()."
        raise OptionError(msg)
    title = name or _called(obj)
    if callable(getattr(obj, "labels", None)):
        if name is None and all(value is None for value in declared.values()) and _has_name(obj):
            return obj
        return FunctionSystem(obj.labels, name=title, reader=Reader(**declared), lexicon_of=obj)
    if callable(obj) and hasattr(obj, "task") and hasattr(obj, "model"):
        return PipelineSystem(obj, name=title, **declared)
    if callable(getattr(obj, "predict", None)):
        return EstimatorSystem(obj, name=title, **declared)
    if callable(obj):
        return FunctionSystem(obj, name=title, reader=Reader(**declared), takes=takes)
    msg = (
        f"Cannot make a system of {obj!r} (type {type(obj).__name__}); give a name "
        f"({', '.join(map(repr, sorted(BUILT_IN)))}), a function of texts, an estimator with "
        "predict, a transformers pipeline, or an object with labels(texts)."
    )
    raise OptionError(msg)


def _by_name(
    obj: str | Path, name: str | None, declared: dict[str, Any], options: dict[str, Any]
) -> System:
    naming: dict[str, Any] = {} if name is None else {"name": name}
    if isinstance(obj, str) and obj in BUILT_IN:
        if declared:
            msg = f"System {obj!r} has its own labels; leave out {next(iter(declared))!r}."
            raise OptionError(msg)
        made: System = load("system", obj, BUILT_IN)(**naming, **options)
        return made
    if isinstance(obj, str) and "://" in obj:
        msg = f"Cannot ask {obj!r} yet: give a function that sends texts there and returns labels."
        raise OptionError(msg)
    if Path(obj).is_dir():
        from fairnlp.systems.transformer import TransformerSystem

        return TransformerSystem(obj, **naming, **declared, **options)
    if Path(obj).suffix == ".csv":
        from fairnlp.systems.wordscores import WordScores

        if declared:
            msg = f"A word list gives its own labels; leave out {next(iter(declared))!r}."
            raise OptionError(msg)
        return WordScores(obj, **naming, **options)
    msg = unknown_choice("system", str(obj), sorted(BUILT_IN))
    msg += " A folder with a model does too, and a word list (.csv)."
    raise UnknownChoiceError(msg)


def built_in_name(source: str) -> str:
    """Tell what a built-in system is called in results; the name of SentimentR tells its key."""
    return as_system(source).name if source == "sentimentr" else source


def _called(obj: Any) -> str:
    found = getattr(obj, "name", None) or getattr(obj, "__name__", None)
    return found if isinstance(found, str) and found != "<lambda>" else type(obj).__name__


def _has_name(obj: Any) -> bool:
    return isinstance(getattr(obj, "name", None), str) and bool(obj.name)
