"""Fetch without a browser, from addresses of the public internet alone."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from urllib3 import BaseHTTPResponse
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError
from w3lib.url import safe_url_string

from pagesight.render.errors import GuardError, NavigationError, NoPageError
from pagesight.render.net.connect import connect, cut_off, time_left
from pagesight.render.net.guard import Resolve, check_address, led_from, resolve_host
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import non_html_kind, type_name

_MAX_REDIRECTS = 10
_PART_BYTES = 65536
_HTML_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
# Compressions that a server may use unasked; which of them can be read, urllib3 knows.
_COMPRESSIONS = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})
_HEADERS = {
    "User-Agent": "pagesight",
    "Accept": "text/html,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}
# All that a server can make the libraries below raise: sockets and TLS (OSError), HTTP, bodies
# that cannot be decompressed (HTTPError), host names and numbers that are none (ValueError).
_FAULTS = (OSError, http.client.HTTPException, HTTPError, ValueError)


@dataclass(frozen=True, slots=True)
class Response:
    """What the server sent at the end of the redirects."""

    url: str
    status: int
    content_type: str
    body: bytes
    warning: str = ""  # why that is not all of the body
    retry_after: str = ""  # the header


def fetch(url: str, options: RenderOptions, resolve: Resolve = resolve_host) -> Response:
    """Return the page at `url`, as `fetch_any` does. Raises NoPageError if it is no HTML."""
    return _html(fetch_any(url, options, resolve))


def fetch_any(url: str, options: RenderOptions, resolve: Resolve = resolve_host) -> Response:
    """Return what is at `url`, of whatever type, following redirects, each address checked.

    A body that is cut off comes with a warning. Raises GuardError for an address that may not be
    fetched and NavigationError where nothing comes back before the deadline.
    """
    ends = time.monotonic() + options.deadline
    came_from = ""
    for _ in range(_MAX_REDIRECTS):
        try:
            answer = _checked_get(url, options, ends, resolve)
        except GuardError as error:
            raise led_from(came_from, url, error) from error
        if isinstance(answer, Response):
            return answer
        came_from, url = url, _joined(url, answer)
    raise NoPageError(f"{url} redirects more than {_MAX_REDIRECTS} times")


def _checked_get(url: str, options: RenderOptions, ends: float, resolve: Resolve) -> Response | str:
    """Return the answer to one request, as `_get` does, to an address that is one."""
    check_address(url)
    with _faults_named(url, ends):
        # As browsers send it: "/café" is "/caf%C3%A9".
        return _get(safe_url_string(url), options, ends, resolve)


@contextmanager
def _faults_named(url: str, ends: float) -> Iterator[None]:
    """Turn whatever a server can cause into a NavigationError that names the address."""
    try:
        yield
    except _FAULTS as error:
        time_left(ends, url)
        raise NavigationError(f"{url} gave no page: {error}") from error


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise NoPageError(
            f"{url} redirects to {location!r}, which is not an address: {error}"
        ) from error


def _get(url: str, options: RenderOptions, ends: float, resolve: Resolve) -> Response | str:
    """Return the answer to one request, or where it sends us on to."""
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"Host": parts.netloc.rpartition("@")[2], **_HEADERS}
    checked = connect(url, options, ends, resolve)
    with _released(checked), cut_off(checked, ends):
        connection = HTTPConnection(parts.hostname or "", 80, timeout=time_left(ends, url))
        connection.sock = checked
        connection.auto_open = 0  # never to an address that was not checked
        connection.request("GET", target, headers=headers, preload_content=False)
        answer = connection.getresponse()
        location = _utf8(answer.headers.get("Location", "")) if 300 <= answer.status < 400 else ""
        if location:
            return location
        _check_compression(url, answer)
        body, warning = _read(answer, options, ends)
    if not body:
        time_left(ends, url)
    kind = answer.headers.get("Content-Type", "")
    return Response(url, answer.status, kind, body, warning, answer.headers.get("Retry-After", ""))


@contextmanager
def _released(connected: socket.socket) -> Iterator[None]:
    """Close the socket at the end of the block, whoever still holds a file over it.

    An answer that is not read to its end holds one: `close` alone would wait for that.
    """
    try:
        yield
    finally:
        descriptor = connected.detach()
        if descriptor != -1:  # else it is closed already
            socket.close(descriptor)


def _utf8(header: str) -> str:
    """Return a header read as UTF-8, as browsers read it, where it is that."""
    with suppress(UnicodeError):
        return header.encode("latin-1").decode("utf-8")
    return header


def _check_compression(url: str, answer: BaseHTTPResponse) -> None:
    used = {name.strip() for name in answer.headers.get("Content-Encoding", "").lower().split(",")}
    if unknown := used & _COMPRESSIONS - set(answer.CONTENT_DECODERS):
        raise NoPageError(
            f"{url} is compressed with {', '.join(sorted(unknown))}, which was not asked for and "
            "cannot be read here; render the page instead"
        )


def _read(answer: BaseHTTPResponse, options: RenderOptions, ends: float) -> tuple[bytes, str]:
    """Return what came of the body, up to the size and time allowed, and why it is not all.

    The size is that of the decompressed body: a small one may hide terabytes.
    """
    parts: list[bytes] = []
    size, limit, broken = 0, options.max_html_bytes, False
    while size <= limit and time.monotonic() < ends:
        try:
            part = answer.read1(_PART_BYTES)
        except _FAULTS:
            if not parts:
                raise
            broken = True  # what came before is worth reading
            break
        if not part:
            break
        parts.append(part)
        size += len(part)
    body = b"".join(parts)[:limit]
    if size > limit:
        return body, f"document larger than {limit / 1e6:.0f} MB: the rest was not loaded"
    if time.monotonic() >= ends:
        return body, "cut off at the deadline: only what had come by then was read"
    if broken:
        return body, "cut off by the server: the end of the page did not come"
    return body, ""


def _html(answer: Response) -> Response:
    kind = answer.content_type.partition(";")[0].strip().lower()
    wrong_type = kind and kind not in _HTML_TYPES and (type_name(kind) or kind)
    if other := non_html_kind(answer.body) or wrong_type:
        status = f", with status {answer.status}" if answer.status >= 400 else ""
        raise NoPageError(f"{answer.url} is {other}, not a page{status}", answer.status)
    return answer
