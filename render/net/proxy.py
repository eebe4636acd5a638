"""The one way out of the browsers: a forward proxy on loopback.

A browser is started with this proxy and no way around it. Each request or tunnel bears the token
of the page that it is for; without one nothing leaves: not another process of this machine, not
the browser's own traffic, not what speculation rules prefetch, for which Chromium makes contexts
of their own. What knows no proxy (QUIC, WebRTC, WebTransport) goes nowhere.

The proxy resolves a name once for a page, refuses it unless all of its addresses may be fetched,
and connects to the very addresses that it has checked.
"""

import asyncio
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import Self

import h11

from pagesight.render.errors import GuardError, NavigationError, NoPageError, RenderError
from pagesight.render.net.guard import Resolve, check_address, checked_addresses, resolve_host
from pagesight.render.net.http_connection import (
    BrowserConnection,
    Closed,
    ServerConnection,
    honest,
    may_belie,
)
from pagesight.render.net.http_response import BadResponse, ResponseHead
from pagesight.render.net.traffic import Host, PageTraffic, host_of
from pagesight.render.net.upstream import open_streams, parse_upstream
from pagesight.render.options import RenderOptions
from pagesight.render.sources.address import DEFAULT_PORTS

_parts_of = re.compile(r"http://([^/?#]*)(.*)", re.S).fullmatch
# Of one connection alone (RFC 9110, 7.6.1); h11 frames the bodies anew.
_HOP_BY_HOP = frozenset(
    b"connection keep-alive te trailer upgrade "
    b"proxy-connection proxy-authorization proxy-authenticate".split()
)
USER = "page"  # of the credentials; the password is the page's token
_CHALLENGE = ((b"Proxy-Authenticate", b'Basic realm="pagesight"'),)
SERVERS_407 = "407 of the server"
_RESOLVERS = 16  # threads: a name server may take seconds over a name
_IDLE_SECONDS = 60.0  # Chromium opens connections that it may never use


def authority_and_path(url: str) -> tuple[bytes, bytes]:
    """Return what of `url` is sent to a server.

    >>> authority_and_path("http://me@a.example:81?b")
    (b'a.example:81', b'/?b')
    """
    match = _parts_of(url)
    authority, path = match.groups() if match else ("", "")
    slash = "" if path.startswith("/") else "/"
    return authority.rpartition("@")[2].encode("ascii"), f"{slash}{path}".encode("ascii")


def passed_head(head: ResponseHead) -> h11.Response:
    """Return the head as a browser gets it.

    A server's 407 would pass for ours, and the browser take the page's token for refused: it gets
    another status, with a reason that says which is meant.
    """
    chunked = bool(head.values(b"transfer-encoding"))
    without = (b"transfer-encoding", *((b"content-length",) if chunked else ()))
    status, reason = (502, SERVERS_407.encode()) if head.status == 407 else (head.status, b"")
    headers = passed_on(head.headers, *without)
    return h11.Response(status_code=status, headers=headers, reason=reason)


def passed_on(headers: Iterable[tuple[bytes, bytes]], *without: bytes) -> list[tuple[bytes, bytes]]:
    """Return the headers that are not of this connection alone."""
    named = b",".join(value for name, value in headers if name == b"connection").lower()
    dropped = _HOP_BY_HOP.union(without, map(bytes.strip, named.split(b",")))
    return [(name, value) for name, value in headers if name not in dropped]


class Proxy:
    """Use as `async with Proxy(options) as proxy`; `admit` gives a page its token."""

    def __init__(self, options: RenderOptions, resolve: Resolve = resolve_host) -> None:
        self._options = options
        self._upstream = parse_upstream(options.proxy) if options.proxy else None
        self._resolve = resolve
        self._pages: dict[str, PageTraffic] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._resolvers = ThreadPoolExecutor(_RESOLVERS, "resolve")

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = "http://{}:{}".format(*self._server.sockets[0].getsockname())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._resolvers.shutdown(wait=False, cancel_futures=True)

    @contextmanager
    def admit(self) -> Iterator[PageTraffic]:
        """Give the account of a new page. Its token is good to the end of the block, and not for
        longer; its connections are cut then.
        """
        page = PageTraffic(self._options.limits)
        self._pages[page.token] = page
        try:
            yield page
        finally:
            del self._pages[page.token]
            for task in page.connections:
                task.cancel()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = _Connection(self, BrowserConnection(reader, writer))
        task = asyncio.ensure_future(connection.serve())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def page_of(self, request: h11.Request) -> PageTraffic | None:
        """Return the page whose token the request bears."""
        for name, value in request.headers:
            if name == b"proxy-authorization":
                with suppress(ValueError):
                    user_and_token = b64decode(value.partition(b" ")[2]).decode("ascii")
                    return self._pages.get(user_and_token.partition(":")[2])
        return None

    async def connect(self, host: Host, page: PageTraffic) -> ServerConnection:
        """Return a connection to an address of the host that was checked.

        Raises GuardError if it may not be fetched, NavigationError if it cannot be.
        """
        for address in await self._checked(host, page):
            try:
                async with asyncio.timeout(page.limits.connect_seconds):
                    streams = await open_streams(self._upstream, address, host[1])
                allow_headless = host[1] == DEFAULT_PORTS["http"]
                return ServerConnection(*streams, page.count_bytes, allow_headless=allow_headless)
            except ConnectionRefusedError:
                reason = f"{self._next_hop} refuses connections on that port"
            except TimeoutError:
                reason = "the host does not answer"
            except OSError as error:
                told = self._upstream is not None and "proxy" in str(error)
                reason = str(error) if told else "its address cannot be reached"
        raise NavigationError(reason)

    @property
    def _next_hop(self) -> str:
        return "the proxy" if self._upstream else "the host"

    async def _checked(self, host: Host, page: PageTraffic) -> tuple[str, ...]:
        if host not in page.resolved:
            check = partial(checked_addresses, *host, self._options, self._resolve)
            checking = asyncio.get_running_loop().run_in_executor(self._resolvers, check)
            checking.add_done_callback(lambda done: done.cancelled() or done.exception())
            page.resolved[host] = checking
        return await asyncio.shield(page.resolved[host])


class _Connection:
    """A connection of the browser's, and the one to the server that its last request went to."""

    def __init__(self, proxy: Proxy, client: BrowserConnection) -> None:
        self._proxy = proxy
        self._client = client
        self._server: ServerConnection | None = None
        self._host: Host | None = None

    async def serve(self) -> None:
        """Serve the browser until either side ends it or its page has had its share."""
        try:
            with closing(self._client), suppress(Closed, GuardError, TimeoutError):
                while True:
                    async with asyncio.timeout(_IDLE_SECONDS):
                        request = await self._client.event()
                    if isinstance(request, h11.Request):
                        await self._answer(request)
        finally:
            self._leave_server()

    async def _answer(self, request: h11.Request) -> None:
        page = self._proxy.page_of(request)
        if page is None:
            await self._client.answer(407, _CHALLENGE)
            return
        page.record_activity(self, asking=True)
        try:
            await self._answer_for(page, request)
        finally:
            page.record_activity(self, asking=False)

    async def _answer_for(self, page: PageTraffic, request: h11.Request) -> None:
        tunnel = request.method == b"CONNECT"
        url = ("https://" if tunnel else "") + request.target.decode("ascii", "replace")
        try:
            host = _host_of(url, "https" if tunnel else "http")
            page.track_connection(asyncio.current_task(), host)
            page.count_request()
            server = await self._server_for(host, page, fresh=tunnel)
        except RenderError as error:
            page.refuse(url, error)
            await self._client.answer(403 if isinstance(error, GuardError) else 502)
            return
        if tunnel:
            await self._client.send(h11.Response(status_code=200, headers=[]))
            await self._client.tunnel_to(server, partial(page.record_activity, self))
            raise Closed
        await self._forward(request, url, server, page)

    async def _server_for(self, host: Host, page: PageTraffic, *, fresh: bool) -> ServerConnection:
        """Return a connection to the host: the one there is, if it goes there and may be used."""
        if fresh or self._host != host or self._server is None:
            self._leave_server()
            self._server = await self._proxy.connect(host, page)
            self._host = host
        return self._server

    async def _forward(
        self, request: h11.Request, url: str, server: ServerConnection, page: PageTraffic
    ) -> None:
        """Ask the server, and hand on its answer."""
        authority, path = authority_and_path(url)
        headers = [(b"Host", authority), *passed_on(request.headers, b"host")]
        await server.begin(h11.Request(method=request.method, target=path, headers=headers))
        while not isinstance(event := await self._client.event(), h11.EndOfMessage):
            await server.send(event)
        await server.send(h11.EndOfMessage())
        try:
            await self._hand_on(server)
        except BadResponse as error:
            if error.permanent:
                page.refuse(url, NoPageError(f"its answer {error}"))
            raise Closed from error
        if not server.reusable:
            self._leave_server()
        self._client.next_message()

    async def _hand_on(self, server: ServerConnection) -> None:
        """Hand on a server's answer; where its body may belie its head, once that begins."""
        held: ResponseHead | None = None
        async for event in server.answer():
            if isinstance(event, bytes):
                if held is not None:
                    await self._client.send(passed_head(honest(held, event)))
                    held = None
                await self._client.send(h11.Data(data=event))
            elif may_belie(event) and event.status >= 200:
                held = event
            elif event.status >= 200:
                await self._client.send(passed_head(event))
        if held is not None:
            await self._client.send(passed_head(held))
        await self._client.send(h11.EndOfMessage())

    def _leave_server(self) -> None:
        if self._server is not None:
            self._server.close()
        self._server = None


def _host_of(url: str, scheme: str) -> Host:
    """Return where `url` leads. Raises GuardError if it is no address of that scheme."""
    parts = check_address(url)
    if parts.scheme != scheme:
        raise GuardError(f"{url[:200]} is not to be asked of a proxy")
    return host_of(url)
