from __future__ import annotations

import asyncio
import gc
import threading
import weakref

import pytest

from fairnlp.monitor.service.threads import Threads


def test_work_is_done_elsewhere_and_gives_its_answer():
    async def scene():
        return await Threads(2, name="t").run(threading.get_ident)

    assert asyncio.run(scene()) != threading.get_ident()


def test_what_it_raises_comes_back():
    with pytest.raises(ZeroDivisionError):
        asyncio.run(Threads(1, name="t").run(lambda: 1 / 0))


def test_no_more_threads_are_started_than_allowed():
    async def scene():
        threads = Threads(3, name="t")
        await asyncio.gather(*(threads.run(lambda: None) for _ in range(50)))
        return threads._started

    assert 1 <= asyncio.run(scene()) <= 3


def test_as_much_runs_at_once_as_allowed():
    meeting = threading.Barrier(3)

    async def scene():
        threads = Threads(3, name="t")
        return await asyncio.gather(*(threads.run(meeting.wait) for _ in range(3)))

    assert sorted(asyncio.run(scene())) == [0, 1, 2]


def test_a_thread_that_hangs_is_left_behind_and_what_waits_for_it_is_not_begun():
    go, begun = threading.Event(), []

    async def scene():
        threads = Threads(1, name="t")
        hanging = asyncio.create_task(threads.run(go.wait))
        waiting = asyncio.create_task(threads.run(lambda: begun.append(1)))
        await asyncio.wait([hanging, waiting], timeout=0.01)
        waiting.cancel()
        hanging.cancel()
        await asyncio.wait([hanging, waiting])
        go.set()
        await threads.run(lambda: None)

    asyncio.run(scene())
    assert begun == []


def test_an_idle_thread_keeps_nothing_of_its_work():
    class Text:
        pass

    async def scene():
        threads = Threads(1, name="t")
        text = Text()
        seen = weakref.ref(text)
        await threads.run(lambda text=text: None)
        del text
        await asyncio.sleep(0)
        gc.collect()
        return seen()

    assert asyncio.run(scene()) is None


def test_the_threads_do_not_keep_a_program_from_ending():
    async def scene():
        await Threads(1, name="of this test").run(lambda: None)

    asyncio.run(scene())
    assert all(t.daemon for t in threading.enumerate() if t.name == "of this test")
