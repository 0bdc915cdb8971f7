"""In which way models are trained for the comparison: the paper's, and options beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.rationale.recipe import as_recipe

if TYPE_CHECKING:
    from fairnlp.rationale.recipe import Recipe

__all__ = ["NAMES", "OPTIONS", "PAPER_SETTING", "PLAIN", "TRAINED", "Setting", "setting"]

PLAIN, TRAINED = "lstm", "lstm_rationale"
"""The twins: attention that is free, and attention that is drawn to the rationale."""

NAMES = {
    "svm": "SVM",
    "cnn": "CNN",
    PLAIN: "LSTM",
    TRAINED: "LSTM + rationale",
}
"""What figures and tables for reading call the models."""

PAPER_SETTING = "paper"

OPTIONS = {
    "content": "function words are taken out of the rationales",
    "both": "the attention loss covers the rationales of all marked classes",
    "bilstm": "the LSTM reads in both directions",
    "no-tanh": "attention has no bound: alpha = v h in place of tanh(v h)",
}
"""What may be other than in the paper. None was chosen by the words of an attack."""

_RECIPE: dict[str, dict[str, Any]] = {
    "content": {},
    "both": {"rationale_classes": "all"},
    "bilstm": {"bidirectional": True},
    "no-tanh": {"tanh": False},
}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One way of training.

    Parameters
    ----------
    name : str
        ``"paper"``, or options with a plus between them.
    content : bool
        Whether function words are taken out of the rationales.
    recipes : tuple of Recipe
        The models, the twins among them.
    """

    name: str
    content: bool
    recipes: tuple[Recipe, ...]

    @property
    def told(self) -> str:
        """Say what is other than in the paper."""
        if self.name == PAPER_SETTING:
            return "as in the paper"
        return "; ".join(OPTIONS[option] for option in self.name.split("+"))


def setting(name: str, *, baselines: bool = True) -> Setting:
    """Give a setting by its name.

    Parameters
    ----------
    name : str
        ``"paper"``, or some of `OPTIONS` with a plus between them, such as ``"content+both"``.
    baselines : bool
        Whether the paper's setting has the SVM and the CNN too. No other has them.

    Returns
    -------
    Setting

    Raises
    ------
    UnknownChoiceError
        If an option is not known.
    OptionError
        If one comes twice, or "paper" is among them.

    Examples
    --------
    >>> found = setting("content+bilstm")
    >>> found.content, [recipe.bidirectional for recipe in found.recipes]
    (True, [True, True])
    >>> [recipe.name for recipe in setting("paper").recipes]
    ['svm', 'cnn', 'lstm', 'lstm_rationale']
    """
    if name == PAPER_SETTING:
        models = ("svm", "cnn", PLAIN, TRAINED) if baselines else (PLAIN, TRAINED)
        return Setting(name=name, content=False, recipes=tuple(map(as_recipe, models)))
    options = name.split("+")
    if PAPER_SETTING in options:
        msg = f"'paper' goes without options; for others leave it out of {name!r}."
        raise OptionError(msg)
    for option in options:
        if option not in OPTIONS:
            known = [PAPER_SETTING, *OPTIONS]
            raise UnknownChoiceError(unknown_choice("setting", option, known))
    if len(set(options)) < len(options):
        msg = f"An option comes twice in the setting {name!r}."
        raise OptionError(msg)
    changes: dict[str, Any] = {}
    for option in options:
        changes |= _RECIPE[option]
    plain = {key: value for key, value in changes.items() if key != "rationale_classes"}
    recipes = (as_recipe(PLAIN, **plain), as_recipe(TRAINED, **changes))
    # In one order, so that a setting has one name.
    ordered = "+".join(option for option in OPTIONS if option in options)
    return Setting(name=ordered, content="content" in options, recipes=recipes)
