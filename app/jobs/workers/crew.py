"""Workers at work: who gets the next page, and what becomes of the pages of one that dies.

A page on which a worker dies or hangs costs that page alone. Where several were in hand, none is
blamed: each is done again by a worker that has no other, and then it is known whose fault it was.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from pagesight.app.errors import WorkersError
from pagesight.app.jobs.error_kinds import CRASH, HANG, MEMORY
from pagesight.app.jobs.job import OUT_OF_MEMORY, Job, Outcome, Task, failed

START_SECONDS = 300.0  # for imports, models and a browser, on a busy machine
_MOST_DEATHS = 5  # of workers one after the other, in which none of them did any page
_RENDERED_AT_ONCE = 2  # pages a worker: one in its browser, one that is extracted
_READ_AT_ONCE = 8  # most of these wait for servers
_TEXTS = {
    CRASH: "the worker that had the page crashed",
    HANG: "the worker that had the page did not answer",
    MEMORY: "the worker that had the page ran out of its memory",
}


@dataclass(frozen=True, slots=True)
class Death:
    """The end of a worker that nobody asked for, and its exit status if that is known."""

    status: int | None = None


class Hand(Protocol):
    """A worker as its crew sees it, wherever it runs."""

    def give(self, task: Task) -> None:
        """Send it a page; returns at once."""

    def end(self) -> None:
        """End it and its browser, whatever it is at."""


Answer = Outcome | Exception | Death | None  # an exception keeps it from starting; None: it has
AnyHand = TypeVar("AnyHand", bound=Hand)


@dataclass(slots=True)
class _Seat(Generic[AnyHand]):
    """A worker, what it has in hand and how long it may take."""

    hand: AnyHand
    late_at: float
    ready: bool = False
    alone: bool = False  # it has a page that others may have died of
    done: int = 0
    leaving: bool = False
    tasks: dict[int, Task] = field(default_factory=dict)


class Crew(Generic[AnyHand]):
    """Up to `job.workers` workers, each started when there is a page for it.

    `listen` returns what hands answer within some seconds.
    """

    def __init__(
        self,
        job: Job,
        hire: Callable[[], AnyHand],
        listen: Callable[[Sequence[AnyHand], float], Sequence[tuple[AnyHand, Answer]]],
    ) -> None:
        self._job = job
        self._hire, self._listen = hire, listen
        self._seats: list[_Seat[AnyHand]] = []
        self._suspects: deque[Task] = deque()
        self._deaths = 0
        options = job.options
        self._patience = options.rendering.deadline + options.limits.seconds + job.grace

    def has_room(self) -> bool:
        """Return whether a worker can take another page, or may be started for it."""
        if self._suspects:  # first
            return False
        return len(self._seats) < self._job.workers or bool(self._open_seats())

    def give(self, task: Task) -> None:
        """Give the page to the worker that has the fewest."""
        open_seats = self._open_seats()
        if all(seat.tasks for seat in open_seats) and len(self._seats) < self._job.workers:
            open_seats = [self._new_seat()]
        self._give(min(open_seats, key=lambda seat: (not seat.ready, len(seat.tasks))), task)

    def outcomes(self, seconds: float) -> list[Outcome]:
        """Return the outcomes that come within so many seconds, those of dead workers among them.

        Raises what keeps workers from starting, and WorkersError where they die at once.
        """
        found: list[Outcome] = []
        self._seat_suspects()
        for hand, answer in self._listen([seat.hand for seat in self._seats], seconds):
            seat = next((seat for seat in self._seats if seat.hand is hand), None)
            if seat is None:
                continue
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, Death):
                found += self._lost(seat, MEMORY if answer.status == OUT_OF_MEMORY else CRASH)
            elif answer is None:
                self._started(seat)
            else:
                found += self._answered(seat, answer)
        for seat in [seat for seat in self._seats if self._is_late(seat)]:
            found += self._lost(seat, HANG)
        self._share()
        return found

    def close(self) -> None:
        """End all workers."""
        with ThreadPoolExecutor(len(self._seats) or 1) as threads:
            list(threads.map(lambda seat: seat.hand.end(), self._seats))
        self._seats.clear()

    def _open_seats(self) -> list[_Seat[AnyHand]]:
        most = _RENDERED_AT_ONCE if self._job.options.render else _READ_AT_ONCE
        seats = self._seats
        return [s for s in seats if len(s.tasks) < most and not s.leaving and not s.alone]

    def _new_seat(self) -> _Seat[AnyHand]:
        seat = _Seat(self._hire(), time.monotonic() + START_SECONDS)
        self._seats.append(seat)
        return seat

    def _give(self, seat: _Seat[AnyHand], task: Task) -> None:
        if not seat.tasks and seat.ready:
            seat.late_at = time.monotonic() + self._patience
        seat.tasks[task.number] = task
        if seat.ready:
            seat.hand.give(task)

    def _started(self, seat: _Seat[AnyHand]) -> None:
        seat.ready, seat.late_at = True, time.monotonic() + self._patience
        for task in seat.tasks.values():
            seat.hand.give(task)

    def _share(self) -> None:
        """Give pages of workers that have not started to those that have nothing to do.

        A cluster may have no place for more, or have lost the node that was to start one.
        """
        idle = [seat for seat in self._open_seats() if seat.ready and not seat.tasks]
        starting = [seat for seat in self._seats if not seat.ready and seat.tasks]
        for seat, other in zip(idle, starting, strict=False):
            _, task = other.tasks.popitem()
            self._give(seat, task)

    def _answered(self, seat: _Seat[AnyHand], outcome: Outcome) -> list[Outcome]:
        if seat.tasks.pop(outcome.number, None) is None:
            return []
        self._deaths = 0
        seat.done += 1
        seat.alone = False
        seat.late_at = time.monotonic() + self._patience
        worn = seat.done >= self._job.pages_per_worker
        seat.leaving |= worn or outcome.memory_mb > self._job.worker_mb / 2
        if seat.leaving and not seat.tasks:
            self._dismiss(seat)
        return [outcome]

    def _is_late(self, seat: _Seat[AnyHand]) -> bool:
        return bool(seat.tasks or not seat.ready) and time.monotonic() > seat.late_at

    def _lost(self, seat: _Seat[AnyHand], why: str) -> list[Outcome]:
        """Return the failure of the page that the worker died of, if that is known."""
        self._dismiss(seat)
        self._deaths += 1
        if self._deaths > max(_MOST_DEATHS, 2 * self._job.workers):
            raise WorkersError(f"{self._deaths} workers in a row died before they had done a page")
        tasks = list(seat.tasks.values())
        if len(tasks) == 1 and seat.ready:
            return [failed(tasks[0], why, _TEXTS[why])]
        self._suspects.extend(tasks)
        return []

    def _dismiss(self, seat: _Seat[AnyHand]) -> None:
        self._seats.remove(seat)
        seat.hand.end()

    def _seat_suspects(self) -> None:
        """Give pages that workers may have died of to workers without any other."""
        while self._suspects:
            free = [s for s in self._seats if s.ready and not s.tasks and not s.leaving]
            if not free:
                if len(self._seats) < self._job.workers:
                    self._new_seat()  # a cluster may have no place for it: who is there goes on
                return
            free[0].alone = True
            self._give(free[0], self._suspects.popleft())
