"""The browsers of the service, in an event loop and thread of their own."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.source import Source

Made = TypeVar("Made")


class Browsers:
    """Renders pages, up to so many at once; the first one starts the browsers.

    What is done with a page between a browser's answers keeps no other request waiting.
    """

    def __init__(self, count: int, options: RenderOptions) -> None:
        self._count, self._options = count, options
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="browsers", daemon=True)
        self._thread.start()
        self._pool: BrowserPool | None = None
        self._starting = asyncio.Lock()

    def render(self, source: Source, options: RenderOptions) -> Future[Capture]:
        """Return what will be the capture of the source, or a RenderError, as BrowserPool says."""
        return self._in_loop(self._render(source, options))

    async def close(self) -> None:
        """End the browsers, if any were started, and the thread."""
        await asyncio.wrap_future(self._in_loop(self._end()))
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()

    def _in_loop(self, work: Coroutine[None, None, Made]) -> Future[Made]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _render(self, source: Source, options: RenderOptions) -> Capture:
        async with self._starting:
            if self._pool is None:
                self._pool = await BrowserPool(self._count, self._options).__aenter__()
        return await self._pool.render(source, options)

    async def _end(self) -> None:
        if self._pool is not None:
            await self._pool.__aexit__(None, None, None)
