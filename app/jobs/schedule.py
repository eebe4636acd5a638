"""The order of pages: that of the input, as far as hosts, their robots.txt and retries allow."""

import random
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from protego import Protego

from pagesight.app.errors import ROBOTS
from pagesight.app.jobs.job import Outcome, Politeness, Retries
from pagesight.app.jobs.store import Store, Waiting
from pagesight.render.errors import NavigationError, RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions
from pagesight.render.sources.body import decode_html

_GROWTH = 4.0  # times the wait before; by hand
_NAME = "pagesight"
_SECONDS = 10.0  # for a file of a few KB; by hand
_BYTES = 512_000  # RFC 9309, 2.5: at least 500 KiB are read
_HOSTS = 20_000  # whose rules are kept in memory
_AT_ONCE = 8  # hosts asked; by hand
_POLL_SECONDS = 0.05  # between looks at whether it has come
_WINDOW = 2000  # pages in memory
_OF_HOST = 100  # of these, of one host
_LOOK_SECONDS = 1.0  # until waiting pages are looked for again that are due later
UNLIMITED = ""  # the host of pages that no server is asked for


def wait_before_retry(
    outcome: Outcome, attempts: int, retries: Retries, jitter: Callable[[], float] = random.random
) -> float | None:
    """Return the seconds until a page is tried again that has failed `attempts` times; or None.

    >>> wait_before_retry(Outcome(1, "", "http 404"), 1, Retries()) is None
    True
    >>> broken = Outcome(1, "", "network", permanent=False)
    >>> wait_before_retry(broken, 2, Retries(), jitter=lambda: 0.5)
    8.0
    >>> limited = Outcome(1, "", "http 429", permanent=False, retry_after=120.0)
    >>> wait_before_retry(limited, 1, Retries(), jitter=lambda: 0.5)
    121.0
    """
    if not outcome.error_kind or outcome.permanent or attempts > retries.times:
        return None
    backoff = retries.first_wait * _GROWTH ** (attempts - 1)
    if outcome.retry_after is not None:
        return min(outcome.retry_after, retries.longest_wait) + retries.first_wait * jitter()
    return min(backoff * (0.5 + jitter()), retries.longest_wait)


def asked_wait(header: str, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, in either of its forms.

    >>> from datetime import UTC
    >>> asked_wait("120", datetime(2026, 1, 1, tzinfo=UTC)), asked_wait("soon", datetime.now(UTC))
    (120.0, None)
    >>> asked_wait("Thu, 01 Jan 2026 00:00:30 GMT", datetime(2026, 1, 1, tzinfo=UTC))
    30.0
    """
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, (parsedate_to_datetime(header) - now).total_seconds())
    except (TypeError, ValueError):
        return None


def slows_host(error_kind: str) -> bool:
    """Return whether the error says that the host has had enough for now."""
    return error_kind in ("http 429", "http 503")


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host says: who may fetch what, and how fast. It may be down, and say nothing yet."""

    robots: Protego | None = None  # None: everything is allowed
    unavailable: bool = False

    def allows(self, url: str) -> bool:
        """Return whether the page may be fetched."""
        return self.robots is None or bool(self.robots.can_fetch(url, _NAME))

    @property
    def delay(self) -> float:
        """Return the seconds between pages that the host asks for."""
        return float((self.robots and self.robots.crawl_delay(_NAME)) or 0.0)


class Robots:
    """Rules of hosts, those asked for last. Use `close` at the end."""

    def __init__(self, options: RenderOptions) -> None:
        seconds = min(_SECONDS, options.deadline)
        self._options = replace(options, deadline=seconds, max_html_bytes=_BYTES)
        self._threads = ThreadPoolExecutor(_AT_ONCE)
        self._rules: OrderedDict[str, Future[Rules]] = OrderedDict()

    def rules(self, url: str) -> Rules | None:
        """Return the rules of the page's host; None while they are under way. Returns at once."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._rules:
            self._rules[origin] = self._threads.submit(self._fetch, origin)
            if len(self._rules) > _HOSTS:
                self._rules.popitem(last=False)
        asked = self._rules[origin]
        if not asked.done():
            return None
        self._rules.move_to_end(origin)
        if asked.result().unavailable:  # it is asked again with the page's next attempt
            del self._rules[origin]
        return asked.result()

    def awaited(self, url: str) -> Rules:
        """Return the rules of the page's host once they are there."""
        while (rules := self.rules(url)) is None:
            time.sleep(_POLL_SECONDS)
        return rules

    def close(self) -> None:
        """Fetch no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _fetch(self, origin: str) -> Rules:
        """Return the rules; a host that gives no file allows all (RFC 9309, 2.3.1)."""
        try:
            answer = fetch(f"{origin}/robots.txt", self._options)
        except (RenderError, ValueError):  # what keeps it will keep the page too, and be named then
            return Rules()
        if answer.status >= 500 or answer.status == 429:
            return Rules(unavailable=True)
        if answer.status >= 400:
            return Rules()
        return Rules(Protego.parse(decode_html(answer.body, answer.content_type)))


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
        waiting = self._store.waiting(now, full, limit)
        new = [page for page in waiting if page.number not in self._held]
        for page in new:
            host = self._hosts.setdefault(page.host, _Host())
            if len(host.queue) < _OF_HOST or not page.host:
                host.queue.append(page)
                self._held.add(page.number)
                self._queued += 1
        self._more = len(waiting) == limit and self._queued > 0
        self._look_at = now + _LOOK_SECONDS
