"""Connections of the service: closed where no request comes, and only so many at a time."""

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

_HEAD_SECONDS = 10.0  # a head is one packet; HAProxy's manual advises 5 to 10 s (http-request)


class ListeningServer(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, listens: Callable[[], None]) -> None:
        super().__init__(config)
        self._listens = listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so then."""
        await super().startup(sockets)
        if not self.should_exit:
            self._listens()


class BoundedProtocol(H11Protocol):
    """HTTP/1.1 for uvicorn, with a time for the head of each request and a cap on connections.

    `most` may be open, of one address `each`: half-open requests cost their sender as much as us.
    """

    def __init__(self, *arguments: Any, most: int, each: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._most, self._each = most, each
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or close it at once if there are too many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        clients = [each.client for each in self.connections if isinstance(each, H11Protocol)]
        own = [client for client in clients if client and client[0] == host]
        if len(clients) > self._most or len(own) > self._each:
            transport.abort()
            return
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what comes; time runs wherever no request is being answered."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._head_timer is None:  # of a next request, or of a body that nobody reads
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(_HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def bounded_protocol(most: int, each: int) -> Any:
    """Return what makes uvicorn's protocols, with these limits."""
    return partial(BoundedProtocol, most=most, each=each)
