"""The proxy by itself: who may use it, what it hands on, what it counts."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest
import pytest_asyncio
from loopback import Exchange, Site

from pagesight.render.net.proxy import USER, Proxy
from pagesight.render.net.traffic import PageTraffic
from pagesight.render.options import PageLimits, RenderOptions

LOOPBACK = RenderOptions(allow_private=True)


@pytest_asyncio.fixture
async def proxy() -> AsyncIterator[Proxy]:
    async with Proxy(LOOPBACK) as opened:
        yield opened


class Client:
    """Speaks to a proxy as a browser does, over one connection."""

    def __init__(
        self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter], token: str
    ) -> None:
        self.reader, self.writer = streams
        self._login = b64encode(f"{USER}:{token}".encode()).decode()

    async def ask(self, request: str, headers: str = "", body: str = "") -> tuple[int, bytes]:
        """Return status and body of the answer to a request like "GET http://a.example/"."""
        login = f"Proxy-Authorization: Basic {self._login}\r\n" if self._login else ""
        head = f"{request} HTTP/1.1\r\nHost: ignored\r\n{login}{headers}\r\n{body}"
        self.writer.write(head.encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = next(
            (int(line.partition(b":")[2]) for line in answer.lower().split(b"\r\n")
             if line.startswith(b"content-length")), 0,
        )  # fmt: skip
        return int(answer.split()[1]), await self.reader.readexactly(length)


@asynccontextmanager
async def client(proxy: Proxy, token: str) -> AsyncIterator[Client]:
    host, port = proxy.url.removeprefix("http://").split(":")
    streams = await asyncio.open_connection(host, int(port))
    yield Client(streams, token)
    streams[1].close()
    await streams[1].wait_closed()


@pytest.mark.parametrize("token", ["", "guessed", "pagé"])
@pytest.mark.parametrize("request_line", ["GET http://HOST/", "CONNECT HOST"])
async def test_without_a_pages_token_nothing_leaves(
    token: str, request_line: str, site: Site, proxy: Proxy
) -> None:
    asked = request_line.replace("HOST", f"127.0.0.1:{site.server_port}")
    with proxy.admit():
        async with client(proxy, token) as other:
            assert (await other.ask(asked))[0] == 407
    assert site.requested == []


async def test_a_token_ends_with_its_page(site: Site, proxy: Proxy) -> None:
    with proxy.admit() as page:
        pass
    async with client(proxy, page.token) as late:
        assert (await late.ask(f"GET {site.url()}"))[0] == 407


async def test_the_end_of_a_page_cuts_its_connections(proxy: Proxy) -> None:
    ended = asyncio.Event()

    async def keep_open(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await ended.wait()
        writer.close()

    async with await asyncio.start_server(keep_open, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with proxy.admit() as page:
            streams = client(proxy, page.token)
            browser = await streams.__aenter__()
            assert (await browser.ask(f"CONNECT 127.0.0.1:{port}"))[0] == 200
        try:
            async with asyncio.timeout(100):
                assert await browser.reader.read() == b""
        finally:
            ended.set()
            await streams.__aexit__(None, None, None)


async def test_requests_to_several_hosts_come_over_one_connection(
    site: Site, other_site: Site, proxy: Proxy
) -> None:
    site.pages["/"], other_site.pages["/"] = b"0", b"1"
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            asked = (site, other_site, other_site, site)
            answers = [await browser.ask(f"GET {each.url()}") for each in asked]
    assert answers == [(200, b"0"), (200, b"1"), (200, b"1"), (200, b"0")]


async def test_the_server_sees_its_own_host_and_none_of_the_proxys_headers(
    site: Site, proxy: Proxy
) -> None:
    seen: dict[str, str] = {}

    def keep(exchange: Exchange) -> None:
        seen.update({name.lower(): value for name, value in exchange.headers.items()})
        exchange.answer(b"x")

    site.pages["/"] = keep
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            await browser.ask(f"GET {site.url()}?a=b", "X-Own: 1\r\nProxy-Connection: close\r\n")
    assert seen == {"host": f"127.0.0.1:{site.server_port}", "x-own": "1"}
    assert site.requested == ["/?a=b"]


async def test_headers_that_connection_names_are_for_the_proxy_alone(
    site: Site, proxy: Proxy
) -> None:
    seen: set[str] = set()

    def keep(exchange: Exchange) -> None:
        seen.update(name.lower() for name in exchange.headers)
        exchange.answer(b"x")

    site.pages["/"] = keep
    named = "Connection: keep-alive, X-Hop, x-other\r\nX-Hop: 1\r\nX-Other: 2\r\nX-Own: 3\r\n"
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            assert await browser.ask(f"GET {site.url()}", named) == (200, b"x")
    assert seen == {"host", "x-own"}


async def test_a_servers_407_does_not_pass_for_the_proxys(site: Site, proxy: Proxy) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"x", status=407)
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            assert await browser.ask(f"GET {site.url()}") == (502, b"x")


@pytest.mark.parametrize(
    "request_line",
    ["GET https://HOST/", "GET ftp://HOST/", "GET /", "CONNECT 127.0.0.1:x", "GET http:///"],
)
async def test_what_is_not_to_be_asked_of_a_proxy_is_refused(
    request_line: str, site: Site, proxy: Proxy
) -> None:
    asked = request_line.replace("HOST", f"127.0.0.1:{site.server_port}")
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            assert (await browser.ask(asked))[0] == 403
    assert site.requested == []


async def test_a_name_is_resolved_once_and_connected_to_where_it_was_found(site: Site) -> None:
    answers = iter([("127.0.0.1",), ("10.0.0.1",)])
    options = RenderOptions(allow=(f"rebind.example:{site.server_port}",))
    async with Proxy(options, lambda _: next(answers)) as proxy:
        with proxy.admit() as page:
            async with client(proxy, page.token) as browser:
                asked = f"GET http://rebind.example:{site.server_port}/"
                site.pages["/"] = b"x"
                assert [await browser.ask(asked) for _ in range(3)] == [(200, b"x")] * 3


async def test_a_second_address_is_tried_where_the_first_does_not_answer(site: Site) -> None:
    options = RenderOptions(allow_private=True, limits=PageLimits(connect_seconds=2.0))
    site.pages["/"] = b"x"
    async with Proxy(options, lambda _: ("127.9.9.9", "127.0.0.1")) as proxy:
        with proxy.admit() as page:
            async with client(proxy, page.token) as browser:
                asked = f"GET http://two.example:{site.server_port}/"
                assert await browser.ask(asked) == (200, b"x")


@asynccontextmanager
async def limited(site: Site, **limits: float) -> AsyncIterator[tuple[Client, PageTraffic]]:
    site.pages = {"/": b"x" * 2000}
    options = replace(LOOPBACK, limits=replace(PageLimits(), **limits))
    async with Proxy(options) as proxy:
        with proxy.admit() as page:
            async with client(proxy, page.token) as browser:
                yield browser, page


async def test_a_page_gets_so_many_requests_and_no_more(site: Site) -> None:
    async with limited(site, max_requests=2) as (browser, page):
        statuses = [(await browser.ask(f"GET {site.url()}"))[0] for _ in range(4)]
    assert statuses == [200, 200, 403, 403]
    assert "took more than 2 requests" in page.exceeded
    assert len(site.requested) == 2


async def test_a_page_gets_so_many_connections_at_once_and_no_more(site: Site) -> None:
    site.pages["/"] = b"x"
    options = replace(LOOPBACK, limits=replace(PageLimits(), max_connections=2))
    asked, statuses = f"GET {site.url()}", []
    async with Proxy(options) as proxy, AsyncExitStack() as opened:
        page = opened.enter_context(proxy.admit())
        for _ in range(3):
            browser = await opened.enter_async_context(client(proxy, page.token))
            statuses.append((await browser.ask(asked))[0])
    assert statuses == [200, 200, 403]
    assert "took more than 2 connections at once" in page.exceeded


async def test_a_page_gets_so_many_bytes_and_no_more(site: Site) -> None:
    async with limited(site, max_bytes=5000) as (browser, page):
        assert (await browser.ask(f"GET {site.url()}"))[0] == 200
        assert (await browser.ask(f"GET {site.url()}"))[0] == 200
        with pytest.raises(asyncio.IncompleteReadError):
            await browser.ask(f"GET {site.url()}")
    assert "took more than 0 MB" in page.exceeded
    assert page.bytes < 8000


async def test_a_tunnel_counts_its_bytes_too(site: Site) -> None:
    async with limited(site, max_bytes=1000) as (browser, page):
        assert (await browser.ask(f"CONNECT 127.0.0.1:{site.server_port}"))[0] == 200
        browser.writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert len(await browser.reader.read()) <= 1000
    assert page.exceeded


def half(exchange: Exchange) -> None:
    exchange.begin(length=1000)
    exchange.wfile.write(b"half")
    exchange.close_connection = True


def no_http(exchange: Exchange) -> None:
    exchange.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")
    exchange.close_connection = True


@pytest.mark.parametrize("respond", [half, no_http])
async def test_an_answer_that_breaks_off_breaks_off_for_the_browser(
    respond: Callable[[Exchange], None], site: Site, proxy: Proxy
) -> None:
    site.pages["/"] = respond
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            with pytest.raises(asyncio.IncompleteReadError):
                await browser.ask(f"GET {site.url()}")


async def test_a_body_is_handed_on_both_ways(site: Site, proxy: Proxy) -> None:
    def echo(exchange: Exchange) -> None:
        exchange.answer(exchange.rfile.read(int(exchange.headers["Content-Length"])))

    site.pages["/"] = echo
    with proxy.admit() as page:
        async with client(proxy, page.token) as browser:
            asked = await browser.ask(f"POST {site.url()}", "Content-Length: 4\r\n", "body")
    assert asked == (200, b"body")
