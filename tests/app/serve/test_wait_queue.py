"""Callers take turns; those who wait know their place, and those without one when to come again."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import wraps
from typing import Any

import pytest

from pagesight.app.errors import BusyError
from pagesight.app.serve.wait_queue import QueueSlot, WaitQueue


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def in_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test in an event loop."""

    @wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


def at_work(slots: list[QueueSlot]) -> list[str]:
    """Return the callers of those whose turn it is."""
    return [slot.caller for slot in slots if slot.began is not None]


@in_loop
async def test_as_many_as_fit_go_in_at_once_and_the_next_knows_its_place() -> None:
    queue, places = WaitQueue(at_once=2, waiting=9), [[0] for _ in range(4)]
    slots = [queue.join("ann", place.append) for place in places]
    assert at_work(slots) == ["ann"] * 2
    assert [place[-1] for place in places] == [0, 0, 1, 2]
    slots[0].leave()
    assert [place[-1] for place in places] == [0, 0, 0, 1]


@in_loop
async def test_callers_take_turns_however_many_pages_one_of_them_has() -> None:
    queue = WaitQueue(at_once=1, waiting=99)
    hostile = [queue.join("eve") for _ in range(20)]
    queue.join("ann")
    other = queue.join("ben")
    begun = []
    for _ in range(4):
        now = next(iter(queue._running))
        begun.append(now.caller)
        now.leave()
    assert begun[0] == "eve"
    assert set(begun[1:3]) == {"ann", "ben"}
    assert other.began is not None
    assert sum(slot.began is not None for slot in hostile) <= 3


@in_loop
async def test_who_has_used_more_seconds_is_next_later() -> None:
    clock = Clock()
    queue = WaitQueue(at_once=1, waiting=99, clock=clock)
    slow = [queue.join("eve") for _ in range(5)]
    quick = [queue.join("ann") for _ in range(5)]
    order = []
    while queue._running:
        slot = next(iter(queue._running))
        order.append(slot.caller)
        clock.now += 30.0 if slot in slow else 1.0
        slot.leave()
    assert order.index("ann") == 1
    assert order[1:6] == ["ann"] * 5  # five of hers take less than one more of eve's would
    assert all(slot.began is not None for slot in quick)


@in_loop
async def test_who_is_far_ahead_waits_until_the_others_have_caught_up_or_gone_quiet() -> None:
    clock = Clock()
    queue = WaitQueue(at_once=2, waiting=99, clock=clock)
    slow, quick = queue.join("eve"), queue.join("ann")
    quick.leave()
    clock.now += 30.0
    slow.leave()
    queue.join("ann").leave()  # she is active
    again = queue.join("eve")
    assert again.began is None
    clock.now += 11.0
    queue._start()
    assert again.began is not None


@in_loop
async def test_a_newcomer_does_not_keep_those_waiting_who_were_there_before() -> None:
    clock = Clock()
    queue = WaitQueue(at_once=2, waiting=99, clock=clock)
    for _ in range(30):
        slot = queue.join("ann")
        clock.now += 2.0
        slot.leave()
    hostile = [queue.join("eve") for _ in range(9)]
    clock.now += 30.0
    page = queue.join("ann")
    assert page.began is not None
    page.leave()
    assert queue.join("ann").began is not None
    assert at_work(hostile) == ["eve"]


@in_loop
async def test_one_place_is_left_for_others_once_there_are_any() -> None:
    queue = WaitQueue(at_once=2, waiting=99)
    first = [queue.join("eve") for _ in range(4)]
    assert at_work(first) == ["eve"] * 2  # alone
    ann = queue.join("ann")
    first[0].leave()
    first[1].leave()
    ann.leave()
    assert sum(slot.began is not None for slot in first[2:]) == 1
    assert queue.join("ann").began is not None


@in_loop
async def test_a_caller_has_no_more_at_work_than_each_may() -> None:
    queue = WaitQueue(at_once=8, waiting=99, each=3)
    assert len(at_work([queue.join("eve") for _ in range(9)])) == 3


@in_loop
async def test_a_full_queue_drops_the_last_page_of_whoever_has_most_waiting() -> None:
    queue = WaitQueue(at_once=1, waiting=3)
    hostile = [queue.join("eve") for _ in range(4)]
    ann = queue.join("ann")
    assert not ann.turn.done()
    with pytest.raises(BusyError, match="Try again in"):
        hostile[-1].turn.result()
    with pytest.raises(BusyError):
        queue.join("eve")


@in_loop
async def test_who_stops_waiting_leaves_the_queue() -> None:
    queue = WaitQueue(at_once=1, waiting=9)
    queue.join("ann")

    async def wait() -> None:
        async with queue.slot("ben"):
            raise AssertionError("it is not his turn")

    waiting = asyncio.ensure_future(wait())
    await asyncio.sleep(0)
    assert len(queue) == 2
    waiting.cancel()
    await asyncio.wait({waiting})
    assert len(queue) == 1


@in_loop
async def test_a_place_is_kept_until_its_work_has_ended_though_its_caller_left() -> None:
    queue = WaitQueue(at_once=1, waiting=0)
    work: Future[None] = Future()
    async with queue.slot("ann") as slot:
        slot.keep_for(work)
    with pytest.raises(BusyError):
        queue.join("ann")
    work.set_result(None)
    await asyncio.sleep(0)
    queue.join("ann")


@in_loop
async def test_the_wait_that_is_asked_for_follows_what_pages_took_and_how_many_wait() -> None:
    clock = Clock()
    queue = WaitQueue(at_once=2, waiting=8, clock=clock)
    for _ in range(60):  # the mean of the last ones counts
        slot = queue.join("ann")
        clock.now += 3.0
        slot.leave()
    for _ in range(10):
        queue.join("ann")
    with pytest.raises(BusyError, match=r"10 pages .* Try again in 15 s") as refused:
        queue.join("ann")
    assert refused.value.retry_after == 15
