"""Connect to a web server whose address was checked, for no longer than a deadline allows."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from pagesight.render.errors import NavigationError
from pagesight.render.net.guard import check_public
from pagesight.render.options import RenderOptions


def connect(url: str, options: RenderOptions, ends: float) -> socket.socket:
    """Return a connection to an address of the host that was checked: no second look-up.

    `ends` is a time of `time.monotonic`. Raises GuardError for a host that is not of the public
    internet, NavigationError where no connection comes about.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = _address(host, port, allow_private=options.allow_private)
    try:
        plain = socket.create_connection((address, port), timeout=time_left(ends, url))
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


def _address(host: str, port: int, *, allow_private: bool) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NavigationError(f"cannot resolve the host name {host!r}; check its spelling") from (
            error
        )
    addresses = [str(entry[4][0]) for entry in found]
    if not allow_private:
        check_public(host, addresses)
    return addresses[0]


def time_left(ends: float, url: str) -> float:
    """Return the seconds left. Raises NavigationError if there are none."""
    left = ends - time.monotonic()
    if left <= 0:
        raise NavigationError(f"{url} did not answer before the deadline")
    return left
