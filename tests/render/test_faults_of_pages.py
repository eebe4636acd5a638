"""Pages that misbehave: each is captured as it stands, in time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from loopback import Exchange, Respond, Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MARGIN = 4.0  # seconds after the deadline, on a busy machine; what hangs, hangs for 20
Stopwatch = Callable[[], float]


def never_ending(exchange: Exchange) -> None:
    exchange.begin()
    exchange.wfile.write(b"<title>Endless</title><h1>It begins</h1>")
    exchange.drip(b"<p>and goes on</p>")


def endless_requests(exchange: Exchange) -> None:
    exchange.answer(
        b"<h1>Busy</h1><script>setInterval(() => fetch('/tick?' + Math.random()), 20)</script>"
    )


LOOP = b"<h1>Loop</h1><script>while (true) {}</script>"
LOOPS = b"<h1>Loops</h1><script>setInterval(() => { while (true) {} }, 1)</script>"
BUSY = """<h1>Busy</h1><script>setInterval(() => {
  for (const end = Date.now() + %d; Date.now() < end;);
}, 1)</script>"""
CROWDED = b"""<h1>Crowd</h1><script>setInterval(() => {
  for (let i = 0; i < 500; i++) document.body.append(document.createElement("p"));
}, 10)</script>"""
LATE_LOOP = b"<h1>Loop</h1><script>setTimeout(() => { while (true) {} }, 300)</script>"
FONT = b"""<style>@font-face {font-family: F; src: url(/font.woff2)} h1 {font-family: F}</style>
<h1>Typeset</h1>"""


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param(never_ending, "It begins", id="response that never ends"),
        pytest.param(endless_requests, "Busy", id="requests without end"),
        pytest.param(LOOP, "Loop", id="inline loop"),
        pytest.param(LATE_LOOP, "Loop", id="late loop"),
        pytest.param(LOOPS, "Loops", id="loop after loop"),
        pytest.param(b"<h1>Box</h1><script>while (true) alert(1)</script>", "Box", id="box loop"),
        pytest.param((BUSY % 300).encode(), "Busy", id="busy main thread"),
        pytest.param((BUSY % 1500).encode(), "Busy", id="very busy main thread"),
        pytest.param(
            b"<h1>Hash</h1><script>setInterval(() => location.hash = Math.random(), 1)</script>",
            "Hash",
            id="navigates within itself",
        ),
        pytest.param(FONT, "Typeset", id="fonts that never load"),
        pytest.param(b"<h1>Seen</h1><img src=/hang>", "Seen", id="image that never loads"),
        pytest.param(b"<h1>Box</h1><script>alert(1)</script>", "Box", id="alert"),
        pytest.param(
            b"<h1>Box</h1><script>setInterval(() => alert(1), 1)</script>", "Box", id="alerts"
        ),
        pytest.param(
            b"<h1>Stay</h1><script>onbeforeunload = () => 'stay'</script>",
            "Stay",
            id="beforeunload",
        ),
        pytest.param(
            b"<h1>Ask</h1><script>prompt('a'); print()</script>", "Ask", id="prompt, print"
        ),
        pytest.param(
            b"<h1>Away</h1><script>setTimeout(() => location = '/hang', 50)</script>",
            "Away",
            id="leaves for an address that never answers",
        ),
        pytest.param(
            b"<h1>Again</h1><script>setTimeout(() => location.reload(), 80)</script>",
            "Again",
            id="reloads itself",
        ),
        pytest.param(
            b"<h1>Spoilt</h1><script>JSON.stringify = Array.prototype.toJSON = () => 1;"
            b"document.querySelector = null; window.Promise = null</script>",
            "Spoilt",
            id="built-in objects replaced",
        ),
    ],
)
async def test_a_page_that_never_rests_is_captured_as_it_stands(
    page: Respond | bytes, text: str, site: Site, hasty_pool: BrowserPool, stopwatch: Stopwatch
) -> None:
    site.pages = {"/": page, "/hang": Exchange.hang, "/font.woff2": Exchange.hang}
    capture = await hasty_pool.render(site.url())
    assert stopwatch() < hasty_pool.options.deadline + MARGIN
    assert text in capture.page.html
    assert capture.page.screenshot is not None
    lacks_layout = any(w.startswith("the layout could not be read") for w in capture.warnings)
    assert capture.page.layout is not None or lacks_layout  # by the deadline, on a busy machine


@pytest.mark.slow
@pytest.mark.parametrize("page", [CROWDED, b"<h1>Many</h1>" + b"<p>words of text" * 150_000])
async def test_of_a_page_too_heavy_to_paint_again_what_it_had_painted_is_shown(
    page: bytes, site: Site, hasty_pool: BrowserPool
) -> None:
    site.pages["/"] = page
    capture = await hasty_pool.render(site.url())
    assert capture.page.screenshot is not None


@pytest.mark.parametrize("page", [never_ending, endless_requests, LATE_LOOP, Exchange.hang])
async def test_the_answer_comes_at_the_deadline(
    page: Respond | bytes, site: Site, options: RenderOptions, stopwatch: Stopwatch
) -> None:
    site.pages["/"] = page
    async with BrowserPool(options=replace(options, deadline=3.0)) as pool:
        started = stopwatch()
        with suppress(RenderError):  # a busy machine may have got nothing by then
            await pool.render(site.url())
        assert stopwatch() - started < 3.0 + MARGIN


async def test_a_step_that_is_late_leaves_a_warning(site: Site, hasty_pool: BrowserPool) -> None:
    site.pages["/"] = never_ending
    capture = await hasty_pool.render(site.url())
    assert any(warning.startswith("the page was still loading") for warning in capture.warnings)


async def test_scripts_that_never_pause_leave_a_warning(
    site: Site, hasty_pool: BrowserPool
) -> None:
    site.pages["/"] = LOOP
    capture = await hasty_pool.render(site.url())
    assert "the page did not respond in time: its scripts were stopped" in capture.warnings


@pytest.mark.slow
@pytest.mark.parametrize("declared", [True, False])
async def test_a_page_of_50_mb_is_cut_and_says_so(
    declared: bool, site: Site, options: RenderOptions, stopwatch: Stopwatch
) -> None:
    def huge(exchange: Exchange) -> None:
        line = b"<p>" + b"x" * 993 + b"</p>\n"
        exchange.begin(length=50_000 * len(line) if declared else None)
        for _ in range(50):
            exchange.wfile.write(line * 1_000)

    site.pages["/"] = huge
    async with BrowserPool(options=replace(options, max_html_bytes=2_000_000)) as pool:
        started = stopwatch()
        capture = await pool.render(site.url())
        assert stopwatch() - started < options.deadline + MARGIN
    assert "document larger than 2 MB: the rest was not loaded" in capture.warnings
    assert 1_000 < len(capture.page.html) <= 2_000_000


async def test_a_saved_page_of_50_mb_is_cut_and_says_so(
    tmp_path: Path, options: RenderOptions, stopwatch: Stopwatch
) -> None:
    saved = tmp_path / "saved.html"
    saved.write_text("<h1>Saved</h1>" + ("<p>" + "x" * 993 + "</p>\n") * 50_000)
    async with BrowserPool(options=replace(options, max_html_bytes=2_000_000)) as pool:
        started = stopwatch()
        capture = await pool.render(str(saved))
        assert stopwatch() - started < options.deadline + MARGIN
    assert "document larger than 2 MB: the rest was not loaded" in capture.warnings
    assert 1_000 < len(capture.page.html) <= 2_100_000


async def test_a_page_that_scripts_make_too_large_is_cut_and_says_so(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = b"""<h1>Grown</h1><script>
      document.body.append("words ".repeat(200000))</script>"""
    capture = await pool.render(site.url(), replace(options, max_html_bytes=1_000_000))
    assert "DOM larger than 1 MB: the rest was cut off" in capture.warnings
    assert "the layout could not be read" in capture.warnings
    assert 999_000 < len(capture.page.html) <= 1_000_000
