"""One capture: a page visited in a fresh browser context, step by step."""

import asyncio

from playwright.async_api import Browser, CDPSession
from playwright.async_api import Page as Tab

from pagesight.render.context import new_tab
from pagesight.render.errors import NavigationError
from pagesight.render.findings import Findings, to_capture
from pagesight.render.gate import Gate
from pagesight.render.guard import Guard
from pagesight.render.layout import read_layout
from pagesight.render.navigation import navigate
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.reading import page_height, read_dom, screenshot
from pagesight.render.settle import scroll_through, settle
from pagesight.render.sources import Source
from pagesight.render.steps import BrowserDied, Steps
from pagesight.render.traffic import Traffic

# The share of the deadline kept for the picture and the DOM, and its upper bound in seconds.
_RESERVE, _MAX_RESERVE = 0.4, 8.0
# A page that does not answer for this share of the deadline, at least so many seconds, is stuck.
_STUCK, _MIN_STUCK = 0.1, 1.0
_SCROLLING = 3.0  # seconds for the scroll and for what it sets off


class Visit:
    """The steps that gather what there is to know of a page."""

    def __init__(self, source: Source, options: RenderOptions, deadline: float) -> None:
        self._source = source
        self._options = options
        self._deadline = deadline
        loop = asyncio.get_running_loop()
        self._load_by = deadline - min(_MAX_RESERVE, _RESERVE * max(0.0, deadline - loop.time()))
        self._stuck = max(_MIN_STUCK, _STUCK * (deadline - loop.time()))
        self.steps = Steps(loop.time)
        self.found = Findings()

    async def run(self, browser: Browser) -> Capture:
        """Return the capture. Raises GuardError, NavigationError or BrowserDied."""
        try:
            await self.steps.run_strictly("open", self._open(browser), self._deadline)
        except TimeoutError:
            raise BrowserDied("the browser opens no page") from None
        try:
            await self._navigate()
            await self._settle()
            await self._unblock()
            await self._scroll()
            await self._unblock()
            await self._read()
            await self._look()
            await self._measure()
        finally:
            await self._gate.close()
            self._traffic.close()
        return self.capture()

    def capture(self) -> Capture:
        """Return what was found so far. Raises NavigationError if that is nothing."""
        return to_capture(self.found, self._source, self._options, self.steps)

    async def _open(self, browser: Browser) -> None:
        offline = self._source.archive is not None
        self._tab: Tab = await new_tab(browser, self._options, offline=offline)
        self._tab.on("crash", self.steps.mark_dead)
        self._session: CDPSession = await self._tab.context.new_cdp_session(self._tab)
        guard = Guard(allow_private=self._options.allow_private)
        self._gate = Gate(self._session, guard, self._source.archive)
        self._traffic = Traffic(self._session, self.steps.clock, self._options.max_html_bytes)
        self.found.gate, self.found.traffic = self._gate, self._traffic
        await self._gate.open()
        await self._traffic.start(self._gate.main_frame)

    async def _navigate(self) -> None:
        going = navigate(self._tab, self._source.url, self._gate, self._traffic)
        try:
            await self.steps.run_strictly("navigate", going, self._load_by)
        except TimeoutError:
            raise NavigationError(
                f"{self._source.url} sent nothing within {self.steps.seconds['navigate']:.1f} s; "
                "try again with a longer deadline"
            ) from None

    async def _settle(self) -> None:
        settling = settle(self._tab, self._traffic, self._options.quiet)
        until = min(self._load_by, self._soon(self._options.settle))
        warned = len(self.steps.warnings)
        await self.steps.run("settle", settling, until)
        if self._traffic.too_large.is_set():
            await asyncio.sleep(self._stuck)  # what came is not parsed yet
            limit = f"{self._options.max_html_bytes / 1e6:.0f} MB"
            self.steps.warnings.append(f"document larger than {limit}: the rest was not loaded")
        if len(self.steps.warnings) > warned:
            await self._stop_loading()

    async def _unblock(self) -> None:
        """End what keeps the page from being read: a script that never pauses, a navigation."""
        pulse = self._session.send("Runtime.evaluate", {"expression": "1"})
        if await self.steps.run("pulse", pulse, self._soon(self._stuck)) is not None:
            return
        self.steps.warnings.pop()
        await self._stop_loading()
        ending = self._session.send("Runtime.terminateExecution")
        await self.steps.run("unblock", ending, self._soon(self._stuck))
        self.steps.warnings.append("scripts that never pause were ended")

    async def _stop_loading(self) -> None:
        """Let go of what is still loading: while a navigation is open, Chromium answers nothing."""
        stopping = self._session.send("Page.stopLoading")
        await self.steps.run("stop", stopping, self._soon(self._stuck))

    async def _scroll(self) -> None:
        if not self._options.javascript or self._traffic.too_large.is_set():
            return
        steps, quiet = self._options.max_scrolls, self._options.quiet
        scrolling = scroll_through(self._session, self._traffic, steps, quiet)
        patience = min(_SCROLLING, self._options.settle)
        await self.steps.run("scroll", scrolling, min(self._load_by, self._soon(patience)))

    async def _read(self) -> None:
        """Read the HTML first: it is quickly had and worth most."""
        limit = self._options.max_html_bytes
        halfway = (self.steps.clock() + self._deadline) / 2
        self.found.dom = await self.steps.run("dom", read_dom(self._session, limit), halfway)
        if self.found.dom is None:  # it got stuck only now
            await self._unblock()
            reading = read_dom(self._session, limit)
            self.found.dom = await self.steps.run("dom", reading, self._deadline)
        await self.steps.run("response", self._traffic.response_html(), self._soon(self._stuck))

    async def _look(self) -> None:
        """Take the pictures, as high as the page where it is shorter than asked for."""
        measured = await self.steps.run("measure", page_height(self._session), self._deadline)
        height = max(self._options.viewport.height, measured or 0)
        top = min(height, self._options.screenshot_height)
        self.found.screenshot = await self._picture("screenshot", top)
        if self._options.full_page:
            tallest = self._options.max_full_page_height
            self.found.full_page = await self._picture("full page", min(height, tallest))
            if height > tallest:
                self.steps.warnings.append(f"full page cut at {tallest} of {height} px")

    async def _picture(self, step: str, height: int) -> bytes | None:
        taking = screenshot(self._session, self._options.viewport.width, height)
        return await self.steps.run(step, taking, self._deadline)

    async def _measure(self) -> None:
        """Read where everything lies, unless that would be far too much."""
        dom = self.found.dom
        if dom is not None and dom.full <= self._options.max_html_bytes:
            reading = read_layout(self._session)
            self.found.layout = await self.steps.run("layout", reading, self._deadline)

    def _soon(self, seconds: float) -> float:
        return min(self._deadline, self.steps.clock() + seconds)
