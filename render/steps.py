"""Run the steps of a capture one by one, each within its time, keeping account of both."""

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError

Value = TypeVar("Value")


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

    async def run(self, name: str, step: Awaitable[Value], until: float) -> Value | None:
        """Return what `step` gives, or None with a warning if it fails or is late."""
        try:
            return await self.run_strictly(name, step, until)
        except TimeoutError:
            self.warnings.append(f"{name}: not done after {self.seconds[name]:.1f} s")
        except PlaywrightError as error:
            if self.died.done() or "has been closed" in error.message:
                raise BrowserDied(error.message) from error
            self.warnings.append(f"{name}: {error.message.splitlines()[0]}")
        return None

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
