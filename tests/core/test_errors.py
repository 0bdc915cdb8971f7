"""The exception tree, and messages that say what would do."""

from __future__ import annotations

import pytest

from fairnlp.core import errors
from fairnlp.core.errors import (
    FairnlpError,
    MissingDataError,
    MissingDependencyError,
    OptionError,
    SchemaError,
    SystemUnderTestError,
    UnknownChoiceError,
    unknown_choice,
)


@pytest.mark.parametrize("name", [n for n in errors.__all__ if n.endswith("Error")])
def test_every_error_can_be_caught_as_one_kind(name):
    assert issubclass(getattr(errors, name), FairnlpError)


@pytest.mark.parametrize(
    ("ours", "builtin"),
    [
        (OptionError, ValueError),
        (UnknownChoiceError, ValueError),
        (SchemaError, ValueError),
        (MissingDependencyError, ImportError),
        (MissingDataError, FileNotFoundError),
        (SystemUnderTestError, RuntimeError),
    ],
)
def test_an_error_is_also_of_the_kind_that_python_users_expect(ours, builtin):
    assert issubclass(ours, builtin)


def test_every_option_is_in_the_message_of_an_unknown_choice():
    message = unknown_choice("system", "vadr", ["afinn", "linear", "vader"])
    assert all(f"'{name}'" in message for name in ("afinn", "linear", "vader"))
    assert message.endswith("Did you mean 'vader'?")


def test_no_hint_is_given_where_no_name_is_near():
    assert "Did you mean" not in unknown_choice("system", "xyz", ["afinn", "vader"])


def test_an_unknown_choice_need_not_be_a_text():
    assert unknown_choice("class", 3, ["male"]).startswith("Unknown class 3;")


def test_a_failure_of_a_system_names_system_batch_and_texts():
    error = SystemUnderTestError("it raised.", system="mine", batch=2, text_ids=["a", "b"])
    assert str(error) == "System 'mine', batch 2 (text a, b): it raised."
    assert (error.system, error.batch, error.text_ids) == ("mine", 2, ("a", "b"))
    assert error.finished is None


def test_a_failure_of_a_long_batch_shows_only_its_first_texts():
    error = SystemUnderTestError("it raised.", system="mine", text_ids=list("abcd"))
    assert "(text a, b, c, ...)" in str(error)
    assert error.text_ids == ("a", "b", "c", "d")


def test_a_failure_without_texts_has_no_empty_brackets():
    assert str(SystemUnderTestError("no labels.", system="x")) == "System 'x', batch 0: no labels."
