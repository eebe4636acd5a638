"""Both ends of a proxied connection, and a request and its answer without a browser, of HTTP/1.

Strict to the browser, lenient to the server.
"""

import asyncio
import io
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import h11
from urllib3 import BaseHTTPResponse, HTTPHeaderDict, HTTPResponse

from pagesight.render.net.http_response import MAX_HEAD, BadResponse, ResponseHead, ResponseReader

_PART_BYTES = 65536  # passed on at once: as much as a read of a socket usually gives
_DRAIN_SECONDS = 10.0  # for the rest of a request that is refused
_GZIP = b"\x1f\x8b\x08"  # RFC 1952: no other method is defined
_GZIPPED = (b"gzip", b"x-gzip", b"br", b"zstd")  # more than one may follow each other
# Bytes at the end of a part that are read by themselves: a false check sum (RFC 1952) in them
# spoils nothing of what was decompressed before.
_TRAILER = 8


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


def may_belie(head: ResponseHead) -> bool:
    """Return whether the first bytes of the body may show another encoding than the head states."""
    return _encodings(head) in ([b"gzip"], [b"x-gzip"]) or _is_page(head)


def _encodings(head: ResponseHead) -> list[bytes]:
    return [value.lower() for value in head.values(b"content-encoding")]


def _is_page(head: ResponseHead) -> bool:
    types = [value.partition(b";")[0].strip().lower() for value in head.values(b"content-type")]
    return bool(types) and types[-1] in (b"text/html", b"application/xhtml+xml")


def honest(head: ResponseHead, body: bytes) -> ResponseHead:
    """Return the head with the encoding that the first bytes of its body show: gzip, or none.

    >>> honest(ResponseHead(200, ((b"content-encoding", b"gzip"),), True), b"<p>plain").headers
    ()
    >>> page = ResponseHead(200, ((b"content-type", b"text/html"),), True)
    >>> honest(page, bytes.fromhex("1f8b08")).headers
    ((b'content-type', b'text/html'), (b'content-encoding', b'gzip'))
    """
    stated = _encodings(head)
    if not body or not may_belie(head):
        return head
    if body.startswith(_GZIP):
        known = stated and all(each in _GZIPPED for each in stated)
        shown = None if known else b"gzip"
    elif stated == [b"gzip"] or stated == [b"x-gzip"]:
        whole = len(body) < len(_GZIP) and _GZIP.startswith(body)
        shown = None if whole else b"deflate" if _is_zlib(body) else b""
    else:
        shown = None
    if shown is None:
        return head
    kept = tuple(each for each in head.headers if each[0] != b"content-encoding")
    added = ((b"content-encoding", shown),) if shown else ()
    return ResponseHead(head.status, kept + added, head.persistent)


def _is_zlib(body: bytes) -> bool:
    """Return whether a body begins as RFC 1950 has it."""
    return len(body) > 1 and body[0] == 0x78 and int.from_bytes(body[:2]) % 31 == 0


class Answer:
    """What a server sends to one request: its head, and its body as it comes."""

    def __init__(self, connected: socket.socket, url: str, headers: Mapping[str, str]) -> None:
        """Send the request, and wait for the head and the first bytes of the body.

        Raises BadResponse and OSError.
        """
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = (f"GET {target} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers))
        connected.sendall("\r\n".join((*lines, "", "")).encode("latin-1"))
        default_port = parts.scheme == "http" and parts.port in (None, 80)
        self._raw = _RawBody(connected, ResponseReader(b"GET", allow_headless=default_port))
        self.head = honest(self._raw.head, self._raw.first())

    @property
    def headers(self) -> HTTPHeaderDict:
        """The headers, of which the same name may stand in several."""
        pairs: Iterable[tuple[bytes, bytes]] = self.head.headers
        return HTTPHeaderDict([(k.decode("latin-1"), v.decode("latin-1")) for k, v in pairs])

    @property
    def complete(self) -> bool:
        """Whether the body came to its end, as far as it was read."""
        return self._raw.complete

    def decoded(self) -> BaseHTTPResponse:
        """Return the body, to be read in parts that are decompressed."""
        return HTTPResponse(
            io.BufferedReader(self._raw, _PART_BYTES),
            headers=self.headers,
            status=self.head.status,
            preload_content=False,
        )


class _RawBody(io.RawIOBase):
    """The body of a response as a file, out of what a reader makes of a socket's bytes."""

    def __init__(self, connected: socket.socket, reader: ResponseReader) -> None:
        self._connected = connected
        self._reader = reader
        self._parts: deque[bytes] = deque()
        while reader.head is None:
            self._receive()
        self.head: ResponseHead = reader.head

    @property
    def complete(self) -> bool:
        return self._reader.complete

    def readable(self) -> bool:
        return True

    def first(self) -> bytes:
        """Return the first bytes of the body, which stay to be read."""
        while not self._parts and not self._reader.done:
            self._receive()
        return self._parts[0] if self._parts else b""

    def readinto(self, buffer: Any, /) -> int:
        part = self.first()
        if not part:
            return 0
        taken = part[: min(len(buffer), max(len(part) - _TRAILER, _TRAILER))]
        buffer[: len(taken)] = taken
        self._parts.popleft()
        if len(taken) < len(part):
            self._parts.appendleft(part[len(taken) :])
        return len(taken)

    def _receive(self) -> None:
        try:
            part = self._connected.recv(_PART_BYTES)
        except OSError:
            if self._reader.head is None:
                raise
            part = b""  # what came before is worth reading
        self._reader.feed(part)
        for event in self._reader.events():
            if isinstance(event, bytes):
                self._parts.append(event)
        if not part and self._reader.head is None:
            raise BadResponse("did not come: the server closed the connection", permanent=False)
