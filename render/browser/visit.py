"""One capture: a page visited in a fresh browser context, step by step."""

import asyncio
from functools import partial
from itertools import chain, repeat

from playwright.async_api import Browser, CDPSession
from playwright.async_api import Page as Tab

from pagesight.render.browser.layout import read_layout
from pagesight.render.browser.navigate import navigate, refusal, scroll_through, settle, to_top
from pagesight.render.browser.partial_capture import PartialCapture, to_capture
from pagesight.render.browser.process import new_tab
from pagesight.render.browser.recovery import BrowserDied, PageRecovery, Steps
from pagesight.render.browser.snapshot import (
    Dom,
    last_frame,
    page_height,
    read_dom,
    read_mhtml,
    screenshot,
)
from pagesight.render.errors import NavigationError, NoPageError
from pagesight.render.net.archive_requests import ArchiveRequests
from pagesight.render.net.live_requests import LiveRequests
from pagesight.render.net.network_log import NetworkLog
from pagesight.render.net.proxy import Proxy
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.address import bare, is_http
from pagesight.render.sources.source import Source, non_html_kind

# The share of the deadline kept for the picture and the DOM, and its upper bound in seconds.
_RESERVE, _MAX_RESERVE = 0.4, 8.0
_SCROLLING = 3.0  # seconds for the scroll and for what it sets off
# Shares of the time left that a step may take, so that the next ones get some.
_TOP, _DOM, _HEIGHT, _PICTURE, _FRAME, _LATE_FRAME = 0.2, 0.5, 0.2, 0.7, 0.3, 0.9


class Visit:
    """The steps that gather what there is to know of a page."""

    def __init__(
        self, source: Source, options: RenderOptions, deadline: float, proxy: Proxy
    ) -> None:
        self._source = source
        self._proxy = proxy
        self._options = options
        self._deadline = deadline
        loop = asyncio.get_running_loop()
        self._load_by = deadline - min(_MAX_RESERVE, _RESERVE * max(0.0, deadline - loop.time()))
        self.steps = Steps(loop.time)
        self.found = PartialCapture()
        self._frame: asyncio.Future[bytes] | None = None

    async def run(self, browser: Browser) -> Capture:
        """Return the capture. Raises GuardError, NavigationError or BrowserDied."""
        with self._proxy.admit() as traffic:
            self._traffic = self.found.traffic = traffic
            return await self._run(browser)

    async def _run(self, browser: Browser) -> Capture:
        try:
            await self.steps.run_strictly("open", self._open(browser), self._deadline)
        except TimeoutError:
            raise BrowserDied("the browser opens no page") from None
        try:
            await self._navigate()
            await self._settle()
            self._ask_for_frame()
            await self._scroll()
            self._ask_for_frame()
            await self._recovery.insist("top", lambda: to_top(self._session), _TOP)
            await self._read()
            await self._look()
            if self.found.dom is None:  # a page that was too busy may have come to rest by now
                await self._read_html(marked=False)
            await self._measure()
            await self._keep_parts()
        finally:
            if self._frame is not None:
                self._frame.cancel()
            await self._requests.close()
            self._log.close()
        return self.capture()

    def capture(self) -> Capture:
        """Return what was found so far. Raises NavigationError if that is nothing."""
        return to_capture(self.found, self._source, self._options, self.steps)

    async def _open(self, browser: Browser) -> None:
        self._tab: Tab = await new_tab(browser, self._options)
        self._tab.on("crash", self.steps.mark_dead)
        self._session: CDPSession = await self._tab.context.new_cdp_session(self._tab)
        self._recovery = PageRecovery(self._session, self.steps, self._deadline)
        self._requests = self._way_to_answers()
        self._log = self.found.log = NetworkLog(
            self._session,
            self.steps.clock,
            self._options.max_html_bytes,
            self._traffic.waiting,
        )
        await self._requests.open()
        await self._log.start()

    def _way_to_answers(self) -> LiveRequests | ArchiveRequests:
        """Let a live page out by the proxy; a saved one is answered from its archive."""
        if self._source.archive is None:
            return LiveRequests(self._session, self._traffic.token)
        self.found.requests = ArchiveRequests(
            self._session, self._source.archive, self._options.max_html_bytes
        )
        return self.found.requests

    async def _navigate(self) -> None:
        going = navigate(self._tab, self._source.url, self._traffic, self._log)
        try:
            await self.steps.run_strictly("navigate", going, self._load_by)
        except TimeoutError:
            raise NavigationError(
                f"{self._source.url} sent nothing within {self.steps.seconds['navigate']:.1f} s; "
                "try again with a longer deadline"
            ) from None

    async def _settle(self) -> None:
        settling = settle(self._tab, self._log, self._options.quiet)
        until = min(self._load_by, self._soon(self._options.settle))
        await self.steps.run("settle", settling, until)
        too_large = self._log.too_large.is_set()
        if too_large:
            await asyncio.sleep(self._recovery.patience)  # what came is not parsed yet
            limit = f"{self._options.max_html_bytes / 1e6:.0f} MB"
            self.steps.warn(f"document larger than {limit}: the rest was not loaded")
        if too_large or "settle" in self.steps.failed:
            await self._recovery.stop_loading()

    async def _scroll(self) -> None:
        if not self._options.javascript or self._log.too_large.is_set():
            return
        until = min(self._load_by, self._soon(min(_SCROLLING, self._options.settle)))
        if until <= self.steps.clock():  # the step that took the time has warned of it
            return
        await self._recovery.unblock()
        steps, quiet = self._options.max_scrolls, self._options.quiet
        scrolling = scroll_through(self._session, self._log, steps, quiet)
        await self.steps.run("scroll", scrolling, until)

    async def _read(self) -> None:
        """Read the HTML first: it is quickly had and worth most."""
        await self._read_html(marked=True)
        response = self._log.response_html()
        await self.steps.run("response", response, self._soon(self._recovery.patience))
        if other := non_html_kind(self.found.served[:2048].encode()):
            raise NoPageError(f"{self._source.name} is {other}, not a web page")

    async def _read_html(self, *, marked: bool) -> None:
        marking = chain([marked], repeat(False))  # without what is hidden if that was too slow once
        self.found.dom = await self._recovery.insist(
            "dom", lambda: self._read_dom(marked=next(marking)), _DOM
        )
        self._check_where_it_led()

    async def _read_dom(self, *, marked: bool) -> Dom:
        return await read_dom(
            self._session,
            self._options.max_html_bytes,
            lacks_sheets=self._log.lacks("Stylesheet"),
            lacks_scripts=self._log.lacks("Script") or not self._options.javascript,
            marked=marked,
        )

    def _check_where_it_led(self) -> None:
        """Raise why if scripts have replaced the page by what is none."""
        url, last = self.found.dom.url if self.found.dom else "", self._log.passed[-1]
        if url and (not is_http(url) or (self._log.wrong_type and bare(url) == last)):
            where = last if url.startswith("chrome-error:") else url
            raise refusal(self._source.url, self._traffic, self._log) or NoPageError(
                f"{self._source.url} leads on to {where[:200]}, which gave no page"
            )

    async def _look(self) -> None:
        """Take the pictures, as high as the page where it is shorter than asked for."""
        measure = partial(page_height, self._session)
        measured = await self._recovery.insist("measure", measure, _HEIGHT)
        height = max(self._options.viewport.height, measured or 0)
        top = min(height, self._options.screenshot_height)
        self._ask_for_frame()
        await self._last_frame(_FRAME)
        self.found.screenshot = await self._picture("screenshot", top)
        if self.found.screenshot is None:
            self.found.screenshot = await self._last_frame(_LATE_FRAME)
        if self.found.screenshot is not None and "screenshot" in self.steps.failed:
            self.steps.warn("the picture shows the part of the page that was painted last")
        if self._options.full_page:
            tallest = self._options.max_full_page_height
            self.found.full_page = await self._picture("full page", min(height, tallest))
            if height > tallest:
                self.steps.warn(f"full page cut at {tallest} of {height} px")

    async def _picture(self, step: str, height: int) -> bytes | None:
        width = self._options.viewport.width
        take = partial(screenshot, self._session, width, height)
        return await self._recovery.insist(step, take, _PICTURE)

    def _ask_for_frame(self) -> None:
        """Ask for what was painted last, all there may be of a page on which something failed.

        It needs no answer of the page: it may come while the page is asked for other things.
        """
        if self._frame is None and self.steps.failed:
            self._frame = asyncio.ensure_future(last_frame(self._session))

    async def _last_frame(self, share: float) -> bytes | None:
        if self._frame is None:
            return None
        until = self._soon((self._deadline - self.steps.clock()) * share)
        return await self.steps.attempt("last frame", asyncio.shield(self._frame), until)

    async def _measure(self) -> None:
        """Read where everything lies, unless that would be far too much."""
        dom = self.found.dom
        if dom is not None and dom.full <= self._options.max_html_bytes:
            reading = self._recovery.insist("layout", lambda: read_layout(self._session))
            self.found.layout = await reading

    async def _keep_parts(self) -> None:
        """Keep the page with its style sheets and pictures, if that was asked for."""
        if self._options.mhtml:
            reading = self._recovery.insist("mhtml", lambda: read_mhtml(self._session))
            self.found.mhtml = await reading

    def _soon(self, seconds: float) -> float:
        return min(self._deadline, self.steps.clock() + seconds)
