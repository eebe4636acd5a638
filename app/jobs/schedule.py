"""The order of pages: that of the input, as far as hosts allow."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from pagesight.app.errors import ROBOTS
from pagesight.app.jobs.job import Outcome, Politeness
from pagesight.app.jobs.retry import slows_host
from pagesight.app.jobs.robots import Robots, Rules
from pagesight.app.jobs.store import Store, Waiting
from pagesight.render.errors import NavigationError

_WINDOW = 2000  # pages in memory
_OF_HOST = 100  # of these, of one host
_LOOK_SECONDS = 1.0  # until waiting pages are looked for again that are due later
UNLIMITED = ""  # the host of pages that no server is asked for


@dataclass(slots=True)
class _Host:
    """The pages of a host in memory, and when it may be asked for the next."""

    queue: deque[Waiting] = field(default_factory=deque)
    active: int = 0
    free_at: float = 0.0
    delay: float = 0.0  # from the end of a page to the beginning of the next, one at a time


@dataclass(frozen=True, slots=True)
class ScheduledPage:
    """The next page to do. `refused` is the kind of error that robots.txt keeps us by."""

    page: Waiting
    refused: str = ""


class Schedule:
    """The pages to do, a window of them in memory, and the hosts that they are of."""

    def __init__(
        self,
        store: Store,
        politeness: Politeness,
        robots: Robots,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._politeness, self._robots = store, politeness, robots
        self._clock = clock
        self._hosts: dict[str, _Host] = {}
        self._held: set[int] = set()  # in memory or in hand
        self._queued = 0
        self._more = True  # may be found in the store at once
        self._look_at = 0.0

    def next(self) -> ScheduledPage | None:
        """Return the next page that may be asked for now, and count it as under way."""
        now = self._clock()
        if self._queued < _WINDOW / 2 and (self._more or now >= self._look_at):
            self._fill(now)
        for name, host in self._hosts.items():
            if not host.queue or not self._is_free(name, host, now):
                continue
            rules = self._rules(host.queue[0])
            if rules is None:
                continue
            self._hosts[name] = self._hosts.pop(name)  # the others first, next time
            page = host.queue.popleft()
            self._queued -= 1
            host.active += 1
            if rules.unavailable:
                return ScheduledPage(page, NavigationError.kind)
            if not rules.allows(page.source):
                return ScheduledPage(page, ROBOTS)
            asked = max(rules.delay, self._politeness.delay) if name != UNLIMITED else 0.0
            host.delay = min(asked, self._politeness.longest_delay)
            return ScheduledPage(page)
        return None

    def finish(self, page: Waiting, outcome: Outcome, wait: float | None) -> None:
        """Note that a page is no longer under way, and whether its host asked for a pause."""
        self._held.discard(page.number)
        host = self._hosts[page.host]
        host.active -= 1
        host.free_at = max(host.free_at, self._clock() + host.delay)
        if wait is not None and slows_host(outcome.error_kind) and page.host != UNLIMITED:
            host.free_at = max(host.free_at, self._clock() + wait)
        if not host.queue and not host.active and host.free_at <= self._clock():
            del self._hosts[page.host]

    def is_empty(self) -> bool:
        """Return whether no page is left to do, now or later."""
        return not self._held and self._store.next_due() is None

    def _is_free(self, name: str, host: _Host, now: float) -> bool:
        if name == UNLIMITED:
            return True
        most = 1 if host.delay else self._politeness.per_host
        return host.active < most and host.free_at <= now

    def _rules(self, page: Waiting) -> Rules | None:
        if not self._politeness.robots or page.host == UNLIMITED:
            return Rules()
        return self._robots.rules(page.source)

    def _fill(self, now: float) -> None:
        """Take more pages from the store, of hosts that have few here."""
        full = [name for name, host in self._hosts.items() if len(host.queue) >= _OF_HOST and name]
        limit = len(self._held) + _WINDOW
        found = self._store.waiting(now, full, limit)
        new = [page for page in found if page.number not in self._held]
        for page in new:
            host = self._hosts.setdefault(page.host, _Host())
            if len(host.queue) < _OF_HOST or not page.host:
                host.queue.append(page)
                self._held.add(page.number)
                self._queued += 1
        self._more = len(found) == limit and self._queued > 0
        self._look_at = now + _LOOK_SECONDS
