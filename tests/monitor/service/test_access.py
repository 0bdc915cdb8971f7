from __future__ import annotations

import asyncio
import json

import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor.service.access import OPEN, TokenRequired, read_token
from tests.monitor.service.driving import ask, echo

APP = TokenRequired(echo, token="s3cret")


def status(path="/predict", authorization=None):
    headers = {} if authorization is None else {"authorization": authorization}
    return asyncio.run(ask(APP, path, headers=headers)).status


@pytest.mark.parametrize("given", ["Bearer s3cret", "bearer s3cret", "Bearer  s3cret "])
def test_who_knows_the_token_gets_in(given):
    assert status(authorization=given) == 200


@pytest.mark.parametrize(
    "given",
    [None, "", "Bearer", "Bearer ", "Bearer s3cre", "Bearer s3cret2", "Basic s3cret", "s3cret"],
)
def test_who_does_not_is_refused_before_the_body_is_read(given):
    headers = {} if given is None else {"authorization": given}
    found = asyncio.run(ask(APP, headers=headers))
    assert (found.status, found.received) == (401, 0)
    assert found.headers["www-authenticate"] == "Bearer"
    assert json.loads(found.body)["error"]["code"] == "no_access"


def test_a_token_that_is_not_ascii_is_no_fault():
    assert status(authorization="Bearer schlüssel") == 401


@pytest.mark.parametrize("path", sorted(OPEN))
def test_what_holds_no_text_is_open(path):
    assert status(path) == 200


@pytest.mark.parametrize("path", ["/status", "/verdicts", "/metrics", "//", "/health/", "/docs/x"])
def test_all_else_is_not(path):
    assert status(path) == 401


def test_the_token_comes_from_a_file(tmp_path):
    file = tmp_path / "token"
    file.write_text("abc\n")
    assert read_token(None, file) == "abc"
    assert read_token(None, None) is None


def test_a_token_given_twice_is_refused(tmp_path):
    with pytest.raises(OptionError, match="given twice"):
        read_token("abc", tmp_path / "token")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(OptionError, match=r"Cannot read the token from .*missing"):
        read_token(None, tmp_path / "missing")


@pytest.mark.parametrize("token", ["", "two words", "schlüssel", "line\nline"])
def test_a_token_that_no_header_can_carry_is_refused(token):
    with pytest.raises(OptionError, match="The token is empty or holds something else"):
        read_token(token, None)
