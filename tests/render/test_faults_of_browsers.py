"""Browsers that die: another takes over, and none is left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from loopback import Exchange, Site
from playwright.async_api import async_playwright

from pagesight.render.browser.as_served import ServedFallback
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import _warn_once, find_browser, launch
from pagesight.render.browser.visit import Visit
from pagesight.render.errors import BrowserError, LateError, NavigationError
from pagesight.render.net.proxy import Proxy
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import html_source, open_source

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def browsers() -> list[psutil.Process]:
    """Return the browser processes that this test session started, not their children.

    A child looks like its parent between its fork and its exec.
    """
    started = psutil.Process().children(recursive=True)
    return [
        process for process in started if is_browser(process) and not is_browser(process.parent())
    ]


def is_browser(process: psutil.Process | None) -> bool:
    if process is None:
        return False
    arguments = arguments_of(process)
    return "--remote-debugging-pipe" in arguments and not any(
        argument.startswith("--type=") for argument in arguments
    )


def tabs(browser: psutil.Process) -> list[psutil.Process]:
    """Return the processes of `browser` that render pages."""
    return [
        process
        for process in browser.children(recursive=True)
        if "--type=renderer" in arguments_of(process)
    ]


def arguments_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:  # it ended meanwhile
        return []


async def kill_when_requested(site: Site, path: str, victims: Callable[[], list[int]]) -> None:
    while path not in site.requested:
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)
    for pid in victims():
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("part", ["browser", "tab"])
async def test_a_browser_killed_mid_capture_is_replaced_and_the_page_tried_again(
    part: str, site: Site, options: RenderOptions
) -> None:
    def slow_at_first(exchange: Exchange) -> None:
        if exchange.server.requested.count("/slow") == 1:
            exchange.hang()
        else:
            exchange.answer(b"")

    site.pages = {"/": b"<h1>Survivor</h1><script src=/slow></script>", "/slow": slow_at_first}
    others = {process.pid for process in browsers()}
    async with BrowserPool(options=options) as pool:
        mine = next(process for process in browsers() if process.pid not in others)
        victims = {
            "browser": lambda: [mine.pid],
            "tab": lambda: [process.pid for process in tabs(mine)],
        }
        killing = asyncio.create_task(kill_when_requested(site, "/slow", victims[part]))
        capture = await pool.render(site.url())
        await killing
        again = await pool.render(site.url())
    assert "Survivor" in capture.page.html
    assert capture.page.screenshot is not None
    assert "Survivor" in again.page.html


async def test_a_browser_that_stands_still_is_late_and_replaced(options: RenderOptions) -> None:
    others = {process.pid for process in browsers()}
    async with BrowserPool(options=options) as pool:
        (own,) = (process for process in browsers() if process.pid not in others)
        own.suspend()
        with pytest.raises(LateError, match="no browser opened"):
            await pool.render(html_source("<p>one"), replace(options, deadline=1.0))
        assert "two" in (await pool.render(html_source("<p>two"))).page.html


async def test_a_page_that_kills_every_browser_is_an_error(
    site: Site, options: RenderOptions
) -> None:
    site.pages["/"] = Exchange.hang
    others = {process.pid for process in browsers()}

    async def kill_all() -> None:
        while True:
            for process in browsers():
                if site.requested and process.pid not in others:
                    process.kill()
            await asyncio.sleep(0.05)

    async with BrowserPool(options=options) as pool:
        killing = asyncio.create_task(kill_all())
        with pytest.raises(BrowserError, match=r"the browser died on|does not start"):
            await pool.render(site.url())
        killing.cancel()


async def test_a_page_that_crashes_every_tab_is_given_as_it_was_stored(pool: BrowserPool) -> None:
    html = """<h1>Deep</h1><script>for (let i = 0, d, e = document.body; i < 60000; i++)
      e.append(d = document.createElement('div')), e = d</script>"""
    capture = await pool.render(html_source(html, "https://a.example/"))
    assert capture.page.html == html
    assert not capture.page.rendered
    assert "the DOM could not be read: the HTML is the one served" in capture.warnings
    assert "the layout could not be read" in capture.warnings


@pytest.mark.slow
async def test_a_page_that_comes_to_rest_after_its_reading_failed_is_read_again(
    site: Site, options: RenderOptions
) -> None:
    site.pages["/"] = b"<h1>Still</h1><script>document.body.append('added')</script>"
    # Two steps that fail leave a third of the deadline; the tab is still before its page is read.
    options = replace(options, deadline=20.0, wait=1.0)
    async with async_playwright() as playwright, Proxy(options) as proxy:
        executable = find_browser(playwright.chromium.executable_path)
        process = await launch(playwright, executable, proxy.url)
        deadline = asyncio.get_running_loop().time() + options.deadline
        visit = Visit(open_source(site.url()), options, deadline, proxy)
        running = asyncio.create_task(visit.run(process.browser))
        while "settle" not in visit.steps.seconds:
            await asyncio.sleep(0.01)
        suspended = tabs(psutil.Process(process.pid))
        for tab in suspended:
            tab.suspend()
        while "response" not in visit.steps.seconds:  # the step after the first reading
            await asyncio.sleep(0.01)
        assert visit.found.dom is None
        for tab in suspended:
            tab.resume()
        capture = await running
        await process.close()
    assert "added" in capture.page.html
    assert capture.page.rendered
    assert capture.page.layout is not None


async def test_no_browser_outlives_its_pool(
    site: Site, options: RenderOptions, pool: BrowserPool
) -> None:
    site.pages["/"] = b"<p>x"
    await pool.render(site.url())  # the tests' own pool has its browser again
    others = {process.pid for process in browsers()}
    async with BrowserPool(2, options) as pool:
        await asyncio.gather(*(pool.render(site.url()) for _ in range(4)))
        assert len({process.pid for process in browsers()} - others) == 2
    assert {process.pid for process in browsers()} <= others


async def test_a_browser_without_sandbox_is_a_warning_once(
    options: RenderOptions, caplog: pytest.LogCaptureFixture
) -> None:
    _warn_once.cache_clear()
    for _ in range(2):
        async with BrowserPool(options=options):
            pass
    warnings = [record.message for record in caplog.records if "sandbox" in record.message]
    assert len(warnings) == (1 if os.geteuid() == 0 else len(set(warnings)))


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_an_interrupted_batch_leaves_no_browser(
    workers: str, site: Site, tmp_path: Path
) -> None:
    site.pages["/"] = Exchange.hang
    command = [str(Path(sys.executable).with_name("pagesight")), "render", site.url("/")]
    command += [site.url("/?2"), "--out", str(tmp_path), "--workers", workers, "--allow-private"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not site.requested:
        await asyncio.sleep(0.05)
    started = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(signal.SIGINT)
    _, err = await asyncio.to_thread(running.communicate, timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err
    _, alive = await asyncio.to_thread(psutil.wait_procs, started, 5)
    assert not alive


async def test_a_page_that_no_browser_shows_is_read_as_it_is_served(
    site: Site, options: RenderOptions
) -> None:
    others = {process.pid for process in browsers()}

    def kills_browsers(exchange: Exchange) -> None:
        if exchange.headers["User-Agent"] == "pagesight":
            exchange.answer(b"<p>Served all the same.")
        else:
            for process in browsers():
                if process.pid not in others:
                    process.kill()
            exchange.hang()

    site.pages["/"] = kills_browsers
    async with BrowserPool(options=options) as pool:
        capture = await pool.render(site.url(), replace(options, deadline=60.0))
    assert "Served all the same" in capture.page.html
    assert not capture.page.rendered
    assert "the page could not be rendered: the HTML is the one served" in capture.warnings


async def test_what_is_read_in_place_of_a_page_is_checked_as_the_page_is(
    site: Site, options: RenderOptions
) -> None:
    site.pages["/"] = b"<p>secret"
    closed = replace(options, allow_private=False)
    deadline = asyncio.get_running_loop().time() + 20.0
    served = ServedFallback(open_source(site.url()), closed, deadline, lambda: True)
    with pytest.raises(BrowserError, match="died"):
        await served.in_place_of(BrowserError("it died"), at_once=True)
    served.close()
    assert not site.requested


async def test_an_address_that_breaks_off_is_not_asked_again(
    site: Site, options: RenderOptions
) -> None:
    deadline = asyncio.get_running_loop().time() + 600.0
    served = ServedFallback(open_source(site.url()), options, deadline, lambda: True)
    with pytest.raises(NavigationError, match="broke off"):
        await served.in_place_of(NavigationError("it broke off"))
    served.close()
    assert not site.requested
