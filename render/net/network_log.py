"""Follow a page's requests: what is open, what the main document answered, how large it grew."""

import asyncio
from base64 import b64decode
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.sources.charset import decode_html

Event = Mapping[str, Any]

# What Chromium shows as a page of text. Anything else it downloads or opens in a viewer.
PAGE_TYPES = frozenset(
    {"", "text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"}
)
# What a page is painted from. Event streams, beacons and media go on for as long as they like.
_PAINTED_FROM = frozenset(
    {"Document", "Stylesheet", "Image", "Font", "Script", "XHR", "Fetch", "Preflight"}
)
# Seconds to wait for a request of a worker. The script of a worker that is stopped before it came
# is never reported to have ended, and what a worker asks for is not reported at all: its session
# begins too late. That it waits for something is seen at the proxy.
_WORKERS_SECONDS = 2.0
_TO_WORKERS = {
    "autoAttach": True,
    "waitForDebuggerOnStart": False,
    "flatten": False,  # of flat sessions Playwright passes nothing on to us
    "filter": [{"type": "worker"}],
}


class NetworkLog:
    """Listens to Chromium's Network domain for one page."""

    def __init__(
        self,
        session: CDPSession,
        clock: Callable[[], float],
        max_bytes: int,
        waiting: Callable[[float], bool],
    ) -> None:
        self._session = session
        self._clock = clock
        self._max_bytes = max_bytes
        self._waiting = waiting  # whether anything asked in so many seconds has no answer yet
        self._has_worker = False
        self._open: dict[str, float] = {}  # request -> when it is waited for no longer
        self._changed = clock()
        self._main_frame = ""
        self._main_request = ""
        self._main_bytes = 0
        self._lacking: dict[str, str] = {}  # request -> its type, of parts that did not come
        self._body: asyncio.Task[str] | None = None
        self.too_large = asyncio.Event()
        self.passed: list[str] = []  # addresses of main documents, redirects among them
        self.status: int | None = None
        self.wrong_type = ""  # of the main document, where that is no page

    async def start(self) -> None:
        """Begin to listen."""
        tree = await self._session.send("Page.getFrameTree")
        self._main_frame = tree["frameTree"]["frame"]["id"]
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.responseReceived", self._answered)
        self._session.on("Network.dataReceived", self._grew)
        self._session.on("Network.loadingFinished", self._ended)
        self._session.on("Network.loadingFailed", self._ended)
        self._session.on("Target.attachedToTarget", self._worker_loaded)
        await self._session.send("Target.setAutoAttach", _TO_WORKERS)
        await self._session.send("Network.enable")

    def quiet_for(self) -> float:
        """Return for how many seconds no request was open."""
        now = self._clock()
        if self._has_worker and self._waiting(_WORKERS_SECONDS):
            self._changed = now
        return 0.0 if any(until > now for until in self._open.values()) else now - self._changed

    def lacks(self, kind: str) -> bool:
        """Return whether a part of that kind was asked for and has not come, or as an error."""
        return kind in self._lacking.values()

    async def wait_for_quiet(self, seconds: float) -> None:
        """Return once no request was open for that long."""
        while (rest := seconds - self.quiet_for()) > 0:
            await asyncio.sleep(min(rest, 0.05))

    async def response_html(self) -> str:
        """Return the main document as served; nothing if it never ended or was too large."""
        return "" if self._body is None else await self._body

    def close(self) -> None:
        """Give up what is still waited for."""
        if self._body is not None:
            self._body.cancel()

    def body_so_far(self) -> str:
        """Return what `response_html` would, without waiting."""
        done = self._body is not None and self._body.done() and not self._body.cancelled()
        return self._body.result() if self._body is not None and done else ""

    async def _read_body(self) -> str:
        try:
            answer = await self._session.send(
                "Network.getResponseBody", {"requestId": self._main_request}
            )
        except PlaywrightError:
            return ""
        if not answer["base64Encoded"]:
            return str(answer["body"])
        return decode_html(b64decode(answer["body"]))

    def _sent(self, event: Event) -> None:
        # Only what comes over the net: Chromium never reports the end of some blob: requests.
        if event.get("type") in _PAINTED_FROM and event["request"]["url"].startswith("http"):
            of_worker = not event["loaderId"]  # the page's own belong to a document
            if of_worker and event["type"] == "Script":
                self._has_worker = True
            self._open[event["requestId"]] = self._worker_limit() if of_worker else inf
            if not of_worker:
                self._lacking[event["requestId"]] = event["type"]
            self._changed = self._clock()
        if event["requestId"] == event["loaderId"] and event.get("frameId") == self._main_frame:
            self._main_request = event["requestId"]
            self._main_bytes = 0
            self._body = None
            self.wrong_type = ""
            if event["request"]["url"] not in self.passed[-1:]:  # else it reloads itself
                self.passed.append(event["request"]["url"])

    def _answered(self, event: Event) -> None:
        if _is_usable(event):
            self._lacking.pop(event["requestId"], None)
        if event["requestId"] == self._main_request:
            self._open = {self._main_request: inf}  # of what a former document asked for, no end
            self._lacking = {}
            self.status = event["response"]["status"]
            headers = {name.lower(): each for name, each in event["response"]["headers"].items()}
            content_type = headers.get("content-type", "").partition(";")[0].strip().lower()
            self.wrong_type = "" if content_type in PAGE_TYPES else content_type

    def _grew(self, event: Event) -> None:
        if event["requestId"] != self._main_request:
            return
        self._main_bytes += event["dataLength"]
        if self._main_bytes > self._max_bytes:
            self.too_large.set()

    def _ended(self, event: Event) -> None:
        if event["requestId"] == self._main_request:
            # At once: should the page crash later, this is what is left of it.
            self._body = asyncio.ensure_future(self._read_body())
        self._end(event["requestId"])

    def _worker_loaded(self, event: Event) -> None:
        """Note that the script of a worker has come, whose request bears the worker's name."""
        self._end(event["targetInfo"]["targetId"])

    def _worker_limit(self) -> float:
        return self._clock() + _WORKERS_SECONDS

    def _end(self, request: str) -> None:
        if self._open.pop(request, None) is not None:
            self._changed = self._clock()


def _is_usable(event: Event) -> bool:
    """Return whether an answer is what was asked for; a page in place of a sheet is none."""
    response = event["response"]
    is_sheet = event["type"] == "Stylesheet"
    return response["status"] < 400 and (not is_sheet or response["mimeType"] == "text/css")
