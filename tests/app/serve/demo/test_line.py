"""Visitors who wait get to know their place."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pagesight.app.errors import BusyError
from pagesight.app.serve.demo.line import Line, Ticket


def test_as_many_as_fit_go_in_at_once_and_the_next_knows_its_place() -> None:
    line = Line(at_once=2, longest=9)
    first, second, third, fourth = (line.join() for _ in range(4))
    assert list(first.waiting()) == list(second.waiting()) == []
    assert (next(third.waiting()), next(fourth.waiting())) == (1, 2)


def test_those_who_wait_move_up_when_one_leaves() -> None:
    line = Line(at_once=1, longest=9)
    tickets = [line.join() for _ in range(3)]
    with ThreadPoolExecutor() as visitors:
        places = tickets[2].waiting()
        assert next(places) == 2
        rest = visitors.submit(list[int], _rest(places))
        for ticket in tickets[:2]:
            line.leave(ticket)
        assert rest.result(timeout=30)[-1:] in ([], [1])


def _rest(places: Iterator[int]) -> Iterator[int]:
    yield from places


def test_one_who_goes_away_gives_the_place_up() -> None:
    line = Line(at_once=1, longest=9)
    with line.join():
        second: Ticket = line.join()
        assert next(second.waiting()) == 1
    assert list(second.waiting()) == []


def test_a_line_that_is_too_long_takes_nobody_more() -> None:
    line = Line(at_once=1, longest=1)
    for _ in range(2):
        line.join()
    with pytest.raises(BusyError, match="Try again soon"):
        line.join()
