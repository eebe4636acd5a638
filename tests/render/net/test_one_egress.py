"""Private addresses stay out of reach, whatever way a page takes: not even a bare connection."""

import asyncio
import threading
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha1
from pathlib import Path

import pytest
import pytest_asyncio
from loopback import Exchange, Site
from private_addresses import ADDRESSES, HEADERS, PAGES
from private_servers import Secret, allowing, filled, private_and_public, resolve, trying_page

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import find_browser
from pagesight.render.errors import GuardError, NavigationError, RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import PageLimits, RenderOptions
from pagesight.render.sources.source import html_source

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Secret, Site]]:
    with private_and_public() as both:
        yield both


@pytest.fixture
def secret(servers: tuple[Secret, Site]) -> Secret:
    """The private server."""
    return servers[0]


@pytest.fixture(scope="module")
def public(servers: tuple[Secret, Site]) -> Site:
    """A server that may be fetched from, and that sends the browser on."""
    return servers[1]


@pytest.fixture(scope="module")
def strict(public: Site) -> RenderOptions:
    """Options that allow the public server alone."""
    return allowing(public, deadline=20.0)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def strict_pool(strict: RenderOptions) -> AsyncIterator[BrowserPool]:
    async with BrowserPool(options=strict, resolve=resolve) as pool:
        yield pool


@pytest.mark.parametrize("way", [*PAGES, *HEADERS])
async def test_a_page_cannot_reach_a_private_address(
    way: str, secret: Secret, public: Site, strict_pool: BrowserPool
) -> None:
    public.pages["/"] = trying_page(secret, PAGES.get(way, ""), HEADERS.get(way, ("X-None", "")))
    secret.reset()
    with suppress(RenderError):  # where it went there itself
        await strict_pool.render(public.url())
    assert secret.accepted == 0


@pytest.mark.parametrize("rendered", [True, False])
async def test_a_redirect_to_metadata_is_refused_with_the_page_that_led_there(
    rendered: bool, public: Site, strict: RenderOptions, strict_pool: BrowserPool
) -> None:
    public.pages["/to-metadata"] = lambda exchange: exchange.redirect("http://169.254.169.254/x")
    error = await refusal_of(public.url("/to-metadata"), strict if not rendered else strict_pool)
    assert "metadata service" in error
    assert public.url("/to-metadata") in error
    assert "--allow" not in error


async def refusal_of(url: str, reader: RenderOptions | BrowserPool) -> str:
    """Return why the address is refused to a browser, or to a plain fetch with such options."""
    with pytest.raises(GuardError) as caught:
        await (
            reader.render(url)
            if isinstance(reader, BrowserPool)
            else asyncio.to_thread(fetch, url, reader, resolve)
        )
    return str(caught.value)


@pytest.mark.parametrize("notation", ADDRESSES)
async def test_a_private_address_is_refused_in_every_notation(
    notation: str, secret: Secret, strict: RenderOptions, strict_pool: BrowserPool
) -> None:
    secret.reset()
    url = filled(ADDRESSES[notation], secret)
    with pytest.raises(RenderError):
        await strict_pool.render(url)
    with pytest.raises(RenderError):
        fetch(url, strict, resolve)
    assert secret.accepted == 0


@pytest.mark.parametrize("notation", ADDRESSES)
async def test_a_redirect_to_a_private_address_is_refused_in_every_notation(
    notation: str, secret: Secret, public: Site, strict: RenderOptions, strict_pool: BrowserPool
) -> None:
    secret.reset()
    url = filled(ADDRESSES[notation], secret).encode().decode("latin-1")  # as headers are sent
    public.pages["/"] = lambda exchange: exchange.redirect("/step")
    public.pages["/step"] = lambda exchange: exchange.redirect(url)
    with pytest.raises(RenderError):
        await strict_pool.render(public.url())
    with pytest.raises(RenderError):
        fetch(public.url(), strict, resolve)
    assert secret.accepted == 0


@pytest.mark.parametrize("way", ["script goes there", "refresh", "form"])
async def test_a_page_that_goes_to_a_private_address_is_an_error_that_says_so(
    way: str, secret: Secret, public: Site, strict_pool: BrowserPool
) -> None:
    public.pages["/"] = trying_page(secret, PAGES[way])
    with pytest.raises(GuardError, match="localhost is not on the public internet"):
        await strict_pool.render(public.url())


async def test_a_page_that_makes_itself_a_blob_is_an_error(
    public: Site, strict_pool: BrowserPool
) -> None:
    public.pages["/"] = b"<script>location = URL.createObjectURL(new Blob(['x']))</script>"
    with pytest.raises(NavigationError, match="leads on to blob:"):
        await strict_pool.render(public.url())


@pytest.mark.parametrize("address", ["data:text/html,<h1>Else", "file:///etc/passwd"])
async def test_a_page_stays_where_it_sends_the_browser_to_no_web_address(
    address: str, public: Site, strict_pool: BrowserPool
) -> None:
    public.pages["/"] = f"<h1>Page</h1><script>location = '{address}'</script>".encode()
    assert "<h1>Page</h1>" in (await strict_pool.render(public.url())).page.html


async def test_what_a_page_was_refused_is_in_its_capture(
    secret: Secret, public: Site, strict_pool: BrowserPool
) -> None:
    public.pages["/"] = trying_page(secret, "<img src=SECRET><img src=SECURE>")
    capture = await strict_pool.render(public.url())
    assert set(capture.blocked_requests) == {
        filled("SECRET", secret),
        filled("SECURE", secret).removesuffix("/secret"),  # of a tunnel no more is known
    }
    assert "requests to addresses that may not be fetched: 2" in capture.warnings


async def test_a_browser_that_is_answered_otherwise_than_the_proxy_goes_where_the_proxy_looked(
    secret: Secret, strict: RenderOptions, tmp_path: Path
) -> None:
    chromium = tmp_path / "chromium"  # as if a name server sent it, and it alone, to loopback
    own = find_browser("/absent")
    chromium.write_text(f'#!/bin/sh\nexec "{own}" "$@" "--host-resolver-rules=MAP * 127.0.0.1"\n')
    chromium.chmod(0o755)
    host = f"rebind.example:{secret.server_port}"
    options = replace(strict, executable=chromium, allow=(host,))
    secret.reset()
    async with BrowserPool(options=options, resolve=lambda _: ("127.9.9.9",)) as pool:
        with pytest.raises(NavigationError, match="the host refuses connections"):
            await pool.render(f"http://{host}/")
    assert secret.accepted == 0


async def test_a_saved_page_reaches_nothing_by_any_way(
    secret: Secret, public: Site, strict_pool: BrowserPool
) -> None:
    secret.reset()
    asked = len(public.requested)
    ways = "".join(PAGES[way] for way in ("web socket", "image", "speculation rules, prefetch"))
    socket = public.url().replace("http:", "ws:")
    markup = f"<h1>Saved</h1>{filled(ways, secret)}<script>new WebSocket('{socket}')</script>"
    capture = await strict_pool.render(html_source(markup))
    assert "Saved" in capture.page.html
    assert (secret.accepted, len(public.requested)) == (0, asked)


async def test_a_web_socket_to_an_allowed_host_opens(
    public: Site, strict_pool: BrowserPool
) -> None:
    script = b"""<p id=p>closed<script>
      const socket = new WebSocket(location.href.replace("http", "ws") + "socket");
      socket.onopen = () => p.textContent = "opened";
    </script><img src=/opened>"""
    opened = threading.Event()

    def accept(exchange: Exchange) -> None:
        key = exchange.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        answer = b64encode(sha1(key.encode()).digest())  # RFC 6455, 4.2.2
        exchange.wfile.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + answer + b"\r\n\r\n"
        )
        opened.set()
        exchange.hang()

    def after(exchange: Exchange) -> None:
        opened.wait(10)
        exchange.answer(b"", "image/png")

    public.pages |= {"/": script, "/socket": accept, "/opened": after}
    assert "opened" in (await strict_pool.render(public.url())).page.html


async def test_a_page_that_asks_for_too_much_is_captured_with_a_warning(
    public: Site, strict: RenderOptions
) -> None:
    images = "".join(f"<img src=/?{number}>" for number in range(20))
    public.pages["/"] = f"<h1>Page</h1>{images}".encode()
    options = replace(strict, limits=PageLimits(max_requests=5))
    async with BrowserPool(options=options) as pool:
        capture = await pool.render(public.url())
    assert "Page" in capture.page.html
    assert any("took more than 5 requests" in warning for warning in capture.warnings)


async def test_chromiums_own_traffic_has_no_token(public: Site, strict: RenderOptions) -> None:
    asked: list[str] = []

    def resolve(host: str) -> tuple[str, ...]:
        asked.append(host)
        return ("127.0.0.1",)

    async with BrowserPool(options=strict, resolve=resolve) as pool:
        public.pages["/"] = b"<h1>Page</h1><img src=/late>"
        await pool.render(public.url())
    assert asked == ["127.0.0.1"]
