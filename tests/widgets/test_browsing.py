from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.widgets.browsing import ANY, BrowserState
from tests.widgets.toys import Counting, found

AL_LOSES = Counting({"Al": -1.0}, name="al")
"""Negative for Al alone: of the 2 x 2 pairs of each of 3 templates, the 2 with Al differ."""

HE_LOSES = Counting({"he": -1.0}, name="he")
"""Negative for both men in the 2 templates with "he": 2 x 4 pairs differ."""

CONSTANT = Counting({}, name="constant")


def test_the_sample_has_every_test_case_when_there_are_few():
    state = BrowserState(found(AL_LOSES))
    assert len(state.pairs) == 3 * 2
    assert state.position == 1
    assert set(state.pairs["value_a"]) == {"Al"}


def test_several_systems_stand_one_after_another_and_can_be_filtered():
    state = BrowserState([found(AL_LOSES), found(HE_LOSES), found(CONSTANT)])
    assert state.pairs["system"].tolist() == ["al"] * 6 + ["he"] * 8
    state.choose("system", "he")
    assert state.pairs["system"].tolist() == ["he"] * 8
    state.choose("value", "Al")  # filters add up: 2 templates x 2 women
    assert len(state.pairs) == 4
    state.choose("value", "Cleo")  # on the other side
    assert set(state.pairs["value_b"]) == {"Cleo"}
    state.choose("value", ANY)
    state.choose("class", "female")
    assert len(state.pairs) == 8  # every pair has a woman
    assert state.options("system") == [ANY, "al", "constant", "he"]


def test_what_is_not_there_cannot_be_chosen():
    state = BrowserState(found(AL_LOSES))
    with pytest.raises(UnknownChoiceError, match="Unknown filter 'label'"):
        state.choose("label", "negative")
    with pytest.raises(UnknownChoiceError, match="Unknown value 'Bo'; choose one of 'any', 'Al'"):
        state.choose("value", "Bo")


def test_moving_stops_at_the_ends():
    state = BrowserState(found(AL_LOSES))
    state.move(-1)
    assert state.position == 1
    state.move(99)
    assert state.position == 6
    assert state.current["template_id"] == "c/gender"


def test_a_seed_gives_the_same_sample_again_and_another_seed_another_one():
    result = found(HE_LOSES)
    first, again = (BrowserState(result, limit=3, seed=4) for _ in range(2))
    pd.testing.assert_frame_equal(first.pairs, again.pairs)
    samples = set()
    for seed in range(6):
        first.draw(seed)
        assert len(first.pairs) == 3
        samples.add(tuple(first.pairs["value_a"] + first.pairs["value_b"]))
    assert len(samples) > 1
    with pytest.raises(OptionError, match="seed is -1"):
        first.draw(-1)


def test_a_filter_whose_value_is_not_in_a_new_sample_is_lifted():
    state = BrowserState(found(HE_LOSES), limit=1, seed=0)
    value = state.current["value_a"]
    state.choose("value", value)
    for seed in range(20):
        state.draw(seed)
        assert state.filters["value"] in (ANY, value)
        assert state.position == 1


def test_no_test_case_is_said_with_the_counts():
    """RUN-10: that nothing was found is shown with how much was looked at."""
    state = BrowserState([found(CONSTANT)])
    assert state.current is None
    assert state.position == 0
    page = state.to_html()
    assert "No test cases: no two mutants of different classes got different labels." in page
    assert "constant: 0 test cases in 12 pairs of 12 mutants of 3 templates" in page
    state.move(1)
    assert state.current is None


def test_nothing_behind_a_filter_is_not_the_same_as_no_test_case():
    state = BrowserState([found(AL_LOSES), found(CONSTANT)])
    state.choose("system", "constant")
    assert "No test case of the sample passes the filters (system constant)." in state.to_html()


def test_mutants_without_a_label_are_counted():
    result = found(AL_LOSES)
    result.predictions.loc[0, "label"] = None
    assert "3 templates; without a label: 1" in BrowserState(result).to_html()
    assert BrowserState(result).counts["invalid"].tolist() == [1]


def test_run_11_the_pair_on_show_is_plain_html_with_what_differs_marked():
    page = BrowserState(found(HE_LOSES))._repr_html_()
    assert "Test case 1 of 8 shown" in page
    assert ">Al</mark> &lt;b&gt;sings&lt;/b&gt; &amp; <mark" in page
    assert 'title="there: she">he</mark>' in page
    assert "negative</span> -1.000" in page
    assert "8 test cases in 12 pairs" in page


def test_a_sample_is_called_one():
    page = BrowserState(found(HE_LOSES), limit=2, seed=7).to_html()
    assert "8 test cases in 12 pairs of 12 mutants of 3 templates; 2 drawn, seed 7" in page


def test_two_results_of_one_system_and_none_at_all_are_refused():
    with pytest.raises(OptionError, match=r"One result for each system.*\['al', 'al'\] came"):
        BrowserState([found(AL_LOSES), found(AL_LOSES)])
    with pytest.raises(OptionError, match=r"One result for each system is needed; \[\] came"):
        BrowserState([])
