"""The progress bar."""

from __future__ import annotations

import pytest

from fairnlp.core.progress import bar


@pytest.mark.parametrize("show", [None, False, True])
def test_a_bar_hands_on_the_items_unchanged(show):
    assert list(bar(iter("abc"), title="reading", total=3, show=show)) == ["a", "b", "c"]


def test_a_bar_goes_to_the_error_output_and_names_what_is_counted(capsys):
    list(bar(range(2), title="reading texts", unit="texts", show=True))
    out, err = capsys.readouterr()
    assert out == ""
    assert "reading texts" in err
    assert "2/2" in err


@pytest.mark.parametrize("show", [None, False])
def test_a_bar_is_not_drawn_where_no_one_looks(show, capsys):
    list(bar(range(2), title="reading texts", show=show))
    assert capsys.readouterr() == ("", "")


def test_a_bar_takes_items_only_when_they_are_asked_for():
    taken = []
    items = bar((taken.append(i) or i for i in range(3)), title="lazy", show=False)
    assert taken == []
    next(items)
    assert taken == [0]
