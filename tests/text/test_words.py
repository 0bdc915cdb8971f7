"""Offsets of words cut the text exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.text.words import cut, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I split the bill; it's 5:30.", ["I", "split", "the", "bill", ";", "it's", "5:30", "."]),
        (
            "An unputdownable naïveté, isn't it?",
            ["An", "unputdownable", "naïveté", ",", "isn't", "it", "?"],
        ),
        ("well-made - really", ["well-made", "-", "really"]),
        ("nai\u0308ve", ["nai\u0308ve"]),
        ("", []),
        ("  ", []),
    ],
)
def test_words(text, expected):
    assert cut(text, words(text)) == expected


@given(st.text())
def test_nothing_but_white_space_lies_between_words(text):
    spans = words(text)
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    between = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    assert between.strip() == ""
    assert all(start < end for start, end in spans)
