"""Rating by hand: what is asked, what is kept, and whose file it is."""

from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, RunError, SchemaError, UnknownChoiceError
from fairnlp.rating.files import read_ratings, read_sheet
from fairnlp.rating.sheet import RatingSheet, is_rated
from tests.rating.toys import ITEMS


def sheet(folder=None, rater="r1", items=ITEMS) -> RatingSheet:
    return RatingSheet(items, rater=rater, folder=folder)


def rate(state: RatingSheet, first="yes", second="yes", *sentiments: str) -> None:
    state.answer("coherent_1", first)
    state.answer("coherent_2", second)
    for side, sentiment in zip("12", sentiments, strict=False):
        state.answer(f"sentiment_{side}", sentiment)


# When an item is rated


@pytest.mark.parametrize(
    ("signs", "rated"),
    [
        ("yy+-", True),
        ("yn  ", True),
        ("nn  ", True),
        ("yy+ ", False),
        ("y ++", False),
        ("n ", False),
    ],
)
def test_an_item_is_rated_when_its_verdict_is_settled(signs, rated):
    names = ("coherent_1", "coherent_2", "sentiment_1", "sentiment_2")
    words = {"y": "yes", "n": "no", "+": "positive", "-": "negative", " ": ""}
    answers = {name: words[sign] for name, sign in zip(names, signs, strict=False)}
    assert is_rated(answers) is rated


def test_the_next_open_item_is_found_round_the_end():
    state = sheet()
    state.go(3)
    rate(state, "no", "no")
    assert state.counts == {"rated": 1, "open": 2}
    state.next_open()
    assert state.position == 1
    rate(state, "yes", "no")
    state.next_open()
    assert state.position == 2
    rate(state, "no", "no")
    state.next_open()
    assert state.position == 2  # nothing is open: it stays


def test_moving_ends_at_the_ends():
    state = sheet()
    state.move(-1)
    assert state.position == 1
    state.move(9)
    assert state.position == 3
    with pytest.raises(OptionError, match="no place 4; there are 3 items"):
        state.go(4)


def test_answers_are_taken_back():
    state = sheet()
    rate(state, "yes", "yes", "neutral")
    state.answer("sentiment_1", "")
    state.write_note("odd")
    assert state.answers == {"coherent_1": "yes", "coherent_2": "yes", "note": "odd"}
    state.clear()
    assert state.answers == {}


def test_a_question_or_answer_that_there_is_not_is_refused():
    state = sheet()
    with pytest.raises(UnknownChoiceError, match="Did you mean 'coherent_1'"):
        state.answer("coherent1", "yes")
    with pytest.raises(SchemaError, match="coherent_1 is 'maybe'; allowed are 'yes', 'no'"):
        state.answer("coherent_1", "maybe")
    assert state.answers == {}


def test_without_items_there_is_nothing_to_rate():
    state = sheet(items=ITEMS[:0])
    state.move(1)
    state.next_open()
    assert (state.current, state.position) == (None, 0)
    assert "no items to rate" in state.to_html()
    with pytest.raises(OptionError, match="no items"):
        state.answer("coherent_1", "yes")
    assert state.ratings.empty


def test_items_of_the_same_id_are_refused():
    with pytest.raises(OptionError, match="'i1' comes twice"):
        sheet(items=pd.concat([ITEMS, ITEMS[:1]]))
    with pytest.raises(SchemaError, match="lacks `text_2`"):
        sheet(items=ITEMS[["item_id", "text_1"]])


# The file


def test_every_answer_is_saved_at_once_and_taken_up_again(tmp_path):
    state = sheet(tmp_path)
    assert list(tmp_path.iterdir()) == []  # looking leaves no file
    state.answer("coherent_1", "yes")
    assert read_ratings(tmp_path / "r1.csv")["coherent_1"].tolist() == ["yes", "", ""]
    rate(state, "no", "yes")
    state.next_open()
    state.write_note("None")
    again = sheet(tmp_path)
    pd.testing.assert_frame_equal(again.ratings, state.ratings)
    assert again.position == 2  # goes on where it was left
    assert again.answers == {"note": "None"}


def test_the_file_has_the_items_too(tmp_path):
    state = sheet(tmp_path)
    state.answer("coherent_1", "yes")
    pd.testing.assert_frame_equal(read_sheet(tmp_path / "r1.csv"), ITEMS)


def test_raters_have_a_file_each(tmp_path):
    one, two = sheet(tmp_path, "r1"), sheet(tmp_path, "r2")
    one.answer("coherent_1", "yes")
    before = (tmp_path / "r1.csv").read_bytes()
    two.answer("coherent_1", "no")
    two.clear()
    assert (tmp_path / "r1.csv").read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["r1.csv", "r2.csv"]


def test_the_file_of_another_rater_is_never_taken(tmp_path):
    sheet(tmp_path, "r2").answer("coherent_1", "yes")
    (tmp_path / "r2.csv").rename(tmp_path / "r1.csv")
    before = (tmp_path / "r1.csv").read_bytes()
    with pytest.raises(RunError, match="holds the ratings of 'r2'"):
        sheet(tmp_path, "r1")
    assert (tmp_path / "r1.csv").read_bytes() == before


def test_a_file_that_was_changed_meanwhile_is_not_replaced(tmp_path):
    one, same = sheet(tmp_path), sheet(tmp_path)
    one.answer("coherent_1", "yes")
    with pytest.raises(RunError, match="changed by another program"):
        same.answer("coherent_1", "no")
    assert same.answers == {}  # what is not saved is not said
    assert sheet(tmp_path).answers == {"coherent_1": "yes"}


def test_the_file_of_another_sheet_is_refused(tmp_path):
    sheet(tmp_path).answer("coherent_1", "yes")
    with pytest.raises(SchemaError, match=r"r1\.csv has the item 'i1', which is not among the 3"):
        sheet(tmp_path, items=ITEMS.assign(item_id=["x", "y", "z"]))


def test_a_filled_sheet_is_exported_but_replaces_nothing(tmp_path):
    state = sheet()
    rate(state, "yes", "yes", "positive", "neutral")
    state.to_csv(tmp_path / "mine.csv")
    read = read_ratings(tmp_path / "mine.csv")
    pd.testing.assert_frame_equal(read, state.ratings)
    with pytest.raises(OptionError, match="is there already"):
        state.to_csv(tmp_path / "mine.csv")


# HTML


def test_the_page_shows_both_texts_marked_and_escaped_and_what_was_said():
    state = sheet()
    rate(state, "yes", "no", "unsure")
    state.write_note("<odd>")
    page = state._repr_html_()
    assert "Rater r1: 1 rated, 2 open." in page
    assert "Item 1 of 3" in page
    assert '<mark class="fn-changed">Cleo</mark> sings, &lt;b&gt;he&lt;/b&gt;' in page
    assert "Coherent: <b>yes</b>. Sentiment: <b>unsure</b>." in page
    assert "Coherent: <b>no</b>. Sentiment: <b>–</b>." in page
    assert "Note: &lt;odd&gt;" in page
