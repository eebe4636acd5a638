"""Ending a fetch from another thread, as seen by the server that it asks."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest

from pagesight.render.errors import NavigationError
from pagesight.render.net.fetch import fetch
from pagesight.render.net.upstream import Cancellation
from pagesight.render.options import RenderOptions

PATIENT = RenderOptions(allow_private=True, deadline=600.0)
SECONDS = 60  # for a busy machine: none of these waits for a deadline
BEGUN = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n<p>Begun"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listening:
        listening.settimeout(SECONDS)
        yield listening


@contextmanager
def fetching(listener: socket.socket, scheme: str, cancellation: Cancellation) -> Iterator[None]:
    """Fetch from the listener in a thread, which is to find the fetch cancelled."""
    url = f"{scheme}://127.0.0.1:{listener.getsockname()[1]}/"
    with ThreadPoolExecutor(1) as threads:
        fetched = threads.submit(fetch, url, PATIENT, cancellation=cancellation)
        try:
            yield
        finally:
            cancellation.cancel()
        with suppress(NavigationError):
            fetched.result(SECONDS)


@pytest.mark.parametrize(
    ("scheme", "sent"),
    [("http", b""), ("http", b"HTTP/1.1 200 OK\r\n"), ("http", BEGUN), ("https", b"")],
)
def test_a_cancelled_fetch_closes_its_connection(
    listener: socket.socket, scheme: str, sent: bytes
) -> None:
    cancellation = Cancellation()
    with fetching(listener, scheme, cancellation):
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(SECONDS)
            assert connection.recv(65536)  # the request, or the beginning of TLS
            connection.sendall(sent)
            cancellation.cancel()
            with suppress(ConnectionResetError):
                assert connection.recv(65536) == b""


def test_a_cancelled_fetch_waits_for_no_connection(listener: socket.socket) -> None:
    address = listener.getsockname()
    with socket.create_connection(address), suppress(TimeoutError):  # it takes no more of them
        socket.create_connection(address, timeout=0.2).close()
    with fetching(listener, "http", Cancellation()):
        pass


def test_what_is_cancelled_already_opens_nothing(listener: socket.socket) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with fetching(listener, "http", cancellation):
        pass
    listener.setblocking(False)
    with pytest.raises(BlockingIOError):
        listener.accept()
