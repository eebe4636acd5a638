"""A pool of browsers, each rendering one page at a time in a context of its own.

`BackgroundBrowsers` keeps one in a thread and event loop of its own, for callers with no loop or
another one.
"""

import asyncio
import logging
from concurrent.futures import Future
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from threading import Lock, Thread
from typing import Self

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from pagesight.render.browser.as_served import ServedFallback
from pagesight.render.browser.partial_capture import PartialCapture
from pagesight.render.browser.process import BrowserProcess, deep_stacks, find_browser, launch
from pagesight.render.browser.recovery import BrowserDied, BrowserStalled
from pagesight.render.browser.visit import Visit
from pagesight.render.errors import BrowserError, LateError, NavigationError
from pagesight.render.net.guard import Resolve, resolve_host
from pagesight.render.net.proxy import Proxy
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.source import Source, open_source

logger = logging.getLogger(__name__)

_ATTEMPTS = 2  # of starting a browser: the first may have met a full machine
# What may be fetched is the pool's, whatever the options of a page say.
_OF_POOL = ("allow_private", "allow", "ports", "proxy", "limits")
_CLEARING_SECONDS = 2.0  # a context that takes longer to close is stuck


class BrowserPool:
    """Renders up to `browsers` pages at once. Use as `async with BrowserPool(2) as pool`.

    A browser renders one page at a time: Chromium takes one screenshot at a time anyway, and a
    browser that has to be killed then takes no other page with it. All of them reach the net by
    one proxy, and by that alone. They are `niceness` steps nicer than this process.
    """

    def __init__(
        self,
        browsers: int = 1,
        options: RenderOptions | None = None,
        resolve: Resolve = resolve_host,
        *,
        niceness: int = 0,
    ) -> None:
        self.options = options or RenderOptions()
        self._browsers = browsers
        self._niceness = niceness
        self._proxy = Proxy(self.options, resolve)
        self._open = AsyncExitStack()
        self._idle: asyncio.Queue[BrowserProcess | None] = asyncio.Queue()
        self._releasing: dict[asyncio.Task[object] | None, asyncio.Task[None]] = {}
        self._closing = False

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opening:
            await opening.enter_async_context(self._proxy)
            with deep_stacks():  # the browsers have those of Playwright's driver
                self._playwright = await opening.enter_async_context(async_playwright())
            own = self._playwright.chromium.executable_path
            self._executable = find_browser(own, self.options.executable)
            self._idle.put_nowait(await self._launch())
            self._open = opening.pop_all()
        for _ in range(self._browsers - 1):
            self._idle.put_nowait(None)  # started when first needed
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing = True
        await asyncio.gather(*self._releasing.values())
        while not self._idle.empty():
            process = self._idle.get_nowait()
            if process is not None:
                await process.close()
        await self._open.aclose()

    async def render(self, source: str | Source, options: RenderOptions | None = None) -> Capture:
        """Return the capture of `source`, at the deadline at the latest, with what is ready then.

        Where no browser shows anything of it, that is the HTML as it is served, with a warning.
        The deadline counts from when a browser is free and running. `options` are of this page
        alone; what may be fetched is the same for all pages of a pool. Raises SourceError,
        GuardError, NavigationError, LateError, or BrowserError if the browser died on two attempts.
        """
        options = options or self.options
        opened = open_source(source, options.url) if isinstance(source, str) else source
        turn = _Turn(asyncio.ensure_future(self._ready(await self._idle.get())))
        try:
            await asyncio.wait({turn.ready})
            deadline = asyncio.get_running_loop().time() + options.deadline
            guarded = replace(options, **{name: getattr(self.options, name) for name in _OF_POOL})
            served = ServedFallback(opened, guarded, deadline, turn.shows_nothing)
            try:
                return await self._render(opened, options, deadline, turn)
            except BrowserDied:
                died = BrowserError(f"the browser died on {opened.name}, and no other did better")
                return await served.in_place_of(died, at_once=True)
            except (LateError, NavigationError) as error:
                return await served.in_place_of(error)
            finally:
                served.close()
        finally:
            task = asyncio.current_task()
            self._releasing[task] = release = asyncio.ensure_future(self._release(turn.ready))
            release.add_done_callback(lambda _: self._releasing.pop(task))

    async def _render(
        self, opened: Source, options: RenderOptions, deadline: float, turn: "_Turn"
    ) -> Capture:
        """Return the capture, made by another browser if one dies.

        Raises as `render` does, and BrowserDied where nothing of the page is left of it.
        """
        clock = asyncio.get_running_loop().time
        death = BrowserDied()
        for _ in range(_ATTEMPTS):
            await asyncio.wait({turn.ready}, timeout=max(0.0, deadline - clock()))
            if not turn.ready.done():
                break
            visit = Visit(opened, options, deadline, self._proxy)
            turn.found = visit.found
            try:
                return await _visit(turn.ready.result(), visit)
            except BrowserDied as error:
                death = error
                logger.warning("the browser died on %s: %s", opened.name, death)
                turn.ready.result().kill()
                turn.ready = asyncio.ensure_future(self._ready(turn.ready.result()))
        if isinstance(death, BrowserStalled):
            raise LateError(f"no browser opened {opened.name} in time; try again later")
        if turn.found.nothing:
            raise death
        return visit.capture()

    async def released(self, task: asyncio.Task[Capture]) -> None:
        """Return once the browser that the task rendered with is ready for another page."""
        if release := self._releasing.get(task):
            await asyncio.wait({release})

    async def _ready(self, process: BrowserProcess | None) -> BrowserProcess:
        """Return `process`, or a fresh one if it is dead or worn."""
        if process is not None:
            if process.usable(self.options.captures_per_browser):
                return process
            await process.close()
        return await self._launch()

    async def _launch(self) -> BrowserProcess:
        process = await launch(self._playwright, self._executable, self._proxy.url)
        if self._niceness:
            await process.give_way(self._niceness)
        return process

    async def _release(self, ready: "asyncio.Future[BrowserProcess]") -> None:
        """Give the browser back to the pool, clean or afresh, after the answer was given."""
        process = None
        try:
            process = await ready
            await process.clear(_CLEARING_SECONDS)
            if not self._closing:
                process = await self._ready(process)
        except BrowserError:  # it does not start; the next page tries again
            process = None
        self._idle.put_nowait(process)


@dataclass(slots=True)
class _Turn:
    """A browser, or another one in its place, and what it has found of a page so far."""

    ready: "asyncio.Future[BrowserProcess]"
    found: PartialCapture = field(default_factory=PartialCapture)

    def shows_nothing(self) -> bool:
        """Return whether the browser has opened a tab, and shows nothing in it."""
        return self.found.log is not None and self.found.nothing


async def _visit(process: BrowserProcess, visit: Visit) -> Capture:
    process.captures += 1
    process.browser.on("disconnected", visit.steps.mark_dead)
    try:
        return await visit.run(process.browser)
    except PlaywrightError as error:
        raise BrowserDied(error.message) from error
    finally:
        process.browser.remove_listener("disconnected", visit.steps.mark_dead)


@dataclass(frozen=True, slots=True)
class PendingCapture:
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

    def begin(self, source: str | Source, options: RenderOptions | None = None) -> PendingCapture:
        """Return what will be the capture, and the end of all that it needs a browser for."""
        rendering = PendingCapture()
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
