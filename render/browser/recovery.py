"""Pages that do not respond: what keeps them busy is stopped, and they are asked again."""

import asyncio
import logging
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

logger = logging.getLogger(__name__)

Value = TypeVar("Value")

# Step -> warning where it fails.
_FAILURES = {
    "settle": "the page was still loading: it is captured as it stood",
    "scroll": "the page was not scrolled to its end: images further down may be missing",
    "top": "the page could not be scrolled back to its top",
    "response": "the HTML as served could not be read",
    "measure": "the height of the page could not be measured",
    "screenshot": "no picture of the whole top of the page could be taken",
    "full page": "no picture of the full page could be taken",
    "layout": "the layout could not be read",
}
# A page that does not answer for this share of the time given, at least so many seconds, is stuck.
_STUCK, _MIN_STUCK = 0.1, 1.0
# A step is waited for this share of its time before the page is silenced.
_FIRST = 1 / 3


class BrowserDied(Exception):  # noqa: N818 - reads as the fact it states
    """The tab crashed or the browser is gone; another browser may do better."""


class BrowserStalled(BrowserDied):
    """The browser opened no page in all the time there was: it hangs, or the machine is busy."""


class Steps:
    """Times each step, and turns what goes wrong in one into a warning."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.warnings: list[str] = []
        self.failed: set[str] = set()  # names of steps that raised an error or were late
        self.seconds: dict[str, float] = {}
        self.died: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def mark_dead(self, _: object = None) -> None:
        """Note that the tab crashed or the browser ended: the running step fails at once."""
        if not self.died.done():
            self.died.set_result(None)

    def warn(self, warning: str) -> None:
        """Add a warning, once."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    async def run(self, name: str, step: Awaitable[Value], until: float) -> Value | None:
        """Return what `step` gives, or None with a warning if it fails or is late."""
        started = self.clock()
        try:
            return await self._run(name, step, until)
        except TimeoutError:
            reason = f"not done after {self.clock() - started:.1f} s"
        except PlaywrightError:
            reason = "the browser reported an error"
        self.failed.add(name)
        if name in _FAILURES:
            self.warn(f"{_FAILURES[name]} ({reason})")
        return None

    async def attempt(self, name: str, step: Awaitable[Value], until: float) -> Value | None:
        """Return what `step` gives, or None if it fails or is late: it will be tried again."""
        try:
            return await self._run(name, step, until)
        except (TimeoutError, PlaywrightError):
            return None

    async def _run(self, name: str, step: Awaitable[Value], until: float) -> Value:
        try:
            return await self.run_strictly(name, step, until)
        except PlaywrightError as error:
            if self.died.done() or "has been closed" in error.message:
                raise BrowserDied(error.message) from error
            logger.info("%s failed: %s", name, error.message)
            raise

    async def run_strictly(self, name: str, step: Awaitable[Value], until: float) -> Value:
        """Return what `step` gives. Raises TimeoutError, BrowserDied or what `step` raises."""
        started = self.clock()
        task = asyncio.ensure_future(step)
        ends: set[asyncio.Future[Any]] = {task, self.died}
        try:
            await asyncio.wait(ends, timeout=max(0.0, until - started), return_when=FIRST_COMPLETED)
            if task.done():
                return task.result()
            if self.died.done():
                raise BrowserDied(f"the browser or its tab died during {name}")
            raise TimeoutError
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + self.clock() - started
            task.cancel()


class PageRecovery:
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
        again only if it failed: a busy page may be about to answer, and silencing a heavy one
        ends a script of ours that reads it.
        """
        until = self._after(share, self._deadline)
        asked: asyncio.Future[Value] = asyncio.ensure_future(attempt())
        early = self._after(_FIRST, until)
        value = await self._steps.attempt(step, asyncio.shield(asked), early)
        if value is not None:
            return value
        await self.silence(self._after(_FIRST, until))
        return await self._steps.run(step, _or_again(asked, attempt), until)

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
        self._steps.failed.add("respond")
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


async def _or_again(
    asked: Awaitable[Value], attempt: Callable[[], Awaitable[Value]]
) -> Value | None:
    """Return what was asked, or if the browser reports an error, what another attempt gives."""
    try:
        return await asked
    except PlaywrightError:
        return await attempt()
