"""Pictures of a page: of its top, of all of it, and of what was painted last."""

import asyncio
from functools import partial

from playwright.async_api import CDPSession

from pagesight.render.browser.recovery import PageRecovery, Steps
from pagesight.render.browser.snapshot import last_frame, page_height, screenshot
from pagesight.render.options import RenderOptions

# Shares of the time left that a step may take, so that the next ones get some.
_HEIGHT, _PICTURE, _FRAME, _LATE_FRAME = 0.2, 0.7, 0.3, 0.9


class Pictures:
    """Takes pictures until `deadline`, a time on the clock of `steps`."""

    def __init__(
        self,
        session: CDPSession,
        recovery: PageRecovery,
        steps: Steps,
        options: RenderOptions,
        deadline: float,
    ) -> None:
        self._session = session
        self._recovery = recovery
        self._steps = steps
        self._options = options
        self._deadline = deadline
        self._frame: asyncio.Future[bytes] | None = None
        self.top: bytes | None = None
        self.full_page: bytes | None = None

    async def take(self) -> None:
        """Take the pictures, as high as the page where it is shorter than asked for."""
        measure = partial(page_height, self._session)
        measured = await self._recovery.insist("measure", measure, _HEIGHT)
        height = max(self._options.viewport.height, measured or 0)
        self.ask_for_frame()
        await self._last_frame(_FRAME)
        top = min(height, self._options.screenshot_height)
        self.top = await self._picture("screenshot", top)
        if self.top is None:
            self.top = await self._last_frame(_LATE_FRAME)
        if self.top is not None and "screenshot" in self._steps.failed:
            self._steps.warn("the picture shows the part of the page that was painted last")
        if self._options.full_page:
            await self._take_full_page(height)

    async def _take_full_page(self, height: int) -> None:
        tallest = self._options.max_full_page_height
        self.full_page = await self._picture("full page", min(height, tallest))
        if height > tallest:
            self._steps.warn(f"full page cut at {tallest} of {height} px")

    async def _picture(self, step: str, height: int) -> bytes | None:
        take = partial(screenshot, self._session, self._options.viewport.width, height)
        return await self._recovery.insist(step, take, _PICTURE)

    def ask_for_frame(self) -> None:
        """Ask for what was painted last, all there may be of a page on which something failed.

        It needs no answer of the page: it may come while the page is asked for other things.
        """
        if self._frame is None and self._steps.failed:
            self._frame = asyncio.ensure_future(last_frame(self._session))

    async def _last_frame(self, share: float) -> bytes | None:
        if self._frame is None:
            return None
        now = self._steps.clock()
        until = min(self._deadline, now + (self._deadline - now) * share)
        return await self._steps.attempt("last frame", asyncio.shield(self._frame), until)

    def close(self) -> None:
        """Give up what is still waited for."""
        if self._frame is not None:
            self._frame.cancel()
