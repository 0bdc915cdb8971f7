"""What a model is made from: its kind and its settings, with a name for the usual ones."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["KINDS", "MODELS", "Recipe", "as_recipe"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")

KINDS = ("svm", "cnn", "lstm", "transformer")
CLASS_WEIGHTS = ("balanced", "root", "none")
RATIONALE_LOSSES = ("attention", "words")


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a model is built and trained.

    Parameters
    ----------
    kind : {"svm", "cnn", "lstm", "transformer"}
        Linear SVM on words and pairs of words; CNN with kernels of 1 and 2 words; LSTM with
        attention; a transformer from a folder.
    name : str
        What tables call the model.
    rationale_weight : float
        Lambda, the weight of the attention loss KL(A* || A), 0 or more; 0: attention is free. Only
        an LSTM and a transformer have attention.
    rationale_classes : "target", "all" or tuple of str
        Whose rationales the attention loss covers: those of the target class, as in the paper, of
        all classes, or of those named.
    rationale_loss : {"attention", "words"}
        Of a transformer: whether its attention is drawn to the rationale, or a further layer is to
        tell the words of the rationale from the others.
    bidirectional : bool
        Whether an LSTM reads the text in both directions.
    tanh : bool
        Whether attention is alpha = tanh(v h), as in the paper, or v h without a bound.
    hidden, filters : int
        Units of the LSTM, a direction; filters of the CNN, a kernel width.
    dropout : float
        In [0, 1); on what the text gives to the last layer.
    context : bool
        Whether context features take part, where the corpus has some.
    class_weights : {"balanced", "root", "none"}
        Weight of a class in the loss: n / (classes * n_class), the square root of it, or 1.
    epochs, patience : int
        Most passes over the texts; passes without a better result after which training stops.
    batch_size : int
        Texts in one step.
    learning_rate : float
        Of Adam.
    held_out : float
        Share of the training texts on which training is stopped, in (0, 0.5].
    min_count : int
        Words of fewer places in the training texts count as the unknown word; for the SVM, words
        and pairs of words of fewer texts do not count.
    max_length : int
        Words of a text that are read; the rest is cut off.
    vector_size : int
        Numbers of a word vector that is made from the training texts.
    train_vectors : bool
        Whether the word vectors are trained along.
    cost : float
        Of the SVM: C, how dear an error is.
    folder : str, optional
        Of a transformer: the folder of the model to start from.

    Raises
    ------
    OptionError, UnknownChoiceError
        If a setting cannot be used.

    Notes
    -----
    Zhong and others (2019): hidden size 64, lambda 4, alpha = tanh(v h). Word vectors stay as they
    are by default: with few marked texts there is little to learn them from, and the optimiser
    would go over all of them at each step.

    Examples
    --------
    >>> Recipe(kind="lstm", name="bilstm", bidirectional=True).hidden
    64
    >>> Recipe(kind="cnn", name="cnn", rationale_weight=4)
    Traceback (most recent call last):
    fairnlp.core.errors.OptionError: rationale_weight is 4, but a cnn has no attention to train: \
take an lstm or a transformer.
    """

    kind: str
    name: str
    rationale_weight: float = 0.0
    rationale_classes: str | tuple[str, ...] = "target"
    rationale_loss: str = "attention"
    bidirectional: bool = False
    tanh: bool = True
    hidden: int = 64
    filters: int = 100
    dropout: float = 0.5
    context: bool = True
    class_weights: str = "balanced"
    epochs: int = 20
    patience: int = 3
    batch_size: int = 64
    learning_rate: float = 2e-3
    held_out: float = 0.125
    min_count: int = 1
    max_length: int = 128
    vector_size: int = 100
    train_vectors: bool = False
    cost: float = 0.1
    folder: str | None = None

    def __post_init__(self) -> None:
        for option, known in (
            ("kind", KINDS),
            ("class_weights", CLASS_WEIGHTS),
            ("rationale_loss", RATIONALE_LOSSES),
        ):
            if (value := getattr(self, option)) not in known:
                raise UnknownChoiceError(unknown_choice(option, value, known))
        if not _NAME.fullmatch(self.name):
            msg = (
                f"A model cannot be called {self.name!r}: the name becomes that of a file; it "
                "takes letters, digits, and any of _.+-"
            )
            raise OptionError(msg)
        if not isinstance(self.rationale_classes, str):
            object.__setattr__(self, "rationale_classes", tuple(self.rationale_classes))
        elif self.rationale_classes not in ("target", "all"):
            msg = (
                f"rationale_classes is {self.rationale_classes!r}; give 'target', 'all', or a "
                f"tuple of classes, such as ({self.rationale_classes!r},)."
            )
            raise OptionError(msg)
        if self.rationale_weight and self.kind not in ("lstm", "transformer"):
            msg = (
                f"rationale_weight is {self.rationale_weight}, but a {self.kind} has no attention "
                "to train: take an lstm or a transformer."
            )
            raise OptionError(msg)
        if (self.kind == "transformer") != (self.folder is not None):
            msg = (
                "A transformer needs `folder`: the model to start from, of save_pretrained."
                if self.folder is None
                else f"`folder` is for a transformer; this is a {self.kind}."
            )
            raise OptionError(msg)
        self._check_numbers()

    def _check_numbers(self) -> None:
        for option, least in _LEAST.items():
            if not getattr(self, option) >= least:
                msg = f"{option} is {getattr(self, option)}; it must be {least} or more."
                raise OptionError(msg)
        for option, low, high, said in (
            ("dropout", 0, 1, "in [0, 1)"),
            ("held_out", 1e-9, 0.5 + 1e-9, "above 0, at most 0.5"),
            ("learning_rate", 1e-12, 10, "above 0, such as 0.002"),
            ("cost", 1e-12, 1e12, "above 0, such as 0.1"),
        ):
            if not low <= getattr(self, option) < high:
                msg = f"{option} is {getattr(self, option)}; it must be {said}."
                raise OptionError(msg)

    def to_json(self) -> dict[str, Any]:
        """Give the settings as JSON takes them."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }

    @classmethod
    def from_json(cls, settings: Mapping[str, Any]) -> Recipe:
        """Make it again of what `to_json` gave."""
        return cls(**settings)


_LEAST = {
    "rationale_weight": 0,
    "hidden": 1,
    "filters": 1,
    "epochs": 1,
    "patience": 1,
    "batch_size": 1,
    "min_count": 1,
    "max_length": 1,
    "vector_size": 1,
}

MODELS = {
    "svm": Recipe(kind="svm", name="svm"),
    "cnn": Recipe(kind="cnn", name="cnn"),
    "lstm": Recipe(kind="lstm", name="lstm"),
    "lstm_rationale": Recipe(kind="lstm", name="lstm_rationale", rationale_weight=4.0),
    "bilstm": Recipe(kind="lstm", name="bilstm", bidirectional=True, tanh=False),
    "bilstm_rationale": Recipe(
        kind="lstm",
        name="bilstm_rationale",
        bidirectional=True,
        tanh=False,
        rationale_weight=4.0,
        rationale_classes="all",
    ),
}
"""The models that have a name. The first four are the paper's; the last two read in both
directions, with attention that has no bound and, in the second, an attention loss over all marked
classes."""


def as_recipe(model: str | Recipe, **settings: Any) -> Recipe:
    """Give the recipe of a name, or a recipe with some settings changed.

    Parameters
    ----------
    model : str or Recipe
        One of `MODELS`, ``"transformer"`` (which needs ``folder=``), or a recipe.
    **settings
        See `Recipe`.

    Returns
    -------
    Recipe

    Raises
    ------
    OptionError, UnknownChoiceError
        If there is no such model or setting, or a value cannot be used.

    Examples
    --------
    >>> as_recipe("lstm_rationale", tanh=False).rationale_weight
    4.0
    """
    known = [field.name for field in fields(Recipe)]
    if strange := [setting for setting in settings if setting not in known]:
        raise UnknownChoiceError(unknown_choice("setting", strange[0], known))
    if isinstance(model, Recipe):
        return replace(model, **settings)
    if model == "transformer":
        transformer: dict[str, Any] = _TRANSFORMER | settings
        return Recipe(**transformer)
    if model not in MODELS:
        raise UnknownChoiceError(unknown_choice("model", model, [*MODELS, "transformer"]))
    return replace(MODELS[model], **settings)


# A trained model is only to be adapted: small steps, few passes.
_TRANSFORMER: dict[str, Any] = {
    "kind": "transformer",
    "name": "transformer",
    "epochs": 4,
    "patience": 2,
    "batch_size": 32,
    "learning_rate": 1e-4,
    "dropout": 0.1,
    "rationale_weight": 0.0,
}
