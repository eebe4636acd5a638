"""Connect to a web server whose address was checked, for no longer than a deadline allows.

For fetches without a browser, which need no proxy in between: this and the browsers' proxy are the
only places that open connections, by `upstream`, both to what `checked_addresses` returned.
"""

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from pagesight.render.errors import NavigationError
from pagesight.render.net.guard import Resolve, checked_addresses, resolve_host
from pagesight.render.net.upstream import open_socket, parse_upstream
from pagesight.render.options import RenderOptions


def connect(
    url: str, options: RenderOptions, ends: float, resolve: Resolve = resolve_host
) -> socket.socket:
    """Return a connection to an address of the host that was checked: no second look-up.

    `ends` is a time of `time.monotonic`. Raises GuardError for a host that is not of the public
    internet, NavigationError where no connection comes about.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    addresses = checked_addresses(host, port, options, resolve)
    try:
        plain = _first_that_answers(addresses, port, options, ends, url)
        if not secure:
            return plain
        context = ssl.create_default_context()
        secured = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        try:
            with cut_off(secured, ends):
                secured.do_handshake()
        except OSError:
            secured.close()
            raise
        return secured
    except OSError as error:
        raise NavigationError(f"cannot connect to {host}: {error}") from error


@contextmanager
def cut_off(connection: socket.socket, ends: float) -> Iterator[None]:
    """Shut the connection at the deadline: a timeout of its own starts anew with every byte."""

    def shut() -> None:
        with suppress(OSError):
            socket.socket.shutdown(connection, socket.SHUT_RDWR)  # TLS's own would unwrap it

    timer = threading.Timer(max(0.0, ends - time.monotonic()), shut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _first_that_answers(
    addresses: Sequence[str], port: int, options: RenderOptions, ends: float, url: str
) -> socket.socket:
    upstream = parse_upstream(options.proxy) if options.proxy else None
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            left = min(time_left(ends, url), options.limits.connect_seconds)
            return open_socket(upstream, address, port, left)
    return open_socket(upstream, last, port, time_left(ends, url))


def time_left(ends: float, url: str) -> float:
    """Return the seconds left. Raises NavigationError if there are none."""
    left = ends - time.monotonic()
    if left <= 0:
        raise NavigationError(f"{url} did not answer before the deadline")
    return left
