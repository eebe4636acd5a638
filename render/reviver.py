"""Pages that answer no more: what stops them is ended, and they are asked again."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from playwright.async_api import CDPSession

from pagesight.render.steps import Steps

Value = TypeVar("Value")

# A page that does not answer for this share of the time given, at least so many seconds, is stuck.
_STUCK, _MIN_STUCK = 0.1, 1.0
# A step is tried so often, each time but the last for this share of the time left.
_TRIES, _SHARE = 3, 1 / 3


class Reviver:
    """Gets answers out of a page until `deadline`, a time on the clock of `steps`."""

    def __init__(self, session: CDPSession, steps: Steps, deadline: float) -> None:
        self._session = session
        self._steps = steps
        self._deadline = deadline
        self.patience = max(_MIN_STUCK, _STUCK * (deadline - steps.clock()))

    async def insist(self, step: str, attempt: Callable[[], Awaitable[Value]]) -> Value | None:
        """Return what a step gives; where it is late, unblock the page and try it again.

        A script can get stuck at any time, between two steps too.
        """
        for _ in range(_TRIES - 1):
            left = self._deadline - self._steps.clock()
            value = await self._steps.run(step, attempt(), self._deadline - left * (1 - _SHARE))
            if value is not None:
                return value
            await self.unblock()
        return await self._steps.run(step, attempt(), self._deadline)

    async def unblock(self) -> None:
        """End what keeps the page from being read: a script that never pauses, a navigation."""
        pulse = self._session.send("Runtime.evaluate", {"expression": "1"})
        if await self._steps.run("pulse", pulse, self._soon()) is not None:
            return
        self._steps.warnings.pop()
        await self.stop_loading()
        ending = self._session.send("Runtime.terminateExecution")
        await self._steps.run("unblock", ending, self._soon())
        self._steps.warnings.append("scripts that never pause were ended")

    async def stop_loading(self) -> None:
        """Let go of what is still loading: while a navigation is open, Chromium answers nothing."""
        stopping = self._session.send("Page.stopLoading")
        await self._steps.run("stop", stopping, self._soon())

    def _soon(self) -> float:
        return min(self._deadline, self._steps.clock() + self.patience)
