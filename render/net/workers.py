"""Follow the requests of a page's workers, which Chromium keeps out of the page's own session."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

Event = Mapping[str, Any]


class Workers:
    """Tells `ended` of each request of the page's workers that has ended, their scripts among them.

    Workers that a worker starts are not followed.
    """

    def __init__(self, session: CDPSession, ended: Callable[[str], None]) -> None:
        self._session = session
        self._ended = ended
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to listen."""
        self._session.on("Target.attachedToTarget", self._attached)
        self._session.on("Target.receivedMessageFromTarget", self._received)
        await self._session.send(
            "Target.setAutoAttach",
            {
                "autoAttach": True,
                "waitForDebuggerOnStart": False,
                "flatten": False,  # of flat sessions Playwright passes nothing on to us
                "filter": [{"type": "worker"}],
            },
        )

    def close(self) -> None:
        """Give up what is still to be sent."""
        for task in self._tasks:
            task.cancel()

    def _attached(self, event: Event) -> None:
        self._ended(event["targetInfo"]["targetId"])  # its script came, under that same name
        task = asyncio.ensure_future(self._listen(event["sessionId"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, worker: str) -> None:
        message = json.dumps({"id": 1, "method": "Network.enable"})
        with suppress(PlaywrightError):  # it ended meanwhile
            await self._session.send(
                "Target.sendMessageToTarget", {"sessionId": worker, "message": message}
            )

    def _received(self, event: Event) -> None:
        message = json.loads(event["message"])
        if message.get("method") in ("Network.loadingFinished", "Network.loadingFailed"):
            self._ended(message["params"]["requestId"])
