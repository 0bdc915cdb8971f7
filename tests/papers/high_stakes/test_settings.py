from __future__ import annotations

import pytest

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.papers.high_stakes.settings import PLAIN, TRAINED, setting


def test_the_paper_has_all_models_and_others_the_twins_alone():
    assert [recipe.name for recipe in setting("paper").recipes] == ["svm", "cnn", PLAIN, TRAINED]
    assert [recipe.name for recipe in setting("both").recipes] == [PLAIN, TRAINED]


def test_the_paper_trains_attention_as_it_says():
    trained = setting("paper").recipes[-1]
    assert (trained.rationale_weight, trained.rationale_classes) == (4.0, "target")
    assert (trained.tanh, trained.bidirectional, trained.hidden) == (True, False, 64)


def test_options_change_what_they_name_in_both_twins():
    found = setting("no-tanh+both+bilstm+content")
    assert found.name == "content+both+bilstm+no-tanh"  # one name whatever the order
    assert found.content
    plain, trained = found.recipes
    for recipe in (plain, trained):
        assert (recipe.tanh, recipe.bidirectional) == (False, True)
    assert (plain.rationale_weight, trained.rationale_weight) == (0.0, 4.0)
    assert trained.rationale_classes == "all"
    assert "function words are taken out" in found.told


def test_options_that_are_unknown_or_come_twice_are_refused():
    with pytest.raises(
        UnknownChoiceError, match="Unknown setting 'bylstm'.* Did you mean 'bilstm'"
    ):
        setting("content+bylstm")
    with pytest.raises(OptionError, match="comes twice in the setting 'both\\+both'"):
        setting("both+both")
