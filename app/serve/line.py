"""A line of requests: so many are worked on at a time, and only so many more may wait."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from math import ceil
from typing import Any

from pagesight.app.errors import BusyError

_LONGEST_WAIT = 60  # seconds, that a caller is asked for
_WEIGHT = 0.1  # of the newest request in the mean time that one takes


class Line:
    """First come, first served. Used from any thread."""

    def __init__(
        self, at_once: int, waiting: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Let `at_once` be worked on, and nobody join those who wait once these are `waiting`."""
        self._at_once, self._capacity = at_once, at_once + waiting
        self._clock = clock
        self._mean_seconds = 1.0  # that one takes once it is its turn
        self._begun: dict[Ticket, float | None] = {}  # in their order; when, None: it waits
        self._moved = threading.Condition()

    def __len__(self) -> int:
        return len(self._begun)

    def join(self) -> "Ticket":
        """Return a place at the end. Raises BusyError if too many wait."""
        with self._moved:
            if len(self) >= self._capacity:
                wait = ceil(len(self) * self._mean_seconds / self._at_once)
                wait = min(_LONGEST_WAIT, max(1, wait))
                raise BusyError(
                    f"{len(self)} pages are under way or wait, which is all there is room for. "
                    f"Try again in {wait} s.",
                    wait,
                )
            ticket = Ticket(self)
            self._begun[ticket] = None
            self._begin()
            return ticket

    def leave(self, ticket: "Ticket") -> None:
        """Give the place to the next."""
        with self._moved:
            begun = self._begun.pop(ticket)
            if begun is not None:
                self._mean_seconds += _WEIGHT * (self._clock() - begun - self._mean_seconds)
            self._begin()
            self._moved.notify_all()

    def before(self, ticket: "Ticket", known: int | None, work: "Future[Any]") -> int:
        """Return how many must leave before it is the ticket's turn, once that is not `known`.

        None must any more once its work is done.
        """

        def found() -> int:
            return 0 if work.done() else max(0, list(self._begun).index(ticket) + 1 - self._at_once)

        with self._moved:
            self._moved.wait_for(lambda: found() != known)
            return found()

    def look(self) -> None:
        """Let those who wait look whether their work is done."""
        with self._moved:
            self._moved.notify_all()

    def _begin(self) -> None:
        for ticket in list(self._begun)[: self._at_once]:
            self._begun[ticket] = self._begun[ticket] or self._clock()


class Ticket:
    """A place in a line; used as a context manager, which leaves the line at its end."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._work: Future[Any] | None = None

    def __enter__(self) -> "Ticket":
        return self

    def __exit__(self, *_: object) -> None:
        if self._work is None:
            self.leave()
        else:  # what cannot be stopped counts as long as it lasts
            self._work.add_done_callback(lambda _: self.leave())

    def leave(self) -> None:
        """Give the place to the next."""
        self._line.leave(self)

    def waiting(self, work: "Future[Any]") -> Iterator[int]:
        """Yield how many are before this one, each time that changes, until `work` has its turn.

        The place is kept until the work has ended, even where its visitor goes away.
        """
        self._work = work
        work.add_done_callback(lambda _: self._line.look())
        before: int | None = None
        while before := self._line.before(self, before, work):
            yield before
