"""Fetch a page's HTML without a browser, from addresses of the public internet alone."""

import http.client
import socket
import ssl
import time
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from pagesight.render.errors import GuardError, NavigationError
from pagesight.render.guard import is_public
from pagesight.render.options import RenderOptions
from pagesight.render.sniff import told_from_html

_MAX_REDIRECTS = 10
_HTML_TYPES = ("text/html", "application/xhtml+xml", "text/plain")


@dataclass(frozen=True, slots=True)
class Response:
    """What the server sent at the end of the redirects."""

    url: str
    status: int
    content_type: str
    body: bytes


def fetch(url: str, options: RenderOptions) -> Response:
    """Return the page at `url`, following redirects, each address checked.

    Raises GuardError for an address that may not be fetched and NavigationError where no HTML
    comes back before the deadline.
    """
    ends = time.monotonic() + options.deadline
    for _ in range(_MAX_REDIRECTS):
        answer, location = _get(url, options, ends)
        if not location:
            return _html(answer)
        url = urljoin(url, location)
    raise NavigationError(f"{url} redirects more than {_MAX_REDIRECTS} times")


def _get(url: str, options: RenderOptions, ends: float) -> tuple[Response, str]:
    """Return the answer to one request, and where it sends us on to, if it does."""
    parts = urlsplit(url)
    connection = _connect(url, options, ends)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {
        "Host": parts.netloc.rpartition("@")[2],
        "User-Agent": "pagesight",
        "Accept": "text/html,*/*;q=0.5",
    }
    try:
        connection.request("GET", target, headers=headers)
        answer = connection.getresponse()
        body = _read(answer, options, ends)
    except (OSError, http.client.HTTPException) as error:
        raise NavigationError(f"{url} gave no page: {error}") from error
    finally:
        connection.close()
    location = answer.getheader("Location", "") if 300 <= answer.status < 400 else ""
    return Response(url, answer.status, answer.getheader("Content-Type", ""), body), location


def _connect(url: str, options: RenderOptions, ends: float) -> http.client.HTTPConnection:
    """Return a connection to an address of the host that was checked: no second look-up."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise GuardError(f"{url} is not an http or https address; only these are fetched")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = _address(parts.hostname, port, allow_private=options.allow_private)
    connection = http.client.HTTPConnection(parts.hostname, port)
    try:
        plain = socket.create_connection((address, port), timeout=_left(ends, url))
        if parts.scheme == "https":
            context = ssl.create_default_context()
            plain = context.wrap_socket(plain, server_hostname=parts.hostname)
    except OSError as error:
        raise NavigationError(f"cannot connect to {parts.hostname}: {error}") from error
    connection.sock = plain
    return connection


def _address(host: str, port: int, *, allow_private: bool) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NavigationError(f"cannot resolve the host name {host!r}; check its spelling") from (
            error
        )
    addresses = [str(entry[4][0]) for entry in found]
    if not allow_private and not all(map(is_public, addresses)):
        raise GuardError(
            f"{host} is not on the public internet; give --allow-private "
            "(allow_private=True) to fetch private and loopback addresses"
        )
    return addresses[0]


def _read(answer: http.client.HTTPResponse, options: RenderOptions, ends: float) -> bytes:
    """Return the body up to the size allowed, or what of it came before the deadline."""
    parts: list[bytes] = []
    size = 0
    while size < options.max_html_bytes and time.monotonic() < ends:
        try:
            part = answer.read1(65536)
        except TimeoutError:
            break
        if not part:
            break
        parts.append(part)
        size += len(part)
    return b"".join(parts)[: options.max_html_bytes]


def _html(answer: Response) -> Response:
    kind = answer.content_type.partition(";")[0].strip().lower()
    if kind and kind not in _HTML_TYPES:
        raise NavigationError(f"{answer.url} is {kind}, not a page")
    if other := told_from_html(answer.body):
        raise NavigationError(f"{answer.url} is {other}, not a page")
    return answer


def _left(ends: float, url: str) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise NavigationError(f"{url} did not answer before the deadline")
    return left
