"""The systems that render pages: ours, and what else a program would do with Chromium.

Each gives the DOM and a picture of the top 1280x1920 CSS px in a window of 1280x960, and takes one
page at a time.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playwright.async_api import FloatRect, ViewportSize, async_playwright

from pagesight.app.errors import EvaluationError
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import environment, find_browser
from pagesight.render.errors import MissingPackage
from pagesight.render.options import RenderOptions

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

_WINDOW: ViewportSize = {"width": 1280, "height": 960}
_PICTURE: FloatRect = {"x": 0, "y": 0, "width": 1280, "height": 1920}


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a system gives of a page; HTML is None of one that takes pictures alone."""

    html: str | None
    picture: bytes


Render = Callable[[str], Awaitable[Rendering]]


@asynccontextmanager
async def _pagesight(allow_private: bool) -> AsyncIterator[Render]:
    """Our renderer: a browser kept, a context a page."""
    async with BrowserPool(1, RenderOptions(allow_private=allow_private)) as pool:

        async def render(url: str) -> Rendering:
            page = (await pool.render(url)).page
            return Rendering(page.html, page.screenshot or b"")

        yield render


@asynccontextmanager
async def _playwright(_: bool) -> AsyncIterator[Render]:
    """The first example of Playwright's manual: a browser is started for each page."""
    async with async_playwright() as playwright:

        async def render(url: str) -> Rendering:
            browser = await _started(playwright)
            try:
                return await _visited(browser, url)
            finally:
                await browser.close()

        yield render


@asynccontextmanager
async def _playwright_kept(_: bool) -> AsyncIterator[Render]:
    """Playwright with one browser, a context a page."""
    async with async_playwright() as playwright:
        browser = await _started(playwright)
        yield lambda url: _visited(browser, url)
        await browser.close()


async def _started(playwright: "Playwright") -> "Browser":
    executable = find_browser(playwright.chromium.executable_path)
    return await playwright.chromium.launch(executable_path=executable, env={**environment()})


async def _visited(browser: "Browser", url: str) -> Rendering:
    context = await browser.new_context(viewport=_WINDOW)
    try:
        tab = await context.new_page()
        await tab.goto(url)
        picture = await tab.screenshot(full_page=True, clip=_PICTURE)
        return Rendering(await tab.content(), picture)
    finally:
        await context.close()


@asynccontextmanager
async def _shot_scraper(_: bool) -> AsyncIterator[Render]:
    """The command shot-scraper, once a page: pictures alone, by the browser that it finds."""
    command = shutil.which("shot-scraper")
    if command is None:
        raise MissingPackage(
            "shot-scraper is not on PATH; pip install shot-scraper && shot-scraper install"
        )
    with TemporaryDirectory() as folder:
        file = Path(folder, "page.png")
        size = ("--width", "1280", "--height", "1920")

        async def render(url: str) -> Rendering:
            file.unlink(missing_ok=True)
            shot = await asyncio.create_subprocess_exec(
                command, "shot", url, "--output", str(file), *size,
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            _, said = await shot.communicate()
            if shot.returncode:
                lines = said.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
                raise EvaluationError(f"shot-scraper: {lines[-1]}")
            return Rendering(None, file.read_bytes())

        yield render


# Whether private addresses may be fetched is asked of ours alone: the others fetch everything.
RENDERERS: Mapping[str, Callable[[bool], AbstractAsyncContextManager[Render]]] = {
    "pagesight": _pagesight,
    "playwright": _playwright,
    "playwright-kept": _playwright_kept,
    "shot-scraper": _shot_scraper,
}
