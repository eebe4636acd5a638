"""A browser to look at our own pages with, and a visitor of the demo."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from pagesight.render.browser.process import environment, find_browser

WAIT = 300_000  # ms: the first page loads the models; a new user on a busy machine has no caches


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that Pagesight finds, driven by the test itself."""
    with sync_playwright() as playwright:
        own = playwright.chromium
        executable = find_browser(own.executable_path)
        with own.launch(executable_path=executable, env=environment()) as browser:
            yield browser


@dataclass(frozen=True)
class Served:
    """The demo's address, and the folder that Gradio keeps files in."""

    address: str
    files: Path


@dataclass(frozen=True)
class Visit:
    """A visitor's tab."""

    page: Page
    served: Served

    def open(self, query: str = "") -> Page:
        """Open the demo, and wait until it shows a result or says why not."""
        self.page.goto(self.served.address + query)
        self.page.wait_for_selector(".ps-result[data-started], .ps-failure", timeout=WAIT)
        return self.page

    def upload(self, name: str, body: bytes | str) -> Page:
        """Give the demo a file, and wait for what it makes of it."""
        page = self.page
        page.evaluate("document.querySelector('.ps-result')?.setAttribute('data-old', '')")
        page.get_by_role("button", name="Upload a file").click()
        content = body.encode() if isinstance(body, str) else body
        payload: FilePayload = {"name": name, "mimeType": "text/html", "buffer": content}
        page.set_input_files("#options input[type=file]", files=[payload])
        page.wait_for_selector(
            ".ps-result[data-started]:not([data-old]), .ps-failure", timeout=WAIT
        )
        return page

    def ask(self, typed: str) -> Page:
        """Type an address, send it, and wait for the answer."""
        page = self.page
        page.evaluate("document.querySelector('.ps-result')?.setAttribute('data-old', '')")
        page.fill("#address input, #address textarea", typed)
        page.get_by_role("button", name="Look and read").click()
        page.wait_for_selector(
            ".ps-result[data-started]:not([data-old]), .ps-failure", timeout=WAIT
        )
        return page
