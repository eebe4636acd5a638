"""The account of one page: what it takes from the net, and what it was refused."""

import asyncio
import time
from collections.abc import Iterable
from secrets import token_urlsafe
from urllib.parse import urlsplit

from pagesight.render.errors import GuardError, RenderError
from pagesight.render.options import PageLimits
from pagesight.render.sources.address import DEFAULT_PORTS

Host = tuple[str, int]  # name and port


class PageTraffic:
    """The account of one page, opened and closed by the proxy."""

    def __init__(self, limits: PageLimits) -> None:
        self.limits = limits
        self.token = token_urlsafe(24)  # the password: nobody else on this machine has it
        self.requests = 0
        self.bytes = 0
        self.exceeded = ""  # the limit that the page ran into, in words
        self.refused: dict[str, GuardError] = {}  # by address; of tunnels the host is known alone
        self.faults: dict[Host, RenderError] = {}
        self.resolved: dict[Host, asyncio.Future[tuple[str, ...]]] = {}
        self._asked: dict[object, float] = {}  # connection -> when; those not answered yet
        self.connections: dict[asyncio.Task[None], Host] = {}

    def count_request(self) -> None:
        """Count a request or tunnel. Raises GuardError if it is one too many."""
        self.requests += 1
        if self.requests > self.limits.max_requests:
            self._exceed(f"{self.limits.max_requests} requests")
        if len(self.connections) > self.limits.max_connections:
            self._exceed(f"{self.limits.max_connections} connections at once")
        if self.exceeded:
            raise GuardError(self.exceeded)

    def count_bytes(self, number: int) -> None:
        """Count bytes in either direction. Raises GuardError if they are too many."""
        self.bytes += number
        if self.bytes > self.limits.max_bytes:
            self._exceed(f"{self.limits.max_bytes / 1e6:.0f} MB")
            raise GuardError(self.exceeded)

    def _exceed(self, limit: str) -> None:
        self.exceeded = f"the page took more than {limit}: what it asked for beyond was refused"

    def record_activity(self, connection: object, asking: bool) -> None:
        """Note which side of a connection spoke last: the page, or who answers it."""
        self._asked.pop(connection, None)
        if asking:
            self._asked[connection] = time.monotonic()

    def waiting(self, seconds: float) -> bool:
        """Return whether the page has asked for something in so many seconds, still unanswered."""
        since = time.monotonic() - seconds
        return any(asked > since for asked in self._asked.values())

    def track_connection(self, connection: asyncio.Task[None] | None, host: Host) -> None:
        """Count a connection as the page's, now with that host, until it ends."""
        if connection is not None:
            if connection not in self.connections:
                connection.add_done_callback(lambda done: self.connections.pop(done, None))
            self.connections[connection] = host

    def cut_off(self, urls: Iterable[str]) -> None:
        """End the connections with the hosts of these addresses."""
        hosts = set(map(host_of, urls))
        for connection, host in tuple(self.connections.items()):
            if host in hosts:
                connection.cancel()

    def refuse(self, url: str, error: RenderError) -> None:
        """Note why nothing came from `url`."""
        self.faults[host_of(url)] = error
        if isinstance(error, GuardError) and not self.exceeded:
            self.refused.setdefault(url, error)

    def fault(self, url: str) -> RenderError | None:
        """Return why nothing came from the host of `url`, if so."""
        return self.faults.get(host_of(url))


def host_of(url: str) -> Host:
    """Return the host and port that `url` names; of what is no address none."""
    try:
        parts = urlsplit(url)
        return parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return "", 0
