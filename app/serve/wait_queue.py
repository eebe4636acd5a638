"""A fair queue of pages: so many are worked on at a time, and callers take turns.

Not first come, first served: one caller with many slow pages would keep all others waiting. Whose
turn it is follows start-time fair queueing (Goyal, Vin and Cheng, 1996) over the seconds that
each caller's pages took; a full queue drops the last page of whoever has most waiting.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from pagesight.app.errors import BusyError

_LONGEST_WAIT = 60  # seconds, that a caller is asked for
_WEIGHT = 0.1  # of the newest page in the mean time that one takes
_PRESENT_SECONDS = 60.0  # since a caller's last page, in which a place is kept free for others
_ACTIVE_SECONDS = 10.0  # since then, in which nobody may get far ahead: people read between pages
_LEAD_SECONDS = 10.0  # of work, that a caller may have had more than another who is active
_LOOK_SECONDS = 1.0  # until it is looked again whether the others are still active

Moved = Callable[[int], None]  # is given how many must end before it is one's turn; 0 when it is


def _ignore(_: int) -> None: ...


@dataclass(slots=True)
class _CallerQueue:
    """The pages of one caller, and the seconds of work that they took."""

    waiting: deque["QueueSlot"] = field(default_factory=deque)
    running: int = 0
    seconds: float = 0.0
    seen: float = 0.0


class QueueSlot:
    """A place in the queue, and once it is its turn a place at work."""

    def __init__(self, queue: "WaitQueue", caller: str, moved: Moved) -> None:
        self._queue, self.caller, self.moved = queue, caller, moved
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.began: float | None = None
        self._kept = False

    def keep_for(self, work: "Future[Any]") -> None:
        """Keep the place until the work has ended, since a thread cannot be stopped."""
        loop = asyncio.get_running_loop()
        self._kept = True

        def ended(_: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._queue.leave, self)

        work.add_done_callback(ended)

    def leave(self) -> None:
        """Give the place to the next, unless work keeps it."""
        if not self._kept:
            self._queue.leave(self)


class WaitQueue:
    """Used from one event loop. `each` is the most that one caller has at work at a time."""

    def __init__(
        self,
        at_once: int,
        waiting: int,
        each: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once, self._most_waiting = at_once, waiting
        self._each = min(at_once, each or at_once)
        self._clock = clock
        self._mean_seconds = 1.0  # that a page takes once it is its turn
        self._virtual_seconds = 0.0  # of whoever began last: where newcomers join
        self._callers: dict[str, _CallerQueue] = {}
        self._running: set[QueueSlot] = set()
        self._look: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._running) + self.waiting

    @property
    def waiting(self) -> int:
        """Return how many wait."""
        return sum(len(caller.waiting) for caller in self._callers.values())

    @property
    def oldest_seconds(self) -> float:
        """Return for how long the page has been at work that began first."""
        begun = [slot.began for slot in self._running if slot.began is not None]
        return self._clock() - min(begun) if begun else 0.0

    @asynccontextmanager
    async def slot(
        self, caller: str, moved: Moved = _ignore, *, admitted: bool = False
    ) -> AsyncIterator[QueueSlot]:
        """Give a place at work once it is the caller's turn; cancelling gives it back.

        Raises BusyError if too many wait, at once or when another caller needs the room. Who is
        `admitted` has waited elsewhere for the same page, and is not refused.
        """
        slot = self.join(caller, moved, admitted=admitted)
        try:
            await slot.turn
            yield slot
        finally:
            slot.leave()

    def join(self, caller: str, moved: Moved = _ignore, *, admitted: bool = False) -> QueueSlot:
        """Return a place in the queue. Raises BusyError if there is none."""
        known = self._present(caller)
        slot = QueueSlot(self, caller, moved)
        known.waiting.append(slot)
        self._start()
        if not admitted and slot.began is None and self.waiting > self._most_waiting:
            self._drop_one(caller)
            if slot.turn.done():
                slot.turn.result()  # raises BusyError
        self._report()
        return slot

    def leave(self, slot: QueueSlot) -> None:
        """Give the place to the next."""
        caller = self._callers.get(slot.caller)
        if slot in self._running and slot.began is not None and caller is not None:
            self._running.discard(slot)
            taken = self._clock() - slot.began
            caller.running -= 1
            caller.seconds += taken
            self._mean_seconds += _WEIGHT * (taken - self._mean_seconds)
        elif caller is not None and slot in caller.waiting:
            caller.waiting.remove(slot)
        self._start()
        self._report()

    def _present(self, name: str) -> _CallerQueue:
        """Return the caller, and forget those that are gone."""
        now = self._clock()
        for gone in [n for n, c in self._callers.items() if not self._is_present(c, now)]:
            del self._callers[gone]
        caller = self._callers.setdefault(name, _CallerQueue())
        if not (caller.waiting or caller.running):
            # Idleness is not saved up: who comes, or comes back, has no claim to all places.
            caller.seconds = max(caller.seconds, self._virtual_seconds)
        caller.seen = now
        return caller

    def _is_present(self, caller: _CallerQueue, now: float) -> bool:
        return bool(caller.waiting or caller.running or now - caller.seen < _PRESENT_SECONDS)

    def _share(self) -> int:
        """Return how many places one caller may have: all only while nobody else is there."""
        return min(self._each, ceil(self._at_once / max(1, len(self._callers))))

    def _start(self) -> None:
        while len(self._running) < self._at_once:
            share = self._share()
            willing = [c for c in self._callers.values() if c.waiting and c.running < share]
            ready = [c for c in willing if not self._is_ahead(c)]
            if not ready:
                self._look_again(needed=bool(willing))
                return
            caller = min(ready, key=lambda each: (each.running, each.seconds))
            slot = caller.waiting.popleft()
            caller.running += 1
            caller.seen = slot.began = self._clock()
            self._virtual_seconds = max(self._virtual_seconds, caller.seconds)
            self._running.add(slot)
            if not slot.turn.done():
                slot.turn.set_result(None)
            slot.moved(0)

    def _is_ahead(self, caller: _CallerQueue) -> bool:
        """Return whether others who are active have had much less than the caller."""
        since = self._clock() - _ACTIVE_SECONDS
        others = [
            other.seconds
            for other in self._callers.values()
            if other is not caller and (other.waiting or other.running or other.seen > since)
        ]
        return caller.seconds > min(others, default=caller.seconds) + _LEAD_SECONDS

    def _look_again(self, *, needed: bool) -> None:
        """Start who waits for others once those have gone quiet, which nothing tells us."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if needed:
            self._look = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._start)

    def _drop_one(self, newest: str) -> None:
        """Refuse the last page of whoever has most waiting; of the newest if it has as many."""
        most = max(self._callers, key=lambda n: (len(self._callers[n].waiting), n == newest))
        dropped = self._callers[most].waiting.pop()
        wait = ceil(len(self) * self._mean_seconds / self._at_once)
        wait = min(_LONGEST_WAIT, max(1, wait))
        message = f"{len(self)} pages are under way or wait, which is all there is room for. "
        dropped.turn.set_exception(BusyError(f"{message}Try again in {wait} s.", wait))

    def _report(self) -> None:
        """Let those who wait know their places."""
        lengths = [len(caller.waiting) for caller in self._callers.values()]
        for caller in self._callers.values():
            for at, slot in enumerate(caller.waiting):
                others = sum(min(length, at + 1) for length in lengths) - (at + 1)
                slot.moved(others + at + 1)
