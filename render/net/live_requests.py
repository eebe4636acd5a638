"""Let the requests of a live page out by the proxy, with the headers that are to be sent."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.net.proxy import USER
from pagesight.render.sources.address import is_same_site


class LiveRequests:
    """Answers the challenge that the first request meets; Chromium then knows the token.

    It keeps it for all of the context: its frames, workers, sockets and prefetches, none of which
    is held after that. Playwright's own way, `new_context(proxy=...)`, would hold every request.
    Only where there are `headers` to send are all held: those go to the site of `url` alone, and
    a redirect would take them elsewhere.
    """

    def __init__(
        self, session: CDPSession, token: str, url: str, headers: Sequence[tuple[str, str]]
    ) -> None:
        self._session = session
        self._token = token
        self._url = url
        self._headers = {name.lower(): (name, value) for name, value in headers}
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
            if not self._headers:
                await self._session.send("Fetch.disable")

    async def _go_on(self, event: Mapping[str, Any]) -> None:
        values: dict[str, Any] = {"requestId": event["requestId"]}
        if self._headers:
            values["headers"] = self._headers_of(event["request"])
        with suppress(PlaywrightError):
            await self._session.send("Fetch.continueRequest", values)

    def _headers_of(self, request: Mapping[str, Any]) -> list[dict[str, str]]:
        """Return the headers of a request, with ours if it goes to the page's own site."""
        sent = {name.lower(): (name, value) for name, value in request["headers"].items()}
        own = is_same_site(request["url"], self._url)
        for key, header in self._headers.items():
            if own:
                sent[key] = header
            elif sent.get(key, ("", ""))[1] == header[1]:  # a redirect brought it along
                del sent[key]
        return [{"name": name, "value": value} for name, value in sent.values()]
