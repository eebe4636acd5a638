"""Decide every request of a page before it is made: let it pass, refuse it, or answer it."""

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.errors import RenderError
from pagesight.render.net.guard import Guard
from pagesight.render.sources.archive import Answer, Archive

# What Chromium shows as a page of text. Anything else it would download or open in a viewer.
PAGE_TYPES = frozenset(
    {"", "text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"}
)
# A saved page may name its own parts by http: at an https address they would be blocked.
_UPGRADE = {"name": "content-security-policy", "value": "upgrade-insecure-requests"}


class RequestFilter:
    """Stands between one page and the net, by Chromium's Fetch domain.

    Unlike Playwright's routes this sees each redirect, and the requests of frames and workers.
    """

    def __init__(self, session: CDPSession, guard: Guard, archive: Archive | None) -> None:
        self._session = session
        self._guard = guard
        self._archive = archive
        self._tasks: set[asyncio.Task[None]] = set()
        self.main_frame = ""
        self.refused: dict[str, RenderError] = {}
        self.missing: list[str] = []
        self.wrong_type = ""  # of the main document
        self.document: Answer | None = None  # the main document, where an archive gave it

    async def open(self) -> None:
        """Begin to hold requests."""
        tree = await self._session.send("Page.getFrameTree")
        self.main_frame = tree["frameTree"]["frame"]["id"]
        self._session.on("Fetch.requestPaused", self._start)
        patterns = [
            {"urlPattern": "*", "requestStage": "Request"},
            {"urlPattern": "*", "requestStage": "Response", "resourceType": "Document"},
        ]
        await self._session.send("Fetch.enable", {"patterns": patterns})

    async def close(self) -> None:
        """Give up the requests still held."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, event: Mapping[str, Any]) -> None:
        task = asyncio.ensure_future(self._decide(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, event: Mapping[str, Any]) -> None:
        with suppress(PlaywrightError):  # the page went away meanwhile
            if "responseStatusCode" in event or "responseErrorReason" in event:
                await self._check_type(event)
            elif self._archive is not None:
                await self._answer(event, self._archive)
            else:
                await self._pass_or_refuse(event)

    async def _pass_or_refuse(self, event: Mapping[str, Any]) -> None:
        url = event["request"]["url"]
        try:
            await self._guard.check(url)
        except RenderError as error:
            self.refused[url] = error
            await self._send(event, "Fetch.failRequest", errorReason="Aborted")
        else:
            await self._send(event, "Fetch.continueRequest")

    async def _answer(self, event: Mapping[str, Any], archive: Archive) -> None:
        url = event["request"]["url"]
        answer = archive(url)
        if answer is None:
            if not url.endswith("/favicon.ico"):  # asked for by the browser, not by the page
                self.missing.append(url)
            answer = Answer(b"", "text/plain", status=404)
        if event["frameId"] == self.main_frame and event["resourceType"] == "Document":
            self.document = answer
        headers = {
            **answer.headers,
            "content-type": answer.content_type,
            "access-control-allow-origin": "*",
        }
        await self._send(
            event,
            "Fetch.fulfillRequest",
            responseCode=answer.status,
            responseHeaders=[
                *({"name": name, "value": value} for name, value in headers.items()),
                _UPGRADE,
            ],
            body=b64encode(answer.body).decode("ascii"),
        )

    async def _check_type(self, event: Mapping[str, Any]) -> None:
        headers = {h["name"].lower(): h["value"] for h in event.get("responseHeaders", ())}
        content_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        redirect = "location" in headers and 300 <= event.get("responseStatusCode", 0) < 400
        if event["frameId"] == self.main_frame and not redirect and content_type not in PAGE_TYPES:
            self.wrong_type = content_type
            await self._send(event, "Fetch.failRequest", errorReason="Aborted")
        else:
            await self._send(event, "Fetch.continueRequest")

    async def _send(self, event: Mapping[str, Any], method: str, **values: object) -> None:
        await self._session.send(method, {"requestId": event["requestId"], **values})
