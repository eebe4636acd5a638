"""One request and its answer over a socket, for fetches without a browser.

How its body is compressed is told by the first bytes where the head is mistaken.
"""

import io
import socket
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from urllib3 import BaseHTTPResponse, HTTPHeaderDict, HTTPResponse

from pagesight.render.net.http_response import BadResponse, ResponseHead, ResponseReader

_GZIP = b"\x1f\x8b\x08"  # RFC 1952: no other method is defined
_GZIPPED = (b"gzip", b"x-gzip", b"br", b"zstd")  # more than one may follow each other


def may_belie(head: ResponseHead) -> bool:
    """Return whether the first bytes of the body may show another encoding than the head states."""
    return _encodings(head) in ([b"gzip"], [b"x-gzip"]) or _is_page(head)


def _encodings(head: ResponseHead) -> list[bytes]:
    return [value.lower() for value in head.values(b"content-encoding")]


def _is_page(head: ResponseHead) -> bool:
    kinds = [value.partition(b";")[0].strip().lower() for value in head.values(b"content-type")]
    return bool(kinds) and kinds[-1] in (b"text/html", b"application/xhtml+xml")


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


_PART_BYTES = 65536  # of a body, passed on at once; by hand
# Bytes at the end of a part that are read by themselves: a false check sum (RFC 1952) in them
# spoils nothing of what was decompressed before.
_TRAILER = 8


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
