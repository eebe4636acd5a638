"""Browsers in a thread and event loop of their own, for callers with no loop or another one."""

import asyncio
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Self

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import BrowserError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.source import Source


@dataclass(frozen=True, slots=True)
class Rendering:
    """A page that is rendered: `capture` can be cancelled, and `free` ends when its browser is."""

    capture: "Future[Capture]" = field(default_factory=Future)
    free: "Future[None]" = field(default_factory=Future)


class BackgroundBrowsers:
    """Renders up to `browsers` pages at once, asked from any thread. Use in `with`, or close it.

    The first page starts the thread and the browsers. A caller inside a running event loop (a
    notebook, a server) may wait for a capture, or await it by `asyncio.wrap_future`. The browsers
    give way to this process by `niceness`.
    """

    def __init__(
        self, browsers: int = 1, options: RenderOptions | None = None, *, niceness: int = 0
    ) -> None:
        self._pool = BrowserPool(browsers, options, niceness=niceness)
        self._starting = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None  # runs in the thread, once there is one
        self._thread: Thread | None = None
        self._started: asyncio.Task[BrowserPool] | None = None  # of the loop alone, as the next
        self._rendering: set[asyncio.Task[Capture]] = set()
        self._closing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the browsers now. Raises BrowserError if there is none."""
        asyncio.run_coroutine_threadsafe(self._start(), self._running_loop()).result()

    def render(
        self, source: str | Source, options: RenderOptions | None = None
    ) -> "Future[Capture]":
        """Return what will be the capture of the source, or an error as `BrowserPool` raises it."""
        return self.begin(source, options).capture

    def begin(self, source: str | Source, options: RenderOptions | None = None) -> Rendering:
        """Return what will be the capture, and the end of all that it needs a browser for."""
        rendering = Rendering()
        work = self._render(source, options, rendering.capture)
        ended = asyncio.run_coroutine_threadsafe(work, self._running_loop())
        ended.add_done_callback(lambda _: rendering.free.set_result(None))
        return rendering

    def close(self) -> None:
        """End the browsers, whatever they are at, and the thread."""
        if self._loop is None or self._thread is None:
            return
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._loop = self._thread = None

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self._starting:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(target=self._loop.run_forever, name="browsers", daemon=True)
                self._thread.start()
            return self._loop

    async def _start(self) -> None:
        if self._started is None or (self._started.done() and self._started.exception()):
            self._started = asyncio.ensure_future(self._pool.__aenter__())
        await asyncio.shield(self._started)

    async def _render(
        self, source: str | Source, options: RenderOptions | None, capture: "Future[Capture]"
    ) -> None:
        """Fill in the capture, and return once its browser is ready for another page."""
        loop = asyncio.get_running_loop()
        task = asyncio.ensure_future(self._captured(source, options))
        self._rendering.add(task)
        task.add_done_callback(self._rendering.discard)
        task.add_done_callback(lambda _: _fill(capture, task))
        capture.add_done_callback(lambda _: loop.call_soon_threadsafe(task.cancel))
        await asyncio.wait({task})
        await self._pool.released(task)

    async def _captured(self, source: str | Source, options: RenderOptions | None) -> Capture:
        try:
            await self._start()
            return await self._pool.render(source, options)
        except asyncio.CancelledError:
            if self._closing:  # whoever waits is told, rather than cancelled as well
                raise BrowserError("the browser was closed before the page was rendered") from None
            raise

    async def _end(self) -> None:
        self._closing = True
        for task in self._rendering:
            task.cancel()
        await asyncio.gather(*self._rendering, return_exceptions=True)
        if self._started is not None:
            await asyncio.wait({self._started})
            await self._pool.__aexit__(None, None, None)


def _fill(capture: "Future[Capture]", task: asyncio.Task[Capture]) -> None:
    """Hand on what became of the task, unless nobody waits for it any more."""
    if task.cancelled():
        capture.cancel()
    if not capture.set_running_or_notify_cancel():
        return
    if error := task.exception():
        capture.set_exception(error)
    else:
        capture.set_result(task.result())
