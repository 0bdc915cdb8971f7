"""The explorer of pairs without a browser: controls are set as a page sets them."""

from __future__ import annotations

from fairnlp.widgets import PairExplorer
from tests.widgets.test_pairing import LISTED, french
from tests.widgets.test_widgets import from_the_page


def explorer(**options) -> PairExplorer:
    return PairExplorer({"French": french()}, [LISTED, "vader"], label="Language", **options)


def test_tool_emotion_and_pair_are_chosen_from_the_page():
    widget = explorer()
    assert widget.group.description == "Language"
    from_the_page(widget.system, index=1)
    from_the_page(widget.emotion, index=2)
    from_the_page(widget.unit, value="syndicate/crime syndicate")
    assert (widget.state.system, widget.state.emotion) == ("vader", "joy")
    assert "<b>syndicate/crime syndicate</b>" in widget.page.value
    from_the_page(widget.sentence, index=4)
    assert widget.state.number == 4
    assert widget.sentence.options[4][0] in widget.page.value


def test_buttons_go_through_the_pairs_and_stop_at_the_ends():
    widget = explorer()
    assert (widget.previous_button.disabled, widget.next_button.disabled) == (True, False)
    widget.next_button.click()
    assert widget.unit.value == widget.state.unit == "boutique/dress shop"
    widget.previous_button.click()
    assert widget.unit.value == "deficit/shortage"
    from_the_page(widget.only, value=True)
    widget.next_button.click()
    assert widget.next_button.disabled


def test_what_is_no_pair_is_refused_on_the_page_and_what_was_shown_stays():
    widget = explorer()
    from_the_page(widget.only, value=True)
    widget.do(lambda: widget.state.choose_unit("bazaar/market"))
    assert "Unknown pair" in widget.message.value
    assert widget.unit.value == "deficit/shortage"


def test_where_nothing_differs_there_is_nothing_to_choose():
    widget = PairExplorer({"French": french()[french()["cognate"] == "bazaar"]}, [LISTED])
    from_the_page(widget.only, value=True)
    assert "no pair differs" in widget.page.value
    assert widget.unit.disabled
    assert (widget.previous_button.disabled, widget.next_button.disabled) == (True, True)
    from_the_page(widget.only, value=False)
    assert widget.unit.value == "bazaar/market"


def test_it_has_plain_html_and_every_control_says_what_it_does():
    widget = explorer()
    assert "deficit" in widget.plain_html()
    for name in ("group", "system", "emotion", "unit", "only", "sentence", "next_button"):
        assert getattr(widget, name).tooltip
