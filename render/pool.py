"""A pool of browsers, each rendering one page at a time in a context of its own."""

import asyncio
import logging
from contextlib import suppress
from types import TracebackType
from typing import Self

from playwright.async_api import BrowserContext, Playwright, ProxySettings, async_playwright
from playwright.async_api import Error as PlaywrightError

from pagesight.render.browser import BrowserProcess, find_browser, launch
from pagesight.render.errors import BrowserError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources import Source, open_source
from pagesight.render.steps import BrowserDied
from pagesight.render.visit import Visit

logger = logging.getLogger(__name__)

_ATTEMPTS = 2
_CLOSING_SECONDS = 2.0  # a context that takes longer to close is stuck: kill its browser
# Nothing listens there: what slips past the archive reaches nobody.
_NOWHERE = ProxySettings(server="http://127.0.0.1:9")


class BrowserPool:
    """Renders up to `browsers` pages at once. Use as `async with BrowserPool(2) as pool`."""

    def __init__(self, browsers: int = 1, options: RenderOptions | None = None) -> None:
        self.options = options or RenderOptions()
        self._browsers = browsers
        self._idle: asyncio.Queue[BrowserProcess | None] = asyncio.Queue()
        self._starting = async_playwright()
        self._closing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._playwright: Playwright = await self._starting.start()
        try:
            own = self._playwright.chromium.executable_path
            self._executable = find_browser(own, self.options.executable)
            self._idle.put_nowait(await launch(self._playwright, self._executable))
        except BrowserError:
            await self._playwright.stop()
            raise
        for _ in range(self._browsers - 1):
            self._idle.put_nowait(None)  # started when first needed
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.gather(*self._closing)
        while not self._idle.empty():
            process = self._idle.get_nowait()
            if process is not None:
                await process.close()
        await self._playwright.stop()

    async def render(self, source: str | Source) -> Capture:
        """Return the capture of `source`, at the deadline at the latest.

        The deadline counts from when a browser is free. Raises SourceError, GuardError,
        NavigationError, or BrowserError if the browser died on two attempts.
        """
        opened = open_source(source) if isinstance(source, str) else source
        process = await self._idle.get()
        try:
            deadline = asyncio.get_running_loop().time() + self.options.deadline
            for _ in range(_ATTEMPTS):
                process = await self._ready(process)
                try:
                    return await self._visit(process, Visit(opened, self.options, deadline))
                except BrowserDied as error:
                    logger.warning("the browser died on %s: %s", opened.name, error)
                    await process.close()
                    process = None
            raise BrowserError(f"the browser died {_ATTEMPTS} times on {opened.name}; leave it out")
        finally:
            self._idle.put_nowait(process)

    async def _ready(self, process: BrowserProcess | None) -> BrowserProcess:
        """Return `process`, or a fresh one if it is dead or worn."""
        if process is not None and process.usable(self.options.captures_per_browser):
            return process
        if process is not None:
            await process.close()
        return await launch(self._playwright, self._executable)

    async def _visit(self, process: BrowserProcess, visit: Visit) -> Capture:
        process.captures += 1
        process.browser.on("disconnected", visit.steps.mark_dead)
        try:
            context = await self._context(process, offline=visit.offline)
            return await visit.run(context)
        except PlaywrightError as error:
            raise BrowserDied(error.message) from error
        finally:
            process.browser.remove_listener("disconnected", visit.steps.mark_dead)
            await self._close(process)

    async def _context(self, process: BrowserProcess, *, offline: bool) -> BrowserContext:
        viewport = self.options.viewport
        return await process.browser.new_context(
            viewport={"width": viewport.width, "height": viewport.height},
            device_scale_factor=viewport.scale,
            java_script_enabled=self.options.javascript,
            service_workers="block",
            accept_downloads=False,
            proxy=_NOWHERE if offline else None,
        )

    async def _close(self, process: BrowserProcess) -> None:
        """Close every context of the browser; kill the browser if that hangs."""
        closing = asyncio.gather(*(context.close() for context in process.browser.contexts))
        with suppress(PlaywrightError):
            try:
                await asyncio.wait_for(closing, _CLOSING_SECONDS)
            except TimeoutError:
                process.kill()
