"""One capture: a page visited in a fresh browser context, step by step."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

from playwright.async_api import BrowserContext, CDPSession
from playwright.async_api import Page as Tab

from pagesight.render.errors import NavigationError
from pagesight.render.gate import Gate
from pagesight.render.guard import Guard
from pagesight.render.layout import read_layout
from pagesight.render.navigation import navigate
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, Layout, Page
from pagesight.render.reading import Dom, page_height, read_dom, screenshot
from pagesight.render.settle import scroll_through, settle
from pagesight.render.sources import Source
from pagesight.render.steps import Steps
from pagesight.render.traffic import Traffic

# The share of the deadline kept for the picture and the DOM, and its upper bound in seconds.
_RESERVE, _MAX_RESERVE = 0.4, 8.0
_PULSE = 1.0  # a page whose scripts run longer than this without a pause is stuck


class Visit:
    """What has been gathered of a page so far, and the steps that gather it."""

    def __init__(self, source: Source, options: RenderOptions, deadline: float) -> None:
        self._source = source
        self._options = options
        self._deadline = deadline
        loop = asyncio.get_running_loop()
        self._load_by = deadline - min(_MAX_RESERVE, _RESERVE * max(0.0, deadline - loop.time()))
        self._started = datetime.now(UTC)
        self.steps = Steps(loop.time)
        self._dom: Dom | None = None
        self._layout: Layout | None = None
        self._screenshot: bytes | None = None
        self._full_page: bytes | None = None
        self._response_html = ""

    @property
    def offline(self) -> bool:
        """Whether an archive answers for the net."""
        return self._source.archive is not None

    async def run(self, context: BrowserContext) -> Capture:
        """Return the capture. Raises GuardError, NavigationError or BrowserDied."""
        await self._open(context)
        try:
            await self._navigate()
            await self._settle()
            await self._unblock()
            await self._scroll()
            await self._look()
            await self._read()
            return self._capture()
        finally:
            await self._gate.close()

    async def _open(self, context: BrowserContext) -> None:
        self._tab: Tab = await context.new_page()
        self._tab.on("crash", self.steps.mark_dead)
        self._session: CDPSession = await context.new_cdp_session(self._tab)
        guard = Guard(allow_private=self._options.allow_private)
        self._gate = Gate(self._session, guard, self._source.archive)
        self._traffic = Traffic(self._session, self.steps.clock, self._options.max_html_bytes)
        await self._gate.open()
        await self._traffic.start(self._gate.main_frame)

    async def _navigate(self) -> None:
        url = self._source.url
        going = navigate(self._tab, url, self._gate, self._traffic)
        try:
            await self.steps.run_strictly("navigate", going, self._load_by)
        except TimeoutError:
            raise NavigationError(
                f"{url} sent nothing within {self.steps.seconds['navigate']:.1f} s; "
                "try again with a longer deadline"
            ) from None

    async def _settle(self) -> None:
        settling = settle(self._tab, self._traffic, self._options.quiet)
        until = min(self._load_by, self.steps.clock() + self._options.settle)
        await self.steps.run("settle", settling, until)
        if self._traffic.too_large.is_set():
            await self.steps.run("stop", self._session.send("Page.stopLoading"), self._load_by)
            limit = f"{self._options.max_html_bytes / 1e6:.0f} MB"
            self.steps.warnings.append(f"document larger than {limit}: the rest was not loaded")

    async def _unblock(self) -> None:
        """End scripts that never pause, since nothing could be read while they run."""
        pulse = self._session.send("Runtime.evaluate", {"expression": "1"})
        if await self.steps.run("pulse", pulse, self._soon(_PULSE)) is not None:
            return
        self.steps.warnings[-1] = "scripts that never pause were ended"
        ending = self._session.send("Runtime.terminateExecution")
        await self.steps.run("unblock", ending, self._soon(_PULSE))

    async def _scroll(self) -> None:
        if not self._options.javascript or self._traffic.too_large.is_set():
            return
        scrolling = scroll_through(
            self._session, self._traffic, self._options.max_scrolls, self._options.quiet
        )
        await self.steps.run("scroll", scrolling, min(self._load_by, self._soon(3.0)))

    async def _look(self) -> None:
        """Take the pictures. Half of the time left is kept for the DOM."""
        until = (self.steps.clock() + self._deadline) / 2
        measured = await self.steps.run("measure", page_height(self._session), until)
        width, top = self._options.viewport.width, self._options.screenshot_height
        height = max(self._options.viewport.height, measured or 0)
        taking = screenshot(self._session, width, min(top, height))
        self._screenshot = await self.steps.run("screenshot", taking, until)
        if self._options.full_page:
            tallest = self._options.max_full_page_height
            taking = screenshot(self._session, width, min(tallest, height))
            self._full_page = await self.steps.run("full page", taking, until)
            if height > tallest:
                self.steps.warnings.append(f"full page cut at {tallest} of {height} px")

    async def _read(self) -> None:
        reading = read_dom(self._session, self._options.max_html_bytes)
        self._dom = await self.steps.run("dom", reading, self._deadline)
        body = await self.steps.run("response", self._traffic.response_html(), self._soon(2.0))
        self._response_html = (body or "")[: self._options.max_html_bytes]
        if self._dom is not None and self._dom.full <= self._options.max_html_bytes:
            self._layout = await self.steps.run(
                "layout", read_layout(self._session), self._deadline
            )

    def _soon(self, seconds: float) -> float:
        return min(self._deadline, self.steps.clock() + seconds)

    def _capture(self) -> Capture:
        """Return what was gathered. Raises NavigationError if that is neither picture nor HTML."""
        html = self._dom.html if self._dom else self._response_html
        if not html and self._screenshot is None:
            raise NavigationError(f"{self._source.name} could not be read within the deadline")
        return Capture(
            page=Page(
                url=self._dom.url if self._dom else self._source.url,
                html=html,
                screenshot=self._screenshot,
                layout=self._layout,
                rendered=self._dom is not None,
            ),
            requested_url=self._source.name,
            status=self._traffic.status,
            redirects=tuple(self._traffic.passed[:-1]),
            captured_at=self._started,
            viewport=self._options.viewport,
            title=self._dom.title if self._dom else "",
            language=self._dom.language if self._dom else "",
            response_html=self._response_html,
            full_page=self._full_page,
            blocked_requests=tuple(self._gate.refused),
            warnings=(*self.steps.warnings, *self._remarks()),
            seconds=self.steps.seconds,
        )

    def _remarks(self) -> Iterator[str]:
        if self._traffic.status and self._traffic.status >= 400:
            yield f"the server answered with status {self._traffic.status}"
        if self._gate.refused:
            yield f"{len(self._gate.refused)} requests to addresses that may not be fetched"
        if self._gate.missing:
            yield f"{len(self._gate.missing)} requests that the archive cannot answer"
        if self._dom is not None and not self._dom.html:
            yield "the page is empty"
