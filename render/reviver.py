"""Pages that do not respond: what keeps them busy is stopped, and they are asked again."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playwright.async_api import CDPSession

from pagesight.render.steps import Steps

Value = TypeVar("Value")

# A page that does not answer for this share of the time given, at least so many seconds, is stuck.
_STUCK, _MIN_STUCK = 0.1, 1.0
# A step is waited for this share of its time before the page is silenced.
_FIRST = 1 / 3


class Reviver:
    """Gets answers out of a page until `deadline`, a time on the clock of `steps`."""

    def __init__(self, session: CDPSession, steps: Steps, deadline: float) -> None:
        self._session = session
        self._steps = steps
        self._deadline = deadline
        self._silent = False
        self.patience = max(_MIN_STUCK, _STUCK * (deadline - steps.clock()))

    async def insist(
        self, step: str, attempt: Callable[[], Awaitable[Value]], share: float = 1.0
    ) -> Value | None:
        """Return what a step gives within that share of the time left.

        Where it is late, the page is silenced; what was asked is waited for further, and asked
        again only if it failed: a busy page may be about to answer.
        """
        until = self._after(share, self._deadline)
        asked = asyncio.ensure_future(attempt())
        early = self._after(_FIRST, until)
        value = await self._steps.attempt(step, asyncio.shield(asked), early)
        if value is not None:
            return value
        await self.silence(self._after(_FIRST, until))
        if asked.done():
            asked = asyncio.ensure_future(attempt())
        return await self._steps.run(step, asked, until)

    async def unblock(self) -> None:
        """Silence the page if it does not respond."""
        pulse = self._session.send("Runtime.evaluate", {"expression": "1"})
        if await self._steps.attempt("pulse", pulse, self._soon()) is None:
            await self.silence(self._soon())

    async def silence(self, until: float) -> None:
        """Stop all that keeps the page from being read: its scripts, for good, and its loading.

        While a navigation is open, Chromium answers nothing. Scripts are forbidden before the
        running one is ended, or a timer would start the next.
        """
        if self._silent:
            return
        self._silent = await self._steps.attempt("silence", self._stop(), until) is not None
        self._steps.warn("the page did not respond in time: its scripts were stopped")

    async def _stop(self) -> bool:
        await asyncio.gather(
            self._session.send("Emulation.setScriptExecutionDisabled", {"value": True}),
            self._session.send("Runtime.terminateExecution"),
            self._session.send("Page.stopLoading"),
        )
        return True

    async def stop_loading(self) -> None:
        """Let go of what is still loading."""
        stopping = self._session.send("Page.stopLoading")
        await self._steps.attempt("stop", stopping, self._soon())

    def _after(self, share: float, until: float) -> float:
        now = self._steps.clock()
        return now + share * max(0.0, until - now)

    def _soon(self) -> float:
        return min(self._deadline, self._steps.clock() + self.patience)
