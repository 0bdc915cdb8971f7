from __future__ import annotations

import pytest

from fairnlp.core.errors import OptionError, SystemUnderTestError
from fairnlp.monitor.misses import miss_probability
from tests.monitor.toys import HER, NOBODY, Watched, always, breaks_on, by_pronoun

pytest.importorskip("ipywidgets")

from fairnlp.widgets import MonitorState, PredictionMonitor


def three_of_thirty(text: str) -> str:
    """Say bad of three of the men of seed 0, and good of all others."""
    return "bad" if any(name in text for name in ("Shane", "Gerald", "Ian ")) else "good"


def test_the_system_is_asked_when_the_text_changes_and_not_when_a_slider_moves():
    system = Watched(three_of_thirty)
    state = MonitorState(system, HER)
    assert system.sizes == [1, 60]
    for x in (1, 10, 30):
        state.choose_x(x)
        state.choose_alpha("0.05")
        assert state.to_html()
    assert system.sizes == [1, 60]
    state.choose_text(NOBODY)
    assert state.found.verdict == "not applicable"
    assert system.sizes == [1, 60, 1]


def test_two_steps_are_run_again_on_the_answers_that_are_there():
    state = MonitorState(Watched(three_of_thirty), HER)
    assert state.everything.verdict == "biased"
    assert state.everything.gap == state.alpha
    for x in range(1, 31):
        state.choose_x(x)
        stopped = state.found.reason == "agreement"
        assert (state.found.verdict, len(state.found.answers)) == (
            ("fair", 2 * x) if stopped else ("biased", 60)
        )
        assert state.miss == pytest.approx(miss_probability(state.everything.counts, "good", x))
    state.choose_alpha("0.11")
    assert (state.everything.verdict, state.found.verdict, state.miss) == ("fair", "fair", 0.0)


def test_what_will_not_do_is_told_and_the_text_before_stays():
    state = MonitorState(Watched(breaks_on("soup")), HER)
    with pytest.raises(SystemUnderTestError, match="cannot read soup"):
        state.choose_text(NOBODY)
    assert (state.text, state.found.verdict) == (HER, "fair")
    with pytest.raises(OptionError, match="X is 31"):
        state.choose_x(31)


def test_an_undecided_check_stays_undecided():
    state = MonitorState(Watched(breaks_on("his")), HER)
    assert (state.found.verdict, state.everything.verdict) == ("undecided", "undecided")
    assert "system failed" in state.to_html()


def test_a_slider_and_the_button_do_what_the_state_does():
    widget = PredictionMonitor(Watched(by_pronoun), HER, values=10)
    assert "biased" in widget.page.value
    widget.text.value = NOBODY
    assert "biased" in widget.page.value  # not before the click
    widget.check_button.click()
    assert "no person" in widget.page.value
    widget.x.value = 7
    assert widget.state.x == 7
    widget.alpha.value = 0.3
    assert str(widget.state.alpha) == "3/10"
    assert "no person" in widget.plain_html()


def test_what_a_person_types_is_escaped():
    widget = PredictionMonitor(Watched(always), "<script>x</script> Ann lost her hat.")
    assert "<script>" not in widget.page.value.replace("<style>", "")
