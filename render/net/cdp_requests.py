"""Requests of a page in DevTools' Fetch domain: a live page's let out, a saved page's answered."""

import asyncio
from base64 import b64encode
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.net.proxy import USER
from pagesight.render.sources.address import is_same_site
from pagesight.render.sources.html import Archive, HtmlAnswer

# A saved page may name its own parts by http: at an https address they would be blocked.
_UPGRADE = {"name": "content-security-policy", "value": "upgrade-insecure-requests"}


class _Requests:
    """Requests of a page that are held, each until a task of its own has answered it."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Give up what is still to be answered."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, answer: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(answer)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class LiveRequests(_Requests):
    """Answers the challenge that the first request meets; Chromium then knows the token.

    It keeps it for all of the context: its frames, workers, sockets and prefetches, none of which
    is held after that. Playwright's own way, `new_context(proxy=...)`, would hold every request.
    Only where there are `headers` to send are all held: those go to the site of `url` alone, and
    a redirect would take them elsewhere.
    """

    def __init__(
        self, session: CDPSession, token: str, url: str, headers: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(session)
        self._token = token
        self._url = url
        self._headers = {name.lower(): (name, value) for name, value in headers}

    async def open(self) -> None:
        """Wait for the challenge, which comes only for requests that are held."""
        self._session.on("Fetch.authRequired", self._asked)
        self._session.on("Fetch.requestPaused", self._paused)
        await self._session.send("Fetch.enable", {"handleAuthRequests": True})

    def _asked(self, event: Mapping[str, Any]) -> None:
        self._start(self._log_in(event))

    def _paused(self, event: Mapping[str, Any]) -> None:
        self._start(self._go_on(event))

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


class ArchiveRequests(_Requests):
    """Answers for the net, by Chromium's Fetch domain.

    Unlike Playwright's routes this sees each redirect, and the requests of frames and workers.
    What passes by it, as web sockets do, ends at the proxy: a saved page has no token for it.
    """

    def __init__(self, session: CDPSession, archive: Archive, most: int) -> None:
        """Take what answers; of a main document no more than the first `most` bytes."""
        super().__init__(session)
        self._archive = archive
        self._most = most
        self._main_frame = ""
        self.missing: list[str] = []
        self.document: HtmlAnswer | None = None  # the main document

    async def open(self) -> None:
        """Begin to hold requests."""
        tree = await self._session.send("Page.getFrameTree")
        self._main_frame = tree["frameTree"]["frame"]["id"]
        self._session.on("Fetch.requestPaused", self._paused)
        await self._session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})

    def _paused(self, event: Mapping[str, Any]) -> None:
        self._start(self._answer(event))

    def _cut(self, document: HtmlAnswer) -> HtmlAnswer:
        """Return the main document without what is too much: it would hold up the browser."""
        if len(document.body) <= self._most:
            return document
        limit = f"{self._most / 1e6:.0f} MB"
        warning = f"document larger than {limit}: the rest was not loaded"
        return replace(document, body=document.body[: self._most], warning=warning)

    async def _answer(self, event: Mapping[str, Any]) -> None:
        url = event["request"]["url"]
        answer = self._archive(url)
        if answer is None:
            if not url.endswith("/favicon.ico"):  # asked for by the browser, not by the page
                self.missing.append(url)
            answer = HtmlAnswer(b"", "text/plain", status=404)
        if event["frameId"] == self._main_frame and event["resourceType"] == "Document":
            answer = self.document = self._cut(answer)
        headers = {
            **answer.headers,
            "content-type": answer.content_type,
            "access-control-allow-origin": "*",
        }
        fulfilled = {
            "requestId": event["requestId"],
            "responseCode": answer.status,
            "responseHeaders": [
                *({"name": name, "value": value} for name, value in headers.items()),
                _UPGRADE,
            ],
            "body": b64encode(answer.body).decode("ascii"),
        }
        with suppress(PlaywrightError):  # the page went away meanwhile
            await self._session.send("Fetch.fulfillRequest", fulfilled)
