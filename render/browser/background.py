"""Browsers in a thread and event loop of their own, for callers with no loop or another one."""

import asyncio
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Self

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.source import Source


class BackgroundBrowsers:
    """Renders up to `browsers` pages at once, asked from any thread. Use in `with`, or close it.

    The first page starts the thread and the browsers. A caller inside a running event loop (a
    notebook, a server) may wait for a capture, or await it by `asyncio.wrap_future`.
    """

    def __init__(self, browsers: int = 1, options: RenderOptions | None = None) -> None:
        self._pool = BrowserPool(browsers, options)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="browsers", daemon=True)
        self._starting = Lock()
        self._started: asyncio.Task[BrowserPool] | None = None  # of the loop alone, as the next
        self._rendering: set[asyncio.Task[Capture]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def render(
        self, source: str | Source, options: RenderOptions | None = None
    ) -> "Future[Capture]":
        """Return what will be the capture of the source, or an error as `BrowserPool` raises it."""
        with self._starting:
            if not self._thread.is_alive():
                self._thread.start()
        return asyncio.run_coroutine_threadsafe(self._render(source, options), self._loop)

    def close(self) -> None:
        """End the browsers, whatever they are at, and the thread."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()

    async def _render(self, source: str | Source, options: RenderOptions | None) -> Capture:
        if self._started is None or (self._started.done() and self._started.exception()):
            self._started = asyncio.ensure_future(self._pool.__aenter__())
        await asyncio.shield(self._started)
        rendering = asyncio.ensure_future(self._pool.render(source, options))
        self._rendering.add(rendering)
        rendering.add_done_callback(self._rendering.discard)
        return await rendering

    async def _end(self) -> None:
        for task in self._rendering:
            task.cancel()
        await asyncio.gather(*self._rendering, return_exceptions=True)
        if self._started is not None:
            await asyncio.wait({self._started})
            await self._pool.__aexit__(None, None, None)
