"""Fetching without a browser, from a server on loopback."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from loopback import Exchange, Site

from pagesight.render.errors import GuardError, NavigationError, NoPageError, RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import read_source

LOOPBACK = RenderOptions(allow_private=True, deadline=5.0)


def test_a_page_comes_with_its_address_after_redirects(site: Site) -> None:
    site.pages["/old"] = lambda exchange: exchange.redirect("/new?x=1")
    site.pages["/new"] = "<p>héllo".encode()
    found = fetch(site.url("/old"), LOOPBACK)
    assert (found.url, found.status) == (site.url("/new?x=1"), 200)
    assert found.body == "<p>héllo".encode()
    assert found.content_type == "text/html; charset=utf-8"


def test_private_addresses_are_refused(site: Site) -> None:
    with pytest.raises(GuardError, match="--allow-private"):
        fetch(site.url("/"), RenderOptions())
    assert site.requested == []


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://example.org/"])
def test_a_redirect_to_another_scheme_is_refused(site: Site, location: str) -> None:
    site.pages["/"] = lambda exchange: exchange.redirect(location)
    with pytest.raises(GuardError, match="not an http or https address"):
        fetch(site.url("/"), LOOPBACK)


def test_a_redirect_loop_ends(site: Site) -> None:
    site.pages["/"] = lambda exchange: exchange.redirect("/")
    with pytest.raises(NavigationError, match="redirects more than 10 times"):
        fetch(site.url("/"), LOOPBACK)


def test_what_is_no_page_is_reported(site: Site) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"%PDF", kind="application/pdf")
    with pytest.raises(NavigationError, match="is application/pdf, not a page"):
        fetch(site.url("/"), LOOPBACK)


@pytest.mark.parametrize("status", [204, 205, 304])
def test_a_status_without_content_is_reported(status: int, site: Site) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"", status=status)
    with pytest.raises(NavigationError, match=f"status {status} and no page"):
        fetch(site.url("/"), LOOPBACK)


def test_what_only_calls_itself_a_page_is_reported_too(site: Site) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"%PDF-1.4", kind="text/html")
    with pytest.raises(NavigationError, match="is a PDF document, not a page"):
        fetch(site.url("/"), LOOPBACK)


def test_name_servers_that_are_silent_are_waited_for_until_the_deadline() -> None:
    given_up = Event()

    def resolve(_: str) -> tuple[str, ...]:
        given_up.wait(60)
        return ()

    started = time.monotonic()
    with pytest.raises(NavigationError, match="was not resolved before the deadline"):
        fetch("http://a.example/", replace(LOOPBACK, deadline=0.5), resolve)
    assert time.monotonic() - started < 30
    given_up.set()


def test_a_server_that_is_not_there_is_reported() -> None:
    with pytest.raises(NavigationError, match="cannot connect to 127"):
        fetch("http://127.0.0.1:9/", LOOPBACK)


@pytest.mark.parametrize("where", ["head", "body"])
def test_a_server_that_drips_is_left_at_the_deadline(site: Site, where: str) -> None:
    def answer(exchange: Exchange) -> None:
        if where == "body":
            exchange.begin()
        else:
            exchange.wfile.write(b"HTTP/1.1 200 OK\r\n")
        exchange.drip(b"X-Slow: 1\r\n")

    site.pages["/"] = answer
    options = RenderOptions(allow_private=True, deadline=0.5)
    start = time.monotonic()
    if where == "head":
        with pytest.raises(NavigationError, match="did not answer before the deadline"):
            fetch(site.url("/"), options)
    else:
        found = fetch(site.url("/"), options)
        assert found.body.startswith(b"X-Slow")
        assert "cut off at the deadline" in found.warning
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("location", ["http://[", "http://a.example:99999/", "http://:80/"])
def test_a_redirect_to_what_is_no_address_is_reported(site: Site, location: str) -> None:
    site.pages["/"] = lambda exchange: exchange.redirect(location)
    with pytest.raises(RenderError, match=r"not an address|names no host"):
        fetch(site.url("/"), LOOPBACK)


def test_addresses_are_written_as_browsers_write_them(site: Site) -> None:
    sent = "/caf\u00e9 1".encode().decode("latin-1")  # as headers are written: UTF-8 by byte
    site.pages["/"] = lambda exchange: exchange.redirect(sent)
    site.pages["/caf%C3%A9%201"] = b"<p>open"
    assert fetch(site.url("/"), LOOPBACK).body == b"<p>open"
    assert fetch(site.url("/caf\u00e9 1"), LOOPBACK).body == b"<p>open"


def cut_short(exchange: Exchange) -> None:
    exchange.begin(length=100_000)
    exchange.wfile.write(b"<p>the beginning")


def broken_chunks(exchange: Exchange) -> None:
    exchange.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    exchange.wfile.write(b"10\r\n<p>the beginning\r\nff\r\nand no")


@pytest.mark.parametrize("answer", [cut_short, broken_chunks])
def test_a_body_that_the_server_cuts_off_is_read_with_a_warning(
    site: Site, answer: Callable[[Exchange], None]
) -> None:
    site.pages["/"] = answer
    found = fetch(site.url("/"), LOOPBACK)
    assert found.body.startswith(b"<p>the beginning")
    assert "cut off by the server" in found.warning


@pytest.mark.parametrize(("size", "warned"), [(1000, False), (1001, True)])
def test_a_body_beyond_the_limit_is_cut_with_a_warning(site: Site, size: int, warned: bool) -> None:
    site.pages["/"] = b"x" * size
    found = fetch(site.url("/"), replace(LOOPBACK, max_html_bytes=1000))
    assert found.body == b"x" * 1000
    assert ("the rest was not loaded" in found.warning) == warned


def test_what_is_not_all_of_a_page_is_reported_in_its_capture(site: Site) -> None:
    site.pages["/"] = cut_short
    site.pages["/gone"] = lambda exchange: exchange.answer(b"<p>gone", status=410)
    assert "cut off" in read_source(site.url("/"), LOOPBACK).warnings[0]
    gone = read_source(site.url("/gone"), LOOPBACK)
    assert gone.warnings == ("the server answered with status 410",)


def test_a_cookie_set_on_the_way_is_sent_to_its_own_path(site: Site) -> None:
    cookies: list[str | None] = []

    def gate(exchange: Exchange) -> None:
        cookies.append(exchange.headers.get("Cookie"))
        if cookies[-1]:
            exchange.answer(b"<p>in")
        else:
            exchange.begin(
                status=302,
                length=0,
                headers={"Location": "/in/gate", "Set-Cookie": "seen=1; Path=/in"},
            )

    site.pages |= {"/in/gate": gate, "/": lambda exchange: exchange.redirect("/in/gate")}
    assert fetch(site.url("/"), LOOPBACK).body == b"<p>in"
    assert cookies == [None, "seen=1"]


def test_a_cookie_does_not_follow_a_redirect_to_another_host(site: Site) -> None:
    site.pages["/"] = lambda exchange: exchange.begin(
        status=302,
        length=0,
        headers={"Location": site.url("/there", "localhost"), "Set-Cookie": "seen=1"},
    )
    sent: list[str | None] = []

    def there(exchange: Exchange) -> None:
        sent.append(exchange.headers.get("Cookie"))
        exchange.answer(b"<p>there")

    site.pages["/there"] = there
    assert fetch(site.url("/"), LOOPBACK).body == b"<p>there"
    assert sent == [None]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/./a", "/a"),
        ("/x/../a", "/a"),
        ("/../../a", "/a"),
        ("/a/.", "/a/"),
        ("/a/b/..", "/a/"),
        ("/x/%2e%2e/a?b=/../c", "/a?b=/../c"),
        ("/a//b", "/a//b"),
        ("", "/"),
    ],
)
def test_dot_segments_are_taken_out_as_browsers_do(site: Site, path: str, sent: str) -> None:
    site.pages[sent.partition("?")[0]] = b"<p>there"
    assert fetch(site.url(path), LOOPBACK).body == b"<p>there"
    assert site.requested == [sent]


@pytest.mark.parametrize(
    ("page", "advised"),
    [
        (b"<title>App</title><div id=root></div><script src=/app.js></script>", True),
        (b"<p>" + b"The ferry crosses the sound. " * 9 + b"<script src=/app.js></script>", False),
        (b"<h1>Short</h1>", False),
    ],
)
def test_a_page_that_scripts_would_fill_is_advised_to_be_rendered(
    site: Site, page: bytes, advised: bool
) -> None:
    site.pages["/"] = page
    warnings = read_source(site.url("/"), LOOPBACK).warnings
    assert any("rendering may bring it" in warning for warning in warnings) == advised


@pytest.mark.parametrize(
    ("page", "advice"),
    [
        (b'<frameset cols="20%,*"><frame src="menu.html"><frame src=b.html></frameset>',
         "in its frames: rendering reads them, or name one (menu.html, b.html)"),
        (b"<iframe src=tracker.html></iframe><script src=/app.js></script>", "without its scripts"),
    ],
)  # fmt: skip
def test_a_page_whose_text_is_elsewhere_says_where(site: Site, page: bytes, advice: str) -> None:
    site.pages["/"] = page
    (warning,) = read_source(site.url("/"), LOOPBACK).warnings
    assert advice in warning


def test_a_saved_page_that_only_leads_on_says_where(tmp_path: Path) -> None:
    file = tmp_path / "moved.html"
    file.write_text('<meta http-equiv="refresh" content="0; url=/new">Moved', "utf-8")
    (warning,) = read_source(str(file), RenderOptions(url="http://a.example/old")).warnings
    assert "sends its visitors on: name where (http://a.example/new)" in warning


@pytest.mark.parametrize(
    "head",
    [
        """<meta http-equiv="refresh" content="0;URL='/new?a=1&amp;b=2'">""",
        '<base href="/here/"><META HTTP-EQUIV=Refresh CONTENT=" 5 , url = ../new?a=1&amp;b=2 ">',
        '<!-- <meta http-equiv=refresh content="0;url=/no"> -->'
        '<noscript><meta http-equiv=refresh content="0;url=/no"></noscript>'
        '<meta http-equiv=refresh content="0;url=/new?a=1&amp;b=2">',
    ],
)
def test_a_refresh_is_followed_as_a_redirect_is(site: Site, head: str) -> None:
    moved = f"<head>{head}</head><p>This page has moved, please follow us."
    site.pages |= {"/": moved.encode(), "/new": b"<p>The new page"}
    assert read_source(site.url("/"), LOOPBACK).page.url == site.url("/new?a=1&b=2")


def test_a_refresh_in_a_header_is_followed(site: Site) -> None:
    site.pages |= {
        "/": lambda exchange: exchange.answer(b"<p>Wait", headers={"Refresh": "2; url=/new"}),
        "/new": b"<p>The new page",
    }
    assert read_source(site.url("/"), LOOPBACK).page.url == site.url("/new")


@pytest.mark.parametrize(
    "head",
    [
        '<meta http-equiv=refresh content="300;url=/other">',
        '<meta http-equiv=refresh content="0">',
        '<noscript><meta http-equiv=refresh content="0;url=/other"></noscript>',
        '<template><meta http-equiv=refresh content="0;url=/other"></template>',
    ],
)
def test_what_renews_a_page_or_is_for_others_leads_nowhere(site: Site, head: str) -> None:
    site.pages |= {"/": f"{head}<p>News".encode(), "/other": b"<p>Other"}
    assert read_source(site.url("/"), LOOPBACK).page.url == site.url("/")


def test_refreshes_without_end_are_an_error(site: Site) -> None:
    for number in range(12):
        leads_on = f'<meta http-equiv=refresh content="0;url=/{number + 1}">'
        site.pages[f"/{number}"] = leads_on.encode()
    with pytest.raises(NoPageError, match="redirects more than 10 times"):
        read_source(site.url("/0"), LOOPBACK)


def test_a_refresh_to_a_private_address_is_refused(site: Site, other_site: Site) -> None:
    leads_on = f'<meta http-equiv=refresh content="0;url={other_site.url("/")}">'
    site.pages["/"], other_site.pages["/"] = leads_on.encode(), b"<p>secret"
    own = RenderOptions(deadline=20.0, allow=(site.url("/")[7:-1],))
    with pytest.raises(GuardError):
        read_source(site.url("/"), own)
    assert not other_site.requested


def test_a_cookie_that_its_server_ends_is_not_sent(site: Site) -> None:
    def ends(exchange: Exchange) -> None:
        exchange.send_response(302)
        for value in ("gone=1; Path=/", "kept=1; Path=/", "gone=; Path=/; Max-Age=0"):
            exchange.send_header("Set-Cookie", value)
        exchange.send_header("Location", "/end")
        exchange.end_headers()

    sent: list[str] = []

    def end(exchange: Exchange) -> None:
        sent.append(exchange.headers["Cookie"])
        exchange.answer(b"<p>Here")

    site.pages |= {"/": ends, "/end": end}
    fetch(site.url("/"), LOOPBACK)
    assert sent == ["kept=1"]


def test_a_page_that_its_server_calls_xml_is_read(site: Site) -> None:
    page = b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p>Here</p></html>'
    site.pages["/"] = lambda exchange: exchange.answer(page, kind="text/xml")
    assert fetch(site.url("/"), LOOPBACK).body == page


def test_of_a_film_no_more_is_read_than_its_type(site: Site) -> None:
    def film(exchange: Exchange) -> None:
        exchange.begin(kind="video/mp4")
        exchange.drip(b"film")

    site.pages["/"] = film
    begun = time.monotonic()
    with pytest.raises(NoPageError, match="is video/mp4"):
        fetch(site.url("/"), replace(LOOPBACK, deadline=60.0))
    assert time.monotonic() - begun < 40


@pytest.mark.parametrize("part", ["<frame ", "<meta http-equiv=refresh ", "<frame src=", " src="])
def test_hostile_frames_cost_time_in_proportion(site: Site, part: str) -> None:
    site.pages["/"] = f"<title>x</title>{part * 100_000}".encode()
    begun = time.process_time()
    read_source(site.url("/"), LOOPBACK)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("body", "html"),
    [
        (b"One <b>.\n\nTwo & three.", "<pre>One &lt;b&gt;.\n\nTwo &amp; three.</pre>"),
        (b"<!doctype html><p>Page", "<!doctype html><p>Page"),
    ],
)
def test_plain_text_keeps_its_lines(site: Site, body: bytes, html: str) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(body, kind="text/plain; charset=utf-8")
    assert read_source(site.url("/"), LOOPBACK).page.html == html
