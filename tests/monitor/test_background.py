"""Work in a thread: bounded, counted, flushed and ended."""

from __future__ import annotations

import threading

from fairnlp.monitor.background import Worker


def worker(work, *, limit=10, at_once=3) -> Worker:
    return Worker(work, limit=limit, at_once=at_once, name="toy")


def test_all_is_done_in_order_some_at_a_time():
    done = []
    at_work = worker(done.append, limit=100)
    go = threading.Event()
    at_work._work = lambda pieces: (go.wait(60), done.append(list(pieces)))
    assert all(at_work.put(n) for n in range(20))
    go.set()
    assert at_work.flush(60)
    assert [n for pieces in done for n in pieces] == list(range(20))
    assert max(map(len, done)) == 3
    assert at_work.close(60)


def test_what_finds_no_room_is_dropped_and_counted():
    go, taken = threading.Event(), threading.Event()

    def work(pieces):
        taken.set()
        go.wait(60)

    at_work = worker(work, limit=2, at_once=1)
    at_work.put(0)
    assert taken.wait(60)
    assert [at_work.put(n) for n in range(4)] == [True, True, False, False]
    assert (at_work.dropped, at_work.pending) == (2, 3)
    assert not at_work.flush(0)
    go.set()
    assert at_work.close(60)
    assert not at_work.put(9)
    assert at_work.dropped == 3


def test_work_that_raises_is_counted_and_the_thread_goes_on(caplog):
    done = []

    def work(pieces):
        if 1 in pieces:
            msg = "no one"
            raise ValueError(msg)
        done.extend(pieces)

    at_work = worker(work, at_once=1)
    for n in range(3):
        at_work.put(n)
    assert at_work.close(60)
    assert (done, at_work.failed) == ([0, 2], 1)
    assert "no one" in caplog.text


def test_what_is_left_when_the_time_is_up_is_dropped():
    go, taken = threading.Event(), threading.Event()

    def work(pieces):
        taken.set()
        go.wait(60)

    at_work = worker(work, at_once=1)
    for n in range(3):
        at_work.put(n)
    assert taken.wait(60)
    assert not at_work.close(0.01)
    go.set()
    assert at_work.close(60)
    assert at_work.dropped == 2  # the one that was begun has ended


def test_a_worker_that_had_nothing_to_do_ends_at_once():
    at_work = worker(print)
    assert at_work.flush()
    assert at_work.close()
    assert at_work.close()
