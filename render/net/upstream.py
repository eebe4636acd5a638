"""Connections to addresses that were checked; through another proxy, where the options name one.

Connections that a thread waits for end at a deadline, or when another thread cancels them.

Names are resolved here and their addresses checked all the same: the other proxy is asked for an
address, never for a name that it could resolve otherwise.
"""

import asyncio
import re
import socket
import ssl
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import unquote, urlsplit

from pagesight.render.errors import NavigationError, OptionError
from pagesight.render.net.guard import Resolve, checked_addresses, resolve_host
from pagesight.render.options import RenderOptions

_MOST_HEAD_BYTES = 16_384  # of a proxy's answer; by hand
_find_status = re.compile(rb"HTTP/1\.[01] (\d{3})").match
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Cancellation:
    """Lets a thread end what others do over sockets: what they wait for is shut at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._open: set[socket.socket] = set()

    def cancel(self) -> None:
        """Shut all that is open; whatever is to be opened from now on is refused."""
        with self._lock:
            self._cancelled = True
            for connection in self._open:
                _shut(connection)

    @contextmanager
    def covers(self, connection: socket.socket) -> Iterator[None]:
        """Shut the connection if that is cancelled during the block, which must not close it.

        Raises OSError if it has been cancelled.
        """
        with self._lock:
            if self._cancelled:
                raise OSError("it was cancelled")
            self._open.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._open.discard(connection)


@contextmanager
def cut_off(connection: socket.socket, ends: float, cancellation: Cancellation) -> Iterator[None]:
    """Shut the connection at the deadline, a time of `time.monotonic`, or when it is cancelled.

    A timeout of its own starts anew with every byte. Raises OSError if it has been cancelled.
    """
    timer = threading.Timer(max(0.0, ends - time.monotonic()), _shut, (connection,))
    timer.daemon = True
    timer.start()
    try:
        with cancellation.covers(connection):
            yield
    finally:
        timer.cancel()


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)  # TLS's own would unwrap it


@dataclass(frozen=True, slots=True)
class Upstream:
    """A proxy that speaks plain HTTP, and what it wants to know us by."""

    host: str
    port: int
    authorization: str = field(default="", repr=False)  # never logged

    def request(self, address: str, port: int) -> bytes:
        """Return what asks for a tunnel to an address."""
        place = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
        lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}"]
        if self.authorization:
            lines.append(f"Proxy-Authorization: Basic {self.authorization}")
        return "\r\n".join((*lines, "", "")).encode("ascii")


def parse_upstream(text: str) -> Upstream:
    """Return the proxy at `http://[USER:PASSWORD@]HOST:PORT`. Raises OptionError, of no password.

    >>> parse_upstream("http://ann:pw@proxy.example:3128")
    Upstream(host='proxy.example', port=3128)
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme != "http" or parts.path.strip("/"):
        raise OptionError("a proxy is http://HOST:PORT; USER:PASSWORD@ may come before the host")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    known_by = b64encode(f"{user}:{password}".encode()).decode("ascii") if user else ""
    return Upstream(host, port, known_by)


async def open_streams(upstream: Upstream | None, address: str, port: int) -> Streams:
    """Return streams to an address, by the proxy if there is one. Raises OSError."""
    if upstream is None:
        return await asyncio.open_connection(address, port)
    reader, writer = await asyncio.open_connection(upstream.host, upstream.port)
    try:
        writer.write(upstream.request(address, port))
        _check(await reader.readuntil(b"\r\n\r\n"))
    except (OSError, EOFError, asyncio.LimitOverrunError, asyncio.CancelledError) as error:
        writer.close()
        if isinstance(error, (EOFError, asyncio.LimitOverrunError)):
            raise OSError("the proxy gave no answer") from error
        raise
    return reader, writer


def open_socket(
    upstream: Upstream | None, address: str, port: int, seconds: float, cancellation: Cancellation
) -> socket.socket:
    """Return a socket connected to an address, by the proxy if there is one. Raises OSError."""
    if upstream is None:
        return _connected(address, port, seconds, cancellation)
    connected = _connected(upstream.host, upstream.port, seconds, cancellation)
    try:
        with cancellation.covers(connected):
            connected.sendall(upstream.request(address, port))
            _check(_head(connected))
    except OSError:
        connected.close()
        raise
    return connected


def _connected(host: str, port: int, seconds: float, cancellation: Cancellation) -> socket.socket:
    """Return what `socket.create_connection` does, unless it is cancelled. Raises OSError."""
    fault = OSError(f"{host} has no address")
    for family, type_, proto, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        connected = socket.socket(family, type_, proto)
        connected.settimeout(seconds)
        try:
            with cancellation.covers(connected):
                connected.connect(place)
        except OSError as error:
            connected.close()
            fault = error
        else:
            return connected
    raise fault


def _head(connected: socket.socket) -> bytes:
    """Return the head of the proxy's answer, and no byte further: what follows is the tunnel's."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) < _MOST_HEAD_BYTES:
        part = connected.recv(1)
        if not part:
            break
        head += part
    return head


def _check(head: bytes) -> None:
    """Raise OSError if a proxy's answer opens no tunnel."""
    match = _find_status(head)
    if not match or not match[1].startswith(b"2"):
        status = match[1].decode() if match else "none"
        raise OSError(f"the proxy opens no tunnel: it answered with status {status}")


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
    in_time = partial(_resolved, resolve=resolve, ends=ends, url=url)
    addresses = checked_addresses(host, port, options, in_time)
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


def _resolved(host: str, *, resolve: Resolve, ends: float, url: str) -> Sequence[str]:
    """Return the addresses of the host. Raises NavigationError if they do not come in time.

    The system's look-up cannot be cut off, and name servers that are silent hold it for a minute.
    """
    addresses: Future[Sequence[str]] = Future()
    left = time_left(ends, url)

    def look_up() -> None:
        try:
            addresses.set_result(resolve(host))
        except Exception as error:  # it is raised to whoever waits
            addresses.set_exception(error)

    threading.Thread(target=look_up, name="resolving", daemon=True).start()
    try:
        return addresses.result(left)
    except TimeoutError:
        raise NavigationError(f"{host!r} was not resolved before the deadline") from None


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
