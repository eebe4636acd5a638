"""Connect to a web server whose address was checked, for no longer than a deadline allows.

For fetches without a browser, which need no proxy in between: this and the browsers' proxy are the
only places that open connections, by `upstream`, both to what `checked_addresses` returned.
"""

import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from pagesight.render.errors import NavigationError
from pagesight.render.net.cancellation import Cancellation, cut_off
from pagesight.render.net.guard import Resolve, checked_addresses, resolve_host
from pagesight.render.net.upstream import open_socket, parse_upstream
from pagesight.render.options import RenderOptions


def connect(
    url: str,
    options: RenderOptions,
    ends: float,
    cancellation: Cancellation,
    resolve: Resolve = resolve_host,
) -> socket.socket:
    """Return a connection to an address of the host that was checked: no second look-up.

    `ends` is a time of `time.monotonic`. Raises GuardError for a host that is not of the public
    internet, NavigationError where no connection comes about or that is cancelled.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    addresses = checked_addresses(host, port, options, resolve)
    upstream = parse_upstream(options.proxy) if options.proxy else None

    def opened(address: str, seconds: float) -> socket.socket:
        return open_socket(upstream, address, port, seconds, cancellation)

    try:
        plain = _first_that_answers(addresses, opened, options.limits.connect_seconds, ends, url)
        if not secure:
            return plain
        context = ssl.create_default_context()
        secured = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        try:
            with cut_off(secured, ends, cancellation):
                secured.do_handshake()
        except OSError:
            secured.close()
            raise
        return secured
    except OSError as error:
        raise NavigationError(f"cannot connect to {host}: {error}") from error


def _first_that_answers(
    addresses: Sequence[str],
    opened: Callable[[str, float], socket.socket],
    each_seconds: float,
    ends: float,
    url: str,
) -> socket.socket:
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            return opened(address, min(time_left(ends, url), each_seconds))
    return opened(last, time_left(ends, url))


def time_left(ends: float, url: str) -> float:
    """Return the seconds left. Raises NavigationError if there are none."""
    left = ends - time.monotonic()
    if left <= 0:
        raise NavigationError(f"{url} did not answer before the deadline")
    return left
