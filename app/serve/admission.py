"""Who is let in: a bounded number of requests at once, and so many a minute of each caller."""

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from pagesight.app.errors import BusyError

_MOST_CALLERS = 10_000  # whose rate is known; then the one who was quiet longest is forgotten
_LONGEST_WAIT = 60  # seconds, that a caller is asked for
_WEIGHT = 0.1  # of the newest request in the mean time that one takes


class Admission:
    """Counts the requests that are worked on or wait, and refuses more than it was given."""

    def __init__(self, workers: int, waiting: int) -> None:
        self.pending = 0
        self._workers = workers
        self._capacity = workers + waiting
        self._mean_seconds = 1.0

    def enter(self) -> None:
        """Count one more. Raises BusyError if there is no room."""
        if self.pending >= self._capacity:
            wait = self.pending * self._mean_seconds / self._workers
            raise BusyError(
                f"{self.pending} requests are under way or wait, which is all there is room for",
                min(_LONGEST_WAIT, max(1, ceil(wait))),
            )
        self.pending += 1

    def leave(self, seconds: float) -> None:
        """Count one less, which took that long."""
        self.pending -= 1
        self._mean_seconds += _WEIGHT * (seconds - self._mean_seconds)


class Rates:
    """A bucket of tokens for each caller: one is taken a request, and refilled with time."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60
        self._full = max(1.0, per_minute / 6)  # a burst: what is due in ten seconds
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, when

    def take(self, caller: str) -> None:
        """Take a token. Raises BusyError if the caller has none left."""
        now = self._clock()
        tokens, since = self._buckets.pop(caller, (self._full, now))
        tokens = min(self._full, tokens + (now - since) * self._per_second)
        allowed = tokens >= 1
        self._buckets[caller] = (tokens - allowed, now)
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = ceil((1 - tokens) / self._per_second)
            raise BusyError("too many requests of one caller", max(1, wait))
