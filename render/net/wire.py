"""One side of a proxied connection: HTTP/1.1 by h11, or bytes as they are, over asyncio streams."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

import h11

Headers = Iterable[tuple[bytes, bytes]]

_PART_BYTES = 65536
_MAX_HEAD = 256 * 1024  # as Chromium: of a response's head
_DRAIN_SECONDS = 10.0  # for the rest of a request that is refused


class Closed(Exception):  # noqa: N818 - reads as the fact it states
    """A side ended, or does not speak HTTP: there is nobody left to answer."""


class Wire:
    """A connection with a browser (h11.SERVER, the role that we play in it) or with a server."""

    def __init__(
        self,
        role: type[h11.CLIENT] | type[h11.SERVER],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        count: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._http = h11.Connection(role, max_incomplete_event_size=_MAX_HEAD)
        self._reader = reader
        self._writer = writer
        self._count = count  # called with the number of bytes read or written

    async def event(self) -> h11.Event:
        """Return what the other side says next. Raises Closed if it ended or is no HTTP."""
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._http.receive_data(await self.read())
        except h11.RemoteProtocolError as error:
            raise Closed(str(error)) from error
        if not isinstance(event, h11.Event) or isinstance(event, h11.ConnectionClosed):
            raise Closed
        return event

    async def send(self, *events: h11.Event) -> None:
        """Say so much to the other side."""
        try:
            parts = [self._http.send(event) or b"" for event in events]
        except h11.LocalProtocolError as error:  # what one side sent may not be said to the other
            raise Closed(str(error)) from error
        await self.write(b"".join(parts))

    async def pass_body_to(self, other: "Wire") -> None:
        """Hand on what is left of the message that began."""
        while not isinstance(event := await self.event(), h11.EndOfMessage):
            await other.send(event)
        await other.send(h11.EndOfMessage())

    async def answer(self, status: int, headers: Headers = ()) -> None:
        """Send a response without a body, after the rest of the request has come."""
        async with asyncio.timeout(_DRAIN_SECONDS):
            while self._http.their_state is h11.SEND_BODY:
                await self.event()
        response = h11.Response(status_code=status, headers=[*headers, (b"Content-Length", b"0")])
        await self.send(response, h11.EndOfMessage())
        self.next_message()

    def next_message(self) -> None:
        """Get ready for another request. Raises Closed where the sides agreed to end here."""
        try:
            self._http.start_next_cycle()
        except h11.LocalProtocolError as error:
            raise Closed from error

    async def tunnel_to(self, other: "Wire", spoke: Callable[[bool], None]) -> None:
        """Hand bytes on in both directions until either side ends.

        `spoke` is called with whether it was this side that sent some.
        """
        early = self._http.trailing_data[0]
        if early:
            await other.write(early)
        ways = [
            asyncio.ensure_future(self._pump(other, partial(spoke, True))),
            asyncio.ensure_future(other._pump(self, partial(spoke, False))),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _pump(self, other: "Wire", spoke: Callable[[], None]) -> None:
        while part := await self.read():
            spoke()
            await other.write(part)

    async def read(self) -> bytes:
        """Return the bytes that came; none at the end."""
        try:
            part = await self._reader.read(_PART_BYTES)
        except OSError as error:
            raise Closed(str(error)) from error
        self._count(len(part))
        return part

    async def write(self, part: bytes) -> None:
        """Send bytes, and wait while the other side takes no more."""
        self._count(len(part))
        try:
            self._writer.write(part)
            await self._writer.drain()
        except OSError as error:
            raise Closed(str(error)) from error

    def close(self) -> None:
        """End the connection, once what was written is sent."""
        self._writer.close()
