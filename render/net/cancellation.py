"""End connections that a thread waits for: at a deadline, or when another thread cancels."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


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
