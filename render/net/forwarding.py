"""Heads of messages as a proxy passes them on, to the server and to the browser."""

import re
from collections.abc import Iterable

import h11

from pagesight.render.net.http_response import ResponseHead

Header = tuple[bytes, bytes]

_parts_of = re.compile(r"http://([^/?#]*)(.*)", re.S).fullmatch
# Of one connection alone (RFC 9110, 7.6.1); h11 frames the bodies anew.
_HOP_BY_HOP = frozenset(
    b"connection keep-alive te trailer upgrade "
    b"proxy-connection proxy-authorization proxy-authenticate".split()
)


def authority_and_path(url: str) -> tuple[bytes, bytes]:
    """Return what of `url` is sent to a server.

    >>> authority_and_path("http://me@a.example:81?b")
    (b'a.example:81', b'/?b')
    """
    found = _parts_of(url)
    authority, path = found.groups() if found else ("", "")
    slash = "" if path.startswith("/") else "/"
    return authority.rpartition("@")[2].encode("ascii"), f"{slash}{path}".encode("ascii")


def passed_head(head: ResponseHead) -> h11.Response:
    """Return the head as a browser gets it.

    A server's 407 would pass for ours, and the browser take the page's token for refused.
    """
    chunked = bool(head.values(b"transfer-encoding"))
    without = (b"transfer-encoding", *((b"content-length",) if chunked else ()))
    status = 502 if head.status == 407 else head.status
    return h11.Response(status_code=status, headers=passed_on(head.headers, *without))


def passed_on(headers: Iterable[tuple[bytes, bytes]], *without: bytes) -> list[tuple[bytes, bytes]]:
    """Return the headers that are not of this connection alone."""
    named = b",".join(value for name, value in headers if name == b"connection").lower()
    dropped = _HOP_BY_HOP.union(without, map(bytes.strip, named.split(b",")))
    return [(name, value) for name, value in headers if name not in dropped]
