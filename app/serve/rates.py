"""Rates of callers: so many requests a minute of each."""

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil

from pagesight.app.errors import BusyError

_MOST_CALLERS = 10_000  # whose rate is known; then the one who was quiet longest is forgotten


def network_of(address: str) -> str:
    """Return what counts as one caller: an address, of IPv6 the /64 that one line is given.

    >>> network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:  # of a socket that has no address
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


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
