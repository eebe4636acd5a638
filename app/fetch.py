"""Fetch a page's HTML without a browser, from addresses of the public internet alone."""

import http.client
import time
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from w3lib.url import safe_url_string

from pagesight.app.connect import connect, cut_off, time_left
from pagesight.render.errors import NavigationError
from pagesight.render.guard import check_address
from pagesight.render.options import RenderOptions
from pagesight.render.sniff import non_html_kind, type_name

_MAX_REDIRECTS = 10
_HTML_TYPES = ("text/html", "application/xhtml+xml", "text/plain")


@dataclass(frozen=True, slots=True)
class Response:
    """What the server sent at the end of the redirects."""

    url: str
    status: int
    content_type: str
    body: bytes
    warning: str = ""  # why that is not all of the body


def fetch(url: str, options: RenderOptions) -> Response:
    """Return the page at `url`, following redirects, each address checked.

    A body that is cut off comes with a warning. Raises GuardError for an address that may not be
    fetched and NavigationError where no HTML comes back before the deadline.
    """
    ends = time.monotonic() + options.deadline
    for _ in range(_MAX_REDIRECTS):
        check_address(url)
        url = safe_url_string(url)  # as browsers send it: "/café" is "/caf%C3%A9"
        answer, location = _get(url, options, ends)
        if not location:
            return _html(answer)
        url = _joined(url, location)
    raise NavigationError(f"{url} redirects more than {_MAX_REDIRECTS} times")


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise NavigationError(
            f"{url} redirects to {location!r}, which is not an address: {error}"
        ) from error


def _get(url: str, options: RenderOptions, ends: float) -> tuple[Response, str]:
    """Return the answer to one request, and where it sends us on to, if it does."""
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {
        "Host": parts.netloc.rpartition("@")[2],
        "User-Agent": "pagesight",
        "Accept": "text/html,*/*;q=0.5",
    }
    connection = http.client.HTTPConnection(parts.hostname or "")
    connection.sock = connect(url, options, ends)
    try:
        with cut_off(connection.sock, ends):
            connection.request("GET", target, headers=headers)
            answer = connection.getresponse()
            body, warning = _read(answer, options, ends)
    except (OSError, http.client.HTTPException) as error:
        time_left(ends, url)
        raise NavigationError(f"{url} gave no page: {error}") from error
    finally:
        connection.close()
    if not body:
        time_left(ends, url)
    location = answer.getheader("Location", "") if 300 <= answer.status < 400 else ""
    kind = answer.getheader("Content-Type", "")
    return Response(url, answer.status, kind, body, warning), location


def _read(
    answer: http.client.HTTPResponse, options: RenderOptions, ends: float
) -> tuple[bytes, str]:
    """Return what came of the body, up to the size and time allowed, and why it is not all."""
    parts: list[bytes] = []
    size, limit, broken = 0, options.max_html_bytes, False
    while size <= limit and time.monotonic() < ends:
        try:
            part = answer.read1(65536)
        except (OSError, http.client.HTTPException):  # what came before is worth reading
            broken = True
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
    if broken or answer.length:
        return body, "cut off by the server: the end of the page did not come"
    return body, ""


def _html(answer: Response) -> Response:
    kind = answer.content_type.partition(";")[0].strip().lower()
    wrong_type = kind and kind not in _HTML_TYPES and (type_name(kind) or kind)
    if other := non_html_kind(answer.body) or wrong_type:
        raise NavigationError(f"{answer.url} is {other}, not a page")
    return answer
