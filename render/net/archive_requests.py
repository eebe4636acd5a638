"""Answer every request of a saved page from its archive, before it is made."""

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.sources.archive import Answer, Archive

# A saved page may name its own parts by http: at an https address they would be blocked.
_UPGRADE = {"name": "content-security-policy", "value": "upgrade-insecure-requests"}


class ArchiveRequests:
    """Answers for the net, by Chromium's Fetch domain.

    Unlike Playwright's routes this sees each redirect, and the requests of frames and workers.
    What passes by it, as web sockets do, ends at the proxy: a saved page has no token for it.
    """

    def __init__(self, session: CDPSession, archive: Archive, most: int) -> None:
        """Take what answers; of a main document no more than the first `most` bytes."""
        self._session = session
        self._archive = archive
        self._most = most
        self._tasks: set[asyncio.Task[None]] = set()
        self._main_frame = ""
        self.missing: list[str] = []
        self.document: Answer | None = None  # the main document

    async def open(self) -> None:
        """Begin to hold requests."""
        tree = await self._session.send("Page.getFrameTree")
        self._main_frame = tree["frameTree"]["frame"]["id"]
        self._session.on("Fetch.requestPaused", self._start)
        await self._session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})

    async def close(self) -> None:
        """Give up the requests still held."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, event: Mapping[str, Any]) -> None:
        task = asyncio.ensure_future(self._answer(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _cut(self, document: Answer) -> Answer:
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
            answer = Answer(b"", "text/plain", status=404)
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
