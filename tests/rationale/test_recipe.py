from __future__ import annotations

import json

import pytest

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.rationale import MODELS, Recipe
from fairnlp.rationale.recipe import as_recipe


def test_the_papers_settings():
    recipe = MODELS["lstm_rationale"]
    assert (recipe.hidden, recipe.rationale_weight, recipe.tanh) == (64, 4, True)
    assert (recipe.bidirectional, recipe.rationale_classes) == (False, "target")
    assert MODELS["lstm"].rationale_weight == 0


def test_a_name_is_the_key():
    assert all(name == recipe.name for name, recipe in MODELS.items())


def test_settings_change_a_copy():
    assert as_recipe("lstm", epochs=3).epochs == 3
    assert MODELS["lstm"].epochs != 3
    assert as_recipe(as_recipe("lstm"), name="mine").name == "mine"


def test_a_recipe_goes_through_json():
    recipe = as_recipe("lstm_rationale", rationale_classes=["a", "b"], held_out=0.25)
    assert recipe.rationale_classes == ("a", "b")
    assert Recipe.from_json(json.loads(json.dumps(recipe.to_json()))) == recipe


@pytest.mark.parametrize(
    ("model", "settings", "error", "message"),
    [
        ("lstn", {}, UnknownChoiceError, "Did you mean 'lstm'"),
        ("lstm", {"epoch": 3}, UnknownChoiceError, "Did you mean 'epochs'"),
        ("lstm", {"class_weights": "root mean"}, UnknownChoiceError, "'balanced'"),
        ("svm", {"rationale_weight": 4}, OptionError, "a svm has no attention to train"),
        ("lstm", {"rationale_classes": "complaint"}, OptionError, r"\('complaint',\)"),
        ("lstm", {"dropout": 1}, OptionError, r"dropout is 1; it must be in \[0, 1\)"),
        ("lstm", {"held_out": 0}, OptionError, "held_out is 0"),
        ("lstm", {"held_out": float("nan")}, OptionError, "held_out is nan"),
        ("lstm", {"epochs": 0}, OptionError, "epochs is 0; it must be 1 or more"),
        ("lstm", {"rationale_weight": -1}, OptionError, "rationale_weight is -1"),
        ("lstm", {"name": "../up"}, OptionError, "file"),
        ("lstm", {"folder": "x"}, OptionError, "`folder` is for a transformer"),
        ("transformer", {}, OptionError, "needs `folder`"),
    ],
)
def test_what_cannot_be_used_is_refused(model, settings, error, message):
    with pytest.raises(error, match=message):
        as_recipe(model, **settings)
