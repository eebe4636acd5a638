"""Let the requests of a live page out: by the proxy, which asks for the page's token."""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.net.proxy import USER


class LiveRequests:
    """Answers the challenge that the first request meets; Chromium then knows the token.

    It keeps it for all of the context: its frames, workers, sockets and prefetches, none of which
    is held after that. Playwright's own way, `new_context(proxy=...)`, would hold every request.
    """

    def __init__(self, session: CDPSession, token: str) -> None:
        self._session = session
        self._token = token
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Wait for the challenge, which comes only for requests that are held."""
        self._session.on("Fetch.authRequired", self._asked)
        self._session.on("Fetch.requestPaused", self._paused)
        await self._session.send("Fetch.enable", {"handleAuthRequests": True})

    async def close(self) -> None:
        """Give up what is still to be sent."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _asked(self, event: Mapping[str, Any]) -> None:
        self._start(self._log_in(event))

    def _paused(self, event: Mapping[str, Any]) -> None:
        self._start(self._go_on(event))

    def _start(self, answer: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(answer)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _log_in(self, event: Mapping[str, Any]) -> None:
        answer: dict[str, str] = {"response": "Default"}  # a server's: there is no password for it
        if event["authChallenge"]["source"] == "Proxy":
            answer = {"response": "ProvideCredentials", "username": USER, "password": self._token}
        values = {"requestId": event["requestId"], "authChallengeResponse": answer}
        with suppress(PlaywrightError):  # the page went away meanwhile
            await self._session.send("Fetch.continueWithAuth", values)
            await self._session.send("Fetch.disable")

    async def _go_on(self, event: Mapping[str, Any]) -> None:
        with suppress(PlaywrightError):
            await self._session.send("Fetch.continueRequest", {"requestId": event["requestId"]})
