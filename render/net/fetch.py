"""Fetch without a browser, from addresses of the public internet alone.

This and the browsers' proxy are the only places that go out, by `upstream`, both to what
`checked_addresses` returned.
"""

import socket
import string
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError
from w3lib.url import safe_url_string

from pagesight.render.errors import GuardError, NavigationError, NoPageError
from pagesight.render.net.cookies import CookieStore
from pagesight.render.net.guard import Resolve, check_address, led_from, resolve_host
from pagesight.render.net.http_connection import Answer
from pagesight.render.net.http_response import BadResponse
from pagesight.render.net.upstream import Cancellation, connect, cut_off, time_left
from pagesight.render.options import RenderOptions
from pagesight.render.sources.address import is_same_site
from pagesight.render.sources.body import (
    decode_html,
    has_html_root,
    media_type_of,
    non_html_kind,
    type_name,
)
from pagesight.render.sources.refresh import HEAD, led_on_to

_MAX_REDIRECTS = 10  # half of what browsers follow; by hand
_PART_BYTES = 65536  # of a body, read at once; by hand
_WITHOUT_PAGE = (204, 205, 304)  # RFC 9110: these have no body
_HTML_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
_MEDIA = ("audio", "image", "video")
# Compressions that a server may use unasked; which of them can be read, urllib3 knows.
_COMPRESSIONS = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})
_HEADERS = {
    "User-Agent": "pagesight",
    "Accept": "text/html,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "close",
}
# All that a server can make the libraries below raise: sockets and TLS (OSError), bodies that
# cannot be decompressed (HTTPError), host names and numbers that are none (ValueError).
_FAULTS = (OSError, HTTPError, ValueError)


@dataclass(frozen=True, slots=True)
class Response:
    """What the server sent at the end of the redirects."""

    url: str
    status: int
    content_type: str
    body: bytes
    warning: str = ""  # why that is not all of the body
    retry_after: str = ""  # the header


def fetch(
    url: str,
    options: RenderOptions,
    resolve: Resolve = resolve_host,
    cancellation: Cancellation | None = None,
) -> Response:
    """Return the page at `url`, as `fetch_any` does. Raises NoPageError if it is no HTML."""
    return _html(fetch_any(url, options, resolve, cancellation))


def fetch_any(
    url: str,
    options: RenderOptions,
    resolve: Resolve = resolve_host,
    cancellation: Cancellation | None = None,
) -> Response:
    """Return what is at `url`, of whatever type, following redirects, each address checked.

    Cookies that are set on the way go to their own sites. A body that is cut off comes with a
    warning. Raises GuardError for an address that may not be fetched and NavigationError where
    nothing comes back before the deadline, or before that is cancelled.
    """
    fetching = _Fetch(url, options, resolve, cancellation or Cancellation())
    came_from = ""
    for _ in range(_MAX_REDIRECTS):
        try:
            answer = fetching.get(url)
        except GuardError as error:
            raise led_from(came_from, url, error) from error
        if isinstance(answer, Response):
            return answer
        came_from, url = url, _joined(url, answer)
    raise NoPageError(f"{url} redirects more than {_MAX_REDIRECTS} times")


class _Fetch:
    """The requests for one page, with what they have in common."""

    def __init__(
        self, url: str, options: RenderOptions, resolve: Resolve, cancellation: Cancellation
    ) -> None:
        self._url = url
        self._options = options
        self._resolve = resolve
        self._cancellation = cancellation
        self._ends = time.monotonic() + options.deadline
        self._cookies = CookieStore(url, options.cookies)

    def get(self, url: str) -> Response | str:
        """Return the answer to one request, or where it sends us on to."""
        check_address(url)
        with _faults_named(url, self._ends):
            return self._get(_as_browsers_send(url))

    def _get(self, url: str) -> Response | str:
        checked = connect(url, self._options, self._ends, self._cancellation, self._resolve)
        with _released(checked), cut_off(checked, self._ends, self._cancellation):
            answer = Answer(checked, url, self._headers(url))
            headers, status = answer.headers, answer.head.status
            self._cookies.take(url, headers.getlist("set-cookie"))
            locations = headers.getlist("location") if 300 <= status < 400 else ()
            location = _utf8(next(iter(locations), ""))
            if location:
                return location
            decoded = answer.decoded()
            _check_compression(url, decoded)
            content_type = media_type_of(headers.get("content-type", ""))
            is_media = content_type.partition("/")[0].lower() in _MEDIA  # a stream may have no end
            limit = 0 if is_media else self._options.max_html_bytes
            body, warning = _read(decoded, limit, self._ends)
            if not warning and not answer.complete:
                warning = "cut off by the server: the end of the page did not come"
        if not body:
            time_left(self._ends, url)
        retry_after, refresh = headers.get("retry-after", ""), headers.get("refresh", "")
        response = Response(url, status, content_type, body, warning, retry_after)
        return _refreshed(response, refresh) or response

    def _headers(self, url: str) -> Mapping[str, str]:
        """Return what is sent to `url`: the user's own headers to the page's site alone."""
        headers = {"Host": urlsplit(url).netloc.rpartition("@")[2], **_HEADERS}
        if self._options.user_agent:
            headers["User-Agent"] = self._options.user_agent
        if is_same_site(url, self._url):
            headers |= dict(self._options.headers)
        if cookies := self._cookies.header(url):
            headers["Cookie"] = cookies
        return headers


@contextmanager
def _faults_named(url: str, ends: float) -> Iterator[None]:
    """Turn whatever a server can cause into a NavigationError that names the address."""
    try:
        yield
    except BadResponse as error:
        time_left(ends, url)
        leaf = NoPageError if error.permanent else NavigationError
        raise leaf(f"{url} gave no page: its answer {error}") from error
    except HTTPError as error:
        raise NoPageError(
            f"{url} gave no page: its body is not compressed as its headers say"
        ) from error
    except _FAULTS as error:
        time_left(ends, url)
        raise NavigationError(f"{url} gave no page: {error}") from error


def _as_browsers_send(url: str) -> str:
    """Return the address as browsers send it: "/café" is "/caf%C3%A9", "/a/./../b" is "/b".

    >>> _as_browsers_send("http://a.example/x/../caf\u00e9/./?b#c")
    'http://a.example/caf%C3%A9/?b#c'
    """
    parts = urlsplit(safe_url_string(url))
    kept: list[str] = []
    segments = parts.path.split("/")
    for segment in segments:
        plain = segment.lower().replace("%2e", ".")
        if plain == "..":
            kept = kept[:-1] if len(kept) > 1 else kept  # the first is what stands before the root
        elif plain != ".":
            kept.append(segment)
    if segments[-1].lower().replace("%2e", ".") in (".", ".."):
        kept.append("")
    return urlunsplit(parts._replace(path="/".join(kept)))


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise NoPageError(
            f"{url} redirects to {location!r}, which is not an address: {error}"
        ) from error


@contextmanager
def _released(connected: socket.socket) -> Iterator[None]:
    """Close the socket at the end of the block, whoever still holds a file over it."""
    try:
        yield
    finally:
        descriptor = connected.detach()
        if descriptor != -1:  # else it is closed already
            socket.close(descriptor)


def _utf8(header: str) -> str:
    """Return an address in a header as browsers read it: UTF-8, other bytes as they are."""
    sent = header.encode("latin-1")
    with suppress(UnicodeError):
        return sent.decode("utf-8")
    return quote(sent, safe=string.punctuation + " ")


def _check_compression(url: str, answer: BaseHTTPResponse) -> None:
    used = {name.strip() for name in answer.headers.get("Content-Encoding", "").lower().split(",")}
    if unknown := used & _COMPRESSIONS - set(answer.CONTENT_DECODERS):
        raise NoPageError(
            f"{url} is compressed with {', '.join(sorted(unknown))}, which was not asked for and "
            "cannot be read here; render the page instead"
        )


def _refreshed(response: Response, header: str) -> str:
    """Return where a page sends browsers on soon, itself or by a header; "" if nowhere."""
    stated = header or b"refresh" in response.body[:HEAD].lower()
    if not stated or response.status >= 400 or _media_type(response) not in ("", *_HTML_TYPES[:2]):
        return ""
    head = decode_html(response.body[:HEAD], response.content_type)
    return led_on_to(head, response.url, header)


def _read(answer: BaseHTTPResponse, limit: int, ends: float) -> tuple[bytes, str]:
    """Return what came of the body, up to the size and time allowed, and why it is not all.

    The size is that of the decompressed body: a small one may hide terabytes.
    """
    parts: list[bytes] = []
    size, broken = 0, False
    while size <= limit and time.monotonic() < ends:
        try:
            part = answer.read1(_PART_BYTES)
        except (*_FAULTS, BadResponse):
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
    if answer.status in _WITHOUT_PAGE and not answer.body:
        raise NoPageError(
            f"{answer.url} answered with status {answer.status} and no page", answer.status
        )
    media_type = _media_type(answer)
    is_xhtml = "xml" in media_type and has_html_root(answer.body)
    is_page = is_xhtml or media_type in ("", *_HTML_TYPES)
    wrong_type = "" if is_page else type_name(media_type) or media_type
    if other := non_html_kind(answer.body) or wrong_type:
        status = f", with status {answer.status}" if answer.status >= 400 else ""
        raise NoPageError(f"{answer.url} is {other}, not a page{status}", answer.status)
    return answer


def _media_type(answer: Response) -> str:
    return answer.content_type.partition(";")[0].strip().lower()
