"""Those who wait for a browser: a few go in at a time, the others get to know their place."""

import threading
from collections.abc import Iterator

from pagesight.app.errors import BusyError

_SOON = 30  # seconds


class Line:
    """A line of visitors, first come, first served."""

    def __init__(self, at_once: int, longest: int) -> None:
        """Let `at_once` in at a time, and nobody join those who wait once they are `longest`."""
        self._at_once, self._longest = at_once, longest
        self._tickets: list[object] = []
        self._moved = threading.Condition()

    def join(self) -> "Ticket":
        """Return a place at the end. Raises BusyError if too many wait."""
        with self._moved:
            if len(self._tickets) >= self._at_once + self._longest:
                message = f"{self._longest} pages are waiting already. Try again soon."
                raise BusyError(message, retry_after=_SOON)
            ticket = Ticket(self)
            self._tickets.append(ticket)
            return ticket

    def leave(self, ticket: "Ticket") -> None:
        """Give the place to the next."""
        with self._moved:
            self._tickets.remove(ticket)
            self._moved.notify_all()

    def before(self, ticket: "Ticket", known: int | None) -> int:
        """Return how many must leave before this one goes in, once it is not what was `known`."""
        with self._moved:
            self._moved.wait_for(lambda: self._before(ticket) != known)
            return self._before(ticket)

    def _before(self, ticket: "Ticket") -> int:
        return max(0, self._tickets.index(ticket) + 1 - self._at_once)


class Ticket:
    """One place in a line; used as a context manager, which leaves the line at its end."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def __enter__(self) -> "Ticket":
        return self

    def __exit__(self, *_: object) -> None:
        self._line.leave(self)

    def waiting(self) -> Iterator[int]:
        """Yield how many are before this one, each time that changes, until it is its turn."""
        before: int | None = None
        while before := self._line.before(self, before):
            yield before
