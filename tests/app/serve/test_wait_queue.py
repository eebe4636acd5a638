"""Those who wait get to know their place, and those for whom there is none when to come again."""

from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from pagesight.app.errors import BusyError
from pagesight.app.serve.line import Line, Ticket


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def places(ticket: Ticket) -> list[int]:
    """Return the places of a ticket until it is its turn."""
    return list(ticket.waiting(Future()))


def test_as_many_as_fit_go_in_at_once_and_the_next_knows_its_place() -> None:
    line = Line(at_once=2, waiting=9)
    first, second, third, fourth = (line.join() for _ in range(4))
    assert places(first) == places(second) == []
    assert (next(third.waiting(Future())), next(fourth.waiting(Future()))) == (1, 2)


def test_those_who_wait_move_up_when_one_leaves() -> None:
    line = Line(at_once=1, waiting=9)
    tickets = [line.join() for _ in range(3)]
    with ThreadPoolExecutor() as visitors:
        coming = tickets[2].waiting(Future())
        assert next(coming) == 2
        rest = visitors.submit(list[int], coming)
        for ticket in tickets[:2]:
            ticket.leave()
        assert rest.result(timeout=30)[-1:] in ([], [1])


def test_nobody_waits_for_work_that_is_done() -> None:
    line = Line(at_once=1, waiting=9)
    line.join()
    work: Future[None] = Future()
    coming = line.join().waiting(work)
    assert next(coming) == 1
    work.set_result(None)
    assert list(coming) == []


def test_a_place_is_kept_until_its_work_has_ended_though_its_visitor_left() -> None:
    line = Line(at_once=1, waiting=0)
    work: Future[None] = Future()
    with line.join() as ticket:
        assert list(ticket.waiting(work)) == []
    with pytest.raises(BusyError):
        line.join()
    work.set_result(None)
    line.join()


def test_the_wait_that_is_asked_for_follows_what_pages_took_and_how_many_wait() -> None:
    clock = Clock()
    line = Line(at_once=2, waiting=8, clock=clock)
    for _ in range(60):  # the mean of the last ones counts
        with line.join():
            clock.now += 3.0
    for _ in range(10):
        line.join()
    with pytest.raises(BusyError, match=r"10 pages .* Try again in 15 s") as refused:
        line.join()
    assert refused.value.retry_after == 15


def test_what_one_waited_is_no_part_of_what_a_page_takes() -> None:
    clock = Clock()
    line = Line(at_once=1, waiting=19, clock=clock)
    for ticket in [line.join() for _ in range(20)]:
        clock.now += 1.0
        ticket.leave()
    for _ in range(20):
        line.join()
    with pytest.raises(BusyError) as refused:
        line.join()
    assert refused.value.retry_after == 20
