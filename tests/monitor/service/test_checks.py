from __future__ import annotations

import asyncio
import threading

import pytest

from fairnlp.monitor.service.checks import Busy, Checks


def test_work_gives_its_answer_and_leaves_room():
    async def scene():
        checks = Checks(limit=1)
        assert [await checks.run(lambda: 7), await checks.run(lambda: 8)] == [7, 8]
        return checks

    checks = asyncio.run(scene())
    assert (checks.pending, checks.dropped) == (0, 0)


def test_beyond_the_limit_work_is_shed_and_counted():
    async def scene():
        go = threading.Event()
        checks = Checks(limit=3, threads=1)
        assert checks.later(go.wait, texts=3)
        assert not checks.later(go.wait)
        with pytest.raises(Busy, match="3 texts are being checked, of 3 at once"):
            await checks.run(go.wait, texts=2)
        go.set()
        assert await checks.drain(10) == 0
        return checks

    checks = asyncio.run(scene())
    assert (checks.pending, checks.dropped, checks.failed) == (0, 3, 0)


def test_what_raises_later_is_counted_and_leaves_room(caplog):
    async def scene():
        checks = Checks(limit=1)
        checks.later(lambda: 1 / 0)
        await checks.drain(10)
        return checks

    checks = asyncio.run(scene())
    assert (checks.pending, checks.failed) == (0, 1)
    assert "ZeroDivisionError" in caplog.text


def test_what_raises_now_raises():
    async def scene():
        checks = Checks(limit=1)
        with pytest.raises(ZeroDivisionError):
            await checks.run(lambda: 1 / 0)
        return checks.pending

    assert asyncio.run(scene()) == 0


def test_a_check_that_hangs_is_left_behind():
    go = threading.Event()

    async def scene():
        checks = Checks(limit=5, threads=1)
        checks.later(go.wait, texts=2)
        checks.later(go.wait)
        return await checks.drain(0.01)

    try:
        assert asyncio.run(scene()) == 3
    finally:
        go.set()
