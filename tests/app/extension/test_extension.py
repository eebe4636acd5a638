"""The extension in a real browser, with the real service."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from loopback import Site
from playwright.sync_api import BrowserContext, Page, Worker, sync_playwright
from service import Served

from pagesight.render.browser.process import environment, find_browser

pytestmark = pytest.mark.browser
STORY = "<h1>Harbour news</h1><nav><a href='/'>Home</a> <a href='/a'>Boats</a></nav>" + "".join(
    f"<p>The {name} ferry sails at nine in the <b>morning</b>, and again when the tide is in.</p>"
    for name in ("red", "green", "white", "blue")
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `pagesight serve`."""
    with Served(tmp_path_factory.mktemp("service")) as served:
        yield served.url


@pytest.fixture
def context(tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with the extension."""
    folder = Path(str(files("pagesight.app"))) / "extension"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch_persistent_context(
            tmp_path,
            executable_path=find_browser(playwright.chromium.executable_path),
            env=environment(),
            headless=False,
            args=[
                "--headless=new",
                f"--disable-extensions-except={folder}",
                f"--load-extension={folder}",
            ],
        )
        yield opened
        opened.close()


@pytest.fixture
def worker(context: BrowserContext) -> Worker:
    """The extension's own script."""
    running = context.service_workers
    return running[0] if running else context.wait_for_event("serviceworker")


@pytest.fixture
def page(context: BrowserContext, site: Site) -> Page:
    site.pages["/"] = STORY.encode()
    opened = context.new_page()
    opened.goto(site.url("/"))
    opened.bring_to_front()
    return opened


def click(worker: Worker) -> dict[str, Any]:
    """Do what a click on the icon does; return the badge."""
    badge: dict[str, Any] = worker.evaluate(
        """async () => {
          const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
          await look(tab);
          const of = { tabId: tab.id };
          const text = await chrome.action.getBadgeText(of);
          return { text, title: await chrome.action.getTitle(of) };
        }"""
    )
    return badge


MARKED = (
    """name => [...(CSS.highlights.get(name) ?? [])].map(range => range.toString()).join("|")"""
)


def test_content_and_boilerplate_are_marked_in_place(
    page: Page, worker: Worker, service: str
) -> None:
    before = page.content()
    worker.evaluate("server => chrome.storage.local.set({ server })", service)
    badge = click(worker)
    kept = page.evaluate(MARKED, "pagesight-kept")
    assert "The green ferry sails at nine in the|morning|, and again" in kept
    assert "Boats" in page.evaluate(MARKED, "pagesight-dropped")
    assert "Boats" not in kept
    assert badge["text"] in ("text", "list", "shop", "item", "docs", "chat", "site", "page")
    assert "blocks kept" in badge["title"]
    click(worker)
    assert page.evaluate(MARKED, "pagesight-kept") == ""
    assert page.content() == before


def test_a_service_that_is_not_there_is_named_in_the_badge(page: Page, worker: Worker) -> None:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{free.getsockname()[1]}"
    worker.evaluate("server => chrome.storage.local.set({ server })", server)
    badge = click(worker)
    assert badge["text"] == "!"
    assert "start it with: pagesight serve" in badge["title"]
    assert page.locator("pagesight-legend").count() == 0


def test_the_options_keep_where_the_service_is(context: BrowserContext, worker: Worker) -> None:
    options = context.new_page()
    options.goto(worker.url.replace("background.js", "options.html"))
    options.fill("[name=server]", "http://127.0.0.1:9000/")
    options.fill("[name=key]", "a key")
    options.click("button")
    options.get_by_text("Saved.").wait_for()
    kept = worker.evaluate("settings()")
    assert kept == {"server": "http://127.0.0.1:9000", "key": "a key"}
