"""Servers that misbehave: each gives a capture or an error that says what is wrong, in time."""

import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loopback import Exchange, Respond, Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import NavigationError, RenderError

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("status", [404, 407, 500])
async def test_an_error_page_is_captured_with_its_status(
    status: int, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"<h1>Sorry</h1>", status=status)
    capture = await pool.render(site.url())
    assert capture.status == status
    assert "Sorry" in capture.page.html
    assert f"the server answered with status {status}" in capture.warnings


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/zip", "video/mp4"])
async def test_what_is_no_page_is_an_error_that_names_its_type(
    kind: str, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"%PDF-1.4", kind)
    with pytest.raises(NavigationError, match=f"is {kind}, not a web page"):
        await pool.render(site.url())


RSS = b"<?xml version='1.0'?><rss version='2.0'><channel><title>T</title></channel></rss>"


@pytest.mark.parametrize(
    ("body", "kind", "named"),
    [
        (RSS, "application/rss+xml", "an RSS feed"),
        (RSS, "text/xml", "an RSS feed"),
        (RSS, "text/html", "an RSS feed"),
        (b'{"a": 1}', "application/json", "JSON"),
        (b'{"a": 1}', "text/html", "JSON"),
        (b"a,b", "text/csv", "a CSV table"),
    ],
)
async def test_feeds_and_other_files_are_errors_that_name_them(
    body: bytes, kind: str, named: str, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(body, kind)
    with pytest.raises(NavigationError, match=f"is {named}, not a web page"):
        await pool.render(site.url())


async def test_a_redirect_loop_is_an_error(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = lambda exchange: exchange.redirect("/")
    with pytest.raises(NavigationError, match="redirects in a circle"):
        await pool.render(site.url())


async def test_a_server_that_never_answers_is_an_error_in_time(
    site: Site, hasty_pool: BrowserPool, stopwatch: Callable[[], float]
) -> None:
    site.pages["/"] = Exchange.hang
    with pytest.raises(NavigationError, match="sent nothing within"):
        await hasty_pool.render(site.url())
    assert stopwatch() < hasty_pool.options.deadline + 1


async def test_a_closed_port_is_an_error(site: Site, pool: BrowserPool) -> None:
    url = site.url()
    site.server_close()
    with pytest.raises(NavigationError, match="refuses connections"):
        await pool.render(url)


async def test_an_unknown_host_is_an_error(pool: BrowserPool) -> None:
    with pytest.raises(NavigationError, match="does not resolve"):
        await pool.render("http://no-such-host.invalid/")


async def test_a_status_without_content_is_an_error(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"", status=204)
    with pytest.raises(NavigationError, match="status 204 and no page"):
        await pool.render(site.url())


def attachment(exchange: Exchange) -> None:
    exchange.send_response(200)
    exchange.send_header("Content-Type", "text/html")
    exchange.send_header("Content-Disposition", "attachment; filename=a.html")
    exchange.end_headers()
    exchange.wfile.write(b"<p>x")


def no_answer(exchange: Exchange) -> None:
    exchange.close_connection = True


def locked(exchange: Exchange) -> None:
    exchange.send_response(401)
    exchange.send_header("WWW-Authenticate", 'Basic realm="x"')
    exchange.send_header("Content-Type", "text/html")
    exchange.end_headers()
    exchange.wfile.write(b"<h1>Locked</h1>")


@pytest.mark.parametrize(
    ("respond", "message"),
    [
        (attachment, "offered as a download"),
        (no_answer, "without an answer"),
        (locked, "wants a user name and a password"),
        (lambda exchange: exchange.answer(b"", status=404), "status 404 and no page"),
        (lambda exchange: exchange.redirect("file:///etc/passwd"), "gave no page"),
        (lambda exchange: exchange.redirect("javascript:alert(1)"), "gave no page"),
        (lambda exchange: exchange.redirect("view-source:http://a.example/"), "gave no page"),
        (lambda exchange: exchange.redirect("ftp://a.example/"), "gave no page"),
        (lambda exchange: exchange.answer(b"", status=304), "gave no page"),
    ],
)
async def test_an_answer_that_is_no_page_is_an_error(
    respond: Respond, message: str, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = respond
    with pytest.raises(NavigationError, match=message) as raised:
        await pool.render(site.url())
    assert raised.value.permanent == (respond is not no_answer)


@pytest.mark.parametrize("path", ["/closed", "/crashed"])
async def test_an_address_that_speaks_of_a_crash_is_not_taken_for_the_browsers(
    path: str, site: Site, pool: BrowserPool
) -> None:
    site.pages[path] = no_answer
    with pytest.raises(NavigationError, match="without an answer"):
        await pool.render(site.url(path))


async def test_what_a_page_prefetches_is_not_taken_for_it(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = b"""<p>Here.</p><script type=speculationrules>
      {"prefetch": [{"urls": ["/missing"], "eagerness": "immediate"}]}</script>
      <script>setTimeout(() => document.body.append("Later."), 400)</script>"""
    capture = await pool.render(site.url())
    assert (capture.status, capture.warnings) == (200, ())
    assert "Here." in capture.response_html


async def test_a_page_of_which_nothing_has_come_is_late_not_empty(
    site: Site, hasty_pool: BrowserPool
) -> None:
    def trickle(exchange: Exchange) -> None:
        exchange.begin()
        exchange.wfile.write(b"<!")
        exchange.hang()

    site.pages["/"] = trickle
    with pytest.raises(RenderError) as raised:
        await hasty_pool.render(site.url())
    assert not raised.value.permanent


def half(exchange: Exchange) -> None:
    exchange.begin(length=1000)
    exchange.wfile.write(b"<h1>Half")
    exchange.close_connection = True


@pytest.mark.slow
async def test_an_answer_that_breaks_off_is_captured(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = half
    assert "Half" in (await pool.render(site.url())).page.html


async def test_an_empty_body_is_captured_with_a_warning(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = b""
    capture = await pool.render(site.url())
    assert capture.status == 200
    assert "the page is empty" in capture.warnings


@pytest.fixture
def secure_site() -> Iterator[Site]:
    """A server whose certificate nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).with_name("self_signed.pem"))
    served = Site()
    served.socket = context.wrap_socket(served.socket, server_side=True)
    served.scheme = "https"
    with served:
        yield served


async def test_a_bad_certificate_is_an_error(secure_site: Site, pool: BrowserPool) -> None:
    secure_site.pages["/"] = b"<p>secret"
    with pytest.raises(NavigationError, match="certificate is not valid"):
        await pool.render(secure_site.url())
