"""Inserted words that a system reacts to by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from fairnlp.systems import as_system, collisions


def test_a_first_name_that_is_an_entry_is_found_with_the_entry():
    """NAME-19: Tia is an abbreviation to VADER, Ebony is nothing to it."""
    found = collisions(as_system("vader"), ["Tia", "Ebony", "TIA"])
    assert found[["word", "entry"]].to_numpy().tolist() == [["Tia", "tia"], ["TIA", "tia"]]
    # by the lexicon's +2.3: compound = s / sqrt(s^2 + 15), rounded to four places
    assert found["effect"].tolist() == [pytest.approx(2.3 / np.sqrt(2.3**2 + 15), abs=5e-5)] * 2


@pytest.mark.parametrize("name", ["afinn", "vader"])
def test_a_title_that_is_an_entry_is_found(name):
    """LEX-03."""
    found = collisions(as_system(name), ["Mr", "Miss", "Ms"])
    assert found["word"].tolist() == ["Miss"]
    assert (found["effect"] < 0).all()


def test_parts_of_a_name_are_looked_up_too():
    found = collisions(as_system("afinn"), ["Grace Lee", "Mary-Joy", "Mary-Joy", "O'Hope"])
    assert found[["word", "entry"]].to_numpy().tolist() == [
        ["Grace Lee", "grace"],
        ["Mary-Joy", "joy"],
    ]


def test_a_phrase_that_is_an_entry_is_found_as_a_whole():
    assert "no fun" in collisions(as_system("afinn"), ["No fun"])["entry"].tolist()


def test_a_system_without_a_lexicon_has_none_that_could_be_known():
    system = as_system(lambda texts: ["x"] * len(texts), takes="many")
    found = collisions(system, ["Tia"])
    assert found.columns.tolist() == ["word", "entry", "effect"]
    assert found.empty
