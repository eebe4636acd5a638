"""Both ends of a proxied connection: strict to the browser, lenient to the server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial

import h11

from pagesight.render.net.http_response import MAX_HEAD, BadResponse, ResponseHead, ResponseReader

_PART_BYTES = 65536  # as much as a read of a socket usually gives
_DRAIN_SECONDS = 10.0  # for the rest of a request that is refused


class Closed(Exception):  # noqa: N818 - reads as the fact it states
    """A side ended, or does not speak HTTP: there is nobody left to answer."""


class HttpConnection:
    """Bytes in both directions."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        count: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._count = count  # called with the number of bytes read or written

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


class BrowserConnection(HttpConnection):
    """A connection that a browser opened: its requests are read by h11, strictly."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEAD)

    async def event(self) -> h11.Event:
        """Return what the browser says next. Raises Closed if it ended or is no HTTP."""
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._http.receive_data(await self.read())
        except h11.RemoteProtocolError as error:
            raise Closed(str(error)) from error
        if not isinstance(event, h11.Event) or isinstance(event, h11.ConnectionClosed):
            raise Closed
        return event

    async def send(self, *events: h11.Event) -> None:
        """Say so much to the browser."""
        try:
            parts = [self._http.send(event) or b"" for event in events]
        except h11.LocalProtocolError as error:  # what a server sent may not be said to a browser
            raise Closed(str(error)) from error
        await self.write(b"".join(parts))

    async def answer(self, status: int, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
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

    async def tunnel_to(
        self, server: "ServerConnection", record_activity: Callable[[bool], None]
    ) -> None:
        """Hand bytes on in both directions until either side ends.

        `record_activity` is called with whether it was the browser that sent some.
        """
        early = self._http.trailing_data[0]
        if early:
            await server.write(early)
        pumps = [
            asyncio.ensure_future(_pump(self, server, partial(record_activity, True))),
            asyncio.ensure_future(_pump(server, self, partial(record_activity, False))),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)


async def _pump(source: HttpConnection, target: HttpConnection, note: Callable[[], None]) -> None:
    while part := await source.read():
        note()
        await target.write(part)


class ServerConnection(HttpConnection):
    """A connection to a server, for one request after the other."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        count: Callable[[int], None],
        *,
        allow_headless: bool,
    ) -> None:
        super().__init__(reader, writer, count)
        self._allow_headless = allow_headless  # HTTP/0.9
        self._http = h11.Connection(h11.CLIENT)
        self._response = ResponseReader(b"GET")

    async def begin(self, request: h11.Request) -> None:
        """Send the head of a request."""
        self._http = h11.Connection(h11.CLIENT)
        self._response = ResponseReader(request.method, allow_headless=self._allow_headless)
        await self.send(request)

    async def send(self, event: h11.Event) -> None:
        """Send the head, a part or the end of a request."""
        await self.write(self._http.send(event) or b"")

    async def answer(self) -> AsyncIterator[ResponseHead | bytes]:
        """Yield the heads of the answer, then its body in parts. Raises BadResponse."""
        while not self._response.done:
            for event in self._response.events():
                yield event
            if not self._response.done:
                self._response.feed(await self.read())
        if not self._response.complete:
            raise BadResponse("is broken off in the middle", permanent=False)

    @property
    def reusable(self) -> bool:
        """Whether another request may be sent."""
        return self._response.reusable
