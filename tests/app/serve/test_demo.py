"""The demo, driven by a real browser, offline."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from socket import socket

import pytest
from loopback import Site
from playwright.sync_api import Page, sync_playwright

from pagesight.render.browser.process import environment, find_browser

WAIT = 300_000  # ms: the first page loads the models; a new user on a busy machine has no caches


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The demo, served by the command in a process of its own."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = Path(sys.executable).with_name("pagesight")
    with subprocess.Popen(
        [command, "demo", "--port", str(port)], stderr=subprocess.DEVNULL
    ) as served:
        _wait_for(port, served)
        yield f"http://127.0.0.1:{port}/"
        served.terminate()


def _wait_for(port: int, served: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + WAIT / 1000
    while time.monotonic() < ends:
        assert served.poll() is None, "the demo ended of itself"
        with socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError("the demo does not answer")


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        browser = chromium.launch(
            executable_path=find_browser(chromium.executable_path), env=environment()
        )
        opened = browser.new_page(viewport={"width": 1280, "height": 1000})
        opened.goto(address)
        yield opened
        browser.close()


@pytest.mark.browser
def test_a_sample_is_looked_at_and_read(page: Page) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.click("#sample-News")
    page.wait_for_selector(".ps-extractor b", timeout=WAIT)
    assert "listview" in page.inner_text(".ps-extractor")
    assert "listing" in page.inner_text("#genre")
    assert "Harbour toll to rise in June" in page.inner_text("#markdown")
    page.get_by_role("tab", name="Records").click()
    page.locator("#records").get_by_text("Seven walks for low tide", exact=True).first.wait_for()
    page.get_by_role("tab", name="Why this genre").click()
    page.locator("#why img").wait_for()
    assert not [url for url in fetched if "127.0.0.1" not in url and url.startswith("http")]


@pytest.mark.browser
@pytest.mark.parametrize("typed", ["/etc/passwd", "file:///etc/passwd"])
def test_files_are_refused(page: Page, typed: str) -> None:
    assert "not an http or https address" in _error_for(page, typed)


@pytest.mark.browser
def test_private_addresses_are_refused_and_not_asked(page: Page) -> None:
    site = Site()
    site.start()
    assert "not on the public internet" in _error_for(page, site.url("/"))
    site.stop()
    assert site.requested == []


def _error_for(page: Page, typed: str) -> str:
    """Return what the demo says to an address that it shows nothing of."""
    page.fill("#address input, #address textarea", typed)
    page.get_by_role("button", name="Look and read").click()
    page.wait_for_selector(".toast-body.error", timeout=WAIT)
    assert page.query_selector(".ps-extractor") is None
    return page.inner_text(".toast-body.error")
