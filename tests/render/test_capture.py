"""Contents of a capture."""

from io import BytesIO

import pytest
from loopback import Exchange, Site
from PIL import Image

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.capture import render_page
from pagesight.render.options import RenderOptions
from pagesight.render.page import Viewport
from pagesight.render.sources.source import html_source

asynchronous = pytest.mark.asyncio(loop_scope="session")
browser = pytest.mark.browser


def size(picture: bytes | None) -> tuple[int, int]:
    assert picture is not None
    return Image.open(BytesIO(picture)).size


@browser
@asynchronous
async def test_a_capture_says_what_was_asked_and_what_was_sent(
    site: Site, pool: BrowserPool
) -> None:
    site.pages = {
        "/old": lambda exchange: exchange.redirect("/older"),
        "/older": lambda exchange: exchange.redirect("/new"),
        "/new": b"<html lang=fr><title>T</title><p id=p></p>"
        b"<script>p.textContent = 'made'</script>",
    }
    capture = await pool.render(site.url("/old"))
    assert capture.requested_url == site.url("/old")
    assert capture.redirects == (site.url("/old"), site.url("/older"))
    assert capture.page.url == site.url("/new")
    assert (capture.status, capture.title, capture.language) == (200, "T", "fr")
    assert '<p id="p">made</p>' in capture.page.html
    assert "<p id=p></p>" in capture.response_html
    assert capture.page.rendered
    assert capture.captured_at.tzinfo is not None
    assert {"navigate", "settle", "screenshot", "dom", "layout"} <= set(capture.seconds)
    assert capture.warnings == ()


@browser
@asynchronous
@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("text/html; charset=no-such-charset", "<meta charset=utf-8><p>Grüße".encode()),
        ("text/html", "<meta charset=windows-1252><p>Grüße".encode("cp1252")),
        ("text/html; charset=utf-8", "<meta charset=windows-1252><p>Grüße".encode()),
        ("text/html; charset=utf-16", b"\xff\xfe" + "<p>Grüße".encode("utf-16-le")),
    ],
)
async def test_a_wrong_charset_is_read_as_browsers_read_it(
    head: str, body: bytes, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(body, head)
    capture = await pool.render(site.url())
    assert "Grüße" in capture.page.html


@browser
@asynchronous
async def test_a_page_that_sends_its_reader_elsewhere_is_followed(
    site: Site, pool: BrowserPool
) -> None:
    site.pages = {"/": b"<script>location = '/next'</script>", "/next": b"<h1>Arrived</h1>"}
    capture = await pool.render(site.url())
    assert "Arrived" in capture.page.html
    assert capture.redirects == (site.url(),)


@browser
@asynchronous
@pytest.mark.parametrize(
    ("tall", "expected"), [(100, 960), (1500, 1500), (1920, 1920), (9000, 1920)]
)
async def test_the_screenshot_shows_the_top_of_the_page(
    tall: int, expected: int, pool: BrowserPool
) -> None:
    html = f"<!doctype html><body style='margin:0'><div style='height:{tall}px'>"
    capture = await pool.render(html_source(html, "https://a.example/"))
    assert size(capture.page.screenshot) == (1280, expected)


@browser
def test_the_full_page_is_taken_on_request_and_cut_where_it_is_too_tall() -> None:
    options = RenderOptions(full_page=True, max_full_page_height=3000, viewport=Viewport(800, 600))
    source = html_source("<body style='margin:0'><div style='height:5000px'>", "https://a.example/")
    capture = render_page(source, options)
    assert size(capture.full_page) == (800, 3000)
    assert "full page cut at 3000 of 5000 px" in capture.warnings


@browser
@asynchronous
async def test_lazy_images_are_loaded_by_scrolling(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = b"<div style='height:6000px'></div><img loading=lazy src=/late.png>"
    await pool.render(site.url())
    assert "/late.png" in site.requested


@browser
@asynchronous
async def test_pages_know_nothing_of_each_other(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = b"""<script>document.title = document.cookie + localStorage.length;
      document.cookie = 'a=1; max-age=99'; localStorage.setItem('a', 1)</script>"""
    for _ in range(2):
        assert (await pool.render(site.url())).title == "0"


@browser
def test_scripts_may_be_left_out(site: Site) -> None:
    site.pages["/"] = b"<title>still</title><script>document.title = 'moved'</script>"
    capture = render_page(site.url(), RenderOptions(javascript=False, allow_private=True))
    assert capture.title == "still"
    assert capture.page.screenshot is not None


@pytest.mark.slow
@browser
@asynchronous
async def test_a_worn_browser_is_replaced(site: Site) -> None:
    site.pages["/"] = b"<p>x"
    options = RenderOptions(allow_private=True, captures_per_browser=1)
    async with BrowserPool(options=options) as pool:
        for _ in range(3):
            assert "x" in (await pool.render(site.url())).page.html


@browser
@asynchronous
async def test_what_never_ends_but_paints_nothing_is_not_waited_for(
    site: Site, pool: BrowserPool
) -> None:
    site.pages = {
        "/": b"""<p>x</p><script>new EventSource('/hang'); navigator.sendBeacon('/hang', 'x');
          new Worker(URL.createObjectURL(new Blob(['setInterval(() => {}, 9)'])))</script>""",
        "/hang": Exchange.hang,
    }
    capture = await pool.render(site.url())
    assert capture.warnings == ()


@browser
@asynchronous
async def test_a_scroll_that_is_cut_off_leaves_the_page_at_its_top(
    site: Site, hasty_pool: BrowserPool
) -> None:
    site.pages["/"] = b"""<style>body {margin: 0} nav {position: fixed; top: 0; height: 50px;
      width: 100%; background: rgb(255, 0, 0)}</style><nav></nav><div style='height: 12000px'></div>
      <script>onscroll = () => { for (let t = Date.now(); Date.now() < t + 400;); }</script>"""
    capture = await hasty_pool.render(site.url())
    assert any("not scrolled to its end" in warning for warning in capture.warnings)
    assert capture.page.layout is not None
    assert [node.box.y for node in capture.page.layout.nodes if node.tag == "nav"] == [0.0]
    picture = Image.open(BytesIO(capture.page.screenshot or b"")).convert("RGB")
    assert [picture.getpixel((5, y)) for y in (5, 70)] == [(255, 0, 0), (255, 255, 255)]
