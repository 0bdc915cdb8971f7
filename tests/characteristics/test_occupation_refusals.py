"""Occupations that are left alone, each with its reason."""

from __future__ import annotations

import pytest

import fairnlp as fn

REFUSED = [
    ("The director thanked an actor.", "film occupation"),
    ("Omar is a stunt driver.", "film occupation"),
    ("A waitress won the prize.", "not neutral"),
    ("A policeman won the prize.", "not neutral"),
    ("They met a thief.", "not neutral"),
    ("The pilot aired in May.", "other sense"),
    ("Their dog is a German shepherd.", "other sense"),
    ("Time was a teacher.", "other sense"),
    ("She ran for mayor.", "occupation in general"),
    ("Lawyers say so.", "occupation in general"),
    ("Any nurse can tell.", "occupation in general"),
    ("He sings like a plumber.", "occupation in general"),
    ("The two plumbers won a prize.", "plural"),
    ("Omar met Ada. She slept. The plumber won a prize.", "occupation told before"),
    ("We saw detective Poirot.", "title before a name"),
    ("He met an ex-plumber.", "part of a compound"),
    ("A writer/plumber won the prize.", "part of a compound"),
    ("A plumber met another plumber.", "occupation repeated"),
    ("A lawyer won in court.", "bound to the context"),
    ("A nurse met a surgeon.", "bound to the context"),
    ("Omar, a painter, painted Ada.", "bound to the context"),
    ("A professor at Yale won the prize.", "bound to the context"),
    ("She waited in a dentist's room.", "bound to the context"),
    ("I am a librarian.", "bound to the context"),
    ("Omar is a brilliant plumber.", "bound to the context"),
    ("She hired a private detective (Omar Reyes).", "bound to the context"),
    ("He was told so by a dying scientist.", "bound to the context"),
    ("Ada plays a reporter whose greed ends it.", "bound to the context"),
    ("They met an average columnist.", "occupation in general"),
    ("She met a pretty, female theology teacher.", "part of a compound"),
    ("The pianist is a fine film.", "work title"),
    ("In the pianist, Ada is good.", "work title"),
    ("He liked the nutty professor (1996).", "work title"),
    # what a longer text goes on about
    ("It rained. Ada slept. Omar comes off as a philosopher.", "bound to the context"),
    ("It rained. Ada slept. The sheriff (Omar Reyes) asks her.", "bound to the context"),
    ("It rained. Ada slept. It had the energy of a tired clerk.", "bound to the context"),
    ("It rained. Ada slept. Omar is a father and a shy baker.", "bound to the context"),
    ("It rained. Ada slept. They met a clerk and a baker.", "bound to the context"),
    ("She likes Omar the essayist.", "bound to the context"),
    ("They had to doctor the script.", "no occupation"),
    ("Doctor Who came back.", "no occupation"),
    ("Captain Kirk met President Nixon.", "no occupation"),
    ("Jack of all trades.", "no occupation"),
    ("He wore a cowboy hat.", "no occupation"),
    ("They saw 'The Piano Teacher' in May.", "no occupation"),
    ("It rained.", "no occupation"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_the_reason_is_told(text, reason):
    got = fn.curate_text(text, characteristic="occupation")
    assert not got, got
    assert got.reason == reason


TAKEN = [
    "Omar, a young plumber, met Ada.",
    "Ada plays a plumber.",
    "Omar was cast as the shy plumber.",
    "Ada (a lawyer) has two sons.",
    "A plumber falls in love with Ada.",
    "They met an old farmer.",
    "Omar met a plumber who lives alone.",
    "It rained. Ada slept. It is a portrait of a shy clerk.",
    "It rained. Ada slept. Omar starred as a shy baker.",
]


@pytest.mark.parametrize("text", TAKEN)
def test_an_occupation_that_the_text_does_not_need_is_taken(text):
    template = fn.curate_text(text, characteristic="occupation")
    assert template, template
    assert template.original() == text
