"""One capture: a page visited in a fresh browser context, step by step."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, repeat

from playwright.async_api import Browser, CDPSession
from playwright.async_api import Page as Tab

from pagesight.render.browser.actions import (
    attend_to_overlays,
    check_where_it_led,
    click,
    click_more,
    navigate,
    scroll_through,
    to_top,
    wait_for,
)
from pagesight.render.browser.partial_capture import PartialCapture, to_capture
from pagesight.render.browser.process import new_tab
from pagesight.render.browser.recovery import BrowserStalled, PageRecovery, Steps
from pagesight.render.browser.rendering import read_rendering, with_parts
from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.browser.settle import settle
from pagesight.render.browser.snapshot import Dom, Pictures, read_dom, read_mhtml, repair_charset
from pagesight.render.errors import LateError, NavigationError, NoPageError
from pagesight.render.net.cdp_requests import ArchiveRequests, LiveRequests
from pagesight.render.net.network_log import NetworkLog, OpenRequest
from pagesight.render.net.proxy import Proxy
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.body import non_html_kind
from pagesight.render.sources.source import Source

# The share of the deadline kept for the picture and the DOM, and its upper bound in seconds.
_RESERVE, _MAX_RESERVE = 0.4, 8.0
_SCROLLING = 3.0  # seconds for the scroll and for what it sets off
_FEW_SCREENS, _SCREEN = 4, 0.5  # that a growing list is followed in it; seconds for each more
_OVERLAYS = 4.0  # seconds for overlays: to look takes milliseconds, to close one after another more
# Shares of the time left that a step may take, so that the next ones get some.
_TOP, _DOM = 0.2, 0.5


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
        self._abandoned: dict[str, str] = {}  # address -> type, of what was not waited for

    async def run(self, browser: Browser) -> Capture:
        """Return the capture. Raises GuardError, NavigationError, LateError or BrowserDied."""
        with self._proxy.admit() as traffic:
            self._traffic = self.found.traffic = traffic
            return await self._run(browser)

    async def _run(self, browser: Browser) -> Capture:
        try:
            await self.steps.run_strictly("open", self._open(browser), self._deadline)
        except TimeoutError:
            raise BrowserStalled("the browser opens no page") from None
        try:
            await self._navigate()
            await self._settle()
            if self._options.close_overlays:
                await self._attend_to_overlays()
            await self._act()
            self._pictures.ask_for_frame()
            await self._scroll()
            self._pictures.ask_for_frame()
            await self._attend_to_overlays()  # those too that came with the scrolling
            await self._read()
            await self._pictures.take()
            if self.found.dom is None:  # a page that was too busy may have come to rest by now
                await self._read_html(marked=False)
            await self._measure()
            await self._keep_parts()
        finally:
            self._pictures.close()
            await self._requests.close()
            self._log.close()
        return self.capture()

    def capture(self) -> Capture:
        """Return what was found so far. Raises LateError if that is nothing."""
        return to_capture(self.found, self._source, self._options, self.steps)

    async def _open(self, browser: Browser) -> None:
        self._tab: Tab = await new_tab(browser, self._options, self._source.url)
        self._tab.on("crash", self.steps.mark_dead)
        self._session: CDPSession = await self._tab.context.new_cdp_session(self._tab)
        self._world = ScriptWorld(self._session, javascript=self._options.javascript)
        self._recovery = PageRecovery(self._session, self.steps, self._deadline)
        self._pictures = self.found.pictures = Pictures(
            self._world, self._recovery, self.steps, self._options, self._deadline
        )
        self._requests = self._way_to_answers()
        self._log = self.found.log = NetworkLog(
            self._session, self.steps.clock, self._options.max_html_bytes, self._traffic.waiting
        )
        await asyncio.gather(self._requests.open(), self._log.start(), self._world.watch_timers())

    def _way_to_answers(self) -> LiveRequests | ArchiveRequests:
        """Let a live page out by the proxy; a saved one is answered from its archive."""
        if self._source.archive is None:
            headers = self._options.headers
            return LiveRequests(self._session, self._traffic.token, self._source.url, headers)
        self.found.requests = ArchiveRequests(
            self._session, self._source.archive, self._options.max_html_bytes
        )
        return self.found.requests

    async def _navigate(self) -> None:
        going = navigate(self._tab, self._source.url, self._traffic, self._log)
        try:
            # Nearly all of the time: of what sends nothing there is nothing to read after it.
            last_moment = self._deadline - self._recovery.patience
            await self.steps.run_strictly("navigate", going, last_moment)
        except TimeoutError:
            seconds = f"{self.steps.seconds['navigate']:.1f} s"
            leaves = f"all that a deadline of {self._options.deadline:g} s leaves for it"
            advice = f"{leaves}; try again with a longer one"
            if self._source.archive:  # no host was asked
                raise LateError(
                    f"{self._source.name} was not shown by the browser within {seconds}, {advice}"
                ) from None
            raise NavigationError(
                f"{self._source.url} sent nothing within {seconds}, {advice}"
            ) from None

    async def _settle(self) -> None:
        quiet, clock = self._options.quiet, self.steps.clock
        settling = settle(self._world, self._log, quiet, clock, self._cut_off)
        until = min(self._load_by, self._soon(self._options.settle))
        if await self.steps.run("settle", settling, until) is False:
            await self._recovery.silence(self._soon(self._recovery.patience))
        too_large = self._log.too_large.is_set()
        if too_large:
            await asyncio.sleep(self._recovery.patience)  # what came is not parsed yet
            limit = f"{self._options.max_html_bytes / 1e6:.0f} MB"
            self.steps.warn(f"document larger than {limit}: the rest was not loaded")
        self._abandoned |= {each.url: each.type for each in self._log.hanging if each.is_seen}
        if self._abandoned:
            types = Counter(map(str.lower, self._abandoned.values()))
            parts = ", ".join(f"{number} {name}" for name, number in sorted(types.items()))
            self.steps.warn(f"parts of the page did not come in time: {parts}")
        if too_large or not self._log.loaded:
            await self._recovery.stop_loading()

    async def _act(self) -> None:
        """Click and wait as the options say; what cannot be done is a warning."""
        for selector in self._options.click:
            clicking = click(self._world, selector)
            if await self.steps.run("click", clicking, self._load_by):
                await self._settle()
            else:
                self.steps.warn(f"there is nothing to click at {selector}")
        for _ in range(self._options.load_more):
            if not await self.steps.run("load more", click_more(self._world), self._load_by):
                break
            await self._settle()
        if wanted := self._options.wait_for:
            waiting = wait_for(self._world, wanted)
            if not await self.steps.run("wait for", waiting, self._load_by):
                self.steps.warn(f"{wanted} did not appear in time")
        await asyncio.sleep(max(0.0, min(self._options.wait, self._load_by - self.steps.clock())))

    async def _attend_to_overlays(self) -> None:
        """Close what is laid over the page if that is asked for, and say what is."""
        if self._log.too_large.is_set() or "respond" in self.steps.failed:
            return
        attending = attend_to_overlays(self._world, close=self._options.close_overlays)
        for each in await self.steps.run("overlays", attending, self._soon(_OVERLAYS)) or ():
            self.steps.warn(each)

    def _cut_off(self, requests: Sequence[OpenRequest]) -> None:
        """End what hangs, and remember what of it will be missed."""
        self._abandoned |= {each.url: each.type for each in requests if each.is_seen}
        self._traffic.cut_off(each.url for each in requests)

    async def _scroll(self) -> None:
        if not self._options.javascript or self._log.too_large.is_set():
            return
        growth = self._options.scroll
        seconds = min(_SCROLLING, self._options.settle) + _SCREEN * max(0, growth - _FEW_SCREENS)
        until = min(self._load_by, self._soon(seconds))
        if until <= self.steps.clock():  # the step that took the time has warned of it
            return
        await self._recovery.unblock()
        steps, quiet = self._options.max_scrolls + growth, self._options.quiet
        scrolling = scroll_through(self._world, self._log, steps, growth, quiet)
        await self.steps.run("scroll", scrolling, until)
        await self._recovery.insist("top", lambda: to_top(self._world), _TOP)

    async def _read(self) -> None:
        """Read the HTML first: it is quickly had and worth most."""
        await self._read_html(marked=not self._log.too_large.is_set())
        response = self._log.served.wait()
        await self.steps.run("response", response, self._soon(self._recovery.patience))
        if other := non_html_kind(self.found.served[:2048].encode()):
            raise NoPageError(f"{self._source.name} is {other}, not a web page")

    async def _read_html(self, *, marked: bool) -> None:
        marking = chain([marked], repeat(False))  # without what is hidden if that was too slow once
        self.found.dom = await self._recovery.insist(
            "dom", lambda: self._read_dom(marked=next(marking)), _DOM
        )
        led_to = self.found.dom.url if self.found.dom else ""
        check_where_it_led(self._source.url, led_to, self._traffic, self._log)

    async def _read_dom(self, *, marked: bool) -> Dom:
        if not self._log.served.says_charset:
            await repair_charset(self._world)
        return await read_dom(
            self._world, self._options.max_html_bytes, marked=marked, **self._lacks
        )

    @property
    def _lacks(self) -> Mapping[str, bool]:
        """What of the page's parts did not come, and hides nothing therefore."""
        scripts = self._log.lacks("Script") or not self._options.javascript
        return {"lacks_sheets": self._log.lacks("Stylesheet"), "lacks_scripts": scripts}

    async def _measure(self) -> None:
        """Read where everything lies, frames in their places, unless that would be far too much."""
        dom, limit = self.found.dom, self._options.max_html_bytes
        if dom is None or dom.full > limit:
            return
        rendering = await self._recovery.insist(
            "layout", partial(read_rendering, self._world, **self._lacks)
        )
        if rendering is not None:
            self.found.layout = rendering.layout
            self.found.dom = with_parts(dom, rendering, limit)

    async def _keep_parts(self) -> None:
        """Keep the page with its style sheets and pictures, if that was asked for."""
        if self._options.mhtml:
            reading = self._recovery.insist("mhtml", lambda: read_mhtml(self._session))
            self.found.mhtml = await reading

    def _soon(self, seconds: float) -> float:
        return min(self._deadline, self.steps.clock() + seconds)
