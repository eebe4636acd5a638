"""HTTP/1 responses as servers write them, read as leniently as Chromium does.

After Chromium's net/http (HttpStreamParser, HttpUtil::AssembleRawHeaders, HttpResponseHeaders,
HttpChunkedDecoder): lines that are no headers are passed over, and what says nothing of its length
lasts until the server ends. Where two readers could disagree on where a response ends it stays
strict: differing lengths are refused, and after a head that needed repair the connection is closed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

Headers = tuple[tuple[bytes, bytes], ...]

MAX_HEAD = 256 * 1024  # bytes, as Chromium
_SLOP = 4  # bytes of junk before the status line, as Chromium
_MAX_CHUNK_LINE = 16 * 1024  # bytes, as Chromium
_NO_BODY = frozenset({204, 304})
_find_end = re.compile(rb"\n\r?\n").search
_find_lines = re.compile(rb"[^\r\n]+").findall
_status_line = re.compile(rb"(?:HTTP/?(\d+)?(?:\.(\d+))?\S*|ICY)[ \t]*(\d+)?", re.I).match
_is_token = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch
_is_number = re.compile(rb"\d{1,18}").fullmatch
_is_lengths = re.compile(rb"[ \t]*\d{1,18}[ \t]*(?:,[ \t]*\d{1,18}[ \t]*)*").fullmatch
_chunk_size = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?", re.S).fullmatch
_is_any_number = re.compile(rb"[+-]?[0-9A-Fa-f]+").fullmatch
# Of values, what may not be passed on as it is.
_CLEANED = bytes(
    0x20 if (byte < 0x20 and byte != 0x09) or byte == 0x7F else byte for byte in range(256)
)


class BadResponse(Exception):  # noqa: N818 - reads as the fact it states
    """What the server sent is no response; the text says why, after "its answer"."""

    def __init__(self, message: str, *, permanent: bool = True) -> None:
        super().__init__(message)
        self.permanent = permanent  # it was read as it was meant: another attempt gives the same


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The beginning of a response. Names of headers are in lower case."""

    status: int
    headers: Headers
    persistent: bool  # another response may follow on the same connection

    def values(self, name: bytes) -> list[bytes]:
        """Return the values of a header, those in lists apart."""
        whole = b",".join(value for key, value in self.headers if key == name)
        return [value.strip() for value in whole.split(b",") if value.strip()]


class ResponseReader:
    """Reads one response out of the bytes that `feed` is given: heads, then parts of the body."""

    def __init__(self, method: bytes, *, allow_headless: bool = False) -> None:
        self._method = method
        self._allow_headless = allow_headless  # HTTP/0.9: as Chromium, on a default port alone
        self._buffer = bytearray()
        self._ended = False  # the server sends no more
        self._left: int | None = None  # bytes of the body or chunk; None: until the server ends
        self._chunked = False
        self._in_chunk = self._in_trailers = False
        self._unframed = False  # its chunks could not be told apart
        self.head: ResponseHead | None = None  # once the last one, not an informational one, came
        self.done = False
        self.complete = True  # the body came to its end, not only to the server's

    @property
    def reusable(self) -> bool:
        """Whether another request may be sent on the connection."""
        framed = self.done and self.complete and self._left is not None
        return framed and self.head is not None and self.head.persistent and not self._buffer

    def feed(self, part: bytes) -> None:
        """Take bytes; none at all mean that the server sends no more."""
        self._buffer += part
        self._ended = self._ended or not part

    def events(self) -> Iterator[ResponseHead | bytes]:
        """Yield what can be read by now. Raises BadResponse for what is no response."""
        while self.head is None:
            head = self._read_head()
            if head is None:
                return
            if head.status >= 200:
                self.head = head
                self._frame(head)
            yield head
        while not self.done:
            part = self._read_chunked() if self._chunked else self._read_plain()
            if part is None:
                return
            if part:
                yield part

    def _read_head(self) -> ResponseHead | None:
        start = self._buffer[: _SLOP + 4].lower().find(b"http")
        if start < 0 and self._buffer[:4].lower() == b"icy ":
            start = 0
        if start < 0 and (len(self._buffer) >= _SLOP + 4 or self._ended):
            return self._headless()
        match = _find_end(self._buffer, max(start, 0))
        if not match and not self._ended:
            if len(self._buffer) > MAX_HEAD:
                raise BadResponse("has too long headers")
            return None
        end = match.end() if match else len(self._buffer)
        if end > MAX_HEAD:
            raise BadResponse("has too long headers")
        lines = _find_lines(bytes(self._buffer[start:end]))
        del self._buffer[:end]
        return _head(lines)

    def _headless(self) -> ResponseHead:
        """Return a head for what has none: HTTP/0.9."""
        if not self._buffer:
            raise BadResponse("did not come: the server closed the connection", permanent=False)
        if not self._allow_headless:
            raise BadResponse("is not HTTP")
        return ResponseHead(200, (), persistent=False)

    def _frame(self, head: ResponseHead) -> None:
        """Find how long the body is. Raises BadResponse where that is contradictory."""
        self._chunked = b"chunked" in map(bytes.lower, head.values(b"transfer-encoding"))
        lengths = {int(value) for value in head.values(b"content-length") if _is_number(value)}
        if len(lengths) > 1 and not self._chunked:
            raise BadResponse("states several lengths")
        if self._method == b"HEAD" or head.status in _NO_BODY:
            self._chunked, self._left, self.done = False, 0, True
        elif self._chunked:
            self._left = 0
        else:
            self._left = lengths.pop() if lengths else None
            self.done = self._left == 0

    def _read_plain(self) -> bytes | None:
        part = bytes(self._buffer if self._left is None else self._buffer[: self._left])
        del self._buffer[: len(part)]
        if self._left is not None:
            self._left -= len(part)
        if self._left == 0 or (self._ended and not part):
            self.done = True
            self.complete = not self._left and not self._unframed
        return part or (b"" if self.done else None)

    def _read_chunked(self) -> bytes | None:
        if self._left:
            part = bytes(self._buffer[: self._left])
            del self._buffer[: len(part)]
            self._left -= len(part)
            return part or self._cut()
        line = self._line()
        if line is None:
            return self._cut()
        if self._in_trailers:  # they say nothing that is passed on
            self.done = not line
            return b""
        if self._in_chunk and not line:  # what ends the chunk before
            self._in_chunk = False
            return b""
        size = _chunk_size(line)
        if not size and _is_any_number(line):  # of none that can be: read as far as it goes
            self._chunked, self._left, self._unframed = False, None, True
            return b""
        if not size:
            raise BadResponse("is broken off in the middle: a chunk states no length")
        self._left, self._in_chunk = int(size[1], 16), True
        self._in_trailers = self._left == 0
        return b""

    def _cut(self) -> bytes | None:
        """Return what is read where nothing more has come: nothing yet, or nothing ever."""
        if self._ended:
            self.done, self.complete = True, False
        return b"" if self._ended else None

    def _line(self) -> bytes | None:
        end = self._buffer.find(b"\n")
        if end < 0 and len(self._buffer) > _MAX_CHUNK_LINE:
            raise BadResponse("is broken off in the middle: a chunk states no length")
        if end < 0:
            return None
        line = bytes(self._buffer[:end]).strip(b"\r \t")
        del self._buffer[: end + 1]
        return line


def _head(lines: list[bytes]) -> ResponseHead:
    """Return the head whose lines these are; what is no status is taken for 200, as by Chromium."""
    first = _status_line(lines[0])
    version = (int(first[1] or 1), int(first[2] or 0)) if first else (1, 0)
    status = int(first[3][:4]) if first and first[3] else 200
    headers, repaired = _headers(lines[1:])
    modern = version >= (1, 1)
    if not modern:  # HTTP/1.0 knows no chunks
        headers = tuple(each for each in headers if each[0] != b"transfer-encoding")
    options = b",".join(value for name, value in headers if name == b"connection").lower()
    return ResponseHead(
        status if 100 <= status <= 999 else 502,
        headers,
        persistent=modern and not repaired and b"close" not in options,
    )


def _headers(lines: list[bytes]) -> tuple[Headers, bool]:
    """Return the headers in the lines, and whether some of them were not as they should be."""
    headers: list[tuple[bytes, bytes]] = []
    repaired = follows = False
    for line in lines:
        if line[:1] in b" \t":
            repaired = True
            if follows:
                headers[-1] = (headers[-1][0], headers[-1][1] + b" " + _clean(line))
            continue
        name, colon, value = line.partition(b":")
        key = name.strip(b" \t").lower()
        is_kept = colon and _is_token(key) and (key != b"content-length" or _is_lengths(value))
        if is_kept:
            headers.append((key, _clean(value)))
        follows = bool(is_kept and _is_token(name))
        repaired = repaired or not follows
    return tuple(headers), repaired


def _clean(value: bytes) -> bytes:
    return value.translate(_CLEANED).strip(b" \t")
