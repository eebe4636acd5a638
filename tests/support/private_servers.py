"""A private server that counts who gets through, and a public one that sends browsers there."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Self

from loopback import Exchange, Respond, Site
from private_addresses import SPECULATION

from pagesight.render.net.guard import resolve_host
from pagesight.render.options import RenderOptions


class Secret(Site):
    """A private server that counts who gets through: connections, and datagrams to its port."""

    def __init__(self) -> None:
        super().__init__()
        self.accepted = 0
        self.reached = threading.Event()
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(("127.0.0.1", self.server_port))

    def __enter__(self) -> Self:
        """Serve, and listen for datagrams, in threads of their own."""
        threading.Thread(target=self._receive, daemon=True).start()
        return super().__enter__()

    def get_request(self) -> tuple[socket.socket, tuple[str, int]]:
        """Count a connection, whether or not a request comes over it."""
        connection, address = super().get_request()
        self._count()
        return connection, address

    def _receive(self) -> None:
        with self.datagrams:
            while self.datagrams.recv(2048):
                self._count()

    def _count(self) -> None:
        self.accepted += 1
        self.reached.set()

    def reset(self) -> None:
        """Begin anew."""
        self.accepted = 0
        self.reached.clear()

    def __exit__(self, *_: object) -> None:
        """End both; an empty datagram ends the thread that waits for one."""
        super().__exit__()
        self.datagrams.sendto(b"", self.datagrams.getsockname())


def trying_page(secret: Secret, markup: str, header: tuple[str, str] = ("X-None", "")) -> Respond:
    """Return a page that tries, filled in."""
    body = f"<h1>Page</h1><img src=/late>{filled(markup, secret)}".encode()
    name, value = header[0], filled(header[1], secret)

    def respond(exchange: Exchange) -> None:
        exchange.answer(body, headers={name: value})

    return respond


def pages_beside(secret: Secret) -> dict[str, bytes | Respond]:
    """Return what the pages that try ask of their own server."""
    away = filled("SECRET", secret)
    rules = filled(SPECULATION % "prefetch", secret).encode()
    script = f"fetch('{away}', {{mode: 'no-cors'}})".encode()
    return {
        "/away": lambda exchange: exchange.redirect(away),
        "/further": lambda exchange: exchange.redirect("/away"),
        "/worker.js": lambda exchange: exchange.answer(script, "text/javascript"),
        "/rules.json": lambda exchange: exchange.answer(rules, "application/speculationrules+json"),
        "/late": partial(_late, secret),
    }


def _late(secret: Secret, exchange: Exchange) -> None:
    """Keep the page from settling until it got through, or had the time to."""
    secret.reached.wait(0.8)
    exchange.answer(b"", "image/png")


def filled(text: str, secret: Secret) -> str:
    """Return the text with the private server's address filled in."""
    address = secret.url("/secret", host="localhost")
    values = {
        "SECRET": address,
        "SECURE": address.replace("http:", "https:"),
        "SOCKET": address.replace("http:", "ws:"),
        "PORT": str(secret.server_port),
    }
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def resolve(host: str) -> tuple[str, ...]:
    """Return addresses as a name server may, at whose mercy one is; of other names the system's."""
    known = {"intranet.example": ("127.0.0.1",), "both.example": ("93.184.216.34", "127.0.0.1")}
    return known.get(host) or resolve_host(host)


@contextmanager
def private_and_public() -> Iterator[tuple[Secret, Site]]:
    """Run a private server, and a public one that sends the browser on to it."""
    with Secret() as secret, Site() as public:
        public.pages = pages_beside(secret)
        yield secret, public


def allowing(public: Site, deadline: float) -> RenderOptions:
    """Return options that allow that server alone."""
    return RenderOptions(deadline=deadline, allow=(f"127.0.0.1:{public.server_port}",))
