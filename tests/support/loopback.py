"""A web server on loopback that behaves as well or as badly as a test asks."""

import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Self

Respond = Callable[["Exchange"], None]


class Exchange(BaseHTTPRequestHandler):
    """One request, answered by what the test put under its path."""

    server: "Site"
    timeout = 20

    def do_POST(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.server.requested.append(self.path)
        respond = self.server.pages.get(self.path.partition("?")[0])
        try:
            if respond is None:
                self.answer(b"<h1>no such page</h1>", status=404)
            elif callable(respond):
                respond(self)
            else:
                self.answer(respond)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def answer(
        self,
        body: bytes,
        kind: str = "text/html; charset=utf-8",
        status: int = 200,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Send a whole response."""
        self.begin(kind, status, len(body), headers)
        self.wfile.write(body)

    def begin(
        self,
        kind: str = "text/html",
        status: int = 200,
        length: int | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Send the head of a response."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def redirect(self, location: str) -> None:
        """Send the browser elsewhere."""
        self.send_response(302)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def drip(self, chunk: bytes) -> None:
        """Send `chunk` over and over until the browser leaves or the test ends."""
        while not self.server.closing.wait(0.05):
            self.wfile.write(chunk)

    def hang(self) -> None:
        """Send nothing until the test ends."""
        self.server.closing.wait(20)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output clean."""


def raw(answer: bytes) -> Respond:
    """Answer with these bytes and end the connection."""

    def respond(exchange: Exchange) -> None:
        exchange.wfile.write(answer)
        exchange.close_connection = True

    return respond


def hanging(asked: threading.Event) -> Respond:
    """Say by the event that somebody asks, and send nothing until the test ends."""

    def respond(exchange: Exchange) -> None:
        asked.set()
        exchange.hang()

    return respond


class Site(ThreadingHTTPServer):
    """A server on a free loopback port; `pages` maps paths to a body or a function.

    Use as `with Site() as site`: it answers until the block ends.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.pages: dict[str, bytes | Respond] = {}
        self.requested: list[str] = []
        self.closing = threading.Event()
        self.scheme = "http"

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """Return the address of `path`."""
        return f"{self.scheme}://{host}:{self.server_port}{path}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves is no error."""

    def __enter__(self) -> Self:
        """Serve in a thread of its own."""
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """End every answer that is still going on, then the server."""
        self.closing.set()
        self.shutdown()
        self.server_close()
