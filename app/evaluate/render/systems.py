"""The systems that render pages: ours, and what else a program would do with Chromium.

Each gives the DOM and a picture of the top 1280x1920 CSS px in a window of 1280x960, and takes one
page at a time.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.async_api import FloatRect, ViewportSize, async_playwright

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.processes import end_with_parent, start_child
from pagesight.app.sources import read_list
from pagesight.datasets.load import load
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import environment, find_browser
from pagesight.render.errors import MissingPackage, RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions
from pagesight.render.sources.body import decode_html

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright


_WINDOW: ViewportSize = {"width": 1280, "height": 960}
_PICTURE: FloatRect = {"x": 0, "y": 0, "width": 1280, "height": 1920}
_HTML = (".html", ".htm", ".xhtml")
_LIST = ".txt"


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
            _, stderr = await shot.communicate()
            if shot.returncode:
                lines = stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
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


@dataclass(frozen=True, slots=True)
class ServedPage:
    """A page at an address that answers, and its HTML as it is sent; "" if nothing is."""

    id: str
    url: str
    html: str


@contextmanager
def pages_to_render(options: EvaluateOptions) -> Iterator[list[ServedPage]]:
    """Yield the pages of the inputs at addresses that answer until the block ends.

    A folder is the root of a site and gives its HTML files, a corpus its pages' HTML without what
    they load; both are served on loopback. A `.txt` names addresses, one a line. Raises
    EvaluationError for inputs without pages, and for addresses beside pages served here.
    """
    lists = [path for path in options.corpora if path.suffix == _LIST]
    if lists:
        if len(lists) < len(options.corpora):
            raise EvaluationError("lists of addresses are measured by themselves: leave out others")
        yield [_fetched(url) for path in lists for url in read_list(path)]
        return
    with ExitStack() as serving:
        pages = [
            page
            for path in options.corpora
            for page in serving.enter_context(_served(path, options.split))
        ]
        if not pages:
            names = ", ".join(map(str, options.corpora))
            raise EvaluationError(f"no pages in {names}: wanted {', '.join(_HTML)} or a corpus")
        yield pages


def allows_private(options: EvaluateOptions) -> bool:
    """Return whether the pages are served by this machine."""
    return all(path.suffix != _LIST for path in options.corpora)


def _fetched(url: str) -> ServedPage:
    """Return the page at an address as its server sends it, without HTML where it sends none."""
    try:
        answer = fetch(url, RenderOptions())
    except RenderError:  # the systems will say so too
        return ServedPage(url, url, "")
    return ServedPage(url, url, decode_html(answer.body, answer.content_type))


@contextmanager
def _served(path: Path, split: str) -> Iterator[list[ServedPage]]:
    if path.is_dir():
        with _server(path) as address:
            yield [
                ServedPage(f"{path.name}/{name}", f"{address}/{quote(name)}", html)
                for name, html in _files(path)
            ]
        return
    with TemporaryDirectory() as folder, _server(Path(folder)) as address:
        pages = []
        for number, page in enumerate(load(path)):
            if split in ("", page.split):
                file = Path(folder, f"{number}.html")
                file.write_text(page.page.html, "utf-8-sig", "replace")  # its mark rules over meta
                pages.append(ServedPage(page.id, f"{address}/{file.name}", page.page.html))
        yield pages


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the HTML of each page in a folder, in the order of names."""
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in _HTML and file.is_file():
            yield file.relative_to(folder).as_posix(), decode_html(file.read_bytes())


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """Serve a folder from another process, so that it slows no system; yield its address."""
    server, ours = start_child(_serve, folder)
    try:
        yield f"http://127.0.0.1:{ours.recv()}"
    finally:
        server.kill()
        server.join()


def _serve(folder: Path, connection: Connection) -> None:
    end_with_parent()
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_QuietFileHandler, directory=str(folder))
    )
    connection.send(server.server_port)
    server.serve_forever()


class _QuietFileHandler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal shows progress."""
