"""Run the steps of a capture one by one, each within its time, keeping account of both."""

import asyncio
import logging
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError

logger = logging.getLogger(__name__)

Value = TypeVar("Value")

# Step -> what to tell the user where it fails.
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


class BrowserDied(Exception):  # noqa: N818 - reads as the fact it states
    """The tab crashed or the browser is gone; another browser may do better."""


class Steps:
    """Times each step, and turns what goes wrong in one into a warning."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.warnings: list[str] = []
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
