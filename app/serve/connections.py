"""Connections of the service: closed where no request comes, and only so many at a time."""

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pagesight.app.serve.access import network_of

_HEAD_SECONDS = 10.0  # a head is one packet; HAProxy's manual advises 5 to 10 s (http-request)
Patience = Callable[[int], float]


def patience(size: int) -> float:
    """Return the seconds that a caller may need for so many bytes: some, and 50 kB each of them."""
    return 30.0 + size / 50_000


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
    """HTTP/1.1 for uvicorn, with times for heads and for answers, and a cap on connections.

    `most` may be open, of one address `each`: half-open requests cost their sender as much as us.
    """

    def __init__(
        self, *arguments: Any, most: int, each: int, patience: Patience, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._most, self._each, self._patience = most, each, patience
        self._network = ""
        self._timers: dict[str, asyncio.TimerHandle] = {}  # by what is waited for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or close it at once if there are too many."""
        super().connection_made(transport)
        self._network = network_of(self.client[0]) if self.client else ""
        open_from = [each._network for each in self.connections if isinstance(each, type(self))]
        if len(open_from) > self._most or open_from.count(self._network) > self._each:
            transport.abort()
            return
        self._wait("head", _HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Take what comes; time runs wherever no request is being answered."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting("head")
        elif "head" not in self._timers:  # of a next request, or of a body that nobody reads
            self._wait("head", _HEAD_SECONDS)

    def pause_writing(self) -> None:
        """Give the caller time to take in what is in memory."""
        super().pause_writing()
        self._wait("answer", self._patience(self.transport.get_write_buffer_size()))

    def resume_writing(self) -> None:
        """Go on, since most of what was sent is taken in."""
        super().resume_writing()
        self._stop_waiting("answer")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        for what in tuple(self._timers):
            self._stop_waiting(what)
        super().connection_lost(exc)

    def _wait(self, what: str, seconds: float) -> None:
        self._timers[what] = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self, what: str) -> None:
        if timer := self._timers.pop(what, None):
            timer.cancel()


def bounded_protocol(most: int, each: int, patience: Patience = patience) -> Any:
    """Return what makes uvicorn's protocols, with these limits."""
    return partial(BoundedProtocol, most=most, each=each, patience=patience)
