"""Contracts of the frames that steps exchange."""

from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core import frames
from fairnlp.core.errors import SchemaError
from fairnlp.core.frames import TEXTS, check_frame


def test_a_frame_that_keeps_its_contract_is_given_back_itself():
    corpus = pd.DataFrame({"text_id": ["a"], "text": ["x"], "label": ["positive"]})
    assert check_frame(corpus, TEXTS, name="corpus") is corpus


def test_one_message_tells_all_columns_that_are_missing():
    with pytest.raises(
        SchemaError, match=r"`corpus` lacks `text_id` \(str, unique\), `text` \(str"
    ):
        check_frame(pd.DataFrame({"body": ["x"]}), TEXTS, name="corpus")


def test_a_message_shows_the_columns_that_are_there():
    with pytest.raises(SchemaError, match=r"it has \['text'\]"):
        check_frame(pd.DataFrame({"text": ["x"]}), TEXTS, name="corpus")


def test_a_frame_without_rows_can_keep_a_contract():
    assert check_frame(pd.DataFrame(columns=list(TEXTS)), TEXTS, name="corpus").empty


@pytest.mark.parametrize("name", [n for n in frames.__all__ if n.isupper()])
def test_a_contract_says_what_each_column_holds(name):
    contract = getattr(frames, name)
    assert contract
    assert all(isinstance(column, str) and meaning for column, meaning in contract.items())
