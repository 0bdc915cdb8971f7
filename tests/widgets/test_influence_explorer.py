"""The widget of influences without a browser: buttons are clicked and the page is read."""

from __future__ import annotations

from html import unescape

from fairnlp.widgets import InfluenceExplorer
from tests.influence.oracles import Words
from tests.widgets.test_influence_state import corpus

PLAIN = Words({"rude": 2.0, "on": 1.0, "man": -0.5}, name="plain")
TAUGHT = Words({"rude": 3.0}, name="taught")


def explorer() -> InfluenceExplorer:
    return InfluenceExplorer(corpus(), [PLAIN, TAUGHT], target="loss")


def test_a_click_on_a_word_masks_it_and_another_shows_it_again():
    widget = explorer()
    rude = widget.word_buttons[2]
    assert rude.description == "rude"
    assert rude.style.text_decoration == "underline"
    rude.click()
    assert widget.state.masked == {2}
    assert rude.style.text_decoration == "underline line-through"
    assert "<del>rude</del>" in widget.page.value
    rude.click()
    assert widget.state.masked == set()
    assert "<del>" not in widget.page.value


def test_a_click_on_a_gap_puts_the_word_in_and_takes_it_out():
    widget = explorer()
    gap = widget.gap_buttons[0]
    gap.click()
    assert widget.state.inserted == {0: "on"}
    assert gap.description == "on"
    assert "≠" not in widget.page.value
    gap.click()
    assert widget.state.inserted == {}
    assert gap.description == "+"


def test_another_word_is_put_in_and_what_is_none_is_told():
    widget = explorer()
    widget.word.value = "  that "
    widget.toggle_gap(1)
    assert widget.state.inserted == {1: "that"}
    widget.word.value = "two words"
    widget.toggle_gap(0)
    assert "is not one word" in unescape(widget.message.value)
    assert widget.state.inserted == {1: "that"}


def test_words_are_coloured_by_the_system_that_is_chosen():
    widget = explorer()
    before = [made.style.button_color for made in widget.word_buttons]
    assert before[2] == "#D55E00b0"
    assert before[3].startswith("#0072B2")
    widget.shaded_by.value = "taught"
    after = [made.style.button_color for made in widget.word_buttons]
    assert after[2] == "#D55E00b0"
    assert after[3].endswith("00")


def test_another_text_has_its_own_words():
    widget = explorer()
    widget.word_buttons[0].click()
    widget.next_button.click()
    assert widget.text.value == 1
    assert widget.state.masked == set()
    assert widget.word_buttons[0].description == "it's"
    assert widget.words.children[0] is widget.gap_buttons[0]
    widget.text.value = 2
    assert widget.next_button.disabled
    assert widget.gap_buttons == {}
    widget.previous_button.click()
    assert widget.state.number == 1


def test_all_changes_are_taken_back():
    widget = explorer()
    assert widget.clear_button.disabled
    widget.toggle(0)
    widget.toggle_gap(0)
    assert not widget.clear_button.disabled
    widget.clear_button.click()
    assert widget.state.masked == set()
    assert widget.state.inserted == {}


def test_every_control_says_what_it_does():
    widget = explorer()
    made = [*widget.word_buttons, *widget.gap_buttons.values(), widget.text, widget.shaded_by]
    assert all(control.tooltip for control in made)
