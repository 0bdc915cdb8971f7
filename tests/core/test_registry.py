"""Names that stand for things to be imported."""

from __future__ import annotations

import json
import math

import pytest

from fairnlp.core.errors import UnknownChoiceError
from fairnlp.core.registry import load

TABLE = {"loads": "json:loads", "pi": "math:pi"}


@pytest.mark.parametrize(("name", "thing"), [("loads", json.loads), ("pi", math.pi)])
def test_a_name_gives_what_the_table_says(name, thing):
    assert load("thing", name, TABLE) is thing


def test_an_unknown_name_is_refused_with_all_that_are_known():
    with pytest.raises(
        UnknownChoiceError, match="Unknown thing 'load'; choose one of 'loads', 'pi'"
    ):
        load("thing", "load", TABLE)


def test_nothing_is_imported_before_its_name_is_asked_for():
    assert load("thing", "pi", {**TABLE, "broken": "no_such_module:x"}) == math.pi
