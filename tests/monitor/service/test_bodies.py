from __future__ import annotations

import asyncio
import json

import pytest

from fairnlp.monitor.service import bodies
from fairnlp.monitor.service.bodies import BodyLimit
from fairnlp.monitor.service.limits import ServiceLimits
from tests.monitor.service.driving import JSON, ask, echo


def answer(*parts, headers=JSON, hang=False, **limits):
    app = BodyLimit(echo, limits=ServiceLimits(**limits))
    return asyncio.run(ask(app, parts=list(parts), headers=headers, hang=hang))


def message(found):
    return json.loads(found.body)["error"]


def test_a_body_within_the_limit_passes_byte_for_byte():
    found = answer(b'{"a": ', '"é"}'.encode(), max_body=12)
    assert (found.status, found.body) == (200, '{"a": "é"}'.encode())


def test_a_body_that_waits_for_leave_is_not_sent():
    headers = {**JSON, "content-length": "20", "expect": "100-continue"}
    found = answer(b"x" * 20, headers=headers, max_body=10)
    assert (found.status, found.received) == (413, 0)
    assert found.headers["connection"] == "close"
    assert message(found) == {
        "code": "body_too_large",
        "message": "The body is larger than the 10 bytes allowed.",
    }


@pytest.mark.parametrize("length", [None, "4", "4000", "junk"])
def test_what_is_beyond_the_limit_is_thrown_away_until_the_caller_can_listen(length):
    headers = JSON if length is None else {**JSON, "content-length": length}
    found = answer(*[b"[" * 4] * 1000, headers=headers, max_body=10)
    assert (found.status, found.received) == (413, 1000)


@pytest.mark.parametrize(("length", "read"), [(None, 6), ("4", 6), ("4000", 1)])
def test_a_huge_body_is_not_even_thrown_away(length, read, monkeypatch):
    monkeypatch.setattr(bodies, "LINGER", 12)
    headers = JSON if length is None else {**JSON, "content-length": length}
    found = answer(*[b"[" * 4] * 1000, headers=headers, max_body=10)
    assert (found.status, found.received) == (413, read)


def test_a_large_body_that_stops_coming_is_told_that_it_is_too_large():
    found = answer(b"[" * 20, hang=True, body_seconds=0.01, max_body=10)
    assert found.status == 413


def test_a_body_that_does_not_arrive_is_given_up():
    found = answer(b"[", hang=True, body_seconds=0.01)
    assert (found.status, message(found)["code"]) == (408, "too_slow")


def test_a_caller_who_goes_away_gets_no_answer():
    async def gone():
        return {"type": "http.disconnect"}

    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "headers": []}
    asyncio.run(BodyLimit(echo, limits=ServiceLimits())(scope, gone, send))
    assert sent == []


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b'{"text": "\xff"}', 400, "The body is not UTF-8 (byte 10)."),
        ('{"text": "a"}'.encode("utf-16-le"), 400, "The body holds a NUL byte"),
        (b'{"text": "\0"}', 400, "The body holds a NUL byte"),
    ],
)
def test_what_is_no_json_by_its_bytes_is_refused(body, status, said):
    found = answer(body)
    assert found.status == status
    assert message(found)["message"].startswith(said)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", ""])
def test_another_kind_of_content_is_refused(kind):
    found = answer(b"text=a", headers={"content-type": kind} if kind else {})
    assert (found.status, message(found)["code"]) == (415, "wrong_type")


def test_the_charset_may_be_named():
    found = answer(b"{}", headers={"content-type": "Application/JSON; charset=utf-8"})
    assert found.status == 200
