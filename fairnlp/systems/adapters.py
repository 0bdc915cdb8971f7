"""Classifiers of other libraries, and functions, made to answer as systems under test."""

from __future__ import annotations

import contextlib
import inspect
import typing
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

import numpy as np

from fairnlp.core.errors import OptionError
from fairnlp.systems.outputs import NEGATIVE, POSITIVE, Answers, OutputError, Reader, as_list

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Adapter", "EstimatorSystem", "FunctionSystem", "PipelineSystem"]

_PROBES = ("The film was good.", "The film was bad.", "The soup was cold.")


class Adapter:
    """Labels and scores from `answers`, which gives both."""

    name: str
    lexicon: frozenset[str] = frozenset()

    def answers(self, texts: Sequence[str]) -> Answers:
        """Give labels and scores; see `outputs.Answers`."""
        raise NotImplementedError

    def labels(self, texts: Sequence[str]) -> list[str]:
        """Give one label a text; a text without an answer stops it."""
        found = self.answers(texts).labels
        if absent := tuple(row for row, label in enumerate(found) if label is None):
            msg = f"no label (None or NaN) for row {absent[0]}"
            raise OutputError(msg, positions=absent)
        return typing.cast("list[str]", found)

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        """Give one score a text, NaN where there is none; larger is more positive."""
        return self.answers(texts).scores

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r})"


class FunctionSystem(Adapter):
    """A function of texts.

    Parameters
    ----------
    function : callable
        Of a list of texts, or of one text.
    name : str
    reader : Reader
        How its answers are read.
    takes : {"one", "many"}, optional
        See `as_system`.
    lexicon_of : object, optional
        What holds the ``lexicon``, if `function` is a method of it.
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        *,
        name: str,
        reader: Reader,
        takes: Literal["one", "many"] | None = None,
        lexicon_of: object = None,
    ) -> None:
        if takes not in ("one", "many", None):
            msg = f"takes is {takes!r}; choose 'one' (a text) or 'many' (a list of texts)."
            raise OptionError(msg)
        self.function, self.name, self.reader = function, name, reader
        if lexicon_of is not None:  # its method `labels` takes a list by contract
            takes = "many"
            self.lexicon = frozenset(getattr(lexicon_of, "lexicon", ()))
        self.takes = takes or _annotated(function) or _tried(function)

    def answers(self, texts: Sequence[str]) -> Answers:
        """Ask the function; in one call if it takes a list."""
        if self.takes == "many":
            raw = self.function(list(texts))
        else:
            raw = [self.function(text) for text in texts]
        return self.reader.read(raw, len(texts))


class EstimatorSystem(Adapter):
    """A fitted estimator of scikit-learn, or anything with ``predict`` for a list of texts.

    Scores are the probability of the positive class, or the signed distance from the boundary
    where the estimator gives no probabilities; NaN where neither tells of the positive class.
    With a threshold, the scores decide on the label.

    Attributes
    ----------
    classes : tuple of str
        What the labels are called, in the order of the estimator's; empty if it does not tell.
    probabilities : callable
        See `tokens.ClassScores`; there only if the estimator gives probabilities.
    """

    def __init__(
        self,
        estimator: Any,
        *,
        name: str,
        positive: Any = None,
        threshold: float | None = None,
        labels: Any = None,
    ) -> None:
        self.estimator, self.name = estimator, name
        classes = getattr(estimator, "classes_", None)
        self.own_classes = [] if classes is None else list(np.asarray(classes).tolist())
        if labels is None and self.own_classes:
            labels = self.own_classes
        # With classes, the threshold is for the scores; without, the answers are the scores.
        self.threshold = threshold if self.own_classes else None
        self.reader = Reader(
            positive=positive, threshold=None if self.own_classes else threshold, labels=labels
        )
        called = [self.reader.name(label) for label in self.own_classes]
        self.classes = tuple(dict.fromkeys(called))
        if self.classes and hasattr(estimator, "predict_proba"):
            self.probabilities = self._probabilities

    def answers(self, texts: Sequence[str]) -> Answers:
        """Label the texts; a pipeline turns them into numbers once for both answers."""
        model, features = self.estimator, list(texts)
        steps = getattr(model, "steps", None)
        if steps and len(steps) > 1 and hasattr(steps[-1][1], "predict"):
            features, model = model[:-1].transform(features), steps[-1][1]
        found = self.reader.read(model.predict(features), len(texts))
        if not self.own_classes:
            return found
        scores = self._scores(model, features, len(texts))
        if self.threshold is None:
            return Answers(found.labels, scores)
        return Answers([_side(score, self.threshold) for score in scores.tolist()], scores)

    def _probabilities(self, texts: Sequence[str], context: Any = None) -> np.ndarray:
        """Give the probability of each class; an estimator of texts looks at no context."""
        if not texts:
            return np.empty((0, len(self.classes)))
        rows = np.asarray(self.estimator.predict_proba(list(texts)), dtype=float)
        called = np.array([self.reader.name(label) for label in self.own_classes])
        return np.column_stack([rows[:, called == name].sum(axis=1) for name in self.classes])

    def _scores(self, model: Any, features: Any, n: int) -> np.ndarray:
        positive = [self.reader.name(label) == POSITIVE for label in self.own_classes]
        if any(positive) and hasattr(model, "predict_proba"):
            return np.asarray(model.predict_proba(features), dtype=float)[:, positive].sum(axis=1)
        if sum(positive) == 1 and len(positive) == 2 and hasattr(model, "decision_function"):
            distance = np.asarray(model.decision_function(features), dtype=float)
            return distance if positive[1] else -distance
        return np.full(n, np.nan)


class PipelineSystem(Adapter):
    """A text-classification pipeline of transformers.

    Texts longer than the model takes are cut. Scores are the probability of the positive label.

    Attributes
    ----------
    classes : tuple of str
        What the labels are called; empty if the model does not tell them.
    probabilities : callable
        See `tokens.ClassScores`; there only if the model tells two labels or more.
    """

    def __init__(
        self,
        pipeline: Any,
        *,
        name: str,
        positive: Any = None,
        threshold: float | None = None,
        labels: Any = None,
    ) -> None:
        self.pipeline, self.name = pipeline, name
        if labels is None:
            known = getattr(getattr(pipeline.model, "config", None), "id2label", None) or {}
            labels = list(known.values()) or None
        self.reader = Reader(positive=positive, threshold=threshold, labels=labels)
        called = [self.reader.name(label) for label in labels] if labels else []
        self.classes = tuple(dict.fromkeys(called))
        if len(self.classes) > 1:
            self.probabilities = self._probabilities

    def _probabilities(self, texts: Sequence[str], context: Any = None) -> np.ndarray:
        """Give the probability of each class; a pipeline looks at no context."""
        rows = np.zeros((len(texts), len(self.classes)))
        found = self.pipeline(list(texts), truncation=True, top_k=None) if texts else []
        for row, answers in zip(rows, found, strict=True):
            for answer in answers:
                row[self.classes.index(self.reader.name(answer["label"]))] += answer["score"]
        return rows

    def answers(self, texts: Sequence[str]) -> Answers:
        """Ask the pipeline about all texts."""
        return self.reader.read(self.pipeline(list(texts), truncation=True), len(texts))

    def seen(self, texts: Sequence[str]) -> list[Hashable]:
        """What of each text the model reads: its tokens up to the limit."""
        tokenizer = getattr(self.pipeline, "tokenizer", None)
        if tokenizer is None:
            return list(texts)
        return [tuple(ids) for ids in tokenizer(list(texts), truncation=True)["input_ids"]]


def _side(score: float, threshold: float) -> str | None:
    if np.isnan(score):
        return None
    return POSITIVE if score >= threshold else NEGATIVE


def _annotated(function: Callable[[Any], Any]) -> Literal["one", "many"] | None:
    """Tell from the annotation of the first parameter whether it is one text or many."""
    try:
        parameters = list(inspect.signature(function, eval_str=True).parameters.values())
    except (TypeError, ValueError, NameError):
        return None
    annotation = parameters[0].annotation if parameters else inspect.Parameter.empty
    if annotation is str:
        return "one"
    origin = typing.get_origin(annotation)
    of_texts = isinstance(origin, type) and issubclass(origin, Iterable)
    return "many" if of_texts and typing.get_args(annotation)[:1] == (str,) else None


def _tried(function: Callable[[Any], Any]) -> Literal["one", "many"]:
    """Tell by trying: the answers to two texts and to three are two and three, or it takes one.

    Two sizes, since a function of one text may give a list of as many numbers as it has classes.
    A function that does neither is taken to want a list, so that the first real batch tells what
    is wrong with it, with the system's name.
    """
    with contextlib.suppress(Exception):  # whatever a function of one text does with a list
        if all(len(as_list(function(list(_PROBES[:n])), n)) == n for n in (2, 3)):
            return "many"
    try:
        answer = function(_PROBES[0])
    except Exception:
        return "many"
    scored = isinstance(answer, Mapping) and "label" in answer
    single = answer is None or isinstance(answer, str) or np.isscalar(answer)
    return "one" if scored or single else "many"
