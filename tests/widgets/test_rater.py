"""The rating widget without a browser: answers are chosen, buttons clicked, the page is read."""

from __future__ import annotations

import pytest

from fairnlp.rating.files import read_ratings
from fairnlp.rating.sample import sample_btcs
from fairnlp.widgets import RatingWidget
from tests.rating.toys import ITEMS
from tests.widgets.toys import Counting, found


def from_the_page(control, **values) -> None:
    """Change a field as the browser does: by a message."""
    control._handle_msg(
        {
            "content": {"data": {"method": "update", "state": values, "buffer_paths": []}},
            "buffers": [],
        }
    )


def widget(**options) -> RatingWidget:
    return RatingWidget(ITEMS, **({"rater": "r1"} | options))


def test_answers_are_saved_as_they_are_chosen(tmp_path):
    rater = widget(folder=tmp_path)
    from_the_page(rater.questions["coherent_1"], index=0)
    from_the_page(rater.questions["sentiment_1"], index=1)
    said = read_ratings(tmp_path / "r1.csv").iloc[0]
    assert said[["coherent_1", "sentiment_1", "coherent_2"]].tolist() == ["yes", "negative", ""]
    assert rater.progress.value == 0
    from_the_page(rater.questions["coherent_2"], index=1)
    assert (rater.progress.value, rater.progress.max) == (1, 3)
    assert "Coherent: <b>no</b>" in rater.page.value


def test_next_goes_to_the_next_open_item_with_empty_answers():
    rater = widget()
    for question in ("coherent_1", "coherent_2"):
        rater.answer(question, "no")
    from_the_page(rater.note, value=" odd ")
    rater.next_button.click()
    assert rater.place.value == 2
    assert [control.value for control in rater.questions.values()] == [None] * 4
    assert rater.note.value == ""
    rater.back_button.click()
    assert rater.questions["coherent_1"].value == "no"
    assert rater.note.value == "odd"
    assert rater.ratings["note"].tolist() == ["odd", "", ""]


def test_the_last_open_item_has_no_next():
    rater = widget()
    for _ in range(2):
        rater.answer("coherent_1", "no")
        assert not rater.next_button.disabled
        rater.answer("coherent_2", "no")
        rater.next()
    assert rater.next_button.disabled
    rater.answer("coherent_1", "no")
    rater.answer("coherent_2", "no")
    assert rater.next_button.disabled
    assert rater.progress.value == 3


def test_answers_are_cleared_and_the_place_is_chosen():
    rater = widget()
    rater.answer("coherent_1", "no")
    rater.clear_button.click()
    assert rater.questions["coherent_1"].value is None
    from_the_page(rater.place, value=3)
    assert "woman" in rater.page.value
    assert rater.forward_button.disabled
    rater.back_button.click()
    rater.forward_button.click()
    assert rater.place.value == 3


def test_a_rater_goes_on_where_the_file_ends(tmp_path):
    first = widget(folder=tmp_path)
    first.answer("coherent_1", "no")
    first.answer("coherent_2", "yes")
    assert widget(folder=tmp_path).place.value == 2
    assert widget(folder=tmp_path, rater="r2").place.value == 1


def test_what_cannot_be_saved_is_shown_and_not_taken_as_said(tmp_path):
    rater, same = widget(folder=tmp_path), widget(folder=tmp_path)
    rater.answer("coherent_1", "yes")
    from_the_page(same.questions["coherent_1"], index=1)
    assert "changed by another program" in same.message.value
    assert same.questions["coherent_1"].value is None


def test_a_sample_is_rated_blind():
    she_wins = Counting({"she": 1.0, "he": -1.0}, name="she wins")
    drawn = sample_btcs(found(she_wins), seed=2)
    rater = RatingWidget(drawn, rater="r1")
    assert not any(word in rater.page.value for word in ("she wins", "template", "negative"))
    assert rater.progress.max == 8


def test_every_control_says_what_it_does_and_answers_come_in_the_order_of_the_questions():
    rater = widget()
    order = [child for child in rater.children if child in rater.questions.values()]
    assert order == list(rater.questions.values())
    assert [control.description for control in order] == [
        "Is text 1 coherent?",
        "Sentiment of text 1?",
        "Is text 2 coherent?",
        "Sentiment of text 2?",
    ]
    assert rater.questions["coherent_2"].tooltips == (
        "Is text 2 coherent? yes",
        "Is text 2 coherent? no",
    )
    for button in (rater.next_button, rater.back_button, rater.forward_button, rater.clear_button):
        assert button.tooltip


def test_without_items_nothing_can_be_answered():
    rater = RatingWidget(ITEMS[:0], rater="r1")
    assert "no items to rate" in rater.page.value
    assert all(control.disabled for control in rater.questions.values())
    assert rater.next_button.disabled
    assert rater.note.disabled


@pytest.mark.parametrize("question", ["coherent_1", "sentiment_2"])
def test_the_plain_page_has_what_was_said(question):
    rater = widget()
    answer = {"coherent_1": "yes", "sentiment_2": "unsure"}[question]
    rater.answer(question, answer)
    assert f"<b>{answer}</b>" in rater.plain_html()
