from __future__ import annotations

import asyncio
import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.monitor.service import GuardMiddleware
from tests.monitor.service.driving import ask, echo


class Recorder:
    """A monitor that keeps what it was asked about."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.texts: list[str] = []
        self.fault = fault

    def verify_many(self, texts):
        if self.fault:
            raise self.fault
        self.texts += texts


def guarded(*bodies, app=echo, monitor=None, path="/predict", method="POST", **options):
    """Send requests, each a list of parts, one after another; give answers, monitor, guard."""
    monitor = monitor or Recorder()

    async def scene():
        guard = GuardMiddleware(app, monitor, path="/predict", **options)
        answers = [await ask(guard, path, parts, method=method) for parts in bodies]
        await guard.checks.drain(10)
        return answers, guard

    answers, guard = asyncio.run(scene())
    return answers, monitor, guard


@given(st.lists(st.binary(max_size=20), min_size=1, max_size=5))
def test_answers_pass_byte_for_byte_in_their_parts(parts):
    (found,), _, _ = guarded(parts)
    assert (found.status, found.parts, found.headers["x-kept"]) == (200, parts, "yes")


def test_parts_go_on_as_they_come():
    (found,), _, _ = guarded([b'{"text"', b': "a"}'])
    assert found.order == ["out", "in", "out", "in", "out"]


def test_the_text_is_checked_after_the_answer():
    _, monitor, guard = guarded([b'{"text": ', b'"She waved."}'], [b'{"texts": ["a", "b"]}'])
    assert monitor.texts == ["She waved.", "a", "b"]
    assert guard.counts == {"guarded": 3, "dropped": 0, "unread": 0, "refused": 0, "failed": 0}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"review": "a"}', b'{"text": 3}', b"\xff"])
def test_a_body_without_a_text_passes_and_is_counted(body):
    (found,), monitor, guard = guarded([body])
    assert (found.status, found.body) == (200, body)
    assert (monitor.texts, guard.counts["unread"]) == ([], 1)


def test_the_text_is_where_the_user_says():
    def text_of(body):
        return json.loads(body)["review"]["body"]

    _, monitor, _ = guarded([b'{"review": {"body": "She waved."}}'], text_of=text_of)
    assert monitor.texts == ["She waved."]


def test_a_long_body_passes_and_is_not_kept():
    parts = [b'{"text": "', b"a" * 50, b'"}']
    (found,), monitor, guard = guarded(parts, max_body=20)
    assert found.parts == parts
    assert (monitor.texts, guard.counts["unread"]) == ([], 1)


@pytest.mark.parametrize(("path", "method"), [("/other", "POST"), ("/predict", "PUT")])
def test_other_requests_are_left_alone(path, method):
    (found,), monitor, guard = guarded([b'{"text": "a"}'], path=path, method=method)
    assert found.status == 200
    assert (monitor.texts, sum(guard.counts.values())) == ([], 0)


def test_what_the_application_refuses_is_not_checked():
    async def refusing(scope, receive, send):
        await receive()
        await send({"type": "http.response.start", "status": 422, "headers": []})
        await send({"type": "http.response.body", "body": b"no"})

    (found,), monitor, guard = guarded([b'{"text": "a"}'], app=refusing)
    assert (found.status, found.body) == (422, b"no")
    assert (monitor.texts, guard.counts["refused"]) == ([], 1)


def test_a_monitor_that_raises_leaves_the_answer(caplog):
    (found,), _, guard = guarded([b'{"text": "a"}'], monitor=Recorder(ValueError("no disk")))
    assert found.status == 200
    assert guard.counts["failed"] == 1
    assert "no disk" in caplog.text


def test_where_there_is_no_room_the_answer_comes_and_the_check_is_shed():
    go = threading.Event()

    class Slow(Recorder):
        def verify_many(self, texts):
            go.wait()
            super().verify_many(texts)

    monitor = Slow()

    async def scene():
        guard = GuardMiddleware(echo, monitor, path="/predict", max_checks=1)
        answers = [await ask(guard, parts=[b'{"text": "a"}']) for _ in range(3)]
        go.set()
        await guard.checks.drain(10)
        return answers, guard

    answers, guard = asyncio.run(scene())
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert (guard.counts["guarded"], guard.counts["dropped"]) == (1, 2)
    assert monitor.texts == ["a"]


def test_checks_are_finished_before_the_application_has_stopped():
    monitor = Recorder()
    order = []

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await echo(scope, receive, send)

    async def scene():
        guard = GuardMiddleware(app, monitor, path="/predict")
        await ask(guard, parts=[b'{"text": "a"}'])

        async def send(message):
            order.append((message["type"], list(monitor.texts)))

        await guard({"type": "lifespan"}, None, send)

    asyncio.run(scene())
    assert order == [("lifespan.shutdown.complete", ["a"])]


def test_a_fault_of_the_application_is_its_own():
    async def broken(scope, receive, send):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        guarded([b""], app=broken)
